// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/pickle/pickleglobals.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace trainyard {

namespace {

using Text = std::string_view;

Text textOf(QByteArrayView bytes) { return Text(bytes.data(), size_t(bytes.size())); }

template <size_t N>
bool isAmong(const Text (&list)[N], Text word)
{
    return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

bool isIn(Text path, Text package)
{
    return path.substr(0, package.size()) == package && (path.size() == package.size() || path[package.size()] == '.');
}

struct Danger {
    Text path;  // a module, or a module's function
    NameGrade grade;
};

// A package includes everything below it.
constexpr Danger kDangers[] = {
    {"os", NameGrade::Command},
    {"posix", NameGrade::Command},
    {"nt", NameGrade::Command},
    {"posixpath", NameGrade::Files},
    {"ntpath", NameGrade::Files},
    {"genericpath", NameGrade::Files},
    {"subprocess", NameGrade::Command},
    {"_posixsubprocess", NameGrade::Command},
    {"_winapi", NameGrade::Command},
    {"pty", NameGrade::Command},
    {"platform", NameGrade::Command},
    {"popen2", NameGrade::Command},
    {"asyncio", NameGrade::Command},
    {"multiprocessing", NameGrade::Command},
    {"concurrent", NameGrade::Command},
    {"webbrowser", NameGrade::Command},
    {"antigravity", NameGrade::Command},
    {"pip", NameGrade::Command},
    {"ensurepip", NameGrade::Command},
    {"venv", NameGrade::Command},
    {"uuid", NameGrade::Command},
    {"pydoc", NameGrade::Command},
    {"pexpect", NameGrade::Command},
    {"sh", NameGrade::Command},
    {"_osx_support", NameGrade::Command},
    {"_aix_support", NameGrade::Command},
    {"_pyrepl", NameGrade::Command},
    {"distutils", NameGrade::Command},
    {"setuptools", NameGrade::Command},
    {"pkg_resources", NameGrade::Code},
    {"idlelib", NameGrade::Code},
    {"lib2to3", NameGrade::Code},
    {"test", NameGrade::Code},
    {"sys", NameGrade::System},
    {"gc", NameGrade::System},
    {"signal", NameGrade::System},
    {"atexit", NameGrade::Code},
    {"threading", NameGrade::Code},
    {"_thread", NameGrade::Code},
    {"sched", NameGrade::Code},
    {"site", NameGrade::Code},
    {"runpy", NameGrade::Code},
    {"code", NameGrade::Code},
    {"codeop", NameGrade::Code},
    {"importlib", NameGrade::Code},
    {"imp", NameGrade::Code},
    {"_frozen_importlib", NameGrade::Code},
    {"_frozen_importlib_external", NameGrade::Code},
    {"_imp", NameGrade::Code},
    {"zipimport", NameGrade::Code},
    {"pkgutil", NameGrade::Code},
    {"modulefinder", NameGrade::Code},
    {"inspect", NameGrade::Code},
    {"pdb", NameGrade::Code},
    {"bdb", NameGrade::Code},
    {"trace", NameGrade::Code},
    {"doctest", NameGrade::Code},
    {"timeit", NameGrade::Code},
    {"profile", NameGrade::Code},
    {"cProfile", NameGrade::Code},
    {"pstats", NameGrade::Code},
    {"unittest", NameGrade::Code},
    {"pytest", NameGrade::Code},
    {"tkinter", NameGrade::Code},
    {"turtle", NameGrade::Code},
    {"ctypes", NameGrade::Code},
    {"_ctypes", NameGrade::Code},
    {"cffi", NameGrade::Code},
    {"_cffi_backend", NameGrade::Code},
    {"operator", NameGrade::Code},
    {"_operator", NameGrade::Code},
    {"functools", NameGrade::Code},
    {"_functools", NameGrade::Code},
    {"itertools", NameGrade::Code},
    {"types", NameGrade::Code},
    {"contextlib", NameGrade::Code},
    {"weakref", NameGrade::Code},
    {"linecache", NameGrade::Files},
    {"mailcap", NameGrade::Command},
    {"cgitb", NameGrade::Files},
    {"crypt", NameGrade::System},
    {"bz2", NameGrade::Files},
    {"gzip", NameGrade::Files},
    {"lzma", NameGrade::Files},
    {"zipfile", NameGrade::Files},
    {"tarfile", NameGrade::Files},
    {"shutil", NameGrade::Files},
    {"tempfile", NameGrade::Files},
    {"fileinput", NameGrade::Files},
    {"glob", NameGrade::Files},
    {"io", NameGrade::Files},
    {"_io", NameGrade::Files},
    {"_pyio", NameGrade::Files},
    {"codecs", NameGrade::Files},
    {"tokenize", NameGrade::Files},
    {"compileall", NameGrade::Files},
    {"py_compile", NameGrade::Files},
    {"logging", NameGrade::Files},
    {"sqlite3", NameGrade::Files},
    {"_sqlite3", NameGrade::Files},
    {"dbm", NameGrade::Files},
    {"mmap", NameGrade::Files},
    {"fcntl", NameGrade::Files},
    {"readline", NameGrade::Files},
    {"fsspec", NameGrade::Files},
    {"socket", NameGrade::Network},
    {"_socket", NameGrade::Network},
    {"socketserver", NameGrade::Network},
    {"ssl", NameGrade::Network},
    {"_ssl", NameGrade::Network},
    {"urllib", NameGrade::Network},
    {"http", NameGrade::Network},
    {"xmlrpc", NameGrade::Network},
    {"ftplib", NameGrade::Network},
    {"smtplib", NameGrade::Network},
    {"telnetlib", NameGrade::Network},
    {"poplib", NameGrade::Network},
    {"imaplib", NameGrade::Network},
    {"nntplib", NameGrade::Network},
    {"asyncore", NameGrade::Network},
    {"asynchat", NameGrade::Network},
    {"requests", NameGrade::Network},
    {"httpx", NameGrade::Network},
    {"aiohttp", NameGrade::Network},
    {"httplib", NameGrade::Network},
    {"urllib2", NameGrade::Network},
    {"urllib3", NameGrade::Network},
    {"wsgiref", NameGrade::Network},
    {"paramiko", NameGrade::Network},
    {"fabric", NameGrade::Command},
    {"pickle", NameGrade::Pickle},
    {"_pickle", NameGrade::Pickle},
    {"pickletools", NameGrade::Pickle},
    {"shelve", NameGrade::Pickle},
    {"marshal", NameGrade::Code},
    {"dill", NameGrade::Pickle},
    {"joblib", NameGrade::Pickle},
    {"cloudpickle", NameGrade::Pickle},
    {"jsonpickle", NameGrade::Pickle},
    {"yaml", NameGrade::Code},
    {"torch.load", NameGrade::Pickle},
    {"torch.save", NameGrade::Files},
    {"torch.hub", NameGrade::Code},
    {"torch.jit", NameGrade::Code},
    {"torch.utils", NameGrade::Code},
    {"torch.serialization", NameGrade::Pickle},
    {"torch.storage", NameGrade::Pickle},
    {"torch.package", NameGrade::Code},
    {"torch.multiprocessing", NameGrade::Command},
    {"torch.ops", NameGrade::Code},
    {"torch._ops", NameGrade::Code},
    {"torch.classes", NameGrade::Code},
    {"torch._classes", NameGrade::Code},
    {"torch._dynamo", NameGrade::Code},
    {"torch._inductor", NameGrade::Code},
    {"torch.fx", NameGrade::Code},
    {"torch.testing", NameGrade::Code},
    {"torch.distributed.rpc", NameGrade::Code},
    {"torch.distributed.run", NameGrade::Command},
    {"torch.distributed.launch", NameGrade::Command},
    {"torch.distributed.elastic", NameGrade::Command},
    {"torch.onnx", NameGrade::Files},
    {"numpy.load", NameGrade::Pickle},
    {"numpy.save", NameGrade::Files},
    {"numpy.testing", NameGrade::Code},
    {"numpy.f2py", NameGrade::Command},
    {"numpy.distutils", NameGrade::Command},
    {"numpy.ctypeslib", NameGrade::Code},
    {"numpy.fromfile", NameGrade::Files},
    {"numpy.memmap", NameGrade::Files},
    {"numpy.lib.npyio", NameGrade::Files},
    {"numpy.lib.format", NameGrade::Pickle},
    {"numpy.lib.utils", NameGrade::Code},
    {"numpy.genfromtxt", NameGrade::Network},
    {"numpy.loadtxt", NameGrade::Network},
    {"numpy.compat", NameGrade::Pickle},
    {"numpy.vectorize", NameGrade::Code},
    {"pandas.eval", NameGrade::Code},
    {"pandas.read_pickle", NameGrade::Pickle},
    {"pandas.io", NameGrade::Files},
    {"IPython", NameGrade::Code},
    {"wave", NameGrade::Files},
    {"aifc", NameGrade::Files},
    {"sunau", NameGrade::Files},
    {"mailbox", NameGrade::Files},
    {"pandas.HDFStore", NameGrade::Files},
    {"pandas.ExcelWriter", NameGrade::Files},
    {"pandas.ExcelFile", NameGrade::Files},
    {"torch._C.ScriptFunction", NameGrade::Code},
    {"torch.CompilationUnit", NameGrade::Code},
    {"torch._C.CompilationUnit", NameGrade::Code},
};

// Classes that do harm just by being created, in whatever module they appear: modules pass on what they imported.
constexpr std::pair<Text, NameGrade> kHarmfulClasses[] = {
    {"Popen", NameGrade::Command},
    {"CDLL", NameGrade::Code},
    {"PyDLL", NameGrade::Code},
    {"WinDLL", NameGrade::Code},
    {"OleDLL", NameGrade::Code},
    {"CUDAPluggableAllocator", NameGrade::Code},
    {"PyTorchFileReader", NameGrade::Files},
    {"PyTorchFileWriter", NameGrade::Files},
    {"FileStore", NameGrade::Files},
    {"TCPStore", NameGrade::Network},
};

// In the packages above, but only data.
constexpr Text kPardoned[] = {
    "torch.storage.TypedStorage",
    "torch.storage.UntypedStorage",
    "torch.storage._TypedStorage",
    "torch.storage._UntypedStorage",
    "torch.serialization._get_layout",
    "types.SimpleNamespace",
    "uuid.UUID",
    "torch.fx.immutable_collections.immutable_list",
    "torch.fx.immutable_collections.immutable_dict",
    "platform.uname_result",
    "torch.utils.data.dataset.TensorDataset",
    "itertools.count",
    "itertools.chain",
    "itertools.cycle",
    "itertools.repeat",
    "logging.getLogger",
};

constexpr Text kBuiltinTypes[] = {"set",      "frozenset",      "bytearray", "bytes", "complex", "list",  "dict",  "tuple",
                                  "int",      "float",          "str",       "bool",  "object",  "slice", "range", "type",
                                  "Ellipsis", "NotImplemented", "property"};
// Among the types above, those whose call only creates a value.
constexpr Text kBuiltinMakers[] = {"set", "frozenset", "bytearray", "bytes", "complex", "list",  "dict", "tuple",
                                   "int", "float",     "str",       "bool",  "object",  "slice", "range"};

// Called in honest files although their names are in lower case.
constexpr Text kMakers[] = {
    "copyreg._reconstructor",
    "copyreg.__newobj__",
    "copyreg.__newobj_ex__",
    "_codecs.encode",
    "datetime.datetime",
    "datetime.date",
    "datetime.time",
    "datetime.timedelta",
    "datetime.timezone",
    "collections.defaultdict",
    "collections.deque",
    "array._array_reconstructor",
    "array.array",
    "zoneinfo._unpickle",
    "torch.device",
    "torch.dtype",
    "torch.serialization._get_layout",
    "torch._tensor._rebuild_from_type_v2",
    "torch._tensor._rebuild_from_type",
    "torch.random.Generator",
    "torch.nested._internal.nested_tensor._rebuild_njt",
    "torch.finfo",
    "torch.iinfo",
    "itertools.count",
    "itertools.chain",
    "itertools.cycle",
    "itertools.repeat",
    "logging.getLogger",
};

constexpr Text kTensorTypes[] = {"Double", "Float",         "Half",         "BFloat16", "Long",  "Int",    "Short",    "Char",    "Byte",
                                 "Bool",   "ComplexDouble", "ComplexFloat", "QUInt8",   "QInt8", "QInt32", "QUInt4x2", "QUInt2x4"};
constexpr Text kDtypes[] = {"float64",
                            "double",
                            "float32",
                            "float",
                            "float16",
                            "half",
                            "bfloat16",
                            "float8_e4m3fn",
                            "float8_e5m2",
                            "float8_e4m3fnuz",
                            "float8_e5m2fnuz",
                            "float8_e8m0fnu",
                            "float4_e2m1fn_x2",
                            "int64",
                            "long",
                            "int32",
                            "int",
                            "int16",
                            "short",
                            "int8",
                            "uint8",
                            "uint16",
                            "uint32",
                            "uint64",
                            "bool",
                            "complex32",
                            "chalf",
                            "complex64",
                            "cfloat",
                            "complex128",
                            "cdouble",
                            "qint8",
                            "quint8",
                            "qint32",
                            "quint4x2",
                            "quint2x4",
                            "bits8",
                            "bits16",
                            "bits1x8",
                            "bits2x4",
                            "bits4x2",
                            "int1",
                            "int2",
                            "int3",
                            "int4",
                            "int5",
                            "int6",
                            "int7",
                            "uint1",
                            "uint2",
                            "uint3",
                            "uint4",
                            "uint5",
                            "uint6",
                            "uint7"};
constexpr Text kRebuilders[] = {"_rebuild_tensor",
                                "_rebuild_tensor_v2",
                                "_rebuild_tensor_v3",
                                "_rebuild_parameter",
                                "_rebuild_parameter_with_state",
                                "_rebuild_qtensor",
                                "_rebuild_sparse_tensor",
                                "_rebuild_sparse_csr_tensor",
                                "_rebuild_meta_tensor_no_storage",
                                "_rebuild_nested_tensor",
                                "_rebuild_wrapper_subclass",
                                "_rebuild_device_tensor_from_numpy",
                                "_rebuild_device_tensor_from_cpu_tensor"};
constexpr Text kTorchNames[] = {"Size",
                                "Tensor",
                                "device",
                                "per_tensor_affine",
                                "per_tensor_symmetric",
                                "per_channel_affine",
                                "per_channel_symmetric",
                                "per_channel_affine_float_qparams",
                                "strided",
                                "sparse_coo"};
constexpr Text kNumpyMakers[] = {
    "_reconstruct",         "scalar", "dtype",  "ndarray", "_frombuffer", "__randomstate_ctor", "__generator_ctor",
    "__bit_generator_ctor", "bool_",  "number", "void"};

// The names that protocol 0 to 2 files of Python 2 use for the relevant modules.
Text today(Text module)
{
    static constexpr std::pair<Text, Text> renamed[] = {{"__builtin__", "builtins"},
                                                        {"copy_reg", "copyreg"},
                                                        {"commands", "subprocess"},
                                                        {"cPickle", "pickle"},
                                                        {"cStringIO", "io"},
                                                        {"StringIO", "io"},
                                                        {"thread", "_thread"},
                                                        {"dummy_thread", "_thread"},
                                                        {"httplib", "http"},
                                                        {"urllib2", "urllib"},
                                                        {"urlparse", "urllib"},
                                                        {"robotparser", "urllib"},
                                                        {"SocketServer", "socketserver"},
                                                        {"BaseHTTPServer", "http"},
                                                        {"SimpleHTTPServer", "http"},
                                                        {"CGIHTTPServer", "http"},
                                                        {"xmlrpclib", "xmlrpc"},
                                                        {"DocXMLRPCServer", "xmlrpc"},
                                                        {"SimpleXMLRPCServer", "xmlrpc"},
                                                        {"anydbm", "dbm"},
                                                        {"dumbdbm", "dbm"},
                                                        {"gdbm", "dbm"},
                                                        {"whichdb", "dbm"},
                                                        {"dbhash", "dbm"},
                                                        {"Tkinter", "tkinter"},
                                                        {"_winreg", "nt"},
                                                        {"winreg", "nt"},
                                                        {"UserDict", "collections"},
                                                        {"UserList", "collections"},
                                                        {"UserString", "collections"}};
    for (const auto &[old, now] : renamed) {
        if (module == old)
            return now;
    }
    return module;
}

bool isNumpy(Text module)
{
    return module == "numpy" || isIn(module, "numpy.core") || isIn(module, "numpy._core") || isIn(module, "numpy.random");
}

bool isNumpyScalar(Text name)
{
    static constexpr Text kinds[] = {"float", "int", "uint", "complex", "str", "bytes", "datetime", "timedelta", "longdouble"};
    for (const Text kind : kinds) {
        if (name.substr(0, kind.size()) == kind && name.find_first_not_of("0123456789_", kind.size()) == Text::npos)
            return true;
    }
    return false;
}

// The longest dangerous path that contains the name.
NameGrade danger(Text path)
{
    NameGrade found = NameGrade::Foreign;
    size_t longest = 0;
    for (const Danger &one : kDangers) {
        if (one.path.size() >= longest && isIn(path, one.path)) {
            found = one.grade;
            longest = one.path.size();
        }
    }
    return found;
}

bool startsSmall(Text name)
{
    const size_t letter = name.find_first_not_of('_');
    return letter == Text::npos || !(name[letter] >= 'A' && name[letter] <= 'Z');
}

Text lastPart(Text name)
{
    const size_t dot = name.rfind('.');
    return dot == Text::npos ? name : name.substr(dot + 1);
}

}  // namespace

bool isOnTorchsList(QByteArrayView moduleBytes, QByteArrayView nameBytes)
{
    const Text module = today(textOf(moduleBytes)), name = textOf(nameBytes);
    if (module == "torch._utils")
        return isAmong(kRebuilders, name);
    const auto isTypeOf = [&](Text ending) {
        return name.size() > ending.size() && name.substr(name.size() - ending.size()) == ending
               && isAmong(kTensorTypes, name.substr(0, name.size() - ending.size()));
    };
    if (module == "torch")
        return isAmong(kDtypes, name) || isAmong(kTorchNames, name) || isTypeOf("Storage") || isTypeOf("Tensor");
    if (module == "torch.cuda")
        return isTypeOf("Storage") || isTypeOf("Tensor");
    if (module == "torch.sparse" || module == "torch.cuda.sparse")
        return isTypeOf("Tensor");
    if (module == "torch.storage")
        return name == "TypedStorage" || name == "UntypedStorage";
    if (module == "collections")
        return name == "OrderedDict" || name == "Counter";
    if (module == "builtins")
        return name == "set" || name == "bytearray" || name == "complex";
    return (module == "torch.nn.parameter" && name == "Parameter") || (module == "torch.serialization" && name == "_get_layout")
           || (module == "torch._tensor" && name == "_rebuild_from_type_v2") || (module == "_codecs" && name == "encode");
}

NameGrade gradeName(QByteArrayView moduleBytes, QByteArrayView nameBytes)
{
    if (isOnTorchsList(moduleBytes, nameBytes))
        return NameGrade::Torch;
    const Text module = today(textOf(moduleBytes)), name = textOf(nameBytes);
    const std::string path = std::string(module) + '.' + std::string(name);
    if (isAmong(kPardoned, Text(path)))
        return NameGrade::Foreign;
    if (module == "builtins")
        return isAmong(kBuiltinTypes, name) ? NameGrade::Foreign
               : name == "open"             ? NameGrade::Files
               : startsSmall(name)          ? NameGrade::Code
                                            : NameGrade::Foreign;  // exceptions
    if (const NameGrade found = danger(path); found != NameGrade::Foreign)
        return found;
    // A dotted name continues from what it finds: through another module's imports, or into a function's internals.
    Text rest = name;
    while (!rest.empty()) {
        const size_t dot = rest.find('.');
        const Text part = rest.substr(0, dot);
        if (part.substr(0, 2) == "__" && (dot != Text::npos || rest.size() != name.size()))
            return NameGrade::Code;
        for (const auto &[harmful, grade] : kHarmfulClasses) {
            if (part == harmful)
                return grade;
        }
        // "torch" + "os": a module that another one imported.
        if (const NameGrade found = danger(today(part)); found != NameGrade::Foreign && part != "test" && part != "code")
            return found;
        if (dot == Text::npos)
            break;
        if (startsSmall(part))
            return NameGrade::Code;
        rest = rest.substr(dot + 1);
    }
    return NameGrade::Foreign;
}

bool isMaker(QByteArrayView moduleBytes, QByteArrayView nameBytes)
{
    if (isOnTorchsList(moduleBytes, nameBytes))
        return true;
    const Text module = today(textOf(moduleBytes)), name = textOf(nameBytes);
    if (module == "builtins")
        return isAmong(kBuiltinMakers, name) || !startsSmall(name);
    if (isNumpy(module) && (isAmong(kNumpyMakers, name) || isNumpyScalar(name)))
        return true;
    return !startsSmall(lastPart(name)) || isAmong(kMakers, Text(std::string(module) + '.' + std::string(name)));
}

int callablesAmongArguments(QByteArrayView moduleBytes, QByteArrayView nameBytes)
{
    const Text module = today(textOf(moduleBytes)), name = textOf(nameBytes);
    if (module == "copyreg")
        return name == "_reconstructor" ? 2 : 1;
    return (module == "torch._tensor" && (name == "_rebuild_from_type_v2" || name == "_rebuild_from_type"))
                   || (module == "collections" && name == "defaultdict")
               ? 1
               : 0;
}

}  // namespace trainyard
