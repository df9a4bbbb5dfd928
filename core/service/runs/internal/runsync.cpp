// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/runsync.h"

#include "core/base/shellquote.h"
#include "core/execution/registry/executionbackends.h"
#include "core/service/runs/energyreader.h"
#include "core/service/runs/internal/copiedfiles.h"
#include "core/service/runs/internal/deadlines.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kFetchDeadline = 120s;  // for one piece of kFetchPiece bytes on a slow link
constexpr qint64 kFetchPiece = 4 * 1024 * 1024;
constexpr qint64 kPerPoll = 64 * 1024 * 1024;
constexpr qint64 kCompared = 4096;                            // of beginning and end: damaged end after a power cut, another file
constexpr auto kAddUpAgain = 60s;                             // a write into the database
constexpr qint64 kEnergyPiece = 16 * 1024 * 1024;             // a fraction of a second of work
constexpr auto kCompareAgain = 30s;                           // one extra round trip in thirty polls
constexpr qint64 kSoon = 1024 * 1024;                         // takes no longer than asking for the state
constexpr qint64 kLook = 16 * 1024 * 1024;                    // what a single look may cost
constexpr qint64 kMaxMetrics = 4LL * 1024 * 1024 * 1024;      // two months of eight GPUs at one sample a second
constexpr std::chrono::milliseconds kSupervisorSilence = 5s;  // five missed samples

const RemoteFile *entry(const QList<RemoteFile> &listing, const QString &name)
{
    const auto found = std::find_if(listing.begin(), listing.end(), [&](const RemoteFile &f) { return f.name == name; });
    return found == listing.end() ? nullptr : &*found;
}

// How much of it to fetch. The run itself can put anything in its directory: anything other than a regular file is never opened (a pipe
// would block the whole channel), and a file that only the supervisor writes has a maximum size beyond which it is not genuine.
qint64 sizeOf(const QList<RemoteFile> &listing, const QString &name)
{
    const RemoteFile *file = entry(listing, name);
    if (!file || !file->isRegular())
        return -1;
    const qint64 largest = name == kMetricsFile ? kMaxMetrics : name == kEventsFile ? kMaxEventsBytes : file->size;
    return std::min(file->size, largest);
}

QString syncText(const char *text) { return QCoreApplication::translate("trainyard::RunSync", text); }

}  // namespace

bool isCopyComplete(const Run &run, const LocalCopy &copy)
{
    return hasEnded(run.state) && (!run.started.isValid() || parseRunExit(copy.read(kExitFile, 0, kMaxExitBytes)));
}

bool isEndDoubtful(const Run &run, const LocalCopy &copy)
{
    return run.state == RunState::Unknown && copy.has(kExitFile) && !parseRunExit(copy.read(kExitFile, 0, kMaxExitBytes));
}

Result<bool> isCopyBehind(const Run &run, const LocalCopy &copy, SshConnection &connection, std::stop_token stop)
{
    TRY(const auto files, attachToHead(run, connection, stop));
    const auto listing = files->list(QDeadlineTimer(kSmallAnswer), stop);
    if (!listing)
        return listing.error().code == ErrorCode::NotFound ? Result<bool>(true) : Result<bool>(listing.error());
    return (entry(*listing, kExitFile) && !copy.has(kExitFile)) || sizeOf(*listing, kLogFile) > copy.size(kLogFile)
           || sizeOf(*listing, kMetricsFile) > copy.size(kMetricsFile) || sizeOf(*listing, kEventsFile) > copy.size(kEventsFile);
}

RunSync::RunSync(const Run &run, LocalCopy &copy, StateDatabase &store) : m_run(run), m_copy(copy), m_store(store)
{
    m_sinceMetrics.start();
}

