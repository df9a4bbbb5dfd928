// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/transferqueue.h"

#include "core/service/machines/internal/transferqueuestate.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

QString nameOf(const TransferSpec &spec)
{
    const bool isUpload = spec.direction == TransferDirection::Upload;
    if (!spec.storeAddress.isEmpty() && !isUpload)
        return spec.storeAddress;
    return shownPath(isUpload && !spec.local.isEmpty() ? spec.local : spec.remote);
}

}  // namespace

TransferTotals totalsOf(const QList<QueuedTransfer> &transfers)
{
    TransferTotals totals;
    bool isAllKnown = true;
    for (const QueuedTransfer &transfer : transfers) {
        const TransferProgress &progress = transfer.progress;
        switch (progress.state) {
        case TransferState::Done: ++totals.done; continue;
        case TransferState::Failed: ++totals.failed; continue;
        case TransferState::Cancelled: ++totals.cancelled; continue;
        default: break;
        }
        if (transfer.isPaused) {
            ++totals.paused;
            continue;
        }
        if (progress.state == TransferState::Waiting)
            ++totals.waiting;
        else
            ++totals.going;
        totals.reconnecting += progress.state == TransferState::Reconnecting;
        totals.bytesDone += progress.bytesDone;
        totals.bytesTotal += progress.bytesTotal;
        isAllKnown = isAllKnown && (progress.bytesTotal > 0 || progress.filesTotal > 0);
        if (progress.state == TransferState::Moving)
            totals.bytesPerSecond += progress.bytesPerSecond;
    }
    if (isAllKnown && totals.bytesPerSecond > 1) {
        totals.secondsLeft = static_cast<int>(std::min(double(totals.bytesTotal - totals.bytesDone) / totals.bytesPerSecond, 1e9));
    }
    return totals;
}

TransferQueue::TransferQueue(const QString &directory, StateDatabase &store, LinksTo linksTo, QObject *parent)
    : QObject(parent), m_state(std::make_unique<State>(*this, directory, store, std::move(linksTo)))
{
    m_state->load();
}

TransferQueue::~TransferQueue() { stop(); }

void TransferQueue::stop()
{
    if (std::exchange(m_state->isStopped, true))
        return;
    m_state->timer.stop();
    for (TransferEntry &entry : m_state->entries) {
        if (entry.running) {
            m_state->save(entry);
            entry.running->thread.request_stop();
        }
    }
    for (TransferEntry &entry : m_state->entries)
        entry.running.reset();
    m_state->leaving.clear();
    m_state->lock->unlock();
}

void TransferQueue::setStores(StoreOf storeOf, const QString &stateFolder)
{
    m_state->storeOf = std::move(storeOf);
    m_state->stateFolder = stateFolder;
}

Result<TransferId> TransferQueue::add(const Machine &machine, const TransferSpec &spec)
{
    for (const TransferEntry &entry : m_state->entries) {
        if (!entry.hasEnded() && entry.record.machineId == machine.id && isSame(entry.record.spec, spec)) {
            return Error{ErrorCode::AlreadyExists, tr("%1 is already in the list of transfers.").arg(nameOf(spec)), {}};
        }
    }
    TransferRecord record;
    record.keeper = m_state->keeper;
    record.machineId = machine.id;
    record.machineName = machine.name;
    record.spec = spec;
    TRY(auto added, m_state->store.transfers.add(record));
    TransferEntry entry;
    entry.record = std::move(added);
    const TransferId id = entry.record.id;
    m_state->entries.push_back(std::move(entry));
    Q_EMIT transfersChanged();
    m_state->schedule();
    return id;
}

QList<QueuedTransfer> TransferQueue::transfers() const
{
    QList<QueuedTransfer> shown;
    for (const TransferEntry &entry : m_state->entries)
        shown << entry.shown();
    return shown;
}

std::optional<QueuedTransfer> TransferQueue::transfer(TransferId id) const
{
    const TransferEntry *entry = m_state->find(id);
    return entry ? std::optional(entry->shown()) : std::nullopt;
}

void TransferQueue::pause(TransferId id)
{
    TransferEntry *entry = m_state->find(id);
    if (!entry || entry->hasEnded() || entry->isPaused)
        return;
    entry->isPaused = true;
    entry->hold();
    m_state->save(*entry);
    m_state->told(*entry);
    m_state->schedule();
}

