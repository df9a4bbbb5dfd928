// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/internal/copyjob.h"

#include "core/base/retry.h"
#include "core/checkpoint/format/commitmarks.h"
#include "core/transport/objectstore/treecopy.h"

#include <QElapsedTimer>
#include <QFile>

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

constexpr auto kDial = 60s;  // a person may have to answer a question meanwhile
constexpr RetryPolicy kBetweenTries{2s, 60s};
constexpr qint64 kRateMs = 5000;  // a rate covers the last seconds

void add(TransferOutcome &all, const TransferOutcome &part)
{
    all.files += part.files;
    all.bytes += part.bytes;
    all.bytesKept += part.bytesKept;
    all.leftOut = part.leftOut;
    if (part.files == 0)
        return;
    // The weaker of both: they are ordered by what they prove, except ReadBack, which is as good as a checksum.
    all.check = all.check == TransferCheck::None ? part.check : std::max(all.check, part.check);
}

class MachineCopy : public CopyJob {
public:
    MachineCopy(const TransferSpec &spec, const TransferLinks &links) : m_spec(spec), m_links(links)
    {
        TransferSpec first = spec;
        if (spec.isCheckpoint)
            first.excludes += commitMarks();
        m_job = std::make_shared<TransferJob>(first, links);
    }

    Result<TransferOutcome> run(std::stop_token stop) override
    {
        const auto first = job()->run(stop);
        if (!first || !m_spec.isCheckpoint)
            return first;
        TransferSpec rest = m_spec;
        rest.onlyChanged = true;
        const auto marks = std::make_shared<TransferJob>(rest, m_links);
        {
            const std::lock_guard guard(m_mutex);
            marks->setPaused(m_isPaused);
            m_job = marks;
        }
        const auto last = marks->run(stop);
        if (!last)
            return last;
        TransferOutcome all = *first;
        all.unchanged = std::max(0, last->unchanged - first->files);
        add(all, *last);
        return all;
    }

    TransferProgress progress() const override { return job()->progress(); }

    void setPaused(bool isPaused) override
    {
        const std::lock_guard guard(m_mutex);
        m_isPaused = isPaused;
        m_job->setPaused(isPaused);
    }

private:
    std::shared_ptr<TransferJob> job() const
    {
        const std::lock_guard guard(m_mutex);
        return m_job;
    }

    const TransferSpec m_spec;
    const TransferLinks m_links;
    mutable std::mutex m_mutex;
    std::shared_ptr<TransferJob> m_job;
    bool m_isPaused = false;
};

class StoreCopy : public CopyJob {
public:
    StoreCopy(const TransferSpec &spec, const ObjectStoreConfig &record, const std::optional<TransferLinks> &links,
              const QString &stateFolder)
        : m_spec(spec), m_record(record), m_links(links), m_stateFolder(stateFolder)
    {
    }

    Result<TransferOutcome> run(std::stop_token stop) override
    {
        const auto done = tryUntilDone(stop);
        const std::lock_guard guard(m_mutex);
        m_shown.state = done ? TransferState::Done : done.error().isCancelled() ? TransferState::Cancelled : TransferState::Failed;
        m_shown.trouble = done ? std::nullopt : std::optional(done.error());
        return done;
    }

    TransferProgress progress() const override
    {
        const std::lock_guard guard(m_mutex);
        return m_shown;
    }

