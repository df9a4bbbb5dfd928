// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/internal/transferqueuestate.h"

#include <QDir>
#include <QUuid>

#include <algorithm>
#include <chrono>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

constexpr auto kTick = 200ms;
constexpr qint64 kSaveEach = 10'000;  // ms; what is shown of a transfer after a crash is at most this old

}  // namespace

QueuedTransfer TransferEntry::shown() const
{
    QueuedTransfer shown;
    shown.id = record.id;
    shown.machineId = record.machineId;
    shown.machineName = record.machineName;
    shown.spec = record.spec;
    shown.progress = progress;
    shown.outcome = record.outcome;
    shown.isPaused = isPaused;
    shown.isInterrupted = isInterrupted;
    shown.milliseconds = milliseconds();
    shown.added = record.added;
    shown.ended = record.ended;
    return shown;
}

qint64 TransferEntry::milliseconds() const { return record.milliseconds + (running && !running->isHeld ? running->clock.elapsed() : 0); }

void TransferEntry::hold()
{
    if (!running || running->isHeld)
        return;
    record.milliseconds += running->clock.elapsed();
    running->isHeld = true;
    running->job->setPaused(true);
}

void TransferEntry::letGo()
{
    if (!running || !running->isHeld)
        return;
    running->isHeld = false;
    running->clock.start();
    running->job->setPaused(false);
}

void TransferEntry::note()
{
    if (!running)
        return;
    const TransferProgress now = running->job->progress();
    // Until it has checked the files, an earlier program's numbers are better.
    if (now.bytesTotal > 0 || now.filesTotal > 0) {
        record.bytesDone = now.bytesDone;
        record.bytesTotal = now.bytesTotal;
        record.filesDone = now.filesDone;
        record.filesTotal = now.filesTotal;
    }
}

TransferQueue::State::State(TransferQueue &owner, const QString &folder, StateDatabase &theStore, LinksTo theLinks)
    : queue(owner), directory(folder), store(theStore), linksTo(std::move(theLinks)),
      keeper(QUuid::createUuid().toString(QUuid::WithoutBraces))
{
    timer.setInterval(kTick);
    sinceSaved.start();
    QObject::connect(&timer, &QTimer::timeout, &queue, [this] { tick(); });
}

void TransferQueue::State::load()
{
    QDir().mkpath(directory);
    const auto lockOf = [this](const QString &name) {
        return std::make_unique<FileLock>(directory + u'/' + name + QStringLiteral(".lock"));
    };
    lock = lockOf(keeper);
    lock->tryLock();  // the name is unique, so this succeeds
    auto taken = store.transfers.take(keeper, [&](const QString &other) { return lockOf(other)->tryLock(); });
    // Left by programs that were killed with nothing in their queues.
    const QStringList locks = QDir(directory).entryList({QStringLiteral("*.lock")}, QDir::Files);
    for (const QString &name : locks) {
        if (name != keeper + QStringLiteral(".lock"))
            lockOf(name.chopped(5))->tryLock();  // goes with its lock
    }
    if (!taken) {
        QMetaObject::invokeMethod(
            &queue, [this, error = taken.error()] { Q_EMIT queue.storeFailed(error); }, Qt::QueuedConnection);
        return;
    }
    for (TransferRecord &record : *taken) {
        TransferEntry entry;
        entry.progress.bytesDone = record.bytesDone;
        entry.progress.bytesTotal = record.bytesTotal;
        entry.progress.filesDone = record.filesDone;
        entry.progress.filesTotal = record.filesTotal;
        switch (record.state) {
        case TransferRecord::State::Waiting: entry.isInterrupted = true; [[fallthrough]];
        case TransferRecord::State::Paused:
            entry.isPaused = true;
            entry.progress.state = TransferState::Paused;
            break;
        case TransferRecord::State::Done: entry.progress.state = TransferState::Done; break;
        case TransferRecord::State::Failed: entry.progress.state = TransferState::Failed; break;
        case TransferRecord::State::Cancelled: entry.progress.state = TransferState::Cancelled; break;
        }
        entry.progress.trouble = record.error;
        entry.record = std::move(record);
        entries.push_back(std::move(entry));
    }
}

