// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/transfer/transferjob.h"

#include "core/base/fanout.h"
#include "core/transport/ssh/sftp.h"
#include "core/transport/transfer/internal/deadlines.h"
#include "core/transport/transfer/internal/filecheck.h"
#include "core/transport/transfer/internal/plaintransfer.h"
#include "core/transport/transfer/internal/replacement.h"
#include "core/transport/transfer/internal/transferconnections.h"
#include "core/transport/transfer/remotetree.h"

#include <QCoreApplication>

#include <algorithm>
#include <atomic>
#include <thread>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

constexpr qint64 kSmallBytes = 2 * 1024 * 1024;  // an amount that does not disturb the shared connection
constexpr int kSmallFiles = 200;
constexpr auto kMachineSync = 60s;  // a machine that writes much else may take very long
constexpr int kRounds = 3;          // of moving again what did not arrive as sent

// Never shown: the transfer then uses shell commands.
Error noSftpError() { return {ErrorCode::Unsupported, {}, {}}; }

}  // namespace

struct TransferJob::State {
    TransferSpec spec;
    TransferLinks links;

    mutable std::mutex mutex;
    TransferProgress shown;
    std::shared_ptr<WorkList> list;
    bool isPaused = false;

    std::stop_token stop;
    TransferSides sides;
    std::optional<LocalTarget> localTarget;
    FileTree tree;
    TransferOutcome outcome;
    std::atomic<bool> hasConnected = false, hasNoSftp = false;

    void show(TransferState state, const std::optional<Error> &trouble = {})
    {
        const std::lock_guard guard(mutex);
        shown.state = state;
        shown.trouble = trouble;
    }

    // Runs a call over the shared connection, again after every interruption.
    template <typename Call>
    auto overFiles(Call call) -> decltype(call(std::declval<SshConnection &>(), std::declval<Sftp &>()))
    {
        Backoff backoff(kRedial);
        const TransferState before = [this] {
            const std::lock_guard guard(mutex);
            return shown.state;
        }();
        for (;;) {
            const auto attempt = [&]() -> decltype(call(std::declval<SshConnection &>(), std::declval<Sftp &>())) {
                TRY(const auto connection, links.shared(QDeadlineTimer(kDial), stop));
                TRY(const auto sftp, connection->sftp(QDeadlineTimer(kDial), stop));
                hasConnected = true;
                show(before);
                auto done = call(*connection, *sftp);
                // The server is silent on a working link: only a new connection may help.
                if (!done && done.error().code == ErrorCode::TimedOut)
                    connection->close();
                return done;
            };
            auto done = attempt();
            if (done || !(hasConnected || spec.waitsForMachine) || !spec.reconnects || !isLinkTrouble(done.error()))
                return done;
            if (stop.stop_requested())
                return cancelledError();
            show(TransferState::Reconnecting, done.error());
            pauseFor(backoff.next(), stop);
        }
    }

    template <typename Call>
    auto over(Call call) -> decltype(call(std::declval<SshConnection &>(), std::declval<FileChannel &>()))
    {
        using Done = decltype(call(std::declval<SshConnection &>(), std::declval<FileChannel &>()));
        return overFiles([&](SshConnection &connection, Sftp &sftp) -> Done {
            const auto channel = sftp.channel();
            if (!channel) {
                hasNoSftp = true;
                return noSftpError();
            }
            return call(connection, *channel);
        });
    }

    Result<TransferOutcome> run();
    Result<TransferOutcome> runPlainly();
    Result<void> scan();
    void take(FileTree &&listed);
    Result<void> makeLocalFolders();
    template <typename List>
    Result<void> spare(List listMachine);
    Result<void> leaveUnchanged(const FileTree &other);
    Result<void> makeRoom(const FileTree &other, const QList<QByteArray> &marks);
    void withhold(const QList<QByteArray> &marks);
    Result<void> keepParts();
    Result<void> move();
    Result<void> check(bool &isEqual);
    Result<void> finish();
    Error explained(const Error &error);
};

TransferJob::TransferJob(TransferSpec spec, TransferLinks links) : m_state(std::make_unique<State>())
{
    m_state->spec = std::move(spec);
    m_state->links = std::move(links);
}

TransferJob::~TransferJob() = default;

