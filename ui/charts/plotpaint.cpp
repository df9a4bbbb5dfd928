// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plotpaint.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr int kFaint = 71;          // of 255: 28 %
constexpr int kPale = 140;          // 55 %: dashes fainter than this are lost
constexpr int kBandFill = 51;       // 20 %
constexpr int kBandsFill = 31;      // for several that may overlap
constexpr double kPolygonStep = 2;  // px between points above which a band is a polygon, not columns

bool isInGap(double before, double after, const QList<PlotGap> &gaps)
{
    return std::any_of(gaps.begin(), gaps.end(), [before, after](const PlotGap &gap) {
        const double middle = gap.from + (gap.to - gap.from) / 2;
        return before <= middle && after > middle;
    });
}

// The points of a part needed for a picture from x `low` to `high`, with one more on either side.
std::pair<qsizetype, qsizetype> within(const QList<QPointF> &points, std::pair<qsizetype, qsizetype> part, double low, double high)
{
    const auto first = points.begin() + part.first, last = points.begin() + part.second;
    const auto isBefore = [](const QPointF &point, double x) { return point.x() < x; };
    const auto begin = std::lower_bound(first, last, low, isBefore), end = std::lower_bound(begin, last, high, isBefore);
    return {std::max<qsizetype>(part.first, begin - points.begin() - 1), std::min<qsizetype>(part.second, end - points.begin() + 1)};
}

// So dense that one column of pixels per point looks the same as a polygon, in a twentieth of the time.
QList<QRectF> columnsOf(const PlotLine &line, qsizetype begin, qsizetype end, const PlotFrame &frame, double ratio)
{
    QList<QRectF> columns;
    columns.reserve(end - begin);
    const auto edge = [ratio](double at) { return std::round(at * ratio) / ratio; };
    double left = edge(frame.x(line.low[begin].x())), top = 0, bottom = 0;
    bool isOpen = false;
    for (qsizetype i = begin; i < end; ++i) {
        const double high = frame.y(line.high[i].y()), low = frame.y(line.low[i].y());
        top = isOpen ? std::min(top, high) : high;
        bottom = isOpen ? std::max(bottom, low) : low;
        isOpen = true;
        const double right = i + 1 < end ? edge(frame.x(line.low[i + 1].x())) : left + 1 / ratio;
        if (right <= left)
            continue;
        columns.append({left, edge(top), right - left, std::max(1 / ratio, edge(bottom) - edge(top))});
        left = right;
        isOpen = false;
    }
    return columns;
}

}  // namespace

QList<std::pair<qsizetype, qsizetype>> partsOf(const QList<QPointF> &points, double joinWithin, const QList<PlotGap> &gaps)
{
    QList<std::pair<qsizetype, qsizetype>> result;
    qsizetype begin = 0;
    for (qsizetype i = 1; i <= points.size(); ++i) {
        if (i < points.size() && !(joinWithin > 0 && points[i].x() - points[i - 1].x() > joinWithin)
            && (gaps.isEmpty() || !isInGap(points[i - 1].x(), points[i].x(), gaps)))
            continue;
        result.append({begin, i});
        begin = i;
    }
    return result;
}

QPen penOf(const PlotLine &line, const Theme &theme)
{
    QColor colour = theme.series[size_t(line.series) % theme.series.size()];
    if (line.isFaint)
        colour.setAlpha(line.isDashed ? kPale : kFaint);
    // A wider pen takes a far slower path through the painter.
    return QPen(colour, 1, line.isDashed ? Qt::DashLine : Qt::SolidLine);
}

void paintDenseLines(QPainter *painter, const PlotContent &content, const PlotFrame &frame, const Theme &theme, const QRectF &exposed)
{
    painter->save();
    painter->setClipRect(frame.area, Qt::IntersectClip);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(Qt::NoBrush);
    QPolygonF shape;
    for (const PlotLine &line : content.lines) {
        painter->setPen(penOf(line, theme));
        for (const auto &part : partsOf(line.points, line.joinWithin, content.gaps)) {
            // Dashes are counted from the beginning of their line, not from the exposed part.
            const auto [begin, end] = line.isDashed
                                          ? part
                                          : within(line.points, part, frame.valueAt(exposed.left()), frame.valueAt(exposed.right()));
            shape.clear();
            for (qsizetype i = begin; i < end; ++i)
                shape.append({frame.x(line.points[i].x()), frame.y(line.points[i].y())});
            painter->drawPolyline(shape);
        }
    }
    painter->restore();
}

void paintBands(QPainter *painter, const PlotContent &content, const PlotFrame &frame, const Theme &theme, const QRectF &exposed)
{
    const auto bands = std::count_if(content.lines.begin(), content.lines.end(), [](const PlotLine &line) { return !line.low.isEmpty(); });
    if (bands == 0)
        return;
    painter->save();
    painter->setClipRect(frame.area, Qt::IntersectClip);
    painter->setPen(Qt::NoPen);
    for (const PlotLine &line : content.lines) {
        if (line.low.size() != line.high.size())
            continue;
        QColor fill = theme.series[size_t(line.series) % theme.series.size()];
        fill.setAlpha(bands > 1 ? kBandsFill : kBandFill);
        painter->setBrush(fill);
        for (const auto &part : partsOf(line.low, line.joinWithin, content.gaps)) {
            const auto [begin, end] = within(line.low, part, frame.valueAt(exposed.left()), frame.valueAt(exposed.right()));
            if (end - begin < 2)
                continue;
            if (frame.x(line.low[end - 1].x()) - frame.x(line.low[begin].x()) <= kPolygonStep * double(end - begin)) {
                painter->drawRects(columnsOf(line, begin, end, frame, painter->device()->devicePixelRatioF()));
                continue;
            }
            QPolygonF shape;
            shape.reserve(2 * (end - begin));
            for (qsizetype i = begin; i < end; ++i)
                shape.append({frame.x(line.high[i].x()), frame.y(line.high[i].y())});
            for (qsizetype i = end; i-- > begin;)
                shape.append({frame.x(line.low[i].x()), frame.y(line.low[i].y())});
            painter->drawPolygon(shape);
        }
    }
    painter->restore();
}

}  // namespace trainyard
