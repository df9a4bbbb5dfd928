// SPDX-License-Identifier: GPL-3.0-or-later
// The time range that all charts of a run share: it follows live, or the user has moved it elsewhere. Pure. All times in milliseconds since
// 1970.
#pragma once

#include <QtGlobal>

namespace trainyard {

enum class ChartRange { Minutes15, Hour, WholeRun };

class TimeView {
public:
    static constexpr qint64 kShortest = 10'000;  // ten samples, a second apart; a closer zoom would show nothing more

    // The available data: the first sample and the current time (or the last sample of a run that ended).
    void setData(qint64 first, qint64 present);
    // The named ranges; selecting one follows live again.
    void setRange(ChartRange range);
    ChartRange range() const { return m_range; }

    qint64 from() const;
    qint64 to() const;
    qint64 span() const { return to() - from(); }
    qint64 first() const { return m_first; }
    qint64 present() const;
    bool isFollowing() const { return m_isFollowing; }
    // A named range, neither zoomed nor moved.
    bool isPlain() const { return m_isFollowing && m_span == 0; }

    void pan(double byMs);                    // reaching the current time follows live again
    void zoom(double factor, double around);  // below 1: closer
    void show(qint64 from, qint64 to);        // exactly this, as far as there is data
    void reveal(qint64 moment);               // moves only if the moment is outside the range
    void toStart();
    void toPresent();  // keeps the span

private:
    qint64 rangeSpan() const;
    qint64 lowest() const;
    void place(double from, double span);

    ChartRange m_range = ChartRange::WholeRun;
    qint64 m_first = 0, m_present = 0;
    qint64 m_span = 0;  // 0: that of the named range
    qint64 m_from = 0;  // used while not following
    bool m_isFollowing = true;
};

}  // namespace trainyard
