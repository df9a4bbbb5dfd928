// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/probe/product.h"

#include "core/device/kernels/values.h"

#include <cstdlib>
#include <cstring>

namespace trainyard::probe {

namespace {

constexpr Word64 kSeedA = 0x5EED30, kSeedB = 0x5EED31;
constexpr std::size_t kWorkspace = 32u << 20;  // recommended by NVIDIA for Hopper

double powerOfTwo(int exponent)
{
    double power = 1;
    for (; exponent > 0; --exponent)
        power *= 2;
    for (; exponent < 0; ++exponent)
        power /= 2;
    return power;
}

double decodeFloat(Word32 bits, int exponentBits, int mantissaBits)
{
    const int exponent = static_cast<int>(bits >> mantissaBits) & ((1 << exponentBits) - 1);
    const double mantissa = static_cast<double>(bits & ((1u << mantissaBits) - 1)) / static_cast<double>(1u << mantissaBits);
    const int bias = (1 << (exponentBits - 1)) - 1;
    const double value = exponent == 0 ? mantissa * powerOfTwo(1 - bias) : (1 + mantissa) * powerOfTwo(exponent - bias);
    return (bits >> (exponentBits + mantissaBits) & 1) != 0 ? -value : value;
}

double decode(int dtype, Word32 bits)
{
    switch (dtype) {
    case DtypeFp32:
    case DtypeTf32: return decodeFloat(bits, 8, 23);
    case DtypeFp16: return decodeFloat(bits, 5, 10);
    case DtypeBf16: return decodeFloat(bits, 8, 7);
    case DtypeFp8: return decodeFloat(bits, 4, 3);
    default: return static_cast<double>(static_cast<signed char>(bits & 0xFF));
    }
}

// How far a correct result may be from the exact one: the rounding of the result's own format, and of sums of k products, as fractions of
// the sum of their magnitudes. Hopper's tensor cores add fp8 products with about 14 bits.
double tolerance(int dtype, bool isLibrary, double exact, double sizes)
{
    if (dtype == DtypeInt8)
        return 0;
    const double size = exact < 0 ? -exact : exact;
    const double sums = sizes * (dtype == DtypeFp8 ? 2e-3 : 2e-5);
    if (!isLibrary)
        return sums;
    return sums + size * (dtype == DtypeBf16 || dtype == DtypeFp8 ? 1.0 / 256 : dtype == DtypeFp16 ? 1.0 / 2048 : 0);
}

}  // namespace

const char *dtypeWord(int dtype)
{
    static const char *const words[] = {"fp32", "tf32", "fp16", "bf16", "fp8", "int8"};
    return words[dtype];
}

Product::Product(Session &session, CublasLt &library, int dtype, bool isLibrary)
    : m_session(session), m_library(library), m_dtype(dtype), m_isLibrary(isLibrary), m_a(session), m_b(session), m_c(session),
      m_workspace(session), m_scales(session)
{
    const int capability = session.facts.major * 10 + session.facts.minor;
    static const int needed[] = {0, 80, 70, 80, 89, 75};
    static const char *const missing[] = {nullptr,
                                          "this GPU has no tensor cores for tf32: they came with compute capability 8.0",
                                          "this GPU has no tensor cores: they came with compute capability 7.0",
                                          "this GPU has no tensor cores for bf16: they came with compute capability 8.0",
                                          "this GPU has no tensor cores for fp8: they came with compute capability 8.9",
                                          "this GPU has no tensor cores for int8: they came with compute capability 7.5"};
    if (capability < needed[dtype]) {
        m_obstacle = missing[dtype];
        return;
    }
    if (isLibrary) {
        if (!library.isOpen())
            m_obstacle = library.reason().get();
        return;
    }
    struct Choice {
        ModuleKind kind;
        const char *name;
        unsigned threads;
    };
    const Choice choices[] = {
        {ModuleKind::Basic, "yardMatmulFp32", 256},
        {ModuleKind::Ampere, "yardMatmulTf32", 128},
        capability >= 80 ? Choice{ModuleKind::Ampere, "yardMatmulFp16", 128} : Choice{ModuleKind::Basic, "yardMatmulFp16Volta", 256},
        {ModuleKind::Ampere, "yardMatmulBf16", 128},
        {ModuleKind::Ada, "yardMatmulFp8", 128},
        capability >= 80 ? Choice{ModuleKind::Ampere, "yardMatmulInt8", 128} : Choice{ModuleKind::Turing, "yardMatmulInt8Turing", 256}};
    m_kind = choices[dtype].kind;
    m_kernelName = choices[dtype].name;
    m_threads = choices[dtype].threads;
    if (!session.modules().has(m_kind)) {
        m_obstacle = "the driver does not accept the kernel for this type; a newer driver may";
        return;
    }
    m_kernel = session.kernel(m_kernelName, m_kind);
    if (m_kernel == nullptr)
        m_obstacle = "the driver does not find the kernel for this type";
}

std::size_t Product::resultBytes() const
{
    return m_isLibrary && (m_dtype == DtypeFp16 || m_dtype == DtypeBf16 || m_dtype == DtypeFp8) ? 2 : 4;
}

bool Product::resize(int size)
{
    m_size = size;
    if (!m_isLibrary)
        return true;
    m_hasLibraryFailed = !m_library.prepare(m_dtype, size, size, size, m_workspace.at(), m_workspace.bytes());
    return !m_hasLibraryFailed;
}

bool Product::prepare(int most)
{
    const auto elementBytes = static_cast<std::size_t>(dtypeBytes(m_dtype));
    const auto bytesOf = [&](std::size_t size) { return size * size * (2 * elementBytes + 4); };
    const auto free = static_cast<std::size_t>(m_session.freeBytes());
    int size = (most + 127) / 128 * 128;
    while (size > 128 && bytesOf(static_cast<std::size_t>(size)) + 2 * kWorkspace > free / 10 * 9)
        size = size / 2 / 128 * 128;
    const std::size_t elements = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
    const Kernel fill = m_session.kernel("yardFillMatrix");
    const float one = 1;
    CudaDriver &driver = m_session.driver;
    if (fill == nullptr || !m_a.allocate(elements * elementBytes) || !m_b.allocate(elements * elementBytes) || !m_c.allocate(elements * 4))
        return false;
    if (m_isLibrary) {
        if (!m_workspace.allocate(kWorkspace < free / 16 ? kWorkspace : free / 16 / 256 * 256) || !m_scales.allocate(4)
            || !driver.run(driver.toDevice, m_scales.at(), static_cast<const void *>(&one), sizeof one) || !driver.run(driver.synchronize))
            return false;
        m_library.setScales(m_scales.at());
    }
    if (!m_session.launch(fill, m_session.sweepBlocks(), m_a.at(), static_cast<Word64>(elements), m_dtype, kSeedA)
        || !m_session.launch(fill, m_session.sweepBlocks(), m_b.at(), static_cast<Word64>(elements), m_dtype, kSeedB))
        return false;
    // A pilot of at most 2048 shows how large the real one may be: the fill is the same whatever the size.
    const int pilot = size < 2048 ? size : 2048;
    double seconds = 0;
    if (!resize(pilot)
        || !m_session.time(
            2, 2, 1, false, [&] { return run(); }, [&](double one2) { seconds = one2; }))
        return false;
    const auto scale = [&](int to) {
        return seconds * (static_cast<double>(to) / pilot) * (static_cast<double>(to) / pilot) * (static_cast<double>(to) / pilot);
    };
    while (size > pilot && size % 256 == 0 && scale(size) > (size > 4096 ? 0.05 : 0.25))
        size /= 2;
    return resize(size) && (!m_isLibrary || pickAlgorithm());
}

// The library proposes several algorithms, best guess first; three runs of each decide.
bool Product::pickAlgorithm()
{
    int best = 0;
    double least = 1e30;
    for (int choice = 0; choice < m_library.choices(); ++choice) {
        m_library.choose(choice);
        double seconds = 0;
        int count = 0;
        if (!m_session.time(
                1, 3, 1, true, [&] { return run(); },
                [&](double one) {
                    seconds += one;
                    ++count;
                })) {
            if (choice == 0)
                return false;
            continue;
        }
        if (count > 0 && seconds / count < least) {
            least = seconds / count;
            best = choice;
        }
    }
    m_library.choose(best);
    return true;
}

bool Product::run()
{
    if (!m_isLibrary)
        return m_session.launchGrid(m_kernel, static_cast<unsigned>(m_size / 128), static_cast<unsigned>(m_size / 128), m_threads, m_a.at(),
                                    m_b.at(), m_c.at(), m_size, m_size, m_size);
    m_hasLibraryFailed = !m_library.multiply(m_a.at(), m_b.at(), m_c.at(), m_session.stream());
    return !m_hasLibraryFailed;
}

void Product::describe(Json &conditions) const
{
    conditions.beginArray("shape").whole(nullptr, m_size).whole(nullptr, m_size).whole(nullptr, m_size).endArray();
    conditions.text("dtype", dtypeWord(m_dtype)).text("accumulate", m_dtype == DtypeInt8 ? "int32" : "fp32");
    conditions.text("path", m_isLibrary ? "cublaslt" : "own");
    if (m_isLibrary)
        conditions.textOrNull("library", m_library.version());
    else
        conditions.text("kernel", m_kernelName);
    conditions.text("data", "random");
}

void Product::failed(Result &result) const
{
    if (!m_hasLibraryFailed) {
        m_session.fail(result);
        return;
    }
    constexpr int kNotSupported = 15;
    if (m_library.failure().code == kNotSupported)
        result.skip("cuBLASLt has no product of this type for this GPU");
    else
        result.fail(m_library.failure(), "cuBLASLt failed.");
}

bool Product::isRight(bool &answer)
{
    constexpr int kEach = 32;
    const auto size = static_cast<Word64>(m_size);
    auto *rows = static_cast<double *>(malloc(2 * kEach * size * sizeof(double)));
    if (rows == nullptr)
        return false;
    double *columns = rows + kEach * size;
    Word64 atRow[kEach], atColumn[kEach];
    for (int i = 0; i < kEach; ++i) {
        // One from each of 32 parts, so that every region of C is checked.
        atRow[i] = (size * static_cast<Word64>(i) + randomWord(1, static_cast<Word64>(i)) % size) / kEach % size;
        atColumn[i] = (size * static_cast<Word64>(i) + randomWord(2, static_cast<Word64>(i)) % size) / kEach % size;
        for (Word64 k = 0; k < size; ++k) {
            rows[static_cast<Word64>(i) * size + k] = decode(m_dtype, elementBits(m_dtype, kSeedA, atRow[i] * size + k));
            columns[static_cast<Word64>(i) * size + k] = decode(m_dtype, elementBits(m_dtype, kSeedB, atColumn[i] * size + k));
        }
    }
    answer = true;
    bool isOk = m_session.wait();
    const std::size_t bytes = resultBytes();
    for (int i = 0; isOk && i < kEach; ++i) {
        for (int j = 0; isOk && j < kEach; ++j) {
            double exact = 0, sizes = 0;
            for (Word64 k = 0; k < size; ++k) {
                const double product = rows[static_cast<Word64>(i) * size + k] * columns[static_cast<Word64>(j) * size + k];
                exact += product;
                sizes += product < 0 ? -product : product;
            }
            Word32 bits = 0;
            const Word64 at = m_isLibrary ? atColumn[j] * size + atRow[i] : atRow[i] * size + atColumn[j];
            isOk = m_session.driver.run(m_session.driver.toHost, static_cast<void *>(&bits), m_c.at() + at * bytes, bytes);
            int whole;
            memcpy(&whole, &bits, sizeof whole);
            const double found = m_dtype == DtypeInt8   ? static_cast<double>(whole)
                                 : bytes == 4           ? decode(DtypeFp32, bits)
                                 : m_dtype == DtypeFp16 ? decode(DtypeFp16, bits)
                                                        : decode(DtypeBf16, bits);
            const double distance = found > exact ? found - exact : exact - found;
            if (!(distance <= tolerance(m_dtype, m_isLibrary, exact, sizes)))
                answer = false;
        }
    }
    free(rows);
    return isOk;
}

bool Product::fingerprint(unsigned long long &sum)
{
    Buffer to(m_session);
    const Kernel hash = m_session.kernel("yardHash");
    CudaDriver &driver = m_session.driver;
    const Word64 words = static_cast<Word64>(m_size) * static_cast<Word64>(m_size) * resultBytes() / 4;
    return hash != nullptr && to.allocate(8)
           && driver.run(driver.fillAsync, to.at(), static_cast<unsigned char>(0), to.bytes(), m_session.stream())
           && m_session.launch(hash, m_session.sweepBlocks(), m_c.at(), words, to.at()) && m_session.readWords(to.at(), &sum, 1);
}

}  // namespace trainyard::probe