Result<RunSync::Progress> RunSync::folderIsGone()
{
    if (hasEnded(m_run.state))  // a known end remains
        return Progress{false, false, false, true, true};
    const bool wasAsked = !mayBeUnstarted();
    const auto changed = change([&](Run &run) {
        if (hasEnded(run.state))
            return;
        run.state = wasAsked ? RunState::Unknown : RunState::Failed;
        run.message = wasAsked ? syncText(QT_TRANSLATE_NOOP("trainyard::RunSync", "Its folder is gone from the machine."))
                               : syncText(QT_TRANSLATE_NOOP("trainyard::RunSync",
                                                            "The launch was interrupted before anything was started. Launch it again."));
        run.ended = QDateTime::currentDateTimeUtc();
    });
    if (!changed)
        return changed.error();
    return Progress{false, false, true, true, true};
}

Result<RunSync::Progress> RunSync::poll(SshConnection &connection, std::stop_token stop, Reach reach)
{
    TRY(const auto files, attachToHead(m_run, connection, stop));
    const auto listing = files->list(QDeadlineTimer(kSmallAnswer), stop);
    if (!listing)
        return listing.error().code == ErrorCode::NotFound ? folderIsGone() : Result<Progress>(listing.error());

    std::optional<End> end;
    std::optional<Error> unreadable;  // a request that failed, without an end
    if (const RemoteFile *exitFile = entry(*listing, kExitFile)) {
        auto read = readEnd(*files, *exitFile, stop);
        if (read)
            end = *std::move(read);
        else if (read.error().code == ErrorCode::Corrupt || read.error().code == ErrorCode::PermissionDenied)
            unreadable = parseRunExit({}).error();
        else
            return read.error();
    }
    if (!end)
        m_hasSeenExit = false;

    Progress progress;
    const qint64 logSize = sizeOf(*listing, kLogFile);
    const RunState before = m_run.state;
    bool isOver = false;
    const auto askSupervisor = [&]() -> Result<void> {
        TRY(const auto neverStarted, supervise(connection, stop));
        isOver = neverStarted;
        return {};
    };
    // A long log takes time to fetch; report the state of the run first.
    if (reach != Reach::All || logSize - m_copy.size(kLogFile) > kSoon) {
        TRY_DO(end ? recordEnd(*end) : !m_hasAsked ? askSupervisor() : Result<void>());
    }

    if (reach != Reach::State) {
        TRY(const auto isReplaced, setAllRight(*files, *listing, stop));
        progress.isReplaced = isReplaced;
        for (const auto &[name, flag] :
             {std::pair(kLogFile, &progress.hasNewLog), {kMetricsFile, &progress.hasNewMetrics}, {kEventsFile, &progress.hasNewRun}}) {
            const qint64 size = sizeOf(*listing, name);
            if (reach == Reach::Look && size - m_copy.size(name) > kLook)
                continue;
            const auto fetched = fetch(*files, name, size, stop);
            if (!fetched) {
                m_sinceCompared.invalidate();
                // Lack of space here for the rest of a log is no reason to keep reporting the run as active.
                const ErrorCode code = fetched.error().code;
                if (end && (code == ErrorCode::NoSpace || code == ErrorCode::Io)) {
                    TRY_DO(recordEnd(*end));
                }
                return fetched.error();
            }
            *flag = *fetched > 0;
        }
    }
    if (progress.hasNewMetrics)
        m_sinceMetrics.restart();
    if (reach != Reach::State && (progress.hasNewMetrics || end))
        addUpEnergy(end.has_value());
    progress.behindBytes = std::max<qint64>(0, logSize - m_copy.size(kLogFile));
    progress.isCaughtUp = progress.behindBytes == 0;

    if (end) {
        progress.hasNewRun |= m_run.state != before;
        return reach == Reach::State ? Result<Progress>(progress) : finish(*files, *end, progress, *listing, stop);
    }

    // Once per attachment, and whenever no samples arrive any more, make sure that the run is supervised. If its record is damaged, the
    // supervisor writes another when the run ends.
    const bool hasJustBegun = m_run.state == RunState::Waiting && progress.hasNewMetrics;
    if (!m_hasAsked || hasJustBegun || m_sinceMetrics.hasExpired(kSupervisorSilence.count())) {
        TRY_DO(askSupervisor());
        m_sinceMetrics.restart();
    }
    if (unreadable)
        return *unreadable;
    progress.hasNewRun |= m_run.state != before;
    progress.isComplete = isOver;
    return progress;
}

