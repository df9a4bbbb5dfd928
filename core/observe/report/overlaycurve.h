// SPDX-License-Identifier: GPL-3.0-or-later
// One quantity of one run over steps, time and an amount of data: compact, with levels of its extremes, so that what drawing costs depends
// on pixels and not on values. 16 to 23 bytes a value. Pure; const functions may be called by several threads.
#pragma once

#include <QList>
#include <QPointF>

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace trainyard {

enum class OverlayAxis {
    Step,
    Time,    // milliseconds since the run's first sample
    Amount,  // tokens or samples, as one of the run's own series says
};

// What to draw of a curve. Many values per column: the extremes of each; else the values themselves, with one beyond either side.
struct OverlayStroke {
    struct Column {
        int at = 0;  // only columns with values, ascending
        float low = 0, high = 0;
    };
    std::vector<Column> columns;
    std::vector<QPointF> points;
};

class OverlayCurve {
public:
    // In the order of the axes, which never go back; a position that is unknown or goes back takes the one before it. Finite values only.
    void append(double step, std::optional<double> ms, std::optional<double> amount, double value);
    void close();  // after the last one: makes the levels

    bool has(OverlayAxis axis) const;  // it has values, and their positions are known
    size_t size() const { return m_values.size(); }
    double x(OverlayAxis axis, size_t i) const;
    double value(size_t i) const { return double(m_values[i]); }
    double from(OverlayAxis axis) const { return x(axis, 0); }
    double to(OverlayAxis axis) const { return x(axis, size() - 1); }
    size_t bytes() const;

    // The values as an exponential moving average, free of the bias of its beginning, as TensorBoard draws it:
    // s(i) = (w·s(i−1) + (1−w)·v(i)) with s(0) = 0; shown is s(i) / (1 − w^i). `weight`: 0 up to 1, without 1.
    OverlayCurve smoothed(double weight) const;

    struct Extremes {
        double low = 0, high = 0;
        std::optional<double> lowestPositive;
    };
    // Of the values within from…to; nullopt: there is none.
    std::optional<Extremes> extremes(OverlayAxis axis, double from, double to) const;
    OverlayStroke stroke(OverlayAxis axis, double from, double to, int columns) const;
    // The value nearest to x; nullopt beyond the ends.
    std::optional<double> at(OverlayAxis axis, double x) const;

private:
    static constexpr size_t kFactor = 4, kFirstSpan = 8;
    struct Node {
        float low = 0, high = 0;
    };
    struct Positions {
        std::vector<double> steps;
        std::vector<float> seconds, amounts;  // empty: unknown
    };
    static size_t span(size_t level) { return kFirstSpan << (2 * level); }
    size_t firstAt(OverlayAxis axis, double x) const;  // the first that is not before it

    std::shared_ptr<Positions> m_positions = std::make_shared<Positions>();
    std::vector<float> m_values;
    std::array<std::vector<Node>, 5> m_levels;  // of 8, 32 … 2048 values each
};

}  // namespace trainyard