Result<TransferOutcome> TransferJob::run(std::stop_token stop)
{
    m_state->stop = stop;
    auto done = m_state->run();
    if (!done && stop.stop_requested())
        done = cancelledError();
    if (!done)
        m_state->show(done.error().isCancelled() ? TransferState::Cancelled : TransferState::Failed, done.error());
    else
        m_state->show(TransferState::Done);
    return done;
}

TransferProgress TransferJob::progress() const
{
    const std::lock_guard guard(m_state->mutex);
    TransferProgress progress = m_state->shown;
    if (m_state->list) {
        const auto totals = m_state->list->totals();
        progress.bytesDone = totals.bytesDone;
        progress.bytesTotal = totals.bytesTotal;
        progress.filesDone = totals.filesDone;
        progress.filesTotal = totals.filesTotal;
    }
    if (m_state->isPaused && progress.state == TransferState::Moving)
        progress.state = TransferState::Paused;
    if (progress.state == TransferState::Moving && progress.bytesPerSecond > 1)
        progress.secondsLeft = static_cast<int>(std::min(double(progress.bytesTotal - progress.bytesDone) / progress.bytesPerSecond, 1e9));
    return progress;
}

void TransferJob::setPaused(bool isPaused)
{
    const std::lock_guard guard(m_state->mutex);
    m_state->isPaused = isPaused;
    if (m_state->list)
        m_state->list->setPaused(isPaused);
}

Result<void> TransferJob::State::scan()
{
    show(TransferState::Scanning);
    TreeFilter filter;
    filter.obeysIgnoreFiles = spec.obeysIgnoreFiles;
    filter.excludes.add(spec.excludes.join(u'\n').toUtf8());
    sides.direction = spec.direction;
    sides.localTop = spec.local;
    sides.remoteTop = spec.remote;

    const bool isUpload = spec.direction == TransferDirection::Upload;
    auto listed = isUpload ? listLocalTree(spec.local, filter, stop) : over([&](SshConnection &, FileChannel &channel) {
        return listRemoteTree(channel, spec.remote, filter.excludes, stop);
    });
    if (!listed)
        return listed.error();
    take(std::move(*listed));

    if (!isUpload) {
        TRY_DO(makeLocalFolders());
    } else {
        QList<QByteArray> folders = foldersDownTo(spec.remote, tree.isFile);
        for (const TreeEntry &folder : std::as_const(tree.folders))
            folders << joinedPath(spec.remote, folder.path);
        const auto made = over([&](SshConnection &, FileChannel &channel) { return makeRemoteFolders(channel, folders, stop); });
        if (!made)
            return made;
    }
    return spare(
        [&] { return over([&](SshConnection &, FileChannel &channel) { return listRemoteTree(channel, spec.remote, {}, stop); }); });
}

// Existing equal files are kept, and different ones are not overwritten unless requested.
template <typename List>
Result<void> TransferJob::State::spare(List listMachine)
{
    const QList<QByteArray> marks = filesNamed(tree.files, spec.withheld);
    Result<void> done;
    if (spec.onlyChanged) {
        const auto other = spec.direction == TransferDirection::Upload ? listMachine() : listLocalTree(spec.local, {}, stop);
        if (!other && other.error().code != ErrorCode::NotFound)
            return other.error();
        if (other)
            done = leaveUnchanged(*other);
        if (other && done)
            done = makeRoom(*other, marks);
    }
    withhold(marks);
    return done;
}

void TransferJob::State::withhold(const QList<QByteArray> &marks)
{
    tree.files.removeIf([&](const TreeEntry &file) { return std::binary_search(marks.begin(), marks.end(), file.path); });
}

Result<void> TransferJob::State::makeRoom(const FileTree &other, const QList<QByteArray> &marks)
{
    const QList<QByteArray> replaced = filesThere(tree.files, other);
    if (!replaced.isEmpty() && !spec.replaces)
        return thereAlreadyError(sides, replaced.first());
    const QList<QByteArray> over = marksBeside(marks, replaced, other);
    for (const QByteArray &mark : over) {
        if (localTarget)
            localTarget->remove(mark);
        const auto removed = localTarget ? Result<void>() : overFiles([&](SshConnection &, Sftp &files) {
            return files.remove(QString::fromUtf8(joinedPath(spec.remote, mark)), QDeadlineTimer(kSmallStep), stop);
        });
        if (!removed && removed.error().code != ErrorCode::NotFound)
            return removed;
    }
    return {};
}

