#!/usr/bin/python3
"""Writes pickles.txt: one pickle a line with what a reader must say of it. Nothing here is ever loaded.

Columns, parted by tabs: grade (safe, foreign, dangerous, unknown), a name that must be among the findings (or -), what it
is, the pickle in base64. Kinds and names: the opcodes of CPython's pickletools, the published advisories against picklescan
and fickling. With --folder DIR the same pickles are written as files, as seeds for fuzzing.
"""
import base64, collections, pathlib, pickle, struct, sys

rows = []

def row(grade, name, what, data):
    rows.append((grade, name, what, data))

def text(s):
    raw = s.encode()
    return b"X" + struct.pack("<I", len(raw)) + raw

def short(s):
    raw = s.encode()
    return b"\x8c" + bytes([len(raw)]) + raw

def name(module, what):
    return b"c" + module.encode() + b"\n" + what.encode() + b"\n"

P = b"\x80\x02"
RUN = text("touch /nowhere/ran") + b"\x85R"

def call(module, what, protocol=P):
    return protocol + name(module, what) + RUN + b"."

# --- what honest files hold
plain = {"a": [1, -1, 2**40, -2**40, 2**70, 1.5, None, True, False, "é\n", b"\x00\xff", (), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4)]}
for protocol in range(6):
    if protocol > 2:
        row("safe", "-", f"plain values, protocol {protocol}", pickle.dumps(plain, protocol))
row("safe", "-", "plain values, protocol 2, bytes through _codecs", pickle.dumps(plain, 2))
row("foreign", "-", "sets, protocol 2", pickle.dumps({frozenset([1])}, 2))
row("safe", "-", "sets, protocol 4", pickle.dumps({1, frozenset([2])}, 4))
row("safe", "-", "bytearray, protocol 5", pickle.dumps(bytearray(b"abc"), 5))
row("safe", "-", "OrderedDict", pickle.dumps(collections.OrderedDict(a=1), 2))
row("safe", "-", "long list in several batches", pickle.dumps(list(range(5000)), 2))
row("foreign", "collections.defaultdict", "defaultdict of lists", pickle.dumps(collections.defaultdict(list, a=[1]), 2))
row("foreign", "pathlib.PosixPath", "a path", pickle.dumps(pathlib.PosixPath("/a"), 2))
row("foreign", "argparse.Namespace", "Megatron's arguments", P + name("argparse", "Namespace") + b")\x81}" + text("lr") + b"G" + struct.pack(">d", 0.1) + b"sb.")
row("foreign", "numpy.core.multiarray.scalar", "a numpy scalar",
    P + name("numpy.core.multiarray", "scalar") + name("numpy", "dtype") + text("f8") + b"\x89\x88\x87R" + name("_codecs", "encode") + text("abcdefgh") + text("latin1") + b"\x86R\x86R.")
row("foreign", "datetime.datetime", "a date", P + name("datetime", "datetime") + text("x") + b"\x85R.")
row("foreign", "__main__.Net", "a class of a script", P + name("__main__", "Net") + b")\x81}b.")
row("foreign", "torch.nn.functional.relu", "a function kept as data", P + b"}" + text("activation") + name("torch.nn.functional", "relu") + b"s.")
row("foreign", "transformers.training_args.TrainingArguments", "Hugging Face's arguments",
    P + name("transformers.training_args", "TrainingArguments") + b")\x81}b.")
row("foreign", "transformers.trainer_utils.IntervalStrategy", "Enum as Python 3.12 writes it",
    P + name("transformers.trainer_utils", "IntervalStrategy") + text("steps") + b"\x85R.")
row("foreign", "torch.distributed.checkpoint.metadata._MEM_FORMAT_ENCODING", "Enum as Python 3.11.2 writes it",
    P + name("builtins", "getattr") + name("torch.distributed.checkpoint.metadata", "_MEM_FORMAT_ENCODING")
    + text("TORCH_CONTIGUOUS_FORMAT") + b"\x86R.")
row("foreign", "copy_reg._reconstructor", "an object as protocol 0 writes it", b"ccopy_reg\n_reconstructor\n(c__main__\nNet\nc__builtin__\nobject\nNtR.")
row("safe", "-", "empty dict", b"}.")
row("safe", "-", "bytes behind the end", b"}.trailing")
row("safe", "-", "a frame that is too short", b"\x80\x04\x95\x01" + b"\0" * 7 + b"}\x94.")
row("safe", "-", "integers written as text", b"(I01\nI00\nI0x10\nI010\nL123L\nI 7 \nF1e5\nt.")
row("safe", "-", "texts with escapes", b"(S'a\\x41\\n\\101'\nV\\u00e9\\U0001f600x\nt.")
row("safe", "-", "memo by text", b"}p0\n(g0\np1_0\ng10\nt.")
row("safe", "-", "holds itself", b"]q\0h\0a.")
row("safe", "-", "protocol named in the middle", P + b"]\x80\x02.")
row("safe", "-", "persistent id of a storage",
    P + b"(" + text("storage") + name("torch", "FloatStorage") + text("0") + text("cpu") + b"K\x06tQ.")

