// SPDX-License-Identifier: GPL-3.0-or-later
// yard-starter DIR: the same as resources/onbox/starter.sh, as a static program for images without a shell (then it
// runs the words in DIR/argv) and for machines without setsid. The contract is in docs/run-directory.md; both
// starters pass the same tests.
#include "environment.h"

namespace {

using namespace trainyard::starter;

constexpr long kCannotStart = 126, kNoProgram = 127;
constexpr int kLeftoverRounds = 25;  // of 200 ms: how long processes left in the background may take to end

struct Paths {
    Line log, begun, env, setup, run, argv, workdir, status, statusNew;
    explicit Paths(const char *dir)
    {
        log.add(dir).add("/log");
        begun.add(dir).add("/begun");
        env.add(dir).add("/env.sh");
        setup.add(dir).add("/setup.sh");
        run.add(dir).add("/run.sh");
        argv.add(dir).add("/argv");
        workdir.add(dir).add("/workdir");
        status.add(dir).add("/status");
        statusNew.add(dir).add("/status.new");
    }
};

void say(const char *text)
{
    Line line;
    line.add("Trainyard: ").add(text).add("\n");
    write(2, line.text(), line.size());
}

// Field 4 (parent) or 22 (start time) of a stat file; the name in field 2 may contain anything, so count from its last closing parenthesis.
// -1 when there is no such process or it is a zombie.
long statField(const char *path, int field)
{
    const File file = readFile(path, 1u << 16);
    if (!file.isThere)
        return -1;
    std::size_t at = file.size;
    while (at > 0 && file.text[at - 1] != ')')
        --at;
    if (at == 0 || at + 1 >= file.size || file.text[at + 1] == 'Z' || file.text[at + 1] == 'X')
        return -1;
    for (int i = 2; i < field; ++i) {
        while (at < file.size && file.text[at] != ' ')
            ++at;
        ++at;
    }
    long number = 0;
    for (; at < file.size && file.text[at] >= '0' && file.text[at] <= '9'; ++at)
        number = number * 10 + (file.text[at] - '0');
    return number;
}

bool redirect(const Paths &paths)
{
    const long null = open("/dev/null", kReadOnly);
    if (null >= 0)
        call(__NR_dup2, null, 0);
    const long log = open(paths.log.text(), kWriteOnly | kCreate | kAppend, 0644);
    if (log < 0)
        return false;
    call(__NR_dup2, log, 1);
    call(__NR_dup2, log, 2);
    if (log > 2)
        close(log);
    if (null > 2)
        close(null);
    return true;
}

// Only one start per run: the start that creates `begun`.
bool begin(const Paths &paths, Line &mark)
{
    const long start = statField("/proc/self/stat", 22);
    File boot = readFile("/proc/sys/kernel/random/boot_id");
    Line me;
    me.add(processId()).add(" ").add(start < 0 ? 0 : start).add(" ");
    if (boot.isThere && boot.size > 1)
        me.add(boot.text);  // ends with its newline
    else
        me.add("unknown\n");
    const long fd = open(paths.begun.text(), kWriteOnly | kCreate | kExclusive | kCloseOnExec, 0644);
    if (fd < 0)
        return false;
    const bool isWritten = write(fd, me.text(), me.size()) == static_cast<long>(me.size());
    close(fd);
    mark.add("TRAINYARD_STARTER=").add(processId()).add(".").add(start < 0 ? 0 : start).add(";");
    return isWritten;
}

const char *findShell()
{
    static const char *const kShells[] = {"/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash", "/bin/sh", "/usr/bin/sh"};
    for (const char *shell : kShells) {
        if (isExecutable(shell))
            return shell;
    }
    return nullptr;
}

// As execvp, with the run's own PATH.
[[noreturn]] void execute(char **argv, Environment &environment)
{
    bool hasSlash = false;
    for (const char *c = argv[0]; *c != '\0'; ++c)
        hasSlash |= *c == '/';
    if (hasSlash) {
        execve(argv[0], argv, environment.all());
    } else {
        const char *path = environment.value("PATH");
        if (path == nullptr)
            path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
        while (*path != '\0') {
            char entry[2] = {};
            Line file;
            for (; *path != '\0' && *path != ':'; ++path) {
                entry[0] = *path;
                file.add(entry);
            }
            if (*path == ':')
                ++path;
            file.add("/").add(argv[0]);
            execve(file.text(), argv, environment.all());
        }
    }
    Line message;
    message.add("the program ").add(argv[0]).add(" cannot be started in this image.");
    say(message.text());
    exit(kNoProgram);
}

long codeOf(int status)
{
    const int signal = status & 0x7f;
    return signal != 0 ? 128 + signal : (status >> 8) & 0xff;
}

void runSetup(const Paths &paths, const char *shell, Environment &environment)
{
    const long child = fork();
    if (child == 0) {
        char *argv[] = {const_cast<char *>(shell), const_cast<char *>(paths.setup.text()), nullptr};
        execute(argv, environment);
    }
    int status = kCannotStart << 8;
    if (child > 0) {
        while (wait4(child, &status, 0) == kErrInterrupted) {}
    }
    if (codeOf(status) != 0)
        exit(codeOf(status));
}

// The leader of the run's own session.
[[noreturn]] void runChild(const Paths &paths, Environment &environment)
{
    call(__NR_setsid);
    std::uint64_t none = 0;
    call(__NR_rt_sigprocmask, 2, word(&none), 0, sizeof none);
    if (exists(paths.workdir.text()) && chdir(paths.workdir.text()) < 0)
        exit(kCannotStart);
    const char *shell = findShell();
    if (shell != nullptr) {
        if (exists(paths.setup.text()))
            runSetup(paths, shell, environment);
        char *argv[] = {const_cast<char *>(shell), const_cast<char *>(paths.run.text()), nullptr};
        execute(argv, environment);
    }
    if (exists(paths.setup.text())) {
        say("this image has no shell, so `setup` cannot run in it. Remove `setup` or use an image with a shell.");
        exit(kNoProgram);
    }
    const File words = readFile(paths.argv.text());
    if (!words.isThere || words.size == 0) {
        say("this image has no shell, and `run` needs one: it is more than one plain command.");
        exit(kNoProgram);
    }
    static char *argv[4096];
    std::size_t count = 0;
    for (std::size_t at = 0; at < words.size && count + 1 < sizeof argv / sizeof *argv; at += length(words.text + at) + 1)
        argv[count++] = words.text + at;
    execute(argv, environment);
}

// Sends it to every direct child; as the subreaper we inherit whatever loses its parent, so repeating this reaches all.
void signalChildren(long signal)
{
    const long self = processId();
    const long dir = open("/proc", kReadOnly | kCloseOnExec | 0200000);
    if (dir < 0)
        return;
    alignas(8) static char entries[32768];
    for (;;) {
        const long size = call(__NR_getdents64, dir, word(entries), sizeof entries);
        if (size <= 0)
            break;
        for (long at = 0; at < size;) {
            const char *entry = entries + at;
            unsigned short entrySize;
            __builtin_memcpy(&entrySize, entry + 16, sizeof entrySize);
            at += entrySize;
            const char *name = entry + 19;
            long pid = 0;
            for (; *name >= '0' && *name <= '9'; ++name)
                pid = pid * 10 + (*name - '0');
            if (pid <= 1 || *name != '\0')
                continue;
            Line stat;
            stat.add("/proc/").add(pid).add("/stat");
            if (statField(stat.text(), 4) == self)
                kill(pid, signal);
        }
    }
    close(dir);
}

struct Outcome {
    int status = kCannotStart << 8;
    bool isLeaderGone = false, isAllGone = false;
};

void reap(long leader, Outcome &outcome)
{
    for (;;) {
        int status = 0;
        const long pid = wait4(-1, &status, kNoHang);
        if (pid == kErrInterrupted)
            continue;
        if (pid == kErrNoChild)
            outcome.isAllGone = true;
        if (pid <= 0)
            return;
        if (pid == leader) {
            outcome.status = status;
            outcome.isLeaderGone = true;
        }
    }
}

// Waits until the leader and everything it started is gone. A request to stop is forwarded once, and the processes then have unlimited time
// (the caller kills them after the grace period); without one, processes left in the background get five seconds.
int waitForAll(long leader, std::uint64_t signals)
{
    Outcome outcome;
    bool isStopping = false, isForwarded = false, isAsked = false;
    for (int rounds = 0;;) {
        reap(leader, outcome);
        if (outcome.isLeaderGone && outcome.isAllGone)
            return outcome.status;
        if (isStopping && !isForwarded) {
            isForwarded = true;
            if (kill(-leader, kTerminate) < 0)
                kill(leader, kTerminate);
        }
        if (outcome.isLeaderGone) {
            const bool isGroupGone = kill(-leader, 0) < 0;
            if (!isAsked && (isGroupGone || !isStopping)) {
                isAsked = true;
                kill(-leader, kTerminate);
                signalChildren(kTerminate);
            }
            if (!isStopping && rounds >= kLeftoverRounds)
                signalChildren(kKill);
            ++rounds;
        }
        const long wait[2] = {0, 200'000'000};
        const long signal = call(__NR_rt_sigtimedwait, word(&signals), 0, word(wait), sizeof signals);
        if (signal == kTerminate || signal == kInterrupt)
            isStopping = true;
    }
}

bool writeStatus(const Paths &paths, long code)
{
    Line line;
    if (code > 128 && code <= 192)
        line.add("signal=").add(code - 128).add("\n");
    else
        line.add("code=").add(code).add("\n");
    const long fd = open(paths.statusNew.text(), kWriteOnly | kCreate | kTruncate | kCloseOnExec, 0644);
    if (fd < 0)
        return false;
    bool isWritten = write(fd, line.text(), line.size()) == static_cast<long>(line.size());
    isWritten &= call(__NR_fsync, fd) == 0;
    close(fd);
    return isWritten && call(__NR_rename, word(paths.statusNew.text()), word(paths.status.text())) == 0;
}

long start(const char *dir, char **inherited)
{
    static Paths paths(dir);
    if (!redirect(paths))
        return kCannotStart;
    call(__NR_setsid);
    call(__NR_prctl, kSetSubreaper, 1);
    static Line mark;
    if (!begin(paths, mark))
        return kCannotStart;

    // Blocked and waited for; even PID 1 gets blocked signals. A hang-up of the session that started us is ignored.
    std::uint64_t signals = 1ull << (kTerminate - 1) | 1ull << (kInterrupt - 1) | 1ull << (kChildEnded - 1);
    call(__NR_rt_sigprocmask, 0, word(&signals), 0, sizeof signals);
    const std::uint64_t ignore[4] = {1, 0, 0, 0};
    call(__NR_rt_sigaction, kHangUp, word(ignore), 0, sizeof(std::uint64_t));

    static Environment environment(inherited);
    const File env = readFile(paths.env.text());
    long code = kCannotStart;
    if (!env.isThere || !environment.read(env)) {
        say("env.sh of the run directory cannot be read.");
    } else {
        environment.set(const_cast<char *>(mark.text()));
        const long leader = fork();
        if (leader == 0)
            runChild(paths, environment);
        if (leader > 0)
            code = codeOf(waitForAll(leader, signals));
    }
    // A container engine knows the code as well; for a plain process only we do, so it never gives up.
    for (int tries = 0; !writeStatus(paths, code) && (processId() != 1 || tries < 30); ++tries) {
        const long second[2] = {1, 0};
        call(__NR_nanosleep, word(second), 0);
    }
    return code;
}

}  // namespace

// Functions that the compiler may call implicitly.
extern "C" void *memcpy(void *to, const void *from, std::size_t size)
{
    for (std::size_t i = 0; i < size; ++i)
        static_cast<char *>(to)[i] = static_cast<const char *>(from)[i];
    return to;
}

extern "C" void *memset(void *to, int value, std::size_t size)
{
    for (std::size_t i = 0; i < size; ++i)
        static_cast<char *>(to)[i] = static_cast<char>(value);
    return to;
}

extern "C" [[noreturn]] [[gnu::used]] void starterMain(long *stack)
{
    const long count = *stack;
    char **argv = reinterpret_cast<char **>(stack + 1);
    if (count != 2) {
        constexpr char kUsage[] = "usage: yard-starter DIRECTORY\n";
        write(2, kUsage, sizeof kUsage - 1);
        exit(2);
    }
    exit(start(argv[1], argv + count + 1));
}

__asm__(".globl _start\n"
        "_start:\n"
        "    xor %ebp, %ebp\n"
        "    mov %rsp, %rdi\n"
        "    and $-16, %rsp\n"
        "    call starterMain\n");
