// SPDX-License-Identifier: GPL-3.0-or-later
// What each process of a distributed run said last, from the prefixes of its lines. Pure; bounded memory.
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
    QString lastLine;       // cut
    bool isBehind = false;  // of all ranks that tell steps it is not at the furthest

    bool operator==(const RankState &) const = default;
};

class RankTable {
public:
    // `line` is without its end; `offset` is where in the log it begins.
    void take(const QByteArray &line, std::optional<double> step, qint64 offset);
    // The lines that begin before `offset` had come by then, on the machine's clock. In the order of the log.
    void cameBy(qint64 timeMs, qint64 offset);
    // The ones behind first, then by rank; empty when no line named a rank.
    QList<RankState> ranks() const;

private:
    struct Last {
        QByteArray line;
        std::optional<double> step;
        std::optional<qint64> timeMs;  // of this line, or of one before while it is not known
        qint64 undatedFrom = -1;       // where it begins while its time is not known
    };
    std::map<int, Last> m_last;
    bool m_hasUndated = false;
};

}  // namespace trainyard
