// SPDX-License-Identifier: GPL-3.0-or-later
// The latest output of each process of a distributed run, identified by line prefixes. Pure; bounded memory.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <map>
#include <optional>

namespace trainyard {

struct RankState {
    int rank = 0;
    std::optional<qint64> lastTimeMs;  // the machine's clock
    std::optional<double> lastStep;
    QString lastLine;       // shortened
    bool isBehind = false;  // it is not at the highest step among the ranks that report steps

    bool operator==(const RankState &) const = default;
};

class RankTable {
public:
    // `line` is without its line end; `offset` is where it begins in the log.
    void take(const QByteArray &line, std::optional<double> step, qint64 offset);
    // The lines that begin before `offset` had been written by then, on the machine's clock. Called in the order of the log.
    void cameBy(qint64 timeMs, qint64 offset);
    // Those behind first, then by rank; empty if no line named a rank.
    QList<RankState> ranks() const;

private:
    struct Last {
        QByteArray line;
        std::optional<double> step;
        std::optional<qint64> timeMs;  // of this line, or of an earlier one while this one's is unknown
        qint64 undatedFrom = -1;       // where it begins while its time is unknown
    };
    std::map<int, Last> m_last;
    bool m_hasUndated = false;
};

}  // namespace trainyard
