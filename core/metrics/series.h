// One quantity over time, for charts: appended in order, asked for as few points as the chart has pixels. Value type,
// pure; 16 bytes a sample (24 h at 1 Hz: 1.4 MB).
#pragma once

#include <QList>

#include <optional>
#include <vector>

namespace trainyard {

struct SeriesPoint {
    qint64 timeMs = 0;
    double value = 0;

    bool operator==(const SeriesPoint &) const = default;
};

class Series {
public:
    // Two samples further apart than `gapMs` are not joined by a line.
    explicit Series(qint64 gapMs = 5000) : m_gapMs(gapMs) {}

    // Ignored (false) when not later than the last one. NaN and infinity are gaps.
    bool append(qint64 timeMs, double value);
    void removeBefore(qint64 timeMs);
    void clear() { m_points.clear(); }

    bool isEmpty() const { return m_points.empty(); }
    qsizetype size() const { return qsizetype(m_points.size()); }
    std::optional<SeriesPoint> last() const;                      // the last value, gaps left out

    // The sample nearest to a moment, not further away than gapMs.
    std::optional<SeriesPoint> nearest(qint64 timeMs) const;

    // Lines to draw for [fromMs, toMs] on `columns` pixel columns: one list per stretch without a gap; in each column
    // at most the first, lowest, highest and last sample, in order of time. The nearest sample beyond either end is
    // included where no gap lies between, so that lines reach the edges. Linear in the samples inside.
    QList<QList<SeriesPoint>> decimated(qint64 fromMs, qint64 toMs, int columns) const;

private:
    std::vector<SeriesPoint> m_points;   // ascending; a NaN is a gap
    qint64 m_gapMs;
};

}  // namespace trainyard
