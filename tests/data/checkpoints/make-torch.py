#!/usr/bin/python3
"""Writes the files in torch/ and torch/expected.json, in which PyTorch itself says what they hold.

Needs Debian's python3-torch (1.13) and python3-numpy. Run it again only to add files: the ones there are kept as they are,
since names of storages in older formats are addresses.
"""
import argparse, collections, io, json, pathlib, pickle, random, struct, sys, tarfile, zipfile
import numpy, torch

here = pathlib.Path(__file__).resolve().parent / "torch"
here.mkdir(exist_ok=True)
expected = {}
torch.manual_seed(1)

def walk(value, path=""):
    if isinstance(value, torch.Tensor):
        yield path, value
    elif isinstance(value, torch.nn.Module):
        for name, tensor in value.state_dict().items():
            yield f"{path}.{name}" if path else name, tensor
    elif isinstance(value, dict):
        for key, held in value.items():
            yield from walk(held, f"{path}.{key}" if path else str(key))
    elif isinstance(value, (list, tuple)):
        for i, held in enumerate(value):
            yield from walk(held, f"{path}.{i}" if path else str(i))

def told(value):
    return [[name, list(t.shape), str(t.dtype).removeprefix("torch.")] for name, t in walk(value)]

def expect(name, fmt, value=None, safety="safe", **more):
    entry = {"format": fmt, "verdict": "complete", "safety": safety}
    if value is not None:
        entry["tensors"] = told(value)
    entry.update(more)
    expected[name] = entry

def save(name, value, safety="safe", fmt="torch zip", loads=True, **more):
    path = here / name
    options = {k: more.pop(k) for k in ("pickle_protocol", "_use_new_zipfile_serialization") if k in more}
    if not path.exists():
        torch.save(value, path, **options)
    expect(name, fmt, torch.load(path) if loads else value, safety, **more)

dtypes = [torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.bfloat16, torch.float32,
          torch.float64, torch.complex64, torch.complex128]
every = {str(d).removeprefix("torch."): torch.ones(2, 3, dtype=d) for d in dtypes}
base = torch.arange(24, dtype=torch.float32)
views = {"base": base, "half": base[6:18], "matrix": base.view(4, 6), "turned": base.view(4, 6).t(), "row": base.view(4, 6)[2],
         "column": base.view(4, 6)[:, 1], "spread": torch.ones(1, 1).expand(5, 7), "scalar": torch.tensor(3), "empty": torch.zeros(0, 4),
         "steps": base[::3]}
net = torch.nn.Sequential(torch.nn.Linear(6, 4), torch.nn.BatchNorm1d(4), torch.nn.Linear(4, 2))
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
net(torch.ones(3, 6)).sum().backward()
optimizer.step()
count = sum(p.numel() for p in net.parameters())
training = {"model": net.state_dict(), "optimizer": optimizer.state_dict(), "epoch": 3, "step": 1200, "loss": 0.25,
            "args": {"lr": 0.01, "name": "tiny", "layers": [4, 2], "deep": {"er": True}}}
tied = torch.nn.Linear(3, 3)