# --- what runs something
for module, what in [
        ("os", "system"), ("posix", "system"), ("nt", "system"), ("os", "popen"), ("subprocess", "Popen"), ("subprocess", "check_output"),
        ("commands", "getoutput"), ("pty", "spawn"), ("sys", "exit"), ("runpy", "run_path"), ("runpy", "_run_code"), ("socket", "create_connection"),
        ("shutil", "rmtree"), ("ctypes", "CDLL"), ("importlib", "import_module"), ("importlib.util", "spec_from_file_location"),
        ("pickle", "loads"), ("_pickle", "loads"), ("cPickle", "loads"), ("code", "InteractiveInterpreter"), ("pdb", "run"), ("bdb", "Bdb"),
        ("webbrowser", "open"), ("pip", "main"), ("pip._internal", "main"), ("pkgutil", "resolve_name"), ("timeit", "timeit"),
        ("cProfile", "run"), ("profile", "run"), ("pydoc", "pipepager"), ("pydoc", "locate"), ("builtins", "eval"), ("builtins", "exec"),
        ("__builtin__", "eval"), ("builtins", "compile"), ("builtins", "open"), ("builtins", "__import__"), ("builtins", "getattr"),
        ("builtins", "map"), ("builtins", "print"), ("builtins", "breakpoint"), ("io", "open"), ("io", "FileIO"), ("_io", "open"),
        ("logging", "FileHandler"), ("logging.config", "fileConfig"), ("urllib.request", "urlopen"), ("urllib", "urlopen"),
        ("http.client", "HTTPSConnection"), ("torch", "load"), ("torch.hub", "load"), ("torch.jit", "load"),
        ("torch.jit.unsupported_tensor_ops", "execWrapper"), ("torch.utils.collect_env", "run"), ("torch.utils.bottleneck.__main__", "run_cprofile"),
        ("torch.utils.cpp_extension", "load_inline"), ("torch.utils._config_module", "load_config"), ("torch.storage", "_load_from_bytes"),
        ("torch.serialization", "load"), ("torch.fx.experimental.symbolic_shapes", "ShapeEnv"), ("torch.cuda._utils", "compile_it"),
        ("numpy", "load"), ("numpy.testing._private.utils", "runstring"), ("numpy.f2py.crackfortran", "getlincoef"),
        ("numpy.f2py.diagnose", "run_command"), ("numpy", "fromfile"), ("numpy", "vectorize"), ("multiprocessing.util", "spawnv_passfds"),
        ("multiprocessing.process", "BaseProcess"), ("uuid", "_get_command_stdout"), ("ssl", "get_server_certificate"), ("imaplib", "IMAP4"),
        ("distutils.spawn", "spawn"), ("distutils.file_util", "write_file"), ("idlelib.run", "Executive"), ("idlelib.pyshell", "ModifiedInterpreter"),
        ("lib2to3.pgen2.grammar", "Grammar"), ("test.support.script_helper", "assert_python_ok"), ("venv", "create"), ("ensurepip", "_run_pip"),
        ("_osx_support", "_read_output"), ("_aix_support", "_read_cmd_output"), ("_pyrepl.pager", "pipe_pager"), ("dill", "loads"),
        ("joblib", "load"), ("cloudpickle", "loads"), ("marshal", "loads"), ("types", "CodeType"), ("types", "FunctionType"),
        ("functools", "partial"), ("functools", "reduce"), ("operator", "attrgetter"), ("operator", "methodcaller"), ("_operator", "call"),
        ("asyncio.unix_events", "_UnixSubprocessTransport"), ("doctest", "debug_script"), ("trace", "Trace"), ("zipimport", "zipimporter"),
        ("tempfile", "mktemp"), ("sqlite3", "connect"), ("pandas", "read_pickle"), ("pandas", "read_csv"), ("pandas", "eval"), ("yaml", "load"),
        ("platform", "popen"), ("platform", "_syscmd_uname"), ("mypackage.tools", "remove_everything"), ("itertools", "starmap"), ("signal", "raise_signal")]:
    seen = module + "." + what
    row("dangerous", seen, f"calls {seen}", call(module, what))

