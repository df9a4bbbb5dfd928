// SPDX-License-Identifier: GPL-3.0-or-later
// Where the lines of an append-only log file are, whatever its size. Workers count newlines and carriage returns per block of 16 KiB; a
// line is then found by binary search and by reading one block. Memory: 8 bytes a block (0.05 % of the file), however short or long the
// lines are. Lives in the thread that made it; the workers only count. The file is read with pread, never mapped, because truncation of a
// mapped file would raise a signal.
#pragma once

#include "ui/log/logfile.h"

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QThreadPool>

#include <array>
#include <atomic>
#include <memory>
#include <vector>

namespace trainyard {

class LogIndex : public QObject {
    Q_OBJECT
public:
    static constexpr qint64 kBlockBytes = 16 * 1024;

    struct Line {
        qint64 begin = 0, end = 0;  // bytes; end is before the newline
        bool isTerminated = false;  // false: the last line, still being written
    };
    // The part of a line that a terminal would still show after its carriage returns.
    struct Shown {
        qint64 begin = 0, end = 0;
        qint64 foldedUpdates = 0;  // earlier states that were overwritten
    };

    explicit LogIndex(QObject *parent = nullptr);
    ~LogIndex() override;  // stops and joins the worker

    void open(const QString &fileName);  // need not exist yet; refresh() finds it later
    void refresh();                      // the file may have grown, shrunk or been replaced; cheap, can be called at any rate

    QString fileName() const { return m_fileName; }
    qint64 byteCount() const { return m_bytes; }  // indexed so far
    qint64 lineCount() const;                     // including an unterminated last line
    bool isBusy() const { return m_isBusy; }
    Line line(qint64 number) const;  // from 0; empty when out of range
    Shown shown(const Line &line) const;
    // An earlier state of the line: 1 is the state just before `shown`. Sets begin and end only.
    Shown stateBefore(const Line &line, const Shown &shown, qint64 back) const;
    qint64 lineAt(qint64 offset) const;                             // number of the line that holds this byte
    QByteArray read(qint64 offset, qint64 length) const;            // fewer bytes at the end or on errors
    qint64 indexBytes() const;                                      // memory the index takes
    std::shared_ptr<const LogFile> file() const { return m_file; }  // for other readers; null if there is none

Q_SIGNALS:
    void grew();      // more is indexed; also once when a scan ends
    void wasReset();  // everything known so far is invalid

private:
    struct Counts {
        quint16 newlines = 0, returns = 0;
    };
    struct Batch;
    struct Mark {
        quint32 newlines = 0, returns = 0;
    };  // since the start of the group of blocks
    struct Counted {
        std::vector<Counts> blocks;  // complete ones
        qint64 lastNewline = -1;
    };
    // Positions of these bytes in a block that was read.
    struct Looked {
        qint64 number = -1, size = 0;
        std::vector<quint16> newlines, returns;
    };
    static constexpr size_t kLooked = 8;  // covers the lines of more than a screenful

    static Counted countBlocks(const LogFile &file, qint64 offset, qint64 blocks, const std::atomic<bool> &stop);
    void startScan(qint64 size);
    void take(const Batch &batch);
    void reset();
    qint64 countBefore(qint64 offset, char what) const;
    qint64 positionOf(qint64 ordinal, char what) const;  // of the ordinal-th (from 1) such byte; -1 = none
    qint64 sumBefore(qint64 block, char what) const;
    const Looked &look(qint64 block) const;
    bool isReturn(qint64 offset) const;

    QString m_fileName;
    std::shared_ptr<LogFile> m_file;
    // Sums before each block, kept small by a 64-bit base per group of blocks and 32 bits per block.
    std::vector<qint64> m_newlineBases, m_returnBases;
    std::vector<Mark> m_marks;             // one per complete block
    qint64 m_newlines = 0, m_returns = 0;  // in complete blocks
    Counts m_tail;                         // in the block that is not complete yet
    qint64 m_bytes = 0;
    qint64 m_lastNewline = -1;
    bool m_isBusy = false, m_again = false;
    quint64 m_generation = 0;
    std::shared_ptr<std::atomic<bool>> m_stop;
    mutable std::array<Looked, kLooked> m_looked;  // block n in place n modulo kLooked
    QThreadPool m_pool;
};

// Newlines and carriage returns among `length` bytes. Exposed for the benchmark and the tests.
void countLineBytes(const char *bytes, qint64 length, qint64 *newlines, qint64 *returns);

}  // namespace trainyard
