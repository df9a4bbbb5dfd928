// SPDX-License-Identifier: GPL-3.0-or-later
// Finds a text or expression in a log file, on a worker, and keeps the hits up to date while the file grows. Text overwritten by a carriage
// return and lines hidden by the line choice give no hits, as the view does not show them. Hits are in order, at most kMaxHits of them.
// Lives in the thread that made it.
#pragma once

#include "ui/log/logfile.h"
#include "ui/log/logmatcher.h"
#include "ui/log/logscanner.h"

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <memory>
#include <vector>

namespace trainyard {

// Packed, as there may be a million: files up to 1 TiB, lengths up to 16 MiB.
class LogHit {
public:
    LogHit(qint64 offset, qint64 length) : m_bits(quint64(offset) << 24 | quint64(std::min<qint64>(length, 0xffffff))) {}
    qint64 offset() const { return qint64(m_bits >> 24); }
    qint64 length() const { return qint64(m_bits & 0xffffff); }

private:
    quint64 m_bits;
};

class LogSearch : public QObject {
    Q_OBJECT
public:
    static constexpr qsizetype kMaxHits = 1'000'000;  // 8 MB; more is shown as "1 000 000 and more"

    explicit LogSearch(QObject *parent = nullptr);
    ~LogSearch() override;  // stops and joins the worker

    // Starts over; an empty or invalid query ends the search.
    void start(const LogQuery &query, const LogChoice &choice = {});
    // The file is known to have this many bytes now. For a different file, call start() first.
    void extendTo(const std::shared_ptr<const LogFile> &file, qint64 bytes);
    // The end of the file overwrote text shown before: hits from `begin` up to `end` are invalid.
    void dropHits(qint64 begin, qint64 end);

    const LogMatcher &matcher() const { return *m_matcher; }
    const LogChoice &choice() const { return m_choice; }
    const std::vector<LogHit> &hits() const { return m_hits; }
    size_t firstFrom(qint64 offset) const;  // index of the first hit that begins there or later
    bool isActive() const { return m_matcher->isUsable(); }
    bool isBusy() const { return m_isBusy; }
    bool isFull() const { return qsizetype(m_hits.size()) >= kMaxHits; }
    qint64 searchedBytes() const { return m_searched; }

Q_SIGNALS:
    void hitsChanged();  // more hits, or the search ended (also when nothing was found)

private:
    struct Hits;
    struct Finder;
    struct Job;
    struct Batch;

    void continueSearch(const std::shared_ptr<const LogFile> &file);
    void take(const Batch &batch);

    std::shared_ptr<const LogMatcher> m_matcher;
    LogChoice m_choice;
    std::shared_ptr<Job> m_job;  // used only by the worker while it runs
    std::shared_ptr<const LogFile> m_file;
    bool m_isBusy = false;
    std::vector<LogHit> m_hits;
    qint64 m_searched = 0, m_target = 0;
    quint64 m_generation = 0;
    std::shared_ptr<std::atomic<bool>> m_stop;
    QThreadPool m_pool;
};

}  // namespace trainyard
