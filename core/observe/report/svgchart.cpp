// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/report/svgchart.h"

#include "core/base/format.h"
#include "core/observe/report/chartscale.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace trainyard {

namespace {

// Units of the drawing, which is shown at about this width.
constexpr double kWidth = 920, kHeight = 190, kLeft = 58, kTop = 10, kBottom = 26;
constexpr double kRight = 16, kRightWithLabels = 120;
constexpr double kLabelDistance = 14;  // between two labels at the ends of lines
constexpr double kWordsWidth = 130;    // of a gap, so that its text fits

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Report)
};

QString number(double value) { return QString::number(std::round(value * 10) / 10); }

struct Frame {
    double left = kLeft, right = kWidth - kRight, top = kTop, bottom = kHeight - kBottom;
    double fromX = 0, toX = 1, fromY = 0, toY = 1;
    double x(double value) const { return left + (value - fromX) / std::max(1e-12, toX - fromX) * (right - left); }
    double y(double value) const { return bottom - (value - fromY) / std::max(1e-300, toY - fromY) * (bottom - top); }
};

QString pathOf(const QList<QPointF> &points, const Frame &frame)
{
    QString path;
    for (const QPointF &point : points)
        path += (path.isEmpty() ? QStringLiteral("M") : QStringLiteral("L")) + number(frame.x(point.x())) + u' '
                + number(frame.y(point.y()));
    // A single value is a dot: a round cap makes a line of length zero visible.
    if (points.size() == 1)
        path += QStringLiteral("h0");
    return path;
}

void writeBand(Markup &out, const SvgLine &line, const SvgChart &chart, const Frame &frame)
{
    const auto lows = stretches(line.low, chart.gaps, chart.joinWithin), highs = stretches(line.high, chart.gaps, chart.joinWithin);
    QString path;
    for (qsizetype i = 0; i < std::min(lows.size(), highs.size()); ++i) {
        QList<QPointF> around = highs[i];
        std::copy(lows[i].rbegin(), lows[i].rend(), std::back_inserter(around));
        path += pathOf(around, frame) + u'Z';
    }
    if (!path.isEmpty())
        out.empty("path", {{"class", QStringLiteral("band s%1").arg(line.series)}, {"d", path}});
}

void writeGrid(Markup &out, const Scale &x, const Scale &y, const Frame &frame)
{
    for (const ScaleTick &tick : y.ticks) {
        const double at = frame.y(tick.position);
        out.empty("line", {{"class", QStringLiteral("grid")},
                           {"x1", number(frame.left)},
                           {"x2", number(frame.right)},
                           {"y1", number(at)},
                           {"y2", number(at)}});
        out.element("text", tick.label,
                    {{"class", QStringLiteral("tick")},
                     {"x", number(frame.left - 8)},
                     {"y", number(at + 4)},
                     {"text-anchor", QStringLiteral("end")}});
    }
    for (const ScaleTick &tick : x.ticks) {
        const double at = frame.x(tick.position);
        if (at < frame.left - 1 || at > frame.right + 1)
            continue;
        out.empty("line", {{"class", QStringLiteral("grid")},
                           {"x1", number(at)},
                           {"x2", number(at)},
                           {"y1", number(frame.bottom)},
                           {"y2", number(frame.bottom + 4)}});
        out.element(
            "text", tick.label,
            {{"class", QStringLiteral("tick")}, {"x", number(at)}, {"y", number(kHeight - 8)}, {"text-anchor", QStringLiteral("middle")}});
    }
}

void writeLabels(Markup &out, const SvgChart &chart, const Frame &frame)
{
    struct Label {
        double y;
        const SvgLine *line;
    };
    QList<Label> labels;
    for (const SvgLine &line : chart.lines) {
        if (!line.label.isEmpty() && !line.points.isEmpty())
            labels << Label{frame.y(line.points.last().y()), &line};
    }
    std::sort(labels.begin(), labels.end(), [](const Label &a, const Label &b) { return a.y < b.y; });
    double lowest = frame.top + 4;
    for (Label &label : labels) {
        label.y = std::max(label.y, lowest);
        lowest = label.y + kLabelDistance;
    }
    // Labels pushed below the frame push the others up again.
    double highest = frame.bottom + 4;
    for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
        label->y = std::min(label->y, highest);
        highest = label->y - kLabelDistance;
        out.element(
            "text", label->line->label,
            {{"class", QStringLiteral("label s%1").arg(label->line->series)}, {"x", number(frame.right + 8)}, {"y", number(label->y + 4)}});
    }
}

}  // namespace

QList<QList<QPointF>> stretches(const QList<QPointF> &points, const QList<TimeGap> &gaps, double joinWithin)
{
    QList<QList<QPointF>> all;
    QList<QPointF> current;
    qsizetype gap = 0;
    const auto finish = [&] {
        if (!current.isEmpty())
            all << std::exchange(current, {});
    };
    for (const QPointF &point : points) {
        if (!std::isfinite(point.x()) || !std::isfinite(point.y())) {
            finish();
            continue;
        }
        if (!current.isEmpty()) {
            while (gap < gaps.size() && double(gaps[gap].to) <= current.last().x())
                ++gap;
            const bool crosses = gap < gaps.size() && double(gaps[gap].from) < point.x() && double(gaps[gap].to) > current.last().x();
            if (crosses || (joinWithin > 0 && point.x() - current.last().x() > joinWithin))
                finish();
        }
        current << point;
    }
    finish();
    return all;
}

