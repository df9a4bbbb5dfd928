// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/internal/curveraster.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trainyard {

namespace {

constexpr int kParts = 4, kPartsOfMany = 2;  // of a column, for lines with few points: so steep ones have smooth edges
constexpr float kSteepest = 24;              // how much higher than wide a steep line's span may be

}  // namespace

CurveRaster::CurveRaster(int width, int height) { clear(width, height); }

void CurveRaster::clear(int width, int height)
{
    m_width = std::max(1, width);
    m_height = std::max(1, height);
    m_cells.assign(size_t(m_width) * size_t(m_height), 0);
    m_cover.assign(size_t(m_height), 0.f);
    m_layer.clear();
    m_first = m_height;
    m_last = -1;
}

void CurveRaster::cover(float top, float bottom, float weight)
{
    top = std::max(0.f, top);
    bottom = std::min(float(m_height), bottom);
    if (!(bottom > top))
        return;
    const int first = int(top), last = std::min(m_height - 1, int(bottom));
    m_first = std::min(m_first, first);
    m_last = std::max(m_last, last);
    if (first == last) {
        m_cover[size_t(first)] += (bottom - top) * weight;
        return;
    }
    m_cover[size_t(first)] += (float(first + 1) - top) * weight;
    for (int row = first + 1; row < last; ++row)
        m_cover[size_t(row)] += weight;
    m_cover[size_t(last)] += (bottom - float(last)) * weight;
}

void CurveRaster::blend(int column, const QColor &colour)
{
    const quint32 solid = colour.rgb() | 0xff000000u, redBlue = solid & 0xff00ffu, alphaGreen = (solid >> 8) & 0xff00ffu;
    const float opacity = float(colour.alphaF()) * 256;
    quint32 *const cells = m_cells.data() + size_t(column) * size_t(m_height);
    for (int row = m_first; row <= m_last; ++row) {
        const quint32 part = quint32(std::min(1.f, m_cover[size_t(row)]) * opacity), rest = 256 - part;
        m_cover[size_t(row)] = 0;
        if (rest <= 1) {
            cells[row] = solid;
            continue;
        }
        // Two channels at a time.
        const quint32 below = cells[row];
        cells[row] = (((redBlue * part + (below & 0xff00ffu) * rest) >> 8) & 0xff00ffu)
                     | ((alphaGreen * part + ((below >> 8) & 0xff00ffu) * rest) & 0xff00ff00u);
    }
    m_first = m_height;
    m_last = -1;
}

template <typename Cover, typename Finish>
void CurveRaster::walkPoints(const std::vector<QPointF> &points, double width, int perColumn, Cover cover, Finish finish)
{
    m_spans.assign(size_t(m_width), {});
    m_parts.assign(size_t(m_width) * size_t(perColumn), {});
    if (points.empty())
        return;
    const int parts = m_width * perColumn;
    for (size_t i = 0; i < points.size(); ++i) {
        const QPointF &from = points[i > 0 ? i - 1 : 0], &to = points[i];
        const double x0 = from.x() * perColumn, x1 = to.x() * perColumn;
        const int begin = std::max(0, int(std::floor(std::max(x0, -1.0)))),
                  end = std::min(parts - 1, int(std::floor(std::min(x1, parts + 1.0))));
        const double slope = x1 > x0 ? (to.y() - from.y()) / (x1 - x0) : 0;
        const auto yAt = [&](double x) { return float(x1 > x0 ? from.y() + (x - x0) * slope : to.y()); };
        float y = x1 > x0 ? yAt(std::max(x0, double(begin))) : float(from.y());
        for (int part = begin; part <= end; ++part) {
            Span &span = m_parts[size_t(part)];
            span.add(y);
            y = yAt(std::min(x1, double(part + 1)));
            span.add(y);
        }
    }
    const float share = 1 / float(perColumn);
    for (int column = 0; column < m_width; ++column) {
        Span &whole = m_spans[size_t(column)];
        for (int part = 0; part < perColumn; ++part) {
            const Span &span = m_parts[size_t(column * perColumn + part)];
            if (span.isEmpty())
                continue;
            whole.add(span.top);
            whole.add(span.bottom);
            const float slope = std::min(kSteepest, (span.bottom - span.top) * float(perColumn));
            const float half = float(width) / 2 * std::sqrt(1 + slope * slope);
            const float middle = (span.top + span.bottom) / 2, reach = std::max((span.bottom - span.top) / 2, half);
            cover(column, middle - reach, middle + reach, share);
        }
        finish(column);
    }
}

