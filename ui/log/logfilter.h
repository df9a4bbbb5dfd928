// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of a log that the user wants to see, however many: a worker reads the log once and records for each block of 32 KiB how many
// wanted lines and errors begin before it; a single line is then found by reading one block. Memory: 24 bytes a block (0.07 % of the file).
// Also records which ranks write. Lives in the thread that made it.
#pragma once

#include "ui/log/logfile.h"
#include "ui/log/logindex.h"
#include "ui/log/logscanner.h"

#include <QCache>
#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <memory>
#include <vector>

namespace trainyard {

class LogFilter : public QObject {
    Q_OBJECT
public:
    static constexpr qint64 kBlockBytes = 32 * 1024;

    explicit LogFilter(const LogIndex &index, QObject *parent = nullptr);
    ~LogFilter() override;  // stops and joins the worker

    void restart(const LogChoice &choice);  // from the beginning of the index's file
    void forget();                          // the file was replaced: discards everything, also the ranks
    void extendTo(qint64 bytes);            // the index now covers this many bytes

    const LogChoice &choice() const { return m_choice; }
    bool isActive() const { return !m_choice.isAll(); }
    bool isBusy() const { return m_isBusy; }
    qint64 scannedBytes() const { return m_scanned; }

    qint64 lineCount() const;             // wanted lines known so far
    qint64 lineAt(qint64 ordinal) const;  // number of the ordinal-th wanted line, both from 0
    qint64 ordinalOf(qint64 line) const;  // wanted lines before this one
    // The next or previous wanted line where an error begins, relative to this one; -1 = none known.
    qint64 nextError(qint64 line) const;
    qint64 previousError(qint64 line) const;
    qint64 errorCount() const;
    LogKind kindOf(qint64 line) const;  // of lines within scannedBytes()

    const std::vector<bool> &ranks() const { return m_ranks; }  // ranks seen; empty = no line names one
    bool hasLevels() const { return m_hasLevels; }
    qint64 memoryBytes() const { return qint64(m_marks.capacity() * sizeof(Mark)); }

Q_SIGNALS:
    void grew();  // at most 30 a second while it reads, and at the end

private:
    struct Job;
    struct Batch;
    struct Mark {
        qint64 lines = 0, errors = 0;  // wanted ones that begin before this block
        LogKind before;                // of the line before the first one that begins in this block
    };
    struct Entry {
        LogKind kind;
        bool isWanted = false, isError = false;
    };
    struct Block {
        qint64 firstLine = 0;
        std::vector<Entry> lines;  // that begin in the block, in order
    };

    void scan();
    void take(const Batch &batch);
    const Block &block(qint64 number) const;
    qint64 nthIn(qint64 number, qint64 ordinal, bool Entry::*what) const;  // -1 = fewer
    qint64 find(qint64 ordinal, qint64 Mark::*sum, bool Entry::*what) const;
    qint64 countBefore(qint64 line, qint64 Mark::*sum, bool Entry::*what) const;

    const LogIndex &m_index;
    LogChoice m_choice;
    std::shared_ptr<Job> m_job;                // used only by the worker while it runs
    std::vector<Mark> m_marks{Mark{}};         // the last one is the block still being filled
    qint64 m_openLines = 0, m_openErrors = 0;  // in that block
    LogScanned m_current;                      // the line that is not complete yet
    bool m_isCurrentWanted = false, m_isCurrentError = false, m_hasCurrent = false;
    std::vector<bool> m_ranks;
    bool m_hasLevels = false, m_isBusy = false;
    qint64 m_scanned = 0, m_target = 0, m_asked = 0;
    quint64 m_generation = 0;
    std::shared_ptr<std::atomic<bool>> m_stop;
    mutable QCache<qint64, Block> m_cache{128};
    QThreadPool m_pool;
};

}  // namespace trainyard