save("dtypes.pt", every, parameters=6 * len(dtypes))
save("views.pt", views)
save("tied.pt", collections.OrderedDict(a=tied.weight.data, b=tied.weight.data, c=tied.weight.data[1:]), parameters=9)
save("training.pt", training, parameters=count, step=1200, epoch=3, loss=0.25, framework="PyTorch")
save("state_dict.pt", net.state_dict(), parameters=count)
save("tensor.pt", base)
save("list.pt", [base, {"x": base * 2}, (base[:2],)])
save("nothing.pt", {"epoch": 7}, epoch=7, parameters=0)
save("parameter.pt", {"p": torch.nn.Parameter(torch.ones(2, 2)), "buffer": torch.ones(3)})
save("quantised.pt", {"q": torch.quantize_per_tensor(torch.ones(4, 5), 0.1, 3, torch.quint8)})
save("sparse.pt", {"s": torch.sparse_coo_tensor([[0, 1], [2, 0]], [3.0, 4.0], (2, 3))})
save("sparse-csr.pt", {"s": torch.sparse_csr_tensor(torch.tensor([0, 1, 2]), torch.tensor([2, 0]), torch.tensor([3.0, 4.0]), size=(2, 3))})
save("keys.pt", {("a", 1): torch.ones(1), (2,): torch.ones(2), 1.5: torch.ones(3), None: torch.ones(4), True: torch.ones(5), ("it's", None): torch.ones(6)})
save("counted.pt", {"model": net.state_dict(), "step": torch.tensor(77)}, parameters=count, step=77)
save("legacy-counted.pt", {"model": net.state_dict(), "step": torch.tensor(77)}, fmt="torch legacy", _use_new_zipfile_serialization=False,
     parameters=count, step=77)
save("measured.pt", {"model": net.state_dict(), "step": 90, "loss": torch.tensor(0.75), "val_acc": 0.5, "best_val_loss": 0.125, "metrics": {"f1": 0.25}},
     parameters=count, step=90, metrics={"loss": 0.75, "val_acc": 0.5, "f1": 0.25})
save("adam.pt", {"model": net.state_dict(), "optimizer": optimizer.state_dict()}, parameters=count, step=int(optimizer.state_dict()["state"][0]["step"]))
save("protocol4.pt", training, pickle_protocol=4, parameters=count, step=1200, safety="safe")
save("protocol5.pt", every, pickle_protocol=5)
save("protocol3.pt", every, pickle_protocol=3)
save("module.pt", net, safety="foreign")
save("unicode.pt", {"层.权重": torch.ones(1), "a b\"c": torch.ones(2)})
save("lightning.ckpt", {"epoch": 2, "global_step": 300, "pytorch-lightning_version": "1.8.0", "state_dict": net.state_dict(), "loops": {},
                         "callbacks": {}, "optimizer_states": [optimizer.state_dict()], "lr_schedulers": [],
                         "hyper_parameters": {"lr": 0.01, "width": 4}},
     parameters=count, step=300, epoch=2, framework="Lightning", hyperparameters={"lr": "0.01", "width": "4", "optimizer.lr": "0.01"})
save("megatron.pt", {"args": argparse.Namespace(tensor_model_parallel_size=2, lr=0.1), "checkpoint_version": 3.0, "iteration": 500,
                     "model": {"language_model": net.state_dict()}}, safety="foreign", parameters=count, step=500, framework="Megatron-LM",
     hyperparameters={"tensor_model_parallel_size": "2", "lr": "0.1"})
save("deepspeed.pt", {"module": net.state_dict(), "global_steps": 40, "dp_world_size": 8, "mp_world_size": 1, "ds_config": {"zero": {"stage": 2}},
                      "ds_version": "0.9"}, parameters=count, step=40, framework="DeepSpeed", hyperparameters={"dp_world_size": "8", "zero.stage": "2"})
save("legacy-training.pt", training, fmt="torch legacy", _use_new_zipfile_serialization=False, parameters=count, step=1200, epoch=3, loss=0.25)
save("legacy-views.pt", views, fmt="torch legacy", _use_new_zipfile_serialization=False)
save("legacy-dtypes.pt", every, fmt="torch legacy", _use_new_zipfile_serialization=False)
save("legacy-protocol4.pt", every, fmt="torch legacy", _use_new_zipfile_serialization=False, pickle_protocol=4)
save("legacy-module.pt", tied, fmt="torch legacy", _use_new_zipfile_serialization=False, safety="foreign")

if not (here / "stream.pt").exists():
    out = io.BytesIO()
    torch.save(training, out)
    (here / "stream.pt").write_bytes(out.getvalue())
expect("stream.pt", "torch zip", torch.load(here / "stream.pt"), parameters=count)

