// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a log as the view draws them: the last state of each line, decoded, limited in length, cached. Main thread.
#pragma once

#include "ui/log/ansitext.h"
#include "ui/log/logindex.h"
#include "ui/log/loglead.h"

#include <QCache>

#include <algorithm>

namespace trainyard {

struct LogRow {
    AnsiText content;
    LogLead lead;
    qint64 begin = 0, end = 0;  // bytes of the shown state
    qint64 foldedUpdates = 0;
    qint64 cutBytes = 0;  // by how much the shown state is longer than what is drawn
    bool isTerminated = true;
    int columns = 0;  // cells of a terminal
};

class LogRows {
public:
    // How much of one line is drawn; a line of 10 MB must not cost more than a screenful of ordinary ones.
    static constexpr qint64 kShownBytes = 8 * 1024;

    explicit LogRows(const LogIndex &index) : m_index(index), m_cache(kCachedRows) {}

    LogRow row(qint64 number);
    // Earlier states of a progress bar: the last kMaxStates at most, in order from 0.
    static constexpr qint64 kMaxStates = 1000;
    static int stateCount(const LogRow &row) { return int(std::min(row.foldedUpdates, kMaxStates)); }
    AnsiText state(qint64 number, int index);
    // The whole text of the line, up to kMaxText bytes.
    static constexpr qint64 kMaxText = 1 << 20;
    QString fullText(qint64 number) const;
    void clear() { m_cache.clear(); }

private:
    static constexpr int kCachedRows = 512;

    const LogIndex &m_index;
    QCache<qint64, LogRow> m_cache;
};

// Cell of the character at `position`, and the position whose cell holds `column`.
int columnOf(const QString &text, qsizetype position);
qsizetype positionAt(const QString &text, int column);

}  // namespace trainyard
