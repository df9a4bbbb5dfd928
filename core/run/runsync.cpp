#include "core/run/runsync.h"

#include "core/base/shellquote.h"
#include "core/ssh/sftp.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kAnswer = 20s;                        // for one small question
constexpr auto kTransfer = 120s;                     // for one piece of kPiece bytes on a slow link
constexpr qint64 kPiece = 4 * 1024 * 1024;
constexpr qint64 kPerPoll = 64 * 1024 * 1024;
constexpr qint64 kTailCompared = 4096;               // enough to notice a damaged end after a power cut
constexpr qint64 kLargestExit = 64 * 1024;
constexpr qint64 kLargestMetrics = 4LL * 1024 * 1024 * 1024;    // two months of eight GPUs, a sample a second
constexpr qint64 kLargestEvents = 16 * 1024 * 1024;             // a run has a handful
constexpr std::chrono::milliseconds kSupervisorSilence = 5s;             // five missed samples

const QString kLog = QStringLiteral("log");
const QString kMetrics = QStringLiteral("metrics");
const QString kEvents = QStringLiteral("events");
const QString kExit = QStringLiteral("exit");

const RemoteFile *entry(const QList<RemoteFile> &files, const QString &name)
{
    const auto found = std::find_if(files.begin(), files.end(), [&](const RemoteFile &f) { return f.name == name; });
    return found == files.end() ? nullptr : &*found;
}

// How much of it is wanted. The run itself can put anything in its directory: what is no plain file is never opened
// (a pipe would hold the whole channel), and what only the supervisor writes has a size beyond which it is not its own.
qint64 sizeOf(const QList<RemoteFile> &files, const QString &name)
{
    const RemoteFile *file = entry(files, name);
    if (!file || !file->isRegular())
        return -1;
    const qint64 largest = name == kMetrics ? kLargestMetrics : name == kEvents ? kLargestEvents : file->size;
    return std::min(file->size, largest);
}

QString translated(const char *text) { return QCoreApplication::translate("trainyard::RunSync", text); }

}  // namespace

bool isCopyComplete(const Run &run, const LocalCopy &copy)
{
    return hasEnded(run.state) && (copy.has(kExit) || !run.started.isValid());
}

RunSync::RunSync(const Run &run, LocalCopy &copy, Store &store)
    : m_run(run), m_copy(copy), m_store(store)
{
    m_sinceMetrics.start();
}

Result<RunSync::Progress> RunSync::poll(SshConnection &connection, std::stop_token stop)
{
    const auto sftp = connection.sftp(QDeadlineTimer(kAnswer), stop);
    if (!sftp)
        return sftp.error();
    const auto files = (*sftp)->list(m_run.directory, QDeadlineTimer(kAnswer), stop);
    if (!files) {
        if (files.error().code != ErrorCode::NotFound)
            return files.error();
        if (hasEnded(m_run.state))   // a known end stays known
            return Progress{false, false, false, true, true};
        const bool wasAsked = !mayBeUnstarted();
        const auto changed = change([&](Run &run) {
            run.state = wasAsked ? RunState::Unknown : RunState::Failed;
            run.message = wasAsked
                ? translated(QT_TRANSLATE_NOOP("trainyard::RunSync", "Its folder is gone from the machine."))
                : translated(QT_TRANSLATE_NOOP("trainyard::RunSync",
                    "The launch was interrupted before anything was started. Launch it again."));
            run.ended = QDateTime::currentDateTimeUtc();
        });
        if (!changed)
            return changed.error();
        return Progress{false, false, true, true, true};
    }
    const RemoteFile *exitFile = entry(*files, kExit);
    const bool hasExit = exitFile != nullptr;

    const qint64 logSize = sizeOf(*files, kLog);
    const qint64 metricsSize = sizeOf(*files, kMetrics);
    const qint64 eventsSize = sizeOf(*files, kEvents);
    if (!m_isChecked) {
        for (const auto &[name, size] : {std::pair(kLog, logSize), {kMetrics, metricsSize}, {kEvents, eventsSize}}) {
            if (const auto isPrefix = checkIsPrefix(**sftp, name, size, stop); !isPrefix)
                return isPrefix.error();
        }
        m_isChecked = true;
    }

    Progress progress;
    for (const auto &[name, size, flag] : {std::tuple(kLog, logSize, &progress.hasNewLog),
                                           {kMetrics, metricsSize, &progress.hasNewMetrics},
                                           {kEvents, eventsSize, &progress.hasNewRun}}) {
        const auto fetched = fetch(**sftp, name, size, hasExit, stop);
        if (!fetched) {
            m_isChecked = false;
            // No room here for the rest of a log is no reason to keep calling the run alive.
            const ErrorCode code = fetched.error().code;
            if (hasExit && (code == ErrorCode::NoSpace || code == ErrorCode::Io)) {
                if (const auto ended = readExit(**sftp, *exitFile, stop); !ended)
                    return ended.error();
            }
            return fetched.error();
        }
        *flag = *fetched > 0;
    }
    if (progress.hasNewMetrics)
        m_sinceMetrics.restart();
    progress.isCaughtUp = m_copy.size(kLog) >= logSize;

    if (hasExit)
        return finish(**sftp, *exitFile, progress, logSize, metricsSize, eventsSize, stop);

    // Once per attachment, and whenever nothing is sampled any more, see to it that somebody supervises the run.
    if (!m_hasAsked || m_sinceMetrics.hasExpired(kSupervisorSilence.count())) {
        const RunState before = m_run.state;
        if (const auto answer = supervise(connection, stop); !answer)
            return answer.error();
        m_sinceMetrics.restart();
        progress.hasNewRun |= m_run.state != before;
        progress.isComplete = hasEnded(m_run.state);
    }
    return progress;
}