void RunSync::addUpEnergy(bool isOver)
{
    if (!isOver && m_sinceEnergy.isValid() && !m_sinceEnergy.hasExpired(std::chrono::milliseconds(kAddUpAgain).count()))
        return;
    m_sinceEnergy.start();
    // A later poll repeats what fails here; the run itself does not depend on it.
    static_cast<void>(readEnergy(m_run, m_copy.path(kMetricsFile), m_store, kEnergyPiece));
}

Result<qint64> RunSync::fetch(RunFiles &files, const QString &file, qint64 remoteSize, std::stop_token stop)
{
    qint64 local = m_copy.size(file);
    const qint64 before = local;
    const qint64 end = std::min(remoteSize, before + kPerPoll);
    while (local < end) {
        TRY(const auto bytes, files.read(file, local, std::min(kFetchPiece, end - local), QDeadlineTimer(kFetchDeadline), stop));
        if (bytes.isEmpty())
            break;
        TRY_DO(m_copy.write(file, local, bytes));
        local += bytes.size();
    }
    return local - before;
}

Result<bool> RunSync::setAllRight(RunFiles &files, const QList<RemoteFile> &listing, std::stop_token stop)
{
    const bool isDue = !m_sinceCompared.isValid() || m_sinceCompared.hasExpired(std::chrono::milliseconds(kCompareAgain).count());
    bool isReplaced = false;
    for (const QString &name : {kLogFile, kMetricsFile, kEventsFile}) {
        const qint64 size = sizeOf(listing, name);
        if (!isDue && (size < 0 || size >= m_copy.size(name)))
            continue;
        const auto replaced = setRight(files, name, size, stop);
        if (!replaced)
            return replaced;
        isReplaced |= *replaced;
    }
    if (isDue)
        m_sinceCompared.start();
    return isReplaced;
}

// Returns true when the copy was not a prefix of the machine's file: then the old copy is kept beside it, and a new one is started.
Result<bool> RunSync::setRight(RunFiles &files, const QString &file, qint64 remoteSize, std::stop_token stop)
{
    const qint64 local = m_copy.size(file);
    if (local == 0 || remoteSize < 0)
        return false;
    bool isPrefix = remoteSize >= local;
    for (const qint64 from : {std::max<qint64>(0, local - kCompared), qint64(0)}) {
        if (!isPrefix || (from == 0 && local <= 0))
            break;
        const auto same = isSame(files, file, from, std::min(kCompared, local - from), stop);
        if (!same)
            return same;
        isPrefix = *same;
    }
    if (isPrefix)
        return false;
    TRY_DO(m_copy.setAside(file));
    return true;
}

Result<bool> RunSync::isSame(RunFiles &files, const QString &file, qint64 from, qint64 length, std::stop_token stop) const
{
    const auto theirs = files.read(file, from, length, QDeadlineTimer(kSmallAnswer), stop);
    return theirs ? Result<bool>(*theirs == m_copy.read(file, from, length)) : Result<bool>(theirs.error());
}

Result<RunSync::End> RunSync::readEnd(RunFiles &files, const RemoteFile &file, std::stop_token stop) const
{
    // Only a regular file is opened: a pipe would block the whole channel.
    TRY(auto json,
        file.isRegular() ? files.read(kExitFile, 0, kMaxExitBytes, QDeadlineTimer(kSmallAnswer), stop) : Result<QByteArray>(QByteArray()));
    const auto exit = parseRunExit(json);
    return exit ? Result<End>(End{std::move(json), *exit}) : Result<End>(exit.error());
}

Result<void> RunSync::recordEnd(const End &end)
{
    return change([&](Run &run) { applyExit(run, end.exit); });
}