script = torch.jit.script(torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU()))
if not (here / "script.pt").exists():
    script.save(str(here / "script.pt"))
expect("script.pt", "TorchScript", torch.jit.load(str(here / "script.pt")).state_dict(), "foreign")

class Run:
    def __reduce__(self):
        import os
        return os.system, ("touch /nowhere/ran",)

save("runs.pt", {"model": net.state_dict(), "note": Run()}, safety="dangerous", loads=False, finding="posix.system")
save("legacy-runs.pt", {"note": Run()}, safety="dangerous", loads=False, fmt="torch legacy", _use_new_zipfile_serialization=False, finding="posix.system")
if not (here / "runs-in-magic.pt").exists():
    good = (here / "legacy-dtypes.pt").read_bytes()
    bad = b"\x80\x02cposix\nsystem\nX\x02\x00\x00\x00id\x85R0\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19."
    (here / "runs-in-magic.pt").write_bytes(bad + good[good.index(b".") + 1:])
expect("runs-in-magic.pt", "torch legacy", None, "dangerous", finding="posix.system")

arrays = {"a": numpy.arange(12, dtype="<f4").reshape(3, 4), "b": numpy.ones(5, dtype="i8"), "scalar": numpy.float64(2), "flags": numpy.zeros((2, 2), "?"),
          "words": numpy.array(["x", "yy"])}
shapes = [[k, list(numpy.asarray(v).shape), str(numpy.asarray(v).dtype).replace("<U2", "str")] for k, v in arrays.items()]
objects = {"plain": numpy.ones(3), "mixed": numpy.array([1, "x", None], dtype=object)}
for name, write in (("arrays.npz", lambda f: numpy.savez(f, **arrays)), ("compressed.npz", lambda f: numpy.savez_compressed(f, **arrays)),
                    ("objects.npz", lambda f: numpy.savez(f, **objects)), ("objects-compressed.npz", lambda f: numpy.savez_compressed(f, **objects)),
                    ("array.npy", lambda f: numpy.save(f, arrays["a"])), ("objects.npy", lambda f: numpy.save(f, objects["mixed"])),
                    ("runs.npy", lambda f: numpy.save(f, numpy.array([Run()], dtype=object)))):
    if not (here / name).exists():
        with open(here / name, "wb") as f:
            write(f)
expect("arrays.npz", "NumPy npz", tensors=shapes, parameters=12 + 5 + 1 + 4 + 2)
expect("compressed.npz", "NumPy npz", tensors=shapes, parameters=24)
expect("objects.npz", "NumPy npz", safety="foreign")
expect("objects-compressed.npz", "NumPy npz", safety="foreign")
expect("array.npy", "NumPy npy", tensors=[["array", [3, 4], "float32"]], parameters=12)
expect("objects.npy", "NumPy npy", safety="foreign")
expect("runs.npy", "NumPy npy", safety="dangerous", finding="posix.system")

states = {"random_state": random.Random(1).getstate(), "numpy_random_seed": numpy.random.RandomState(1).get_state(), "step": 5}
for name, data in (("random_states_0.pkl", pickle.dumps(states, 2)), ("two.pkl", pickle.dumps({"step": 1}, 2) + pickle.dumps(Run(), 2)),
                   ("behind.pkl", pickle.dumps({"step": 1}, 2) + b"\0" * 20)):
    if not (here / name).exists():
        (here / name).write_bytes(data)
expect("random_states_0.pkl", "pickle", safety="foreign", step=5)
expect("two.pkl", "pickle", safety="dangerous", finding="posix.system")
expect("behind.pkl", "pickle", safety="unknown")

