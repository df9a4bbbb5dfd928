// SPDX-License-Identifier: GPL-3.0-or-later
// yard-probe: two processes. One measures; this one watches it, cuts it off when a call of the driver does not return, and prints the
// report from what it received until then.
#include "app/probe/report.h"

#include "core/device/probe/system.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace trainyard::probe {

namespace {

// How long after a request to stop the current probe may finish its work, before it is cut off.
constexpr double kGrace = 10;

volatile std::sig_atomic_t g_isInterrupted = 0;  // a signal handler can reach nothing else

void interrupt(int) { g_isInterrupted = 1; }

void print(int file, const Text &text)
{
    for (std::size_t at = 0; at < text.size();) {
        const ssize_t written = write(file, text.get() + at, text.size() - at);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return;
        at += static_cast<std::size_t>(written);
    }
}

void onSignal(int signal, void (*handler)(int))
{
    struct sigaction action {};
    action.sa_handler = handler;
    sigaction(signal, &action, nullptr);
}

[[noreturn]] void beMeasuring(SharedPage *page, int pipe, const Options &options, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(factsOf(Status::InternalError).exitStatus);
    // The watching process gets the request to stop, and passes it on.
    onSignal(SIGINT, SIG_IGN);
    onSignal(SIGTERM, SIG_IGN);
    onSignal(SIGHUP, SIG_IGN);
    setenv("CUDA_CACHE_DISABLE", "1", 1);  // leaves nothing behind in the home
    // Numbers GPUs in the same order as NVML.
    setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID", 1);
    Watch watch(page, pipe);
    measure(watch, options.settings, options.selection);
    _exit(0);
}

class Supervision {
public:
    Supervision(SharedPage *page, int pipe, pid_t child, const Options &options, Report &report)
        : m_page(page), m_pipe(pipe), m_child(child), m_options(options), m_report(report), m_deadline(now() + options.timeLimit)
    {
    }

    // Until the measuring process has ended or was cut off.
    void watch()
    {
        for (;;) {
            // The reader of the report may have gone: a lost link closes the pipe.
            pollfd waiting[] = {{m_pipe, POLLIN, 0}, {m_isReaderGone ? -1 : STDOUT_FILENO, 0, 0}};
            const int ready = poll(waiting, 2, 50);
            if (ready > 0 && (waiting[1].revents & (POLLERR | POLLHUP)) != 0) {
                m_isReaderGone = true;
                askToEnd(EndReason::Interrupted, Status::Interrupted);
            }
            if (ready > 0 && waiting[0].revents != 0 && !readSome())
                break;
            if (m_report.isComplete())
                m_cutOffAt = m_cutOffAt > 0 ? m_cutOffAt : now() + kGrace;  // to release the GPUs in order
            if (!isPatient())
                break;
        }
        finish();
    }

private:
    bool readSome()
    {
        char bytes[65536];
        const ssize_t size = read(m_pipe, bytes, sizeof bytes);
        if (size < 0)
            return errno == EINTR || errno == EAGAIN;
        if (size == 0)
            return false;
        m_report.take(bytes, static_cast<std::size_t>(size));
        return true;
    }

    void askToEnd(EndReason reason, Status status)
    {
        if (m_isEndAsked || m_report.isComplete())
            return;
        m_isEndAsked = true;
        __atomic_store_n(&m_page->endReason, static_cast<int>(reason), __ATOMIC_RELEASE);
        m_report.note(status);
        m_cutOffAt = now() + kGrace;
    }

    // False: it was cut off.
    bool isPatient()
    {
        if (g_isInterrupted != 0)
            askToEnd(EndReason::Interrupted, Status::Interrupted);
        if (now() > m_deadline)
            askToEnd(EndReason::TimeIsUp, Status::TimeLimit);
        double since = 0;
        __atomic_load(&m_page->callSince, &since, __ATOMIC_ACQUIRE);
        const bool isHung = since > 0 && now() - since > m_options.callLimit;
        if (!isHung && !(m_cutOffAt > 0 && now() > m_cutOffAt))
            return true;
        kill(m_child, SIGKILL);
        m_isCutOff = true;
        if (isHung && !m_report.isComplete())
            m_report.noteHang(__atomic_load_n(&m_page->entry, __ATOMIC_ACQUIRE), __atomic_load_n(&m_page->call, __ATOMIC_ACQUIRE),
                              now() - since);
        return false;
    }

    void finish()
    {
        int status = 0;
        pid_t ended = 0;
        // A process inside a hung driver does not even die of SIGKILL; the report must not wait for it.
        for (const double until = now() + 2; ended == 0 && now() < until;) {
            ended = waitpid(m_child, &status, WNOHANG);
            if (ended == 0)
                usleep(10'000);
        }
        if (m_isCutOff || m_report.isComplete())
            return;
        const int entry = __atomic_load_n(&m_page->entry, __ATOMIC_ACQUIRE);
        if (ended == m_child && WIFSIGNALED(status))
            m_report.noteCrash(entry, WTERMSIG(status));
        else if (m_report.status() == Status::Ok)
            m_report.note(Status::InternalError);
    }

    SharedPage *m_page;
    int m_pipe;
    pid_t m_child;
    const Options &m_options;
    Report &m_report;
    double m_deadline, m_cutOffAt = 0;
    bool m_isEndAsked = false, m_isCutOff = false, m_isReaderGone = false;
};

int run(const Options &options)
{
    const double start = now();
    const auto startedAt = static_cast<long long>(std::time(nullptr));
    auto *page = static_cast<SharedPage *>(mmap(nullptr, sizeof(SharedPage), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    int pipes[2];
    Report report;
    if (page == MAP_FAILED || pipe(pipes) != 0) {
        report.note(Status::InternalError);
    } else {
        page->entry = -1;
        onSignal(SIGINT, interrupt);
        onSignal(SIGTERM, interrupt);
        onSignal(SIGHUP, interrupt);
        onSignal(SIGPIPE, SIG_IGN);
        const pid_t parent = getpid(), child = fork();
        if (child == 0) {
            close(pipes[0]);
            beMeasuring(page, pipes[1], options, parent);
        }
        close(pipes[1]);
        if (child < 0)
            report.note(Status::InternalError);
        else
            Supervision(page, pipes[0], child, options, report).watch();
    }
    print(STDOUT_FILENO, report.toJson(options, now() - start, startedAt).add("\n"));
    const StatusFacts &facts = factsOf(report.status());
    print(STDERR_FILENO, Text(facts.word).add(": ").add(facts.message).add("\n"));
    return facts.exitStatus;
}

}  // namespace

}  // namespace trainyard::probe

extern "C" int yardProbeMain(int count, char **arguments, char **environment)
{
    using namespace trainyard::probe;
    const Options options = readOptions(count, arguments, environment);
    switch (options.action) {
    case Options::Action::Measure: return run(options);
    case Options::Action::Help: print(STDOUT_FILENO, Text(kUsage)); return 0;
    case Options::Action::Version: print(STDOUT_FILENO, Text("yard-probe " TRAINYARD_VERSION "\n")); return 0;
    case Options::Action::List:
        for (int i = 0; i < kProbes; ++i)
            print(STDOUT_FILENO, Text(factsOf(static_cast<Probe>(i)).word).add("\n"));
        return 0;
    case Options::Action::Wrong: break;
    }
    print(STDERR_FILENO, Text("yard-probe: this is not understood: ").add(options.wrong).add("\n").add(kUsage));
    return factsOf(Status::Usage).exitStatus;
}
