// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/history/historyfiller.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QStorageInfo>

#include <algorithm>
#include <limits>

namespace trainyard {
namespace {

constexpr int kPauseMs = 60'000;  // a disk rarely regains space sooner
// A store that is damaged again and again is on a failing disk, so refilling it endlessly is useless.
constexpr int kMaxRebuilds = 3;
constexpr qint64 kReserve = 256 * 1024 * 1024;  // reserved for other programs by the copies of runs, as LocalCopy does

bool hasSpace(const QString &file)
{
    const QStorageInfo storage(QFileInfo(file).absolutePath());
    return !storage.isValid() || storage.bytesTotal() <= 0 || storage.bytesAvailable() >= std::min(kReserve, storage.bytesTotal() / 20);
}

}  // namespace

// The lock uses a separate file: SQLite's locks on the store would be released when another descriptor of it is closed.
HistoryFiller::HistoryFiller(const QString &metricsFile) : m_file(metricsFile), m_lock(storeFile(metricsFile) + QStringLiteral(".lock")) {}

HistoryFiller::~HistoryFiller() = default;

Result<void> HistoryFiller::open()
{
    const QString name = storeFile(m_file);
    for (int attempt = 0;; ++attempt) {
        auto opened = MetricStore::openToWrite(name);
        Result<FeedPosition> position = opened ? (*opened)->position() : Result<FeedPosition>(opened.error());
        const bool isUnfit = position ? !MetricFeed::fits(m_file, *position) : position.error().code == ErrorCode::Corrupt;
        if (!isUnfit && !position)
            return position.error();
        if (!isUnfit) {
            m_store = std::move(*opened);
            m_cursor = std::make_unique<MetricCursor>(m_file, *position);
            return {};
        }
        if (attempt > 0)
            return position ? Error{ErrorCode::Io, {}, name} : position.error();
        opened = Error{};  // closes it before its file is removed
        MetricStore::remove(name);
    }
}

void HistoryFiller::leave(const Error &error)
{
    m_store.reset();
    m_cursor.reset();
    if (error.code == ErrorCode::Corrupt && ++m_rebuilds <= kMaxRebuilds) {
        MetricStore::remove(storeFile(m_file));
        return;
    }
    m_pause.setRemainingTime(kPauseMs);
    m_lock.unlock();
}

Result<void> HistoryFiller::store(const MetricBatch &batch, const MetricFeed &feed, bool isLast)
{
    TRY_DO(m_store->append(batch.samples));
    m_store->append(batch.sizes);
    if (m_store->isCommitDue() || isLast)
        return m_store->commit(feed.position());
    return {};
}

Result<qint64> HistoryFiller::fill(qint64 mostBytes) { return fillFrom(mostBytes, nullptr, {}); }

Result<qint64> HistoryFiller::fill(qint64 mostBytes, const MetricFeed &shared, const MetricBatch &fresh)
{
    return fillFrom(mostBytes, &shared, fresh);
}

Result<qint64> HistoryFiller::fillFrom(qint64 mostBytes, const MetricFeed *shared, const MetricBatch &fresh)
{
    // No file: nothing was ever sampled, so no store is created.
    if (!m_pause.hasExpired() || QFileInfo(m_file).size() == 0 || !m_lock.tryLock())
        return qint64(0);
    if (!hasSpace(m_file)) {
        const Error full{
            ErrorCode::NoSpace,
            QCoreApplication::translate(
                "trainyard::History",
                "The disk of this computer is full. Charts show only the data in memory; their history continues when there is space."),
            m_file};
        leave(full);
        return full;
    }
    if (!m_store) {
        if (const auto opened = open(); !opened) {
            leave(opened.error());
            return opened.error();
        }
    }
    MetricBatch batch;
    if (shared) {
        batch = m_cursor->next(mostBytes, *shared, fresh);
    } else {
        batch.samples = m_cursor->feed().read(mostBytes);
        batch.sizes = m_cursor->feed().takeLogSizes();
    }
    if (const auto stored = store(batch, m_cursor->hasCaughtUp() ? *shared : m_cursor->feed(), false); !stored) {
        leave(stored.error());
        if (stored.error().code == ErrorCode::Corrupt)
            return QFileInfo(m_file).size();
        return stored.error();
    }
    if (!shared)
        return m_cursor->feed().remaining();
    return m_cursor->hasCaughtUp() ? 0 : shared->offset() - m_cursor->offset();
}

void HistoryFiller::startAnew()
{
    if (m_lock.isHeld())
        leave({ErrorCode::Corrupt, {}, {}});
}

Result<void> HistoryFiller::finish()
{
    TRY_DO(fill(std::numeric_limits<qint64>::max()));
    if (!m_store)
        return {};
    const QList<MachineSample> last = m_cursor->feed().flush();
    const auto stored = store({last, m_cursor->feed().takeLogSizes()}, m_cursor->feed(), true);
    if (!stored)
        leave(stored.error());
    return stored;
}

Result<void> HistoryFiller::finish(const MetricFeed &shared, const MetricBatch &last)
{
    if (!m_store || !m_cursor->hasCaughtUp())
        return {};
    const auto stored = store(m_cursor->feed().take(last), shared, true);
    if (!stored)
        leave(stored.error());
    return stored;
}

}  // namespace trainyard