void TransferQueue::resume(TransferId id)
{
    TransferEntry *entry = m_state->find(id);
    if (!entry || entry->hasEnded() || !entry->isPaused)
        return;
    entry->isPaused = false;
    m_state->save(*entry);
    m_state->told(*entry);
    m_state->schedule();
}

void TransferQueue::pauseAll()
{
    // Held first, so that no other transfer starts in place of one that has just been paused.
    QList<TransferId> ids;
    for (TransferEntry &entry : m_state->entries) {
        if (entry.hasEnded() || entry.isPaused)
            continue;
        entry.isPaused = true;
        entry.hold();
        ids << entry.record.id;
    }
    for (const TransferId id : std::as_const(ids)) {
        if (TransferEntry *entry = m_state->find(id)) {
            m_state->save(*entry);
            m_state->told(*entry);
        }
    }
}

void TransferQueue::resumeAll()
{
    const QList<QueuedTransfer> all = transfers();
    for (const QueuedTransfer &transfer : all)
        resume(transfer.id);
}

void TransferQueue::cancel(TransferId id)
{
    TransferEntry *entry = m_state->find(id);
    if (!entry || entry->hasEnded())
        return;
    m_state->abandon(*entry);
    entry->isPaused = false;
    entry->record.state = TransferRecord::State::Cancelled;
    entry->record.ended = QDateTime::currentDateTimeUtc();
    m_state->save(*entry);
    m_state->told(*entry);
    m_state->schedule();
}

void TransferQueue::cancelAllOf(MachineId machineId)
{
    const QList<QueuedTransfer> all = transfers();
    for (const QueuedTransfer &transfer : all) {
        if (transfer.machineId == machineId)
            cancel(transfer.id);
    }
}

void TransferQueue::retry(TransferId id)
{
    TransferEntry *entry = m_state->find(id);
    if (!entry || (entry->record.state != TransferRecord::State::Failed && entry->record.state != TransferRecord::State::Cancelled))
        return;
    entry->record.state = TransferRecord::State::Waiting;
    entry->record.error.reset();
    entry->record.ended = {};
    entry->isPaused = false;
    m_state->save(*entry);
    m_state->told(*entry);
    m_state->schedule();
}

void TransferQueue::retryFailed()
{
    const QList<QueuedTransfer> all = transfers();
    for (const QueuedTransfer &transfer : all) {
        if (transfer.progress.state == TransferState::Failed)
            retry(transfer.id);
    }
}

void TransferQueue::remove(TransferId id)
{
    TransferEntry *entry = m_state->find(id);
    if (!entry)
        return;
    m_state->abandon(*entry);
    m_state->entries.remove_if([id](const TransferEntry &one) { return one.record.id == id; });
    if (const auto removed = m_state->store.transfers.remove({id}); !removed)
        Q_EMIT storeFailed(removed.error());
    Q_EMIT transfersChanged();
    m_state->schedule();
}

void TransferQueue::removeFinished()
{
    QList<TransferId> ids;
    for (const TransferEntry &entry : m_state->entries) {
        if (entry.record.state == TransferRecord::State::Done || entry.record.state == TransferRecord::State::Cancelled)
            ids << entry.record.id;
    }
    if (ids.isEmpty())
        return;
    m_state->entries.remove_if([&](const TransferEntry &entry) { return ids.contains(entry.record.id); });
    if (const auto removed = m_state->store.transfers.remove(ids); !removed)
        Q_EMIT storeFailed(removed.error());
    Q_EMIT transfersChanged();
}

void TransferQueue::move(TransferId id, int by)
{
    auto &entries = m_state->entries;
    const auto from = std::find_if(entries.begin(), entries.end(), [id](const TransferEntry &entry) { return entry.record.id == id; });
    if (from == entries.end())
        return;
    const auto at = static_cast<int>(std::distance(entries.begin(), from));
    const int to = std::clamp(at + by, 0, static_cast<int>(entries.size()) - 1);
    if (to == at)
        return;
    entries.splice(std::next(entries.begin(), to > at ? to + 1 : to), entries, from);
    QList<TransferId> ids;
    for (const TransferEntry &entry : entries)
        ids << entry.record.id;
    if (const auto ordered = m_state->store.transfers.order(ids); !ordered)
        Q_EMIT storeFailed(ordered.error());
    Q_EMIT transfersChanged();
    m_state->schedule();
}

void TransferQueue::setPerMachine(int count)
{
    m_state->perMachine = std::max(count, 1);
    m_state->schedule();
}

}  // namespace trainyard

#include "moc_transferqueue.cpp"