void TransferJob::State::take(FileTree &&listed)
{
    tree = std::move(listed);
    sides.isFile = tree.isFile;
    for (const QByteArray &path : std::as_const(tree.others))
        outcome.leftOut << shownPath(path);
}

Result<void> TransferJob::State::makeLocalFolders()
{
    TRY(auto target, LocalTarget::open(spec.local, tree.isFile));
    localTarget = std::move(target);
    sides.localTarget = &*localTarget;
    for (const TreeEntry &folder : std::as_const(tree.folders)) {
        TRY_DO(localTarget->makeFolder(folder.path));
    }
    return {};
}

Result<void> TransferJob::State::leaveUnchanged(const FileTree &other)
{
    auto [changed, doubtful, unchanged] = differencesOf(tree.files, other, spec.trustsTimes);
    outcome.unchanged = unchanged;
    if (!doubtful.isEmpty()) {
        TransferCheck how = TransferCheck::Checksum;
        const auto equal = overFiles(
            [&, &unclear = doubtful](SshConnection &connection, Sftp &) { return equalContent(connection, sides, unclear, stop, &how); });
        if (!equal)
            return equal.error();
        outcome.check = how;
        QList<TreeEntry> sameContent;
        for (qsizetype i = 0; i < doubtful.size(); ++i) {
            if (equal->value(i) == FileEquality::Equal)
                sameContent << doubtful[i];
            else
                changed << doubtful[i];
        }
        outcome.unchanged += static_cast<int>(sameContent.size());
        // Set the source's time, so that there is no doubt next time.
        if (spec.direction == TransferDirection::Upload && !hasNoSftp) {
            const auto set = over(
                [&](SshConnection &, FileChannel &channel) { return finishRemoteEntries(channel, spec.remote, sameContent, stop); });
            if (!set)
                return set;
        }
    }
    tree.files = changed;
    return {};
}

// Parts of an earlier attempt: ranges equal to the source are kept.
Result<void> TransferJob::State::keepParts()
{
    QList<int> large;
    QList<QByteArray> parts;
    for (qsizetype i = 0; i < tree.files.size(); ++i) {
        if (tree.files[i].size > WorkList::kRange) {
            large << static_cast<int>(i);
            parts << (spec.direction == TransferDirection::Upload ? sides.remotePart(tree.files[i]) : sides.localPart(tree.files[i]));
        }
    }
    if (large.isEmpty())
        return {};
    QList<std::optional<TreeEntry>> found;
    if (spec.direction == TransferDirection::Upload) {
        auto looked = over([&](SshConnection &, FileChannel &channel) { return lookRemote(channel, parts, stop); });
        if (!looked)
            return looked.error();
        found = std::move(*looked);
    } else {
        for (const QByteArray &part : std::as_const(parts))
            found << localTarget->look(part);
    }
    for (qsizetype i = 0; i < large.size(); ++i) {
        if (!found[i] || found[i]->size == 0 || stop.stop_requested())
            continue;
        const TreeEntry &file = tree.files[large[i]];
        const auto kept = over([&](SshConnection &connection, FileChannel &) {
            return equalRanges(connection, sides, file, std::min(found[i]->size, file.size), stop);
        });
        if (!kept)
            return kept.error();
        for (const ByteRange &range : *kept) {
            list->drop(large[i], range);
            outcome.bytesKept += range.length();
        }
    }
    const std::lock_guard guard(mutex);
    shown.bytesKept = outcome.bytesKept;
    return {};
}