row("dangerous", "os.system", "name kept, never called", P + name("os", "system") + b".")
row("dangerous", "os.system", "called and thrown away", P + name("os", "system") + RUN + b"0}.")
row("dangerous", "os.system", "called, then cut off", P + name("os", "system") + RUN)
row("dangerous", "os.system", "called, then an opcode that does not exist", P + name("os", "system") + RUN + b"\xff}.")
row("dangerous", "os.system", "called, then the stack is empty", P + name("os", "system") + RUN + b"00.")
row("dangerous", "os.system", "by INST", b"(" + text("id") + b"ios\nsystem\n.")
row("dangerous", "os.system", "by OBJ", b"(" + name("os", "system") + text("id") + b"o.")
row("dangerous", "subprocess.Popen", "by NEWOBJ", P + name("subprocess", "Popen") + text("id") + b"\x85\x81.")
row("dangerous", "subprocess.Popen", "by NEWOBJ_EX", b"\x80\x04" + name("subprocess", "Popen") + text("id") + b"\x85}\x92.")
row("dangerous", "os.system", "by STACK_GLOBAL", b"\x80\x04" + short("os") + short("system") + b"\x93" + short("id") + b"\x85R.")
row("dangerous", "os.system", "STACK_GLOBAL of memoised texts", b"\x80\x04" + short("os") + b"\x94" + short("system") + b"\x94" + b"0" + b"0h\0h\x01\x93" + short("id") + b"\x85R.")
row("dangerous", "os.system", "STACK_GLOBAL with a memo number beyond 32 bits", b"S'os'\np99999999999\n0S'system'\np7\n0g99999999999\ng7\n\x93(S'id'\ntR.")
row("dangerous", "os.system", "STACK_GLOBAL of escaped texts", b"V\\u006fs\nS'sys\\x74em'\n\x93(S'id'\ntR.")
row("dangerous", "code.code", "STACK_GLOBAL after DUP", b"\x80\x04" + short("code") + b"2\x93" + short("id") + b"\x85R.")
row("dangerous", "torch.os.system", "dotted through torch", b"\x80\x04" + short("torch") + short("os.system") + b"\x93" + short("id") + b"\x85R.")
row("dangerous", "posixpath.os.system", "dotted through another module", b"\x80\x04" + name("posixpath", "os.system") + RUN + b".")
row("dangerous", "os.path.os.system", "dotted through os.path", b"\x80\x04" + name("os", "path.os.system") + RUN + b".")
row("dangerous", "torch.nn.modules.module.torch.hub.load", "dotted through a chain", b"\x80\x04" + name("torch.nn.modules.module", "torch.hub.load") + RUN + b".")
row("dangerous", "collections.OrderedDict.__init__.__globals__.get", "into a function's insides", b"\x80\x04" + name("collections", "OrderedDict.__init__.__globals__.get") + RUN + b".")
row("dangerous", "torch.os", "a module as data", P + name("torch", "os") + b".")
row("dangerous", "-", "calls what a call gave", P + name("collections", "OrderedDict") + b")R)R.")
row("dangerous", "builtins.getattr", "getattr of a module", P + name("builtins", "getattr") + name("torch", "os") + text("system") + b"\x86R.")
row("dangerous", "builtins.getattr", "getattr of a private name", P + name("builtins", "getattr") + name("torch", "Tensor") + text("__init__") + b"\x86R.")
row("dangerous", "-", "getattr of an Enum, and called", P + name("builtins", "getattr") + name("foo", "Color") + text("RED") + b"\x86R)R.")
row("dangerous", "builtins.getattr", "getattr handed on", P + name("collections", "defaultdict") + name("builtins", "getattr") + b"\x85R.")
row("dangerous", "builtins.getattr", "getattr kept as data", P + b"]" + name("builtins", "getattr") + b"a.")
row("dangerous", "mypackage.run_it", "called by torch's own helper", P + name("torch._tensor", "_rebuild_from_type_v2") + b"(" + name("mypackage", "run_it") + name("torch", "Tensor") + b"))tR.")
row("dangerous", "mypackage.run_it", "called by a defaultdict", P + name("collections", "defaultdict") + name("mypackage", "run_it") + b"\x85R.")
row("dangerous", "mypackage.run_it", "as the type of a storage", P + b"(" + text("storage") + name("mypackage", "run_it") + text("id") + text("cpu") + b"K\x06tQ.")
row("dangerous", "-", "torch's helper with a tuple that another call makes", P + name("torch._tensor", "_rebuild_from_type_v2") + name("builtins", "tuple") + b"((" + name("mypackage", "run_it") + name("torch", "Tensor") + b")NttRR.")
row("dangerous", "torch.PyTorchFileWriter", "a class that writes a file", P + name("torch", "PyTorchFileWriter") + text("/tmp/x") + b"\x85R.")
row("dangerous", "wave.Wave_write", "a class that empties a file", P + name("wave", "Wave_write") + text("/tmp/x") + b"\x85R.")
row("dangerous", "torch.distributed.TCPStore", "a class that connects", P + name("torch.distributed", "TCPStore") + text("10.0.0.1") + b"M90\x86R.")
row("dangerous", "torch.cuda.memory.CUDAPluggableAllocator", "a class that loads a library", P + name("torch.cuda.memory", "CUDAPluggableAllocator") + text("/x.so") + text("a") + text("b") + b"\x87R.")
row("dangerous", "mypackage.Popen", "a class that a module hands on", P + name("mypackage", "Popen") + text("id") + b"\x85R.")
row("dangerous", "-", "EXT1", P + b"\x82\x05.")
row("dangerous", "-", "EXT2", P + b"\x83\x05\x01)R.")
row("dangerous", "-", "EXT4", P + b"\x84\x05\x01\x01\x01)R.")
row("dangerous", "-", "PERSID", b"Psomething\n.")
row("dangerous", "torch.Tensor", "BUILD changes a class", P + name("torch", "Tensor") + b"N}" + text("__add__") + text("x") + b"s\x86b.")
row("dangerous", "os.environ", "sets an item of a module's dict", P + name("os", "environ") + text("LD_PRELOAD") + text("/x.so") + b"s.")
row("dangerous", "torch.serialization._package_registry", "appends to a registry", P + name("torch.serialization", "_package_registry") + text("x") + b"a.")
row("dangerous", "os.system", "after a wrong short frame", b"\x80\x04\x95\x02" + b"\0" * 7 + short("os") + short("system") + b"\x93" + short("id") + b"\x85R.")
row("dangerous", "os.system", "protocol byte in the middle", b"(\x80\x04" + short("os") + short("system") + b"\x93" + short("id") + b"\x85R\x80\x02t.")
row("dangerous", "os.system", "beside a bytes that looks like another pickle", b"\x80\x04C\x05" + b"}.}.}" + short("os") + short("system") + b"\x93" + short("id") + b"\x85R.")
row("dangerous", "os.system", "beneath 1,000 marks", b"(" * 1000 + name("os", "system") + RUN + b"1" * 999 + b".")
row("dangerous", "os.system", "in a dict's key", P + b"}" + name("os", "system") + RUN + b"Ns.")

