#!/usr/bin/python3
"""Writes formats/: one small file of each format that is looked into, by hand and from the formats' descriptions, so that
nothing of the readers is used to test them. HDF5 and ONNX come from Debian's python3-h5py and python3-onnx and are left as
they are without these. The same bytes at every call.
"""
import json, pathlib, pickle, struct, sys, types, zipfile

here = pathlib.Path(__file__).parent / "formats"
here.mkdir(exist_ok=True)

def write(name, data):
    path = here / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)

# --- safetensors: every type of the reference implementation
BITS = {"BOOL": 8, "U8": 8, "I8": 8, "U16": 16, "I16": 16, "U32": 32, "I32": 32, "U64": 64, "I64": 64, "F16": 16, "BF16": 16,
        "F32": 32, "F64": 64, "C64": 64, "F8_E5M2": 8, "F8_E4M3": 8, "F8_E8M0": 8, "F8_E4M3FNUZ": 8, "F8_E5M2FNUZ": 8,
        "F4": 4, "F6_E2M3": 6, "F6_E3M2": 6}

def safetensors(tensors, metadata=None):
    header, at, data = {}, 0, b""
    if metadata:
        header["__metadata__"] = metadata
    for name, (dtype, shape) in tensors.items():
        count = 1
        for size in shape:
            count *= size
        length = count * BITS[dtype] // 8
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [at, at + length]}
        data += bytes((at + i) % 251 for i in range(length))
        at += length
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data

write("dtypes.safetensors", safetensors({f"t.{name}": (name, [2, 4]) for name in BITS}, {"format": "pt", "step": "7"}))
write("shard1.safetensors", safetensors({"a.weight": ("F32", [2, 3]), "a.bias": ("F32", [2])}))
write("shard2.safetensors", safetensors({"b.weight": ("BF16", [4])}))
write("index.json", json.dumps({"metadata": {"total_size": 40}, "weight_map": {
    "a.weight": "model-00001-of-00002.safetensors", "a.bias": "model-00001-of-00002.safetensors",
    "b.weight": "model-00002-of-00002.safetensors"}}).encode())
write("outside.json", json.dumps({"weight_map": {"a.weight": "../../etc/passwd"}}).encode())
write("wrong-place.json", json.dumps({"weight_map": {
    "a.weight": "model-00002-of-00002.safetensors", "b.weight": "model-00002-of-00002.safetensors",
    "a.bias": "model-00001-of-00002.safetensors"}}).encode())

# --- GGUF
def string(text):
    raw = text.encode()
    return struct.pack("<Q", len(raw)) + raw

def gguf(version, values, tensors, alignment=32):
    out = b"GGUF" + struct.pack("<IQQ", version, len(tensors), len(values))
    for key, (kind, value) in values.items():
        out += string(key) + struct.pack("<I", kind) + value
    at, data = 0, b""
    for name, (kind, shape, length) in tensors.items():
        out += string(name) + struct.pack("<I", len(shape)) + b"".join(struct.pack("<Q", s) for s in reversed(shape))
        out += struct.pack("<IQ", kind, at)
        data += b"g" * length + b"\0" * (-length % alignment)
        at += length + -length % alignment
    return out + b"\0" * (-len(out) % alignment) + data

words = b"".join(string(f"word{i}") for i in range(300))
values = {"general.architecture": (8, string("llama")), "llama.block_count": (4, struct.pack("<I", 2)),
          "llama.rope.freq_base": (6, struct.pack("<f", 10000.0)), "general.is_test": (7, b"\1"),
          "tokenizer.ggml.tokens": (9, struct.pack("<IQ", 8, 300) + words),
          "tokenizer.ggml.scores": (9, struct.pack("<IQ", 6, 300) + b"\0" * 1200)}
tensors = {"token_embd.weight": (12, [3, 256], 3 * 144), "blk.0.attn_norm.weight": (0, [256], 1024),
           "blk.0.ffn_up.weight": (8, [2, 64], 4 * 34), "output.weight": (30, [2, 5], 20)}
write("v3.gguf", gguf(3, values, tensors))
write("v2-aligned.gguf", gguf(2, {**values, "general.alignment": (4, struct.pack("<I", 64))}, tensors, 64))

# --- TensorFlow: a LevelDB table, restarts every 16 keys
def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF

def masked(data):
    crc = crc32c(data)
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF

def varint(value):
    out = b""
    while value >= 0x80:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])

