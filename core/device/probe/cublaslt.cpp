// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/probe/cublaslt.h"

#include "core/device/kernels/values.h"
#include "core/device/probe/system.h"

#include <cstdlib>

namespace trainyard::probe {

namespace {

// library_types.h and cublas_api.h.
enum DataType { Real32 = 0, Real16 = 2, Int8 = 3, Int32 = 10, Brain16 = 14, Float8E4m3 = 28 };
enum Compute { Compute32 = 68, Compute32Int = 72, ComputeTf32 = 77 };
// cublasLt.h.
constexpr int kTransposeA = 3, kScalePointerA = 17, kScalePointerB = 18, kMaxWorkspace = 1;
constexpr int kTransposed = 1, kNotSupported = 15;

struct Types {
    int input, output, compute, scale;
};

Types typesOf(int dtype)
{
    switch (dtype) {
    case DtypeFp32: return {Real32, Real32, Compute32, Real32};
    case DtypeTf32: return {Real32, Real32, ComputeTf32, Real32};
    case DtypeFp16: return {Real16, Real16, Compute32, Real32};
    case DtypeBf16: return {Brain16, Brain16, Compute32, Real32};
    case DtypeFp8: return {Float8E4m3, Brain16, Compute32, Real32};
    default: return {Int8, Int32, Compute32Int, Int32};
    }
}

const char *wordFor(int code)
{
    switch (code) {
    case 1: return "CUBLAS_STATUS_NOT_INITIALIZED";
    case 3: return "CUBLAS_STATUS_ALLOC_FAILED";
    case 7: return "CUBLAS_STATUS_INVALID_VALUE";
    case 8: return "CUBLAS_STATUS_ARCH_MISMATCH";
    case 13: return "CUBLAS_STATUS_EXECUTION_FAILED";
    case 14: return "CUBLAS_STATUS_INTERNAL_ERROR";
    case 15: return "CUBLAS_STATUS_NOT_SUPPORTED";
    default: return "";
    }
}

// Folders where Python environments and toolkits install the library, each with its * for versions.
const char *const kFolders[] = {
    "/usr/local/lib/python3*/site-packages", "/usr/local/lib/python3*/dist-packages", "/usr/lib/python3*/site-packages",
    "/usr/lib/python3/dist-packages",        "/opt/conda/lib/python3*/site-packages", "/opt/venv/lib/python3*/site-packages",
};
const char *const kInPackages[] = {"/nvidia/cublas/lib", "/nvidia/cu1*/lib", "/torch/lib"};
const char *const kInToolkits[] = {"/usr/local/cuda/lib64", "/usr/local/cuda*/lib64", "/usr/local/cuda*/targets/*/lib"};

}  // namespace

CublasLt::~CublasLt()
{
    forget();
    if (m_handle != nullptr)
        call(m_destroy, m_handle);
}

bool CublasLt::ok(const char *callName, int code)
{
    if (code == 0)
        return true;
    m_failure = Failure();
    m_failure.status = code == 3 ? Status::OutOfMemory : Status::SomeFailed;
    m_failure.call = callName;
    m_failure.code = code;
    m_failure.name = Text(wordFor(code));
    return false;
}

bool CublasLt::open(const Text &directory, int driverCudaMajor)
{
    m_reason = Text("cuBLASLt was not found");
    const auto tryFile = [this](const Text &file) {
        Library library;
        if (!library.open(m_watch, file))
            return false;
        m_library = library;
        const bool isWhole = m_create.load(library) && m_destroy.load(library) && m_version.load(library) && m_createOperation.load(library)
                             && m_destroyOperation.load(library) && m_setOperation.load(library) && m_createLayout.load(library)
                             && m_destroyLayout.load(library) && m_createPreference.load(library) && m_destroyPreference.load(library)
                             && m_setPreference.load(library) && m_heuristic.load(library) && m_multiply.load(library);
        const int code = isWhole ? call(m_create, &m_handle) : 0;
        if (isWhole && code == 0)
            return true;
        m_handle = nullptr;
        m_reason = Text("cuBLASLt does not start on this driver: ").add(file).add(": ").add(isWhole ? wordFor(code) : "incomplete");
        return false;
    };
    const auto tryFolder = [&tryFile](const Text &pattern, const Text &name) {
        const Paths files(Text(pattern).add("/").add(name).get());
        for (int i = 0; i < files.count(); ++i) {
            if (tryFile(files.at(i)))
                return true;
        }
        return false;
    };
    // A library runs on drivers of its own major version and later ones: try the newest that this driver can run first.
    for (int major = driverCudaMajor < 13 ? driverCudaMajor : 13; major >= 11; --major) {
        const Text name = Text("libcublasLt.so.").addWhole(major);
        if (!directory.isEmpty()) {
            if (tryFolder(directory, name))
                return true;
            continue;
        }
        if (tryFile(name))
            return true;
        const Text places[] = {Text(getenv("VIRTUAL_ENV")), Text(getenv("CONDA_PREFIX")), Text(getenv("HOME")).add("/.local")};
        for (const char *inside : kInPackages) {
            for (const Text &place : places) {
                if (place.startsWith("/") && tryFolder(Text(place).add("/lib/python3*/site-packages").add(inside), name))
                    return true;
            }
            for (const char *folder : kFolders) {
                if (tryFolder(Text(folder).add(inside), name))
                    return true;
            }
        }
        for (const char *folder : kInToolkits) {
            if (tryFolder(Text(folder), name))
                return true;
        }
    }
    return false;
}

Text CublasLt::version() const
{
    if (!m_version.isThere())
        return {};
    const auto number = static_cast<long long>(m_version.pointer());  // 130100, 120805; 11.x as 11xxxx or 11xxx
    const long long unit = number >= 100000 ? 10000 : 1000;
    return Text().addWhole(number / unit).add(".").addWhole(number % unit / 100).add(".").addWhole(number % 100);
}

void CublasLt::forget()
{
    if (m_operation != nullptr)
        call(m_destroyOperation, m_operation);
    for (void *&layout : m_layouts) {
        if (layout != nullptr)
            call(m_destroyLayout, layout);
        layout = nullptr;
    }
    if (m_preference != nullptr)
        call(m_destroyPreference, m_preference);
    m_operation = m_preference = nullptr;
    m_choices = m_choice = 0;
}

bool CublasLt::prepare(int dtype, int m, int n, int k, DevicePointer workspace, std::size_t workspaceBytes)
{
    forget();
    m_dtype = dtype;
    m_workspace = workspace;
    m_workspaceBytes = workspaceBytes;
    const Types types = typesOf(dtype);
    const int transposed = kTransposed;
    // Columns of k elements, so A is read transposed: the one layout that all types have.
    if (!ok(m_createOperation.name, call(m_createOperation, &m_operation, types.compute, types.scale))
        || !ok(m_setOperation.name, call(m_setOperation, m_operation, kTransposeA, &transposed, sizeof transposed))
        || !ok(m_createLayout.name, call(m_createLayout, &m_layouts[0], types.input, k, m, k))
        || !ok(m_createLayout.name, call(m_createLayout, &m_layouts[1], types.input, k, n, k))
        || !ok(m_createLayout.name, call(m_createLayout, &m_layouts[2], types.output, m, n, m))
        || !ok(m_createPreference.name, call(m_createPreference, &m_preference))
        || !ok(m_setPreference.name, call(m_setPreference, m_preference, kMaxWorkspace, &workspaceBytes, sizeof workspaceBytes)))
        return false;
    if (dtype == DtypeFp8
        && (!ok(m_setOperation.name, call(m_setOperation, m_operation, kScalePointerA, &m_scales, sizeof m_scales))
            || !ok(m_setOperation.name, call(m_setOperation, m_operation, kScalePointerB, &m_scales, sizeof m_scales))))
        return false;
    int found = 0;
    if (!ok(m_heuristic.name, call(m_heuristic, m_handle, m_operation, m_layouts[0], m_layouts[1], m_layouts[2], m_layouts[2], m_preference,
                                   kChoices, static_cast<void *>(m_algorithms), &found)))
        return false;
    m_choices = found < kChoices ? found : kChoices;
    return m_choices > 0 || ok(m_heuristic.name, kNotSupported);
}

bool CublasLt::multiply(DevicePointer a, DevicePointer b, DevicePointer c, Stream stream)
{
    const float one = 1, zero = 0;
    const int oneWhole = 1, zeroWhole = 0;
    const bool isWhole = m_dtype == DtypeInt8;
    const void *alpha = isWhole ? static_cast<const void *>(&oneWhole) : &one;
    const void *beta = isWhole ? static_cast<const void *>(&zeroWhole) : &zero;
    void *to = reinterpret_cast<void *>(c);
    return ok(m_multiply.name, call(m_multiply, m_handle, m_operation, alpha, reinterpret_cast<const void *>(a), m_layouts[0],
                                    reinterpret_cast<const void *>(b), m_layouts[1], beta, to, m_layouts[2], to, m_layouts[2],
                                    m_algorithms[m_choice].data, reinterpret_cast<void *>(m_workspace), m_workspaceBytes, stream));
}

}  // namespace trainyard::probe
