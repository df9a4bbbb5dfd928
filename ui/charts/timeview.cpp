// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/timeview.h"

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr qint64 kMinute = 60'000;

}  // namespace

void TimeView::setData(qint64 first, qint64 present)
{
    m_first = first;
    m_present = std::max(first, present);
}

void TimeView::setRange(ChartRange range)
{
    m_range = range;
    m_span = 0;
    m_isFollowing = true;
}

// A run of a few seconds still gets an axis with some space.
qint64 TimeView::present() const { return m_range == ChartRange::WholeRun ? std::max(m_present, m_first + kMinute) : m_present; }

qint64 TimeView::rangeSpan() const
{
    switch (m_range) {
    case ChartRange::Minutes15: return 15 * kMinute;
    case ChartRange::Hour: return 60 * kMinute;
    default: return present() - m_first;
    }
}

// A young run is shown on the axis of its range, which then begins before the run does.
qint64 TimeView::lowest() const { return std::min(m_first, present() - rangeSpan()); }

qint64 TimeView::from() const { return m_isFollowing ? present() - (m_span > 0 ? m_span : rangeSpan()) : m_from; }
qint64 TimeView::to() const { return m_isFollowing ? present() : m_from + m_span; }

void TimeView::place(double from, double span)
{
    const auto whole = double(present() - lowest());
    span = std::clamp(span, std::min(double(kShortest), whole), whole);
    from = std::clamp(from, double(lowest()), double(present()) - span);
    if (!std::isfinite(from) || !std::isfinite(span))
        return;
    // Within about a pixel of the current time counts as following live.
    m_isFollowing = from + span >= double(present()) - span / 1000;
    m_from = qint64(std::llround(from));
    const auto rounded = qint64(std::llround(span));
    m_span = m_isFollowing && rounded == rangeSpan() ? 0 : rounded;
}

void TimeView::pan(double byMs) { place(double(from()) + byMs, double(span())); }

void TimeView::zoom(double factor, double around)
{
    if (!(factor > 0))
        return;
    const auto begin = double(from()), length = double(span());
    // Zooming at the right edge of a view that follows live keeps following.
    if (m_isFollowing && around >= begin + 0.98 * length)
        around = begin + length;
    around = std::clamp(around, begin, begin + length);
    const auto whole = double(present() - lowest());
    const double wanted = std::clamp(length * factor, std::min(double(kShortest), whole), whole);
    place(around - (around - begin) / length * wanted, wanted);
}

void TimeView::show(qint64 begin, qint64 end) { place(double(begin), double(end - begin)); }

void TimeView::reveal(qint64 moment)
{
    const qint64 length = span();
    if (moment < from() || moment > to())
        place(double(moment) - double(length) / 2, double(length));
}

void TimeView::toStart() { place(double(lowest()), double(span())); }
void TimeView::toPresent() { place(double(present() - span()), double(span())); }

}  // namespace trainyard