# --- what no unpickler reads to its end
row("unknown", "-", "empty", b"")
row("unknown", "-", "without STOP", b"}")
row("unknown", "-", "cut in a name", b"ctorch\nFloatSt")
row("unknown", "-", "cut in a text", P + b"X\x10\x00\x00\x00abc")
row("unknown", "-", "protocol 6", b"\x80\x06}.")
row("unknown", "-", "BINBYTES8 of 2^60", b"\x8e" + struct.pack("<Q", 1 << 60) + b".")
row("unknown", "-", "BINUNICODE8 of 2^64-1", b"\x8d" + b"\xff" * 8 + b".")
row("unknown", "-", "BYTEARRAY8 of 2^63", b"\x96" + struct.pack("<Q", 1 << 63) + b".")
row("unknown", "-", "LONG4 of 2^31-1", b"\x8b" + struct.pack("<i", 2**31 - 1) + b".")
row("unknown", "-", "LONG4 of -1", b"\x8b" + struct.pack("<i", -1) + b".")
row("unknown", "-", "BINSTRING of -1", b"T" + struct.pack("<i", -1) + b".")
row("unknown", "-", "memo never made", b"h\x05.")
row("unknown", "-", "memo of a negative number", b"}p-1\n.")
row("unknown", "-", "mark missing", b"t.")
row("unknown", "-", "value of a name that is a number", b"K\x01K\x02\x93.")
row("unknown", "-", "key without a value", b"}(Nu.")
row("unknown", "-", "append to a tuple", b")Na.")
row("unknown", "-", "text without quotes", b"Sabc\n.")
row("unknown", "-", "number without digits", b"I\n.")
row("unknown", "-", "an opcode that does not exist", b"\xfe.")
row("unknown", "-", "pop beyond the mark", b"N(0" + b"R.")

here = pathlib.Path(__file__).parent
if len(sys.argv) == 3 and sys.argv[1] == "--folder":
    out = pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    for i, (_, _, _, data) in enumerate(rows):
        (out / f"{i:03}.pkl").write_bytes(data)
else:
    lines = ["# Made by make-pickles.py: grade, a name that must be found, what it is, the pickle in base64."]
    lines += ["\t".join([g, n, w, base64.b64encode(d).decode()]) for g, n, w, d in rows]
    (here / "pickles.txt").write_text("\n".join(lines) + "\n")