def tar(name, obj, storages=pickle.dumps(1, 2) + pickle.dumps((0, "cpu", "torch.FloatStorage"), 2) + struct.pack("<q2f", 2, 1, 2),
        tensors=pickle.dumps(0, 2)):
    if (here / name).exists():
        return
    members = {"sys_info": pickle.dumps({"little_endian": True}, 2), "pickle": obj, "storages": storages, "tensors": tensors}
    with tarfile.open(here / name, "w", format=tarfile.USTAR_FORMAT) as out:
        for member, data in members.items():
            info = tarfile.TarInfo(member)
            info.size = len(data)
            out.addfile(info, io.BytesIO(data))
tar("old.tar", pickle.dumps({"step": 9}, 2))
tar("old-runs.tar", pickle.dumps(Run(), 2))
expect("old.tar", "torch tar", step=9)

# As torch 0.1.1 wrote it: two storages, a view of one, and three tensors that the pickle names by their numbers.
class Kept:
    def __init__(self, key):
        self.key = key

def kept(value):
    out = io.BytesIO()
    pickler = pickle.Pickler(out, 2)
    pickler.persistent_id = lambda held: held.key if isinstance(held, Kept) else None
    pickler.dump(value)
    return out.getvalue()

def shape(key, storage, sizes, strides, offset):
    return pickle.dumps((key, storage, torch.FloatTensor), 2) + struct.pack("<q", len(sizes)) + struct.pack(f"<{len(sizes)}q", *sizes) \
        + struct.pack(f"<{len(sizes)}q", *strides) + struct.pack("<q", offset)

tar("old-tensors.tar", kept({"epoch": 4, "state_dict": collections.OrderedDict(weight=Kept(10), bias=Kept(11), part=Kept(12))}),
    pickle.dumps(2, 2) + pickle.dumps((1, "cpu", torch.FloatStorage), 2) + struct.pack("<q6f", 6, *range(6))
    + pickle.dumps((2, "cpu", torch.DoubleStorage), 2) + struct.pack("<q3d", 3, *range(3)) + pickle.dumps([(3, 1, 2, 4)], 2),
    pickle.dumps(3, 2) + shape(10, 1, (2, 3), (3, 1), 0) + shape(11, 2, (3,), (1,), 0) + shape(12, 3, (2, 2), (2, 1), 0))
expect("old-tensors.tar", "torch tar", torch.load(here / "old-tensors.tar"), epoch=4, parameters=9)

