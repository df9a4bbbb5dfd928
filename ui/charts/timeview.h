// SPDX-License-Identifier: GPL-3.0-or-later
// The stretch of time that all charts of a run show together: it follows the present, or a person has moved it to
// another place. Pure. All times in milliseconds since 1970.
#pragma once

#include <QtGlobal>

namespace trainyard {

enum class ChartRange { Minutes15, Hour, WholeRun };

class TimeView {
public:
    static constexpr qint64 kShortest = 10'000;  // closer than ten samples a second apart there is nothing to see

    // What there is: the first sample and the present (or the last sample of a run that ended).
    void setData(qint64 first, qint64 present);
    // The ranges people choose by name; follows the present again.
    void setRange(ChartRange range);
    ChartRange range() const { return m_range; }

    qint64 from() const;
    qint64 to() const;
    qint64 span() const { return to() - from(); }
    qint64 first() const { return m_first; }
    qint64 present() const;
    bool isFollowing() const { return m_isFollowing; }
    // A range chosen by name, neither zoomed nor moved.
    bool isPlain() const { return m_isFollowing && m_span == 0; }

    void pan(double byMs);                    // reaching the present follows it again
    void zoom(double factor, double around);  // below 1: closer
    void show(qint64 from, qint64 to);        // exactly this, as far as there is data
    void reveal(qint64 moment);               // moves only if the moment lies outside
    void toStart();
    void toPresent();  // keeps the span

private:
    qint64 rangeSpan() const;
    qint64 lowest() const;
    void place(double from, double span);

    ChartRange m_range = ChartRange::WholeRun;
    qint64 m_first = 0, m_present = 0;
    qint64 m_span = 0;  // 0: that of the range
    qint64 m_from = 0;  // where it does not follow
    bool m_isFollowing = true;
};

}  // namespace trainyard