void TransferQueue::State::save(TransferEntry &entry)
{
    if (!entry.hasEnded()) {
        entry.note();
        // Interrupted and never resumed: it stays so, however often the program is started.
        entry.record.state = entry.isPaused && !entry.isInterrupted ? TransferRecord::State::Paused : TransferRecord::State::Waiting;
    }
    TransferRecord record = entry.record;
    record.milliseconds = entry.milliseconds();
    if (const auto saved = store.transfers.update(record); !saved)
        Q_EMIT queue.storeFailed(saved.error());
}

TransferEntry *TransferQueue::State::find(TransferId id)
{
    const auto found = std::find_if(entries.begin(), entries.end(), [id](const TransferEntry &entry) { return entry.record.id == id; });
    return found == entries.end() ? nullptr : &*found;
}

int TransferQueue::State::goingOn(MachineId machineId) const
{
    return static_cast<int>(std::count_if(entries.begin(), entries.end(), [&](const TransferEntry &entry) {
        return entry.running && !entry.running->isHeld && entry.record.machineId == machineId;
    }));
}

bool TransferQueue::State::isLeaving(const TransferRecord &record) const
{
    return std::any_of(leaving.begin(), leaving.end(),
                       [&](const auto &running) { return running->machineId == record.machineId && isSame(running->spec, record.spec); });
}

void TransferQueue::State::schedule()
{
    if (isStopped)
        return;
    for (TransferEntry &entry : entries) {
        if (entry.hasEnded() || entry.isPaused || (entry.running && !entry.running->isHeld)
            || goingOn(entry.record.machineId) >= perMachine)
            continue;
        if (entry.running) {
            entry.letGo();
            told(entry);
        } else if (!isLeaving(entry.record)) {  // never two on the same files
            start(entry);
        }
    }
    const bool isBusy = std::any_of(entries.begin(), entries.end(), [](const TransferEntry &e) { return bool(e.running); });
    if (isBusy && !timer.isActive())
        timer.start();
    else if (!isBusy)
        timer.stop();
}

Result<std::unique_ptr<CopyJob>> TransferQueue::State::makeJob(const TransferEntry &entry)
{
    TransferSpec spec = entry.record.spec;
    spec.waitsForMachine = true;
    std::optional<TransferLinks> links;
    // Between this computer and a store there is no machine.
    if (spec.storeAddress.isEmpty() || !spec.remote.isEmpty()) {
        TRY(const auto machine, store.machines.find(entry.record.machineId));
        links = linksTo(machine);
    }
    if (spec.storeAddress.isEmpty())
        return makeMachineCopy(spec, *links);
    if (!storeOf)
        return Error{ErrorCode::Unsupported, TransferQueue::tr("Stores are not known here."), {}};
    TRY(const auto record, storeOf(spec.storeAddress, spec.store));
    return makeStoreCopy(spec, record, links, stateFolder);
}

void TransferQueue::State::start(TransferEntry &entry)
{
    auto job = makeJob(entry);
    if (!job) {
        entry.record.state = TransferRecord::State::Failed;
        entry.record.error = job.error();
        entry.record.ended = QDateTime::currentDateTimeUtc();
        save(entry);
        told(entry);
        Q_EMIT queue.ended(entry.record.id);
        return;
    }
    entry.isInterrupted = false;
    entry.running = std::make_unique<RunningTransfer>(entry.record.machineId, entry.record.spec, std::move(*job));
    RunningTransfer *running = entry.running.get();
    running->clock.start();
    running->thread = std::jthread([running, this](std::stop_token stop) {
        const auto outcome = running->job->run(std::move(stop));
        // The queue joins this thread before it is destroyed.
        QMetaObject::invokeMethod(
            &queue, [this, running, outcome] { finish(running, outcome); }, Qt::QueuedConnection);
    });
    told(entry);
}