def block(entries):
    out, restarts, last = b"", [], b""
    for i, (key, value) in enumerate(entries):
        shared = 0
        if i % 16 == 0:
            restarts.append(len(out))
        else:
            while shared < min(len(last), len(key)) and last[shared] == key[shared]:
                shared += 1
        out += varint(shared) + varint(len(key) - shared) + varint(len(value)) + key[shared:] + value
        last = key
    restarts = restarts or [0]
    return out + b"".join(struct.pack("<I", r) for r in restarts) + struct.pack("<I", len(restarts))

def table(entries, size=512):
    out, index, part = b"", [], []
    def put(content):
        nonlocal out
        handle = varint(len(out)) + varint(len(content))
        out += content + b"\0" + struct.pack("<I", masked(content + b"\0"))
        return handle
    for entry in entries:
        part.append(entry)
        if len(block(part)) >= size:
            index.append((part[-1][0], put(block(part))))
            part = []
    if part:
        index.append((part[-1][0], put(block(part))))
    meta = put(block([]))
    root = put(block(index))
    footer = meta + root
    return out + footer + b"\0" * (40 - len(footer)) + struct.pack("<Q", 0xDB4775248B80FB57)

def field(number, value):
    if isinstance(value, bytes):
        return varint(number << 3 | 2) + varint(len(value)) + value
    return varint(number << 3) + varint(value)

def bundle(shards, tensors):
    """tensors: name -> (type, shape, bytes, shard). Returns the index and the shards."""
    data = [b""] * shards
    entries = [(b"", field(1, shards) + field(3, field(1, 1)))]
    for name in sorted(tensors):
        kind, shape, raw, shard = tensors[name]
        entry = field(1, kind) + field(2, b"".join(field(2, field(1, s)) for s in shape))
        if shard:
            entry += field(3, shard)
        if data[shard]:
            entry += field(4, len(data[shard]))
        entry += field(5, len(raw)) + varint(6 << 3 | 5) + struct.pack("<I", masked(raw))
        data[shard] += raw
        entries.append((name.encode(), entry))
    return table(entries), data

layers = {f"model/layer-{i}/kernel/.ATTRIBUTES/VARIABLE_VALUE": (1, [4, 8], bytes([i]) * 128, i % 2) for i in range(30)}
layers["model/layer-0/bias/.ATTRIBUTES/VARIABLE_VALUE"] = (14, [8], b"b" * 16, 0)
layers["step/.ATTRIBUTES/VARIABLE_VALUE"] = (9, [], struct.pack("<q", 1234), 1)
layers["save_counter/.ATTRIBUTES/VARIABLE_VALUE"] = (9, [], struct.pack("<q", 3), 0)
layers["optimizer/_variables/1/.ATTRIBUTES/VARIABLE_VALUE"] = (1, [4, 8], b"m" * 128, 1)
layers["_CHECKPOINTABLE_OBJECT_GRAPH"] = (7, [], b"\x04graph", 0)
index, shards = bundle(2, layers)
write("tf.index", index)
write("tf.data-0", shards[0])
write("tf.data-1", shards[1])

# --- a torch file's outside, and numbers that DeepSpeed keeps behind the names of its tensors
def torch_zip(name, pickled):
    path = here / name
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for entry, data in (("archive/data.pkl", pickled), ("archive/version", b"3\n")):
            archive.writestr(zipfile.ZipInfo(entry, (1980, 1, 1, 0, 0, 0)), data)

torch_zip("deepspeed.pt", pickle.dumps({"module": {f"layer.{i}": i for i in range(50)}, "global_steps": 500,
                                        "dp_world_size": 2, "mp_world_size": 1, "ds_version": "0.14.0"}, 2))
torch_zip("plain.pt", pickle.dumps({"step": 500}, 2))

# --- Keras: a zip of a configuration and weights
def keras(name, layers, method):
    config = {"module": "keras", "class_name": "Sequential", "config": {"name": "s", "layers": layers}, "registered_name": None}
    with zipfile.ZipFile(here / name, "w", method) as archive:
        for entry, data in (("metadata.json", b'{"keras_version": "3.3.3"}'), ("config.json", json.dumps(config).encode()),
                            ("model.weights.h5", b"\x89HDF\r\n\x1a\n" + b"\0" * 100)):
            archive.writestr(zipfile.ZipInfo(entry, (1980, 1, 1, 0, 0, 0)), data, method)