void writeSvgPatterns(Markup &out)
{
    out.open("svg", {{"xmlns", QStringLiteral("http://www.w3.org/2000/svg")},
                     {"class", QStringLiteral("patterns")},
                     {"width", QStringLiteral("0")},
                     {"height", QStringLiteral("0")},
                     {"aria-hidden", QStringLiteral("true")}});
    out.open("pattern", {{"id", QStringLiteral("gap")},
                         {"width", QStringLiteral("6")},
                         {"height", QStringLiteral("6")},
                         {"patternUnits", QStringLiteral("userSpaceOnUse")},
                         {"patternTransform", QStringLiteral("rotate(45)")}});
    out.empty("rect", {{"class", QStringLiteral("gapfill")}, {"width", QStringLiteral("6")}, {"height", QStringLiteral("6")}});
    out.empty("line", {{"class", QStringLiteral("gapline")},
                       {"x1", QStringLiteral("0")},
                       {"x2", QStringLiteral("0")},
                       {"y1", QStringLiteral("0")},
                       {"y2", QStringLiteral("6")}});
    out.close();
    out.close();
}

void writeSvg(Markup &out, const SvgChart &chart)
{
    double low = std::numeric_limits<double>::infinity(), high = -low;
    bool hasLabels = false;
    for (const SvgLine &line : chart.lines) {
        for (const QList<QPointF> *points : {&line.points, &line.low, &line.high}) {
            for (const QPointF &point : *points) {
                if (std::isfinite(point.y())) {
                    low = std::min(low, point.y());
                    high = std::max(high, point.y());
                }
            }
        }
        hasLabels |= !line.label.isEmpty();
    }
    Frame frame;
    frame.right = kWidth - (hasLabels ? kRightWithLabels : kRight);
    const Scale y = niceScale(low, high, 4, chart.includesZero);
    frame.fromX = chart.from;
    frame.toX = chart.to > chart.from ? chart.to : chart.from + 1;
    frame.fromY = y.low;
    frame.toY = y.high;
    Scale x;
    if (chart.isTime) {
        x = timeScale(qint64(frame.fromX), qint64(frame.toX), 8);
    } else {
        x = niceScale(frame.fromX, frame.toX, 8, false);
    }

    out.open("svg", {{"xmlns", QStringLiteral("http://www.w3.org/2000/svg")},
                     {"class", QStringLiteral("chart")},
                     {"viewBox", QStringLiteral("0 0 %1 %2").arg(kWidth).arg(kHeight)},
                     {"role", QStringLiteral("img")},
                     {"aria-label", chart.sentence}});
    writeGrid(out, x, y, frame);
    for (const TimeGap &gap : chart.gaps) {
        const double from = std::clamp(frame.x(double(gap.from)), frame.left, frame.right),
                     to = std::clamp(frame.x(double(gap.to)), frame.left, frame.right);
        if (to - from < 0.5)
            continue;
        out.open("g");
        out.empty("rect", {{"class", QStringLiteral("gap")},
                           {"x", number(from)},
                           {"y", number(frame.top)},
                           {"width", number(to - from)},
                           {"height", number(frame.bottom - frame.top)},
                           {"fill", QStringLiteral("url(#gap)")}});
        const QString words = Words::tr("no samples %1").arg(formatDuration(gap.to - gap.from));
        out.element("title", words);
        if (to - from > kWordsWidth)
            out.element("text", words,
                        {{"class", QStringLiteral("tick")},
                         {"x", number((from + to) / 2)},
                         {"y", number((frame.top + frame.bottom) / 2)},
                         {"text-anchor", QStringLiteral("middle")}});
        out.close();
    }
    for (const SvgLine &line : chart.lines)
        writeBand(out, line, chart, frame);
    for (const SvgLine &line : chart.lines) {
        QString path;
        for (const QList<QPointF> &stretch : stretches(line.points, chart.gaps, chart.joinWithin))
            path += pathOf(stretch, frame);
        if (!path.isEmpty())
            out.empty("path",
                      {{"class", QStringLiteral("line s%1%2").arg(line.series).arg(line.isFaint ? QStringLiteral(" faint") : QString())},
                       {"d", path}});
    }
    for (const SvgMark &mark : chart.marks) {
        const double at = frame.x(mark.x);
        if (at < frame.left || at > frame.right)
            continue;
        out.open("path", {{"class", QStringLiteral("mark")},
                          {"d", QStringLiteral("M%1 %2l4 4l-4 4l-4 -4Z").arg(number(at), number(frame.bottom - 4))}});
        out.element("title", mark.text);
        out.close();
    }
    writeLabels(out, chart, frame);
    out.close();
}

}  // namespace trainyard