Result<RunSync::Progress> RunSync::finish(RunFiles &files, const End &end, Progress progress, const QList<RemoteFile> &listing,
                                          std::stop_token stop)
{
    // The sizes in a listing may be older than the exit file in the same listing: the next listing counts.
    const bool isListedAfterEnd = std::exchange(m_hasSeenExit, true);
    const auto hasAllOf = [&](const QString &name) { return m_copy.size(name) >= sizeOf(listing, name); };
    if (!isListedAfterEnd || !hasAllOf(kLogFile) || !hasAllOf(kMetricsFile) || !hasAllOf(kEventsFile))
        return progress;
    // There is no poll after this one.
    m_sinceCompared.invalidate();
    TRY(const auto isReplaced, setAllRight(files, listing, stop));
    progress.isReplaced |= isReplaced;
    if (isReplaced)
        return progress;
    TRY_DO(recordEnd(end));
    progress.hasNewRun = true;
    TRY_DO(m_copy.replace(kExitFile, end.json));
    progress.isComplete = true;
    return progress;
}

Result<bool> RunSync::supervise(SshConnection &connection, std::stop_token stop)
{
    // Starts nothing that it was not asked to start before.
    const auto answer = executionBackend(m_run.engine).poll(m_run, connection, stop);
    if (!answer && answer.error().code != ErrorCode::Corrupt)
        return answer.error();
    m_hasAsked = true;
    if (!answer) {
        // The script itself may be missing: a launch was interrupted while files were sent.
        if (!mayBeUnstarted())
            return answer.error();
    }
    const bool neverStarted = !answer || (answer->state == QLatin1String("new") && !answer->isSupervised);
    if (neverStarted && mayBeUnstarted()) {
        const auto changed = change([](Run &run) {
            if (hasEnded(run.state) || run.started.isValid())
                return;
            run.state = RunState::Failed;
            run.message = syncText(
                QT_TRANSLATE_NOOP("trainyard::RunSync", "The launch was interrupted before anything was started. Launch it again."));
            run.ended = QDateTime::currentDateTimeUtc();
        });
        return changed ? Result<bool>(true) : Result<bool>(changed.error());
    }
    const auto isBefore = [](RunState state) { return state == RunState::Preparing || state == RunState::Waiting; };
    const bool waits = answer && answer->state == QLatin1String("waiting") && isBefore(m_run.state);
    if (waits && (m_run.state != RunState::Waiting || m_run.message != answer->why)) {
        TRY_DO(change([&](Run &run) {
            if (!isBefore(run.state))
                return;
            run.state = RunState::Waiting;
            run.message = answer->why;
        }));
    }
    if (answer && answer->state == QLatin1String("running") && (isBefore(m_run.state) || hasEnded(m_run.state))) {
        const auto changed = change([isBefore](Run &run) {
            if (!isBefore(run.state) && !hasEnded(run.state))
                return;
            // A run that was reported as ended but is still active has not ended.
            run.state = RunState::Running;
            run.ended = {};
            run.message.clear();
            run.exitCode.reset();
            run.exitSignal.reset();
            run.isOutOfMemory = false;
            if (!run.started.isValid())
                run.started = QDateTime::currentDateTimeUtc();
        });
        if (!changed)
            return changed.error();
    }
    return neverStarted && hasEnded(m_run.state);
}

bool RunSync::mayBeUnstarted() const
{
    return m_run.state == RunState::Preparing || (m_run.state == RunState::Stopping && !m_run.started.isValid());
}

Result<void> RunSync::change(const std::function<void(Run &)> &change)
{
    const auto changed = m_store.runs.update(m_run.id, change);
    if (changed) {
        m_run = *changed;
        m_unrecorded.reset();
        return {};
    }
    const ErrorCode code = changed.error().code;
    if (code != ErrorCode::NoSpace && code != ErrorCode::PermissionDenied && code != ErrorCode::Io)
        return changed.error();
    // The machine's answer is true whether or not this computer has space to record it.
    change(m_run);
    m_unrecorded = changed.error();
    return {};
}

}  // namespace trainyard