Result<void> TransferJob::State::move()
{
    show(TransferState::Moving);
    const auto totals = list->totals();
    TransferConnections crew(*list, sides, links, spec, stop);
    const bool isSmall = totals.bytesTotal <= kSmallBytes && totals.filesTotal <= kSmallFiles;
    std::chrono::microseconds roundTrip{0};
    if (!isSmall) {
        // This round trip saves a login: the machine's distance determines how many connections are dialled at once.
        const auto looked = over([&](SshConnection &, FileChannel &channel) {
            const auto asked = std::chrono::steady_clock::now();
            const auto here = [](SftpRequest &r) { r.string(QByteArrayView(".")); };
            auto reply = channel.ask(SftpType::Stat, here, QDeadlineTimer(kSmallStep), stop);
            roundTrip = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - asked);
            return reply;
        });
        if (!looked)
            return looked.error();
    }
    crew.start(isSmall, roundTrip);
    // Compare large files while the others are still being moved.
    std::stop_source moved;
    const auto compare = [&, ended = moved.get_token()] {
        while (!ended.stop_requested() && !stop.stop_requested() && !list->isAllDone()) {
            const auto work = list->takeUnchecked();
            if (!work) {
                list->wait(WorkList::Until::Unchecked, 100ms, ended);
                continue;
            }
            auto done = over([&](SshConnection &connection, FileChannel &channel) {
                return checkAndPublish(connection, channel, sides, *list, *work, stop);
            });
            if (!done)
                list->fail(done.error());
            else if (*done != TransferCheck::None)
                outcome.check = *done;
        }
    };
    const auto follow = [&] {
        while (!list->isAllDone() && !stop.stop_requested()) {
            list->wait(WorkList::Until::End, 100ms, stop);
            crew.tick();
            const std::lock_guard guard(mutex);
            shown.connections = crew.connected();
            shown.bytesPerSecond = crew.bytesPerSecond();
            shown.trouble = crew.trouble();
            shown.state = shown.trouble ? TransferState::Reconnecting : TransferState::Moving;
        }
        moved.request_stop();
    };
    sideBySide(compare, follow);
    if (const auto failure = list->failure())
        return *failure;
    if (stop.stop_requested())
        return cancelledError();
    return {};
}

// Small files have their names by now; differing ones are moved once more.
Result<void> TransferJob::State::check(bool &isEqual)
{
    isEqual = true;
    QList<TreeEntry> files;
    QList<int> indices;
    for (const int index : list->publishedFiles()) {
        const TreeEntry file = list->file(index);
        if (file.size < WorkList::kCheckFirst) {
            files << file;
            indices << index;
        }
    }
    if (files.isEmpty())
        return {};
    show(TransferState::Checking);
    TransferCheck how = TransferCheck::Checksum;
    const auto equal = over([&](SshConnection &connection, FileChannel &) { return equalContent(connection, sides, files, stop, &how); });
    if (!equal)
        return equal.error();
    outcome.check = how;
    for (qsizetype i = 0; i < files.size(); ++i) {
        if (equal->value(i) == FileEquality::Equal)
            continue;
        isEqual = false;
        auto now = sides.direction == TransferDirection::Upload ? currentLocal(sides, files[i]) : std::optional<TreeEntry>(files[i]);
        WorkList::Work work;
        work.index = indices[i];
        work.generation = list->generation(indices[i]);
        if (!now || !list->restart(work, *now))
            return differsError(sides, files[i]);
    }
    return {};
}

Result<void> TransferJob::State::finish()
{
    if (spec.direction == TransferDirection::Upload) {
        if (tree.links.isEmpty() && tree.folders.isEmpty())
            return {};
        return over([&](SshConnection &, FileChannel &channel) -> Result<void> {
            TRY_DO(makeRemoteLinks(channel, spec.remote, tree.links, stop));
            return finishRemoteEntries(channel, spec.remote, tree.folders, stop);
        });
    }
    for (const TreeEntry &link : std::as_const(tree.links)) {
        // A program that opens such a link later would leave the tree.
        if (!staysInside(link.path, link.linkTarget)) {
            outcome.leftOut << shownPath(link.path);
            continue;
        }
        TRY_DO(localTarget->makeLink(link.path, link.linkTarget));
    }
    for (auto folder = tree.folders.crbegin(); folder != tree.folders.crend(); ++folder)
        localTarget->finishFolder(*folder);
    return {};
}

// SFTP 3 has one status for a full disk and for any other failure, so the free space is queried.
Error TransferJob::State::explained(const Error &error)
{
    if (error.code != ErrorCode::Io || spec.direction != TransferDirection::Upload || stop.stop_requested())
        return error;
    QByteArray folder = spec.remote;
    if (sides.isFile)
        folder = folder.contains('/') ? folder.left(std::max<qsizetype>(folder.lastIndexOf('/'), 1)) : QByteArray(".");
    const auto space = over([&](SshConnection &, FileChannel &channel) -> Result<SftpSpace> {
        const auto question = [&](SftpRequest &r) { r.string(QByteArrayView("statvfs@openssh.com")).string(folder); };
        TRY(const auto reply, channel.ask(SftpType::Extended, question, QDeadlineTimer(5000), stop));
        return decodeSftpSpace(reply.bytes);
    });
    if (!space || (space->bytes >= 1024 * 1024 && space->files > 0))
        return error;
    return machineFullError(error);
}

