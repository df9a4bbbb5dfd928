// SPDX-License-Identifier: GPL-3.0-or-later
// The sources of the GPUs' data: main memory and disk.
#include "core/device/kernels/values.h"
#include "core/device/probe/probes.h"
#include "core/device/probe/system.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <initializer_list>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

namespace trainyard::probe {

namespace {

Failure systemFailure(const char *call)
{
    Failure failure;
    failure.status = Status::SomeFailed;
    failure.call = call;
    failure.code = errno;
    return failure;
}

// The memory that this process may still use, also inside a container.
long long availableMemory(const Text &root)
{
    long long available = kUnknown;
    const Text info = readFile(join(root, "/proc/meminfo"));
    if (const char *line = strstr(info.get(), "MemAvailable:"); line != nullptr) {
        line += strlen("MemAvailable:");
        line += strspn(line, " ");
        const long long kib = wholeNumber(Text().add(line, strspn(line, "0123456789")));
        available = kib == kUnknown ? kUnknown : kib * 1024;
    }
    static const char *const pairs[][2] = {{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"},
                                           {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"}};
    for (const auto &pair : pairs) {
        const long long most = wholeNumber(readFile(join(root, pair[0]))), used = wholeNumber(readFile(join(root, pair[1])));
        if (most != kUnknown && used != kUnknown && (available == kUnknown || most - used < available))
            available = most - used;
    }
    return available;
}

// Workers are processes: threads would require linking with a newer C library than the oldest supported one.
struct Board {
    int ready, round, done, wrong;
};

[[noreturn]] void work(Board *board, bool isTriad, std::size_t elements)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // a worker waits for rounds that a dead parent never starts
    auto *a = static_cast<double *>(malloc(elements * sizeof(double))), *b = static_cast<double *>(malloc(elements * sizeof(double)));
    auto *c = isTriad ? static_cast<double *>(malloc(elements * sizeof(double))) : b;
    if (a == nullptr || b == nullptr || c == nullptr)
        _exit(1);
    for (std::size_t i = 0; i < elements; ++i) {
        a[i] = 0;
        b[i] = triadInput(0x5EED50, i);
        c[i] = isTriad ? static_cast<double>(triadInput(0x5EED51, i)) : b[i];
    }
    __atomic_add_fetch(&board->ready, 1, __ATOMIC_SEQ_CST);
    for (int round = 1;; ++round) {
        int now = 0;
        while ((now = __atomic_load_n(&board->round, __ATOMIC_ACQUIRE)) >= 0 && now < round)
            usleep(50);
        if (now < 0)
            break;
        if (isTriad) {
            for (std::size_t i = 0; i < elements; ++i)
                a[i] = b[i] + 3.0 * c[i];
        } else {
            memcpy(a, b, elements * sizeof(double));
        }
        __asm__ volatile("" ::"r"(a) : "memory");
        __atomic_add_fetch(&board->done, 1, __ATOMIC_SEQ_CST);
    }
    for (std::size_t i = 0; i < elements; ++i) {
        const double expected = triadInput(0x5EED50, i) + (isTriad ? 3.0 * triadInput(0x5EED51, i) : 0.0);
        if (a[i] != expected) {
            __atomic_add_fetch(&board->wrong, 1, __ATOMIC_SEQ_CST);
            break;
        }
    }
    _exit(0);
}

}  // namespace

void probeHostMemory(Watch &watch, const Settings &settings, bool isTriad, Result &result)
{
    constexpr int kMaxWorkers = 256;
    int workers = Processors::allowed().count();
    workers = workers < 1 ? 1 : workers > kMaxWorkers ? kMaxWorkers : workers;
    const int arrays = isTriad ? 3 : 2;
    const long long available = availableMemory(settings.root);
    const long long share = available == kUnknown ? 16 * kMiB : available / 4 / workers / arrays;
    const long long most = (settings.isQuick ? 16 : 64) * kMiB;
    const long long bytes = (share < most ? share : most) / 4096 * 4096;
    if (bytes < kMiB) {
        result.skip("there is too little free memory to measure");
        return;
    }
    auto *board = static_cast<Board *>(mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    if (board == MAP_FAILED) {
        result.fail(systemFailure("mmap"));
        return;
    }
    pid_t pids[kMaxWorkers];
    int started = 0;
    for (; started < workers; ++started) {
        pids[started] = fork();
        if (pids[started] == 0)
            work(board, isTriad, static_cast<std::size_t>(bytes) / sizeof(double));
        if (pids[started] < 0)
            break;
    }
    const auto count = [](const int *number) { return __atomic_load_n(number, __ATOMIC_ACQUIRE); };
    // A minute is more than any machine needs to touch so little memory; a killed worker is never ready.
    const double deadline = now() + 60;
    while (count(&board->ready) < started && now() < deadline && watch.endReason() == EndReason::None)
        usleep(500);
    const int rounds = settings.isQuick ? 4 : 10;
    const bool isReady = started == workers && count(&board->ready) == started;
    for (int round = 1; isReady && round <= rounds && watch.endReason() == EndReason::None && now() < deadline; ++round) {
        __atomic_store_n(&board->done, 0, __ATOMIC_SEQ_CST);
        const double start = now();
        __atomic_store_n(&board->round, round, __ATOMIC_RELEASE);
        while (count(&board->done) < started && now() < deadline)
            usleep(50);
        if (round > 1 && count(&board->done) == started)  // the first is the warm-up
            result.samples.add(static_cast<double>(bytes) * arrays * started / (now() - start) * 1e-9);
    }
    __atomic_store_n(&board->round, -1, __ATOMIC_RELEASE);
    for (int i = 0; i < started; ++i) {
        if (!isReady || now() >= deadline)
            kill(pids[i], SIGKILL);
        while (waitpid(pids[i], nullptr, 0) < 0 && errno == EINTR) {}
    }
    const int wrong = board->wrong;
    munmap(board, sizeof(Board));
    result.conditions.whole("threads", started).whole("bytes", bytes * arrays * started).whole("warmup", 1);
    if (result.samples.count() > 0)
        result.verify(wrong == 0, "every word, by the processor that wrote it");
    else if (watch.endReason() != EndReason::None)
        result.skip("stopped before the first sample");
    else
        result.fail(Failure{Status::SomeFailed, "fork", 0, {}, {}},
                    "The processes that measure could not be started or were killed: too little memory?");
}

namespace {

constexpr std::size_t kBlock = 4u << 20;

const char *filesystemName(long type)
{
    switch (static_cast<unsigned long>(type)) {
    case 0xEF53: return "ext";
    case 0x58465342: return "xfs";
    case 0x9123683E: return "btrfs";
    case 0x794C7630: return "overlay";
    case 0x01021994: return "tmpfs";
    case 0x6969: return "nfs";
    case 0x65735546: return "fuse";
    case 0x2FC12FC1: return "zfs";
    case 0x0BD00BD0: return "lustre";
    default: return nullptr;
    }
}

// A file without a name in the measured directory: nothing is left behind however the probe ends.
class ScratchFile {
public:
    explicit ScratchFile(const Text &directory)
    {
        const Text name = Text(directory).add("/.yard-probe-").addWhole(getpid());
        for (const int direct : {O_DIRECT, 0}) {
            m_file = open(name.get(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | direct, 0600);
            m_isDirect = direct != 0 && m_file >= 0;
            if (m_file >= 0 && unlink(name.get()) != 0)
                m_file = -1;
            if (m_file >= 0)
                break;
        }
    }
    ~ScratchFile()
    {
        if (m_file >= 0)
            close(m_file);
    }
    ScratchFile(const ScratchFile &) = delete;
    ScratchFile &operator=(const ScratchFile &) = delete;
    int file() const { return m_file; }
    bool isDirect() const { return m_isDirect; }

private:
    int m_file = -1;
    bool m_isDirect = false;
};

void fillBlock(unsigned char *block, Word64 number)
{
    auto *words = reinterpret_cast<Word64 *>(block);
    for (std::size_t i = 0; i < kBlock / 8; ++i)
        words[i] = randomWord(0x5EED60, i) ^ number;  // no filesystem can compress or deduplicate it
}

bool writeAll(Watch &watch, int file, unsigned char *block, long long bytes, int round)
{
    if (lseek(file, 0, SEEK_SET) != 0)
        return false;
    for (long long at = 0; at < bytes && watch.endReason() == EndReason::None; at += static_cast<long long>(kBlock)) {
        const InCall guard(watch, "write");
        auto *words = reinterpret_cast<Word64 *>(block);
        for (std::size_t i = 0; i < kBlock / 8; i += 64)
            words[i] = static_cast<Word64>(at) * 31 + static_cast<Word64>(round) * 7 + i;
        if (write(file, block, kBlock) != static_cast<ssize_t>(kBlock))
            return false;
    }
    const InCall guard(watch, "fdatasync");
    return fdatasync(file) == 0;
}

void probeDisk(Watch &watch, const Settings &settings, bool isRead, Result &result)
{
    ScratchFile scratch(settings.diskDirectory);
    if (scratch.file() < 0) {
        result.skip("no file can be written in the directory");
        result.conditions.text("directory", settings.diskDirectory.get());
        return;
    }
    struct statfs system {};
    long long bytes = (settings.isQuick ? 64 : 512) * kMiB;
    if (fstatfs(scratch.file(), &system) == 0) {
        const long long room = static_cast<long long>(system.f_bavail) * static_cast<long long>(system.f_bsize) / 4;
        bytes = bytes < room ? bytes : room;
        result.conditions.text("filesystem", filesystemName(system.f_type));
    }
    bytes = bytes / static_cast<long long>(kBlock) * static_cast<long long>(kBlock);
    auto *block = static_cast<unsigned char *>(mmap(nullptr, kBlock, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (bytes == 0 || block == MAP_FAILED) {
        result.skip("there is too little free space or memory to measure");
        return;
    }
    fillBlock(block, 1);
    constexpr int kRounds = 3;
    const double start = now(), budget = settings.isQuick ? 3 : 15;
    bool isOk = true, isRight = true;
    if (isRead)
        isOk = writeAll(watch, scratch.file(), block, bytes, 0);
    for (int round = 0; isOk && round < kRounds && watch.endReason() == EndReason::None && (round == 0 || now() - start < budget);
         ++round) {
        if (isRead && !scratch.isDirect())
            posix_fadvise(scratch.file(), 0, 0, POSIX_FADV_DONTNEED);
        const double begin = now();
        if (isRead) {
            isOk = lseek(scratch.file(), 0, SEEK_SET) == 0;
            for (long long at = 0; isOk && at < bytes && watch.endReason() == EndReason::None; at += static_cast<long long>(kBlock)) {
                const InCall guard(watch, "read");
                isOk = read(scratch.file(), block, kBlock) == static_cast<ssize_t>(kBlock);
                const auto *words = reinterpret_cast<const Word64 *>(block);
                for (std::size_t i = 0; i < kBlock / 8; i += 64)
                    isRight &= words[i] == static_cast<Word64>(at) * 31 + i;
            }
        } else {
            isOk = writeAll(watch, scratch.file(), block, bytes, round);
        }
        if (isOk && watch.endReason() == EndReason::None)
            result.samples.add(static_cast<double>(bytes) / (now() - begin) * 1e-9);
    }
    if (!isOk)
        result.fail(systemFailure(isRead ? "read" : "write"),
                    isRead ? "The file could not be read back." : "The file could not be written.");
    munmap(block, kBlock);
    result.conditions.whole("bytes", bytes).text("directory", settings.diskDirectory.get()).flag("isDirect", scratch.isDirect());
    if (isRead && !scratch.isDirect())
        result.note("This filesystem cannot be read past the cache; the figure may be that of memory.");
    if (isOk && result.samples.count() == 0)
        result.skip("stopped before the first sample");
    else if (isOk && isRead)
        result.verify(isRight, "a word of every 512 bytes read back");
}

}  // namespace

void probeDiskWrite(Watch &watch, const Settings &settings, Result &result) { probeDisk(watch, settings, false, result); }

void probeDiskRead(Watch &watch, const Settings &settings, Result &result) { probeDisk(watch, settings, true, result); }

}  // namespace trainyard::probe