dense = {"module": "keras.layers", "class_name": "Dense", "config": {"units": 4}}
keras("model.keras", [dense], zipfile.ZIP_STORED)
keras("lambda.keras", [dense, {"module": "keras.layers", "class_name": "Lambda", "config": {"function": {
    "class_name": "__lambda__", "config": {"code": "4wEAAAA="}}}}], zipfile.ZIP_DEFLATED)
keras("foreign.keras", [dense, {"module": "os", "class_name": "function", "config": "system"}], zipfile.ZIP_DEFLATED)
keras("layer.keras", [dense, {"module": "mylayers", "class_name": "Dense2", "config": {}}], zipfile.ZIP_DEFLATED)
keras("eval.keras", [dense, {"module": "builtins", "class_name": "function", "config": "eval"}], zipfile.ZIP_DEFLATED)

# --- the list of a distributed checkpoint, with stand-ins of the same names as torch's classes
def torch_class(module, name):
    made = type(name, (), {"__init__": lambda self, **fields: self.__dict__.update(fields)})
    made.__module__, made.__qualname__ = module, name
    for part in ["torch", "torch.distributed", "torch.distributed.checkpoint", module]:
        sys.modules.setdefault(part, types.ModuleType(part))
    setattr(sys.modules[module], name, made)
    return made

def torch_constant(name):
    made = type(name, (), {"__reduce__": lambda self: name, "__module__": "torch"})()
    sys.modules["torch"].__dict__[name] = made
    return made

listed = "torch.distributed.checkpoint.metadata"
Metadata, TensorStorage, Chunk, Index, Properties = (torch_class(listed, name) for name in (
    "Metadata", "TensorStorageMetadata", "ChunkStorageMetadata", "MetadataIndex", "TensorProperties"))
Place = torch_class("torch.distributed.checkpoint.filesystem", "_StorageInfo")
Properties.__getstate__ = lambda self: (torch_constant("float32"), None, False, None, False)
write("metadata.dcp", pickle.dumps(Metadata(
    state_dict_metadata={"model.w": TensorStorage(properties=Properties(), size=(4, 8), chunks=[
        Chunk(offsets=(2 * rank, 0), sizes=(2, 8)) for rank in range(2)])},
    planner_data=None,
    storage_data={Index(fqn="model.w", offset=(2 * rank, 0), index=rank): Place(
        relative_path=f"__{rank}_0.distcp", offset=0, length=80) for rank in range(2)}), 4))

# --- Orbax
write("orbax/_METADATA", json.dumps({"tree_metadata": {
    "('params', 'dense', 'kernel')": {"key_metadata": [{"key": "params", "key_type": 2}, {"key": "dense", "key_type": 2},
                                                       {"key": "kernel", "key_type": 2}],
                                      "value_metadata": {"value_type": "jax.Array", "skip_deserialize": False, "write_shape": [4, 8]}},
    "('params', 'dense', 'bias')": {"key_metadata": [{"key": "params", "key_type": 2}, {"key": "dense", "key_type": 2},
                                                     {"key": "bias", "key_type": 2}],
                                    "value_metadata": {"value_type": "jax.Array", "skip_deserialize": False, "write_shape": [8]}},
    "('step',)": {"key_metadata": [{"key": "step", "key_type": 2}],
                  "value_metadata": {"value_type": "int", "skip_deserialize": False}}},
    "use_ocdbt": True, "use_zarr3": False}).encode())

# --- what a trainer says of itself
history = [{"epoch": i / 100, "learning_rate": 1e-4, "loss": round(3 - i / 100, 4), "step": i * 5} for i in range(1, 101)]
state = {"best_metric": None, "epoch": 1.0, "global_step": 500, "log_history": history, "logging_steps": 5, "max_steps": 1000,
         "num_train_epochs": 2, "save_steps": 100, "total_flos": 1e15, "train_batch_size": 8, "trial_name": None}
write("trainer_state.json", (json.dumps(state, indent=2, sort_keys=True) + "\n").encode())
state["log_history"] = history * 7
write("long_trainer_state.json", (json.dumps(state, indent=2, sort_keys=True) + "\n").encode())