void TransferQueue::State::finish(RunningTransfer *running, const Result<TransferOutcome> &outcome)
{
    const auto left = std::find_if(leaving.begin(), leaving.end(), [&](const auto &one) { return one.get() == running; });
    if (left != leaving.end()) {
        leaving.erase(left);
        schedule();
        return;
    }
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [&](const TransferEntry &entry) { return entry.running.get() == running; });
    if (found == entries.end() || isStopped)
        return;
    TransferEntry &entry = *found;
    entry.note();
    entry.record.milliseconds = entry.milliseconds();
    entry.running.reset();
    if (!outcome && outcome.error().isCancelled()) {
        refused(entry.record.machineId);
        return;
    }
    entry.isPaused = false;
    entry.record.ended = QDateTime::currentDateTimeUtc();
    if (outcome) {
        entry.record.state = TransferRecord::State::Done;
        entry.record.outcome = *outcome;
    } else {
        entry.record.state = TransferRecord::State::Failed;
        entry.record.error = outcome.error();
    }
    save(entry);
    told(entry);
    const TransferId id = entry.record.id;
    schedule();
    Q_EMIT queue.ended(id);
}

// A person did not want to log in. Transfers that have not begun on this machine would only ask the same again, one after the other.
void TransferQueue::State::refused(MachineId machineId)
{
    for (TransferEntry &entry : entries) {
        if (entry.hasEnded() || entry.running || entry.record.machineId != machineId)
            continue;
        entry.isPaused = true;
        save(entry);
        told(entry);
    }
    schedule();
}

void TransferQueue::State::abandon(TransferEntry &entry)
{
    if (!entry.running)
        return;
    entry.note();
    entry.record.milliseconds = entry.milliseconds();
    entry.running->thread.request_stop();
    leaving.push_back(std::move(entry.running));
}

void TransferQueue::State::told(TransferEntry &entry)
{
    TransferProgress now;
    if (entry.running)
        now = entry.running->job->progress();
    const bool knowsMore = now.bytesTotal > 0 || now.filesTotal > 0;
    if (!entry.running || !knowsMore) {
        now.bytesDone = entry.record.bytesDone;
        now.bytesTotal = entry.record.bytesTotal;
        now.filesDone = entry.record.filesDone;
        now.filesTotal = entry.record.filesTotal;
    }
    switch (entry.record.state) {
    case TransferRecord::State::Done: now.state = TransferState::Done; break;
    case TransferRecord::State::Cancelled: now.state = TransferState::Cancelled; break;
    case TransferRecord::State::Failed:
        now.state = TransferState::Failed;
        now.trouble = entry.record.error;
        break;
    default:
        if (!entry.running) {
            now.state = entry.isPaused ? TransferState::Paused : TransferState::Waiting;
        } else if (entry.running->isHeld && (now.state == TransferState::Paused || now.state == TransferState::Reconnecting)) {
            // A connection that is not needed is not requested; a transfer that should continue waits for its turn.
            now.state = entry.isPaused ? TransferState::Paused : TransferState::Waiting;
            now.trouble.reset();
        } else if (now.state >= TransferState::Done) {
            return;  // finish() is on its way and reports the same in order
        }
    }
    entry.progress = now;
    Q_EMIT queue.transferChanged(entry.record.id);
}

void TransferQueue::State::tick()
{
    const bool isSaveDue = sinceSaved.elapsed() >= kSaveEach;
    if (isSaveDue)
        sinceSaved.start();
    for (TransferEntry &entry : entries) {
        if (!entry.running)
            continue;
        told(entry);
        if (isSaveDue && !entry.running->isHeld)
            save(entry);
    }
}

}  // namespace trainyard