if not (here / "bomb.pt").exists():
    with zipfile.ZipFile(here / "bomb.pt", "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, data in (("bomb/data.pkl", b"\x80\x02" + b"N0" * (20 << 20) + b"N."), ("bomb/version", b"3\n")):
            archive.writestr(zipfile.ZipInfo(entry, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
expect("bomb.pt", "torch zip", safety="unknown")
expected["bomb.pt"]["verdict"] = "unknown"
expect("old-runs.tar", "torch tar", safety="dangerous", finding="posix.system")

# torch.distributed.checkpoint came after 1.13: classes of its names stand in, with the fields of torch 2.
import dataclasses, enum, types
module = types.ModuleType("torch.distributed.checkpoint.metadata")
sys.modules[module.__name__] = module

def stand_in(name, fields):
    made = dataclasses.make_dataclass(name, fields, eq=False)
    made.__module__ = module.__name__
    setattr(module, name, made)
    return made

Format = enum.Enum("_MEM_FORMAT_ENCODING", {"TORCH_CONTIGUOUS_FORMAT": 0}, module=module.__name__)
module._MEM_FORMAT_ENCODING = Format
Properties = stand_in("TensorProperties", ["dtype", "layout", "encoding"])
Properties.__getstate__ = lambda self: (self.dtype, self.layout, False, self.encoding, False)
Chunk = stand_in("ChunkStorageMetadata", ["offsets", "sizes"])
Tensor = stand_in("TensorStorageMetadata", ["properties", "size", "chunks"])
Bytes = stand_in("BytesStorageMetadata", [])
Index = stand_in("MetadataIndex", ["fqn", "offset", "index"])
Place = stand_in("_StorageInfo", ["relative_path", "offset", "length"])
Metadata = stand_in("Metadata", ["state_dict_metadata", "planner_data", "storage_data"])

def distributed(name, path="__1_0.distcp"):
    size = torch.Size
    tensors = {"model.weight": Tensor(Properties(torch.bfloat16, torch.strided, Format.TORCH_CONTIGUOUS_FORMAT), size([8, 4]),
                                      [Chunk(size([0, 0]), size([4, 4])), Chunk(size([4, 0]), size([4, 4]))]),
               "optim.weight.exp_avg": Tensor(Properties(torch.float32, torch.strided, Format.TORCH_CONTIGUOUS_FORMAT), size([8, 4]), []), "step": Bytes()}
    places = {Index("model.weight", size([0, 0]), 0): Place("__0_0.distcp", 0, 500), Index("model.weight", size([4, 0]), 1): Place(path, 0, 600),
              Index("optim.weight.exp_avg", size([0, 0]), 0): Place(path, 600, 900), Index("step", None, None): Place("__0_0.distcp", 500, 40)}
    if not (here / name).exists():
        (here / name).write_bytes(pickle.dumps(Metadata(tensors, None, places), 4))

distributed("distributed.metadata")
distributed("distributed-outside.metadata", "../../evil.distcp")

# Whole folders: each item is what this torch saves, at the place that the list says.
folders = {}

def folder(name, items, safety="foreign", verdict="complete", break_at=None, **more):
    """items: (name, value) each; tensors go to the second piece."""
    places, tensors, pieces = {}, {}, {"__0_0.distcp": b"", "__1_0.distcp": b""}
    for fqn, value in items:
        path = "__1_0.distcp" if isinstance(value, torch.Tensor) else "__0_0.distcp"
        out = io.BytesIO()
        torch.save(value, out)
        places[Index(fqn, torch.Size([]), 0)] = Place(path, len(pieces[path]), len(out.getvalue()))
        pieces[path] += out.getvalue()
        tensors[fqn] = Tensor(Properties(value.dtype, torch.strided, Format.TORCH_CONTIGUOUS_FORMAT), value.shape, []) \
            if isinstance(value, torch.Tensor) else Bytes()
    path = here.parent / "distributed" / name
    if not path.exists():
        path.mkdir(parents=True)
        for piece, data in pieces.items():
            (path / piece).write_bytes(data if break_at is None else data[:break_at] + b"\0" * 16 + data[break_at + 16:])
        (path / ".metadata").write_bytes(pickle.dumps(Metadata(tensors, None, places), 4))
    folders[name] = {"safety": safety, "verdict": verdict, "tensors": [[k, list(v.shape), str(v.dtype).removeprefix("torch.")] for k, v in items
                                                                      if isinstance(v, torch.Tensor)], **more}

weights = [(f"model.{name}", tensor) for name, tensor in net.state_dict().items()]
folder("plain", weights + [("step", 40), ("epoch", 2), ("lr_scheduler", {"last_epoch": 2, "base_lrs": [0.1]})], parameters=count, step=40, epoch=2)
folder("counted", weights + [("train_state.step", torch.tensor(41, dtype=torch.int32)), ("optimizer.state.0.weight.step", torch.tensor(7.0))],
       parameters=count, step=41)
folder("optimizer", weights + [("optimizer.state.0.weight.step", torch.tensor(7.0)), ("large", torch.ones(20000))], step=7)
folder("foreign", weights + [("args", argparse.Namespace(lr=0.1))], finding="argparse.Namespace")
folder("runs", weights + [("step", 40), ("extra", Run())], safety="dangerous", step=40, finding="posix.system")
folder("broken", weights + [("step", 40)], safety="unknown", verdict="corrupt", break_at=0)
(here.parent / "distributed" / "expected.json").write_text("{\n" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in folders.items()) + "\n}\n")

(here / "expected.json").write_text("{\n" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in expected.items()) + "\n}\n")