Result<TransferOutcome> TransferJob::State::runPlainly()
{
    const bool isUpload = spec.direction == TransferDirection::Upload;
    if (!isUpload) {
        IgnoreRules excludes;
        excludes.add(spec.excludes.join(u'\n').toUtf8());
        auto listed = overFiles([&](SshConnection &, Sftp &files) { return listPlainly(files, spec.remote, excludes, stop); });
        if (!listed)
            return listed.error();
        take(std::move(*listed));
        TRY_DO(makeLocalFolders());
    }
    const auto spared = spare(
        [&] { return overFiles([&](SshConnection &, Sftp &files) { return listPlainly(files, spec.remote, {}, stop); }); });
    if (!spared)
        return spared.error();
    {
        const std::lock_guard guard(mutex);
        list = std::make_shared<WorkList>(false);
        list->setPaused(isPaused);
    }
    for (const TreeEntry &file : std::as_const(tree.files))
        list->add(file);
    show(TransferState::Moving);
    const auto moved = overFiles([&](SshConnection &, Sftp &files) {
        return isUpload ? uploadPlainly(files, *list, sides, tree.folders, stop) : downloadPlainly(files, *list, sides, stop);
    });
    if (!moved)
        return moved.error();
    if (const auto failure = list->failure())
        return *failure;
    const auto totals = list->totals();
    outcome.files = totals.filesDone;
    outcome.bytes = totals.bytesDone;
    for (const TreeEntry &link : std::as_const(tree.links))
        outcome.leftOut << shownPath(link.path);
    for (const QByteArray &path : list->leftOut())
        outcome.vanished << shownPath(path);
    outcome.leftOut += outcome.vanished;
    QList<TreeEntry> files;
    for (const int index : list->publishedFiles())
        files << list->file(index);
    if (!spec.isVerified || files.isEmpty())
        return outcome;
    show(TransferState::Checking);
    outcome.check = TransferCheck::Checksum;
    const auto equal = overFiles(
        [&](SshConnection &connection, Sftp &) { return equalContent(connection, sides, files, stop, &outcome.check); });
    if (!equal)
        return equal.error();
    const auto differing = equal->indexOf(FileEquality::Different);
    if (differing >= 0)
        return differsError(sides, files[differing]);
    return outcome;
}

Result<TransferOutcome> TransferJob::State::run()
{
    if (auto scanned = scan(); !scanned) {
        if (hasNoSftp)
            return runPlainly();
        return explained(scanned.error());
    }
    {
        const std::lock_guard guard(mutex);
        list = std::make_shared<WorkList>(spec.isVerified);
        list->setPaused(isPaused);
    }
    for (const TreeEntry &file : std::as_const(tree.files))
        list->add(file);
    TRY_DO(keepParts());
    for (int round = 1; !list->isAllDone(); ++round) {
        if (auto moved = move(); !moved)
            return explained(moved.error());
        const bool isAlone = std::all_of(tree.files.cbegin(), tree.files.cend(),
                                         [&](const TreeEntry &file) { return isSyncedAlone(file, static_cast<int>(tree.files.size())); });
        bool isEqual = true;
        Result<void> checked;
        const auto compare = [&] {
            if (spec.isVerified)
                checked = check(isEqual);
        };
        const auto sync = [this] {
            if (const auto connection = links.shared(QDeadlineTimer(kDial), stop))
                syncMachine(**connection, spec.remote, QDeadlineTimer(kMachineSync), stop);
        };
        if (spec.direction == TransferDirection::Upload && !isAlone)
            sideBySide(sync, compare);  // in parallel, so that it costs no time
        else
            compare();
        if (!checked)
            return checked.error();
        if (!isEqual && round == kRounds)
            return differsError(sides, {});
    }
    TRY_DO(finish());
    const auto totals = list->totals();
    outcome.files = totals.filesDone;
    outcome.bytes = totals.bytesDone;
    for (const QByteArray &path : list->leftOut())
        outcome.vanished << shownPath(path);
    outcome.leftOut += outcome.vanished;
    return outcome;
}

}  // namespace trainyard
