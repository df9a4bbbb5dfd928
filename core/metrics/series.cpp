#include "core/metrics/series.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trainyard {

namespace {

bool isEarlier(const SeriesPoint &point, qint64 timeMs)
{
    return point.timeMs < timeMs;
}

// First, lowest, highest and last sample of one pixel column.
struct Column {
    SeriesPoint first, lowest, highest, last;

    explicit Column(const SeriesPoint &point) : first(point), lowest(point), highest(point), last(point) {}
    void add(const SeriesPoint &point)
    {
        if (point.value < lowest.value)
            lowest = point;
        if (point.value > highest.value)
            highest = point;
        last = point;
    }
    void appendTo(QList<SeriesPoint> &line) const
    {
        const auto &[early, late] = lowest.timeMs <= highest.timeMs ? std::pair(lowest, highest)
                                                                    : std::pair(highest, lowest);
        for (const SeriesPoint &point : {first, early, late, last}) {
            if (line.isEmpty() || line.last().timeMs < point.timeMs)
                line << point;
        }
    }
};

}  // namespace

bool Series::append(qint64 timeMs, double value)
{
    if (!m_points.empty() && timeMs <= m_points.back().timeMs)
        return false;
    m_points.push_back({timeMs, std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN()});
    return true;
}

void Series::removeBefore(qint64 timeMs)
{
    m_points.erase(m_points.begin(), std::lower_bound(m_points.begin(), m_points.end(), timeMs, isEarlier));
}

std::optional<SeriesPoint> Series::last() const
{
    const auto found = std::find_if(m_points.rbegin(), m_points.rend(),
                                    [](const SeriesPoint &point) { return !std::isnan(point.value); });
    return found == m_points.rend() ? std::nullopt : std::optional(*found);
}

std::optional<SeriesPoint> Series::nearest(qint64 timeMs) const
{
    std::optional<SeriesPoint> best;
    const auto consider = [&](const SeriesPoint &point) {
        const qint64 distance = std::abs(point.timeMs - timeMs);
        if (distance <= m_gapMs && (!best || distance < std::abs(best->timeMs - timeMs)))
            best = point;
    };
    const auto after = std::lower_bound(m_points.begin(), m_points.end(), timeMs, isEarlier);
    if (after != m_points.begin())
        consider(*(after - 1));
    if (after != m_points.end())
        consider(*after);
    return best && !std::isnan(best->value) ? best : std::nullopt;
}

QList<QList<SeriesPoint>> Series::decimated(qint64 fromMs, qint64 toMs, int columns) const
{
    QList<QList<SeriesPoint>> lines;
    if (m_points.empty() || toMs <= fromMs || columns < 1)
        return lines;
    auto at = std::lower_bound(m_points.begin(), m_points.end(), fromMs, isEarlier);
    auto end = std::lower_bound(at, m_points.end(), toMs + 1, isEarlier);
    if (at != m_points.begin())
        --at;
    if (end != m_points.end())
        ++end;

    const double columnsPerMs = double(columns) / double(toMs - fromMs);
    // -1 and `columns` are the two samples beyond the ends.
    const auto columnOf = [&](qint64 timeMs) {
        if (timeMs < fromMs)
            return -1;
        return timeMs > toMs ? columns : std::min(columns - 1, int(double(timeMs - fromMs) * columnsPerMs));
    };
    std::optional<Column> column;
    int columnIndex = -2;
    qint64 before = 0;
    QList<SeriesPoint> line;
    const auto endLine = [&] {
        if (column)
            column->appendTo(line);
        column.reset();
        // A lone sample beyond an end belongs to a line that is not in sight.
        const bool isOutside = line.size() == 1 && (line[0].timeMs < fromMs || line[0].timeMs > toMs);
        if (!line.isEmpty() && !isOutside)
            lines << line;
        line.clear();
    };
    for (; at != end; ++at) {
        if (std::isnan(at->value)) {
            endLine();
            continue;
        }
        if ((column || !line.isEmpty()) && at->timeMs - before > m_gapMs)
            endLine();
        before = at->timeMs;
        const int index = columnOf(at->timeMs);
        if (column && index == columnIndex) {
            column->add(*at);
            continue;
        }
        if (column)
            column->appendTo(line);
        column.emplace(*at);
        columnIndex = index;
    }
    endLine();
    return lines;
}

}  // namespace trainyard