Result<qint64> RunSync::fetch(Sftp &sftp, const QString &file, qint64 remoteSize, bool hasExit, std::stop_token stop)
{
    qint64 local = m_copy.size(file);
    const qint64 before = local;
    if (remoteSize >= 0 && remoteSize < local) {
        if (hasExit)   // must not keep the end from being seen; the copy keeps more than the machine has
            return 0;
        return Error{ErrorCode::Corrupt,
                     translated(QT_TRANSLATE_NOOP("trainyard::RunSync",
                        "A file of the run became shorter on the machine. The copy here keeps what was there before.")),
                     file};
    }
    const qint64 end = std::min(remoteSize, before + kPerPoll);
    while (local < end) {
        const auto bytes = sftp.read(m_run.directory + u'/' + file, local, std::min(kPiece, end - local),
                                     QDeadlineTimer(kTransfer), stop);
        if (!bytes)
            return bytes.error();
        if (bytes->isEmpty())
            break;
        if (const auto appended = m_copy.append(file, *bytes); !appended)
            return appended.error();
        local += bytes->size();
    }
    return local - before;
}

Result<void> RunSync::checkIsPrefix(Sftp &sftp, const QString &file, qint64 remoteSize, std::stop_token stop)
{
    const qint64 local = m_copy.size(file);
    if (local == 0 || remoteSize < local)
        return {};
    const qint64 from = std::max<qint64>(0, local - kTailCompared);
    const auto theirs = sftp.read(m_run.directory + u'/' + file, from, local - from, QDeadlineTimer(kAnswer), stop);
    if (!theirs)
        return theirs.error();
    return *theirs == m_copy.read(file, from, local - from) ? Result<void>() : m_copy.clear(file);
}

Result<QByteArray> RunSync::readExit(Sftp &sftp, const RemoteFile &file, std::stop_token stop)
{
    QByteArray json;
    if (file.isRegular()) {
        const auto read = sftp.read(m_run.directory + u'/' + kExit, 0, kLargestExit, QDeadlineTimer(kAnswer), stop);
        if (!read)
            return read.error();
        json = *read;
    }
    // It appears whole, by rename: what cannot be read now never will be.
    auto exit = parseRunExit(json);
    RunExit unreadable;
    if (!exit)
        unreadable.ended = QDateTime::currentDateTimeUtc();
    const auto changed = change([&](Run &run) {
        if (exit) {
            applyExit(run, *exit);
        } else if (!hasEnded(run.state)) {
            applyExit(run, unreadable);
            run.message = exit.error().what;
        }
    });
    if (!changed)
        return changed.error();
    return json;
}

Result<RunSync::Progress> RunSync::finish(Sftp &sftp, const RemoteFile &exitFile, Progress progress, qint64 logSize,
                                          qint64 metricsSize, qint64 eventsSize, std::stop_token stop)
{
    // The sizes in a listing may be older than the exit file in the same listing: what the next one says counts.
    const bool isListedAfterEnd = std::exchange(m_hasSeenExit, true);
    const bool hasAll = isListedAfterEnd && m_copy.size(kLog) >= logSize
                        && m_copy.size(kMetrics) >= metricsSize && m_copy.size(kEvents) >= eventsSize;
    // A long log takes its time; that the run has ended is said at once then.
    const bool isFarBehind = logSize - m_copy.size(kLog) > kPerPoll;
    if (!hasAll && !isFarBehind)
        return progress;
    const auto json = readExit(sftp, exitFile, stop);
    if (!json)
        return json.error();
    progress.hasNewRun = true;
    if (!hasAll)
        return progress;
    if (const auto kept = m_copy.replace(kExit, *json); !kept)
        return kept.error();
    progress.isComplete = true;
    return progress;
}

Result<void> RunSync::supervise(SshConnection &connection, std::stop_token stop)
{
    // Starts nothing that was not asked to start before.
    RemoteCommand command;
    command.line = QStringLiteral("sh ") + shellQuoted(m_run.directory + QStringLiteral("/supervise.sh"))
                   + QStringLiteral(" ensure");
    command.outputLimit = 64 * 1024;
    const auto ran = connection.run(command, QDeadlineTimer(kAnswer), stop);
    if (!ran)
        return ran.error();
    m_hasAsked = true;
    const auto answer = parseSupervisorAnswer(ran->out);
    if (!answer) {
        // The script itself may be the missing piece: a launch interrupted while files were sent.
        if (!mayBeUnstarted())
            return answer.error();
    }
    const bool neverStarted = !answer || (answer->state == QLatin1String("new") && !answer->isSupervised);
    if (neverStarted && mayBeUnstarted()) {
        return change([](Run &run) {
            run.state = RunState::Failed;
            run.message = translated(QT_TRANSLATE_NOOP("trainyard::RunSync",
                "The launch was interrupted before anything was started. Launch it again."));
            run.ended = QDateTime::currentDateTimeUtc();
        });
    }
    if (answer && answer->state == QLatin1String("running") && m_run.state == RunState::Preparing) {
        return change([](Run &run) {
            run.state = RunState::Running;
            if (!run.started.isValid())
                run.started = QDateTime::currentDateTimeUtc();
        });
    }
    return {};
}

bool RunSync::mayBeUnstarted() const
{
    return m_run.state == RunState::Preparing || (m_run.state == RunState::Stopping && !m_run.started.isValid());
}

Result<void> RunSync::change(const std::function<void(Run &)> &change)
{
    const auto changed = m_store.updateRun(m_run.id, change);
    if (!changed)
        return changed.error();
    m_run = *changed;
    return {};
}

}  // namespace trainyard