template <typename Cover, typename Finish>
void CurveRaster::walkSpans(std::vector<Span> spans, double width, Cover cover, Finish finish)
{
    spans.resize(size_t(m_width));
    m_spans = std::move(spans);
    const float half = float(width) / 2;
    int before = -1;  // the last column with values
    for (int column = 0; column < m_width; ++column) {
        Span &span = m_spans[size_t(column)];
        if (span.isEmpty())
            continue;
        if (before >= 0) {
            const Span last = m_spans[size_t(before)];
            if (const int gap = column - before; gap > 1) {
                const float from = (last.top + last.bottom) / 2, to = (span.top + span.bottom) / 2;
                for (int between = before + 1; between < column; ++between) {
                    const float y0 = from + (to - from) * float(between - before - 1) / float(gap),
                                y1 = from + (to - from) * float(between - before) / float(gap);
                    Span &bridge = m_spans[size_t(between)];
                    bridge.add(y0);
                    bridge.add(y1);
                    cover(between, bridge.top - half, bridge.bottom + half, 1.f);
                    finish(between);
                }
            }
            // Neighbours touch.
            if (span.top > last.bottom)
                span.top = last.bottom;
            else if (span.bottom < last.top)
                span.bottom = last.top;
        }
        cover(column, span.top - half, span.bottom + half, 1.f);
        finish(column);
        before = column;
    }
}

// In constant time, however high the span is.
void CurveRaster::count(int column, float top, float bottom, float weight)
{
    top = std::max(0.f, top);
    bottom = std::min(float(m_height), bottom);
    if (!(bottom > top))
        return;
    float *const rows = m_layer.data() + size_t(column) * size_t(m_height + 2);
    const auto edge = [rows](float y, float by) {
        const int row = int(y);
        const float inRow = (float(row + 1) - y) * by;
        rows[row] += inRow;
        rows[row + 1] += by - inRow;
    };
    edge(top, weight);
    edge(bottom, -weight);
}

void CurveRaster::addPoints(const std::vector<QPointF> &points, double width)
{
    m_layer.resize(size_t(m_width) * size_t(m_height + 2), 0.f);
    walkPoints(
        points, width, kPartsOfMany, [this](int column, float top, float bottom, float weight) { count(column, top, bottom, weight); },
        [](int) {});
}

void CurveRaster::addSpans(std::vector<Span> spans, double width)
{
    m_layer.resize(size_t(m_width) * size_t(m_height + 2), 0.f);
    walkSpans(
        std::move(spans), width, [this](int column, float top, float bottom, float weight) { count(column, top, bottom, weight); },
        [](int) {});
}

// n lines over each other let (1 − opacity)^n of what is below through.
void CurveRaster::drawLayer(const QColor &colour)
{
    if (m_layer.empty())
        return;
    constexpr int kShades = 16, kMostLines = 16;  // per line; more than so many are as good as opaque
    std::vector<float> shades;
    for (int i = 0; i <= kShades * kMostLines; ++i)
        shades.push_back(1 - std::pow(1 - float(colour.alphaF()), float(i) / kShades));
    QColor opaque = colour;
    opaque.setAlpha(255);
    for (int column = 0; column < m_width; ++column) {
        const float *const rows = m_layer.data() + size_t(column) * size_t(m_height + 2);
        float lines = 0;
        for (int row = 0; row < m_height; ++row) {
            lines += rows[row];
            if (lines <= 0.02f)  // also what adding and subtracting leaves
                continue;
            m_cover[size_t(row)] = shades[size_t(std::min(kShades * kMostLines, int(lines * kShades + 0.5f)))];
            m_first = std::min(m_first, row);
            m_last = row;
        }
        blend(column, opaque);
    }
    m_layer.clear();
}

void CurveRaster::drawPoints(const std::vector<QPointF> &points, double width, const QColor &colour)
{
    walkPoints(
        points, width, kParts, [this](int, float top, float bottom, float weight) { cover(top, bottom, weight); },
        [&](int column) { blend(column, colour); });
}

void CurveRaster::drawSpans(std::vector<Span> spans, double width, const QColor &colour)
{
    walkSpans(
        std::move(spans), width, [this](int, float top, float bottom, float weight) { cover(top, bottom, weight); },
        [&](int column) { blend(column, colour); });
}

void CurveRaster::writeTo(QImage &image) const
{
    if (image.size() != QSize(m_width, m_height) || image.format() != QImage::Format_ARGB32_Premultiplied)
        image = QImage(m_width, m_height, QImage::Format_ARGB32_Premultiplied);
    constexpr int kBlock = 16;  // a square that fits the first cache
    const qsizetype stride = image.bytesPerLine();
    uchar *const pixels = image.bits();
    for (int top = 0; top < m_height; top += kBlock) {
        for (int left = 0; left < m_width; left += kBlock) {
            for (int y = top; y < std::min(m_height, top + kBlock); ++y) {
                auto *const row = reinterpret_cast<quint32 *>(pixels + stride * y);
                for (int x = left; x < std::min(m_width, left + kBlock); ++x)
                    row[x] = m_cells[size_t(x) * size_t(m_height) + size_t(y)];
            }
        }
    }
}

}  // namespace trainyard
