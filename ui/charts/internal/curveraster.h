// SPDX-License-Identifier: GPL-3.0-or-later
// Draws lines that never go back in x, fifty of them within a frame: a line is a span of rows in each column of pixels, with the coverage of
// its edges. QPainter strokes the outline of every segment instead, which takes ten times as long. All lengths are pixels of the image.
#pragma once

#include <QColor>
#include <QImage>
#include <QPointF>

#include <limits>
#include <vector>

namespace trainyard {

class CurveRaster {
public:
    struct Span {
        float top = std::numeric_limits<float>::max(), bottom = std::numeric_limits<float>::lowest();

        bool isEmpty() const { return top > bottom; }
        void add(float y)
        {
            top = y < top ? y : top;
            bottom = y > bottom ? y : bottom;
        }
    };

    CurveRaster(int width, int height);
    // An empty image of this size. Memory is kept from one picture to the next: to get it anew takes as long as a picture's lines.
    void clear(int width, int height);

    // Points in the order of x; they may lie outside the image.
    void drawPoints(const std::vector<QPointF> &points, double width, const QColor &colour);
    // One span per column: the extremes of the line there. Empty ones within the line are bridged.
    void drawSpans(std::vector<Span> spans, double width, const QColor &colour);
    // The same, for many lines of one colour: they are counted by pixel, and drawn together by drawLayer(), whose cost does not depend on
    // their number.
    void addPoints(const std::vector<QPointF> &points, double width);
    void addSpans(std::vector<Span> spans, double width);
    void drawLayer(const QColor &colour);
    // The rows of the line that was drawn last, by column, without its width.
    const std::vector<Span> &spans() const { return m_spans; }

    // The picture, in Format_ARGB32_Premultiplied. The memory of `image` is used again if its size is right.
    void writeTo(QImage &image) const;

private:
    template <typename Cover, typename Finish>
    void walkPoints(const std::vector<QPointF> &points, double width, int perColumn, Cover cover, Finish finish);
    template <typename Cover, typename Finish>
    void walkSpans(std::vector<Span> spans, double width, Cover cover, Finish finish);
    void cover(float top, float bottom, float weight);
    void count(int column, float top, float bottom, float weight);
    void blend(int column, const QColor &colour);

    int m_width = 0, m_height = 0;
    std::vector<quint32> m_cells;  // by column: a line runs down a column
    std::vector<float> m_cover;
    std::vector<float> m_layer;    // by column: by how much each row is covered more than the one above it
    int m_first = 0, m_last = -1;  // covered rows
    std::vector<Span> m_spans, m_parts;
};

}  // namespace trainyard