    void setPaused(bool isPaused) override
    {
        const std::lock_guard guard(m_mutex);
        m_isPaused = isPaused;
        if (isPaused)
            m_round.request_stop();  // finished parts are kept
        m_changed.notify_all();
    }

private:
    Result<TransferOutcome> tryUntilDone(std::stop_token stop)
    {
        Backoff backoff(kBetweenTries);
        for (;;) {
            std::stop_source round;
            {
                std::unique_lock lock(m_mutex);
                if (m_isPaused)
                    m_shown.state = TransferState::Paused;
                m_changed.wait(lock, stop, [this] { return !m_isPaused; });
                if (stop.stop_requested())
                    return cancelledError();
                m_round = round;
                m_shown.state = TransferState::Scanning;
            }
            const std::stop_callback both(stop, [&round] { round.request_stop(); });
            const qint64 before = progress().bytesDone;
            auto outcome = copyOnce(round.get_token());
            if (outcome || stop.stop_requested())
                return stop.stop_requested() && !outcome ? Result<TransferOutcome>(cancelledError()) : outcome;
            if (outcome.error().isCancelled() && round.stop_requested())
                continue;  // paused
            const ErrorCode code = outcome.error().code;
            if (code != ErrorCode::Unreachable && code != ErrorCode::TimedOut && code != ErrorCode::ConnectionLost)
                return outcome;
            if (progress().bytesDone > before)
                backoff.reset();
            std::unique_lock lock(m_mutex);
            m_shown.state = TransferState::Reconnecting;
            m_shown.trouble = outcome.error();
            m_changed.wait_for(lock, stop, backoff.next(), [this] { return m_isPaused; });
            m_shown.trouble.reset();
        }
    }

    Result<TransferOutcome> copyOnce(std::stop_token stop)
    {
        TRY(const auto address, parseStoreAddress(m_spec.storeAddress));
        ObjectStore store(m_record);
        TreeCopySpec spec;
        spec.key = address.key;
        spec.stateFolder = m_stateFolder;
        spec.path = m_links ? QString::fromUtf8(m_spec.remote) : QFile::decodeName(m_spec.local);
        const auto moved = [this](const CopyProgress &now) { note(now); };
        const bool isUpload = m_spec.direction == TransferDirection::Upload;
        Result<TreeCopyOutcome> copied = cancelledError();
        if (m_links) {
            TRY(const auto connection, m_links->shared(QDeadlineTimer(kDial), stop));
            copied = isUpload ? pushTreeFrom(*connection, store, spec, moved, stop) : pullTreeTo(*connection, store, spec, moved, stop);
        } else {
            copied = isUpload ? pushTree(store, spec, moved, stop) : pullTree(store, spec, moved, stop);
        }
        if (!copied)
            return copied.error();
        return transferOutcomeOf(*copied);
    }

    void note(const CopyProgress &now)
    {
        const std::lock_guard guard(m_mutex);
        if (!m_since.isValid() || now.done < m_bytesThen) {
            m_since.start();
            m_bytesThen = now.done;
        } else if (m_since.elapsed() >= kRateMs) {
            m_shown.bytesPerSecond = 1000.0 * double(now.done - m_bytesThen) / double(m_since.elapsed());
            m_since.start();
            m_bytesThen = now.done;
        }
        m_shown.state = TransferState::Moving;
        m_shown.bytesDone = now.done;
        m_shown.bytesTotal = now.total;
        m_shown.secondsLeft.reset();
        if (m_shown.bytesPerSecond > 1)
            m_shown.secondsLeft = static_cast<int>(std::min(double(now.total - now.done) / m_shown.bytesPerSecond, 1e9));
    }

    const TransferSpec m_spec;
    const ObjectStoreConfig m_record;
    const std::optional<TransferLinks> m_links;
    const QString m_stateFolder;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    TransferProgress m_shown;
    std::stop_source m_round;
    QElapsedTimer m_since;
    qint64 m_bytesThen = 0;
    bool m_isPaused = false;
};

}  // namespace

std::unique_ptr<CopyJob> makeMachineCopy(const TransferSpec &spec, const TransferLinks &links)
{
    return std::make_unique<MachineCopy>(spec, links);
}

std::unique_ptr<CopyJob> makeStoreCopy(const TransferSpec &spec, const ObjectStoreConfig &record, const std::optional<TransferLinks> &links,
                                       const QString &stateFolder)
{
    return std::make_unique<StoreCopy>(spec, record, links, stateFolder);
}

}  // namespace trainyard