try:
    import h5py
    for name, version in (("old.h5", "earliest"), ("new.h5", "v110")):
        if (here / name).exists():      # it holds the time of its making
            continue
        with h5py.File(here / name, "w", libver=version) as file:
            file.create_dataset("dense/kernel", data=[[1.0, 2.0], [3.0, 4.0]], track_times=False)
    import numpy
    if not (here / "keras.h5").exists():
        # As Keras 2 lays it out, with more layers than one node of a tree holds.
        with h5py.File(here / "keras.h5", "w") as file:
            file.attrs["keras_version"] = "2.13.1"
            layers = {f"dense_{i}": {"kernel:0": numpy.ones((3, 2), "f4"), "bias:0": numpy.zeros(2, "f2")} for i in range(12)}
            layers["embedding"] = {"embeddings:0": numpy.ones((5, 4), "f8"), "mask:0": numpy.zeros(4, "?"), "count:0": numpy.int64(3), "bytes:0": numpy.zeros((0, 2), "u1")}
            for layer, weights in layers.items():
                for name, value in weights.items():
                    file.create_dataset(f"model_weights/{layer}/{layer}/{name}", data=value, track_times=False)
            file.create_dataset("optimizer_weights/Adam/iterations:0", data=numpy.int64(9), track_times=False)
            file.create_dataset("optimizer_weights/Adam/m", data=numpy.ones((50, 40), "f4"), chunks=(10, 40), compression="gzip", track_times=False)
    with h5py.File(here / "keras.h5") as file:
        lines = []
        file.visititems(lambda name, held: lines.append(f"{name} {held.dtype} [{','.join(map(str, held.shape))}] {held.dtype.itemsize * held.size}")
                        if isinstance(held, h5py.Dataset) else None)
        (here / "keras-h5.txt").write_text("\n".join(sorted(lines)) + "\n")
except ImportError:
    print("without python3-h5py: the .h5 files stay as they are")
try:
    import onnx
    from onnx import helper, numpy_helper, TensorProto
    graph = helper.make_graph([helper.make_node("MatMul", ["x", "w"], ["y"])], "g",
                              [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 64])],
                              [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 64])],
                              [helper.make_tensor("w", TensorProto.FLOAT, [64, 64], b"\0" * 16384, raw=True)])
    write("model.onnx", helper.make_model(graph, producer_name="trainyard").SerializeToString())

    # Weights of many types, in its own fields and as raw bytes, small ones between large ones.
    many = [helper.make_tensor(f"w.{name}", getattr(TensorProto, name), [2, 3], b"\1" * (6 * size), raw=True) for name, size in (
        ("FLOAT", 4), ("UINT8", 1), ("INT8", 1), ("UINT16", 2), ("INT16", 2), ("INT32", 4), ("INT64", 8), ("BOOL", 1), ("FLOAT16", 2),
        ("DOUBLE", 8), ("UINT32", 4), ("UINT64", 8), ("COMPLEX64", 8), ("COMPLEX128", 16), ("BFLOAT16", 2))]
    many += [helper.make_tensor("numbers", TensorProto.FLOAT, [2, 2], [1.0, 2.0, 3.0, 4.0]), helper.make_tensor("words", TensorProto.STRING, [2], [b"a", b"b"]),
             helper.make_tensor("scalar", TensorProto.INT64, [], [7]), helper.make_tensor("none", TensorProto.FLOAT, [0, 4], [])]
    def model(name, initializers):
        nodes = [helper.make_node("Identity", ["x"], [f"n{i}"], name=f"node {i}") for i in range(40)]
        graph = helper.make_graph(nodes, "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1])],
                                  [helper.make_tensor_value_info("n1", TensorProto.FLOAT, [1])], initializers)
        write(name, helper.make_model(graph, producer_name="trainyard").SerializeToString())
    model("many.onnx", many)
    (here / "many-onnx.txt").write_text("".join(
        f"{t.name} {'string' if t.data_type == 8 else 'bfloat16' if t.data_type == 16 else numpy_helper.to_array(t).dtype} "
        f"[{','.join(map(str, t.dims))}] {0 if t.data_type == 8 else 12 if t.data_type == 16 else numpy_helper.to_array(t).nbytes}\n" for t in many))
    def outside(name, location):
        tensor = TensorProto(name="far", data_type=1, dims=[4, 4], data_location=TensorProto.EXTERNAL)
        for key, value in (("location", location), ("offset", "64"), ("length", "64")):
            tensor.external_data.add(key=key, value=value)
        model(name, [tensor])
    outside("external.onnx", "weights.bin")
    outside("escape.onnx", "../../etc/passwd")
except ImportError:
    print("without python3-onnx: model.onnx stays as it is")
