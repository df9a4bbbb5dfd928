// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/report/overlaycurve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trainyard {

namespace {

// A column takes whole nodes: with so many in it, its edge is right to a third of a pixel.
constexpr double kNodesPerColumn = 3;
constexpr double kDenseFrom = 3;  // values per column; fewer are drawn as they are

}  // namespace

void OverlayCurve::append(double step, std::optional<double> ms, std::optional<double> amount, double value)
{
    if (!std::isfinite(step) || !std::isfinite(value) || std::abs(value) > double(std::numeric_limits<float>::max()))
        return;
    Positions &to = *m_positions;
    const auto put = [this](std::vector<float> &positions, std::optional<double> position) {
        const bool isFirst = positions.empty();
        if (isFirst && !position)
            return;
        if (isFirst)
            positions.assign(m_values.size(), float(*position));  // those before it are dated by it
        const float before = positions.empty() ? -std::numeric_limits<float>::max() : positions.back();
        positions.push_back(position && std::isfinite(*position) ? std::max(before, float(*position)) : before);
    };
    put(to.seconds, ms ? std::optional(*ms / 1000) : std::nullopt);
    put(to.amounts, amount);
    to.steps.push_back(to.steps.empty() ? step : std::max(step, to.steps.back()));
    m_values.push_back(float(value));
}

void OverlayCurve::close()
{
    m_values.shrink_to_fit();
    m_positions->steps.shrink_to_fit();
    m_positions->seconds.shrink_to_fit();
    m_positions->amounts.shrink_to_fit();
    for (size_t level = 0; level < m_levels.size(); ++level) {
        const size_t count = (m_values.size() + span(level) - 1) / span(level);
        std::vector<Node> &nodes = m_levels[level];
        nodes.resize(count);
        for (size_t i = 0; i < count; ++i) {
            Node &node = nodes[i];
            if (level == 0) {
                const auto [low, high] = std::minmax_element(m_values.begin() + qsizetype(i * span(0)),
                                                             m_values.begin() + qsizetype(std::min(m_values.size(), (i + 1) * span(0))));
                node = {*low, *high};
                continue;
            }
            const std::vector<Node> &finer = m_levels[level - 1];
            node = finer[i * kFactor];
            for (size_t k = i * kFactor + 1; k < std::min(finer.size(), (i + 1) * kFactor); ++k)
                node = {std::min(node.low, finer[k].low), std::max(node.high, finer[k].high)};
        }
    }
}

bool OverlayCurve::has(OverlayAxis axis) const
{
    return !m_values.empty()
           && (axis == OverlayAxis::Step || !(axis == OverlayAxis::Time ? m_positions->seconds : m_positions->amounts).empty());
}

double OverlayCurve::x(OverlayAxis axis, size_t i) const
{
    switch (axis) {
    case OverlayAxis::Step: return m_positions->steps[i];
    case OverlayAxis::Time: return double(m_positions->seconds[i]) * 1000;
    case OverlayAxis::Amount: break;
    }
    return double(m_positions->amounts[i]);
}

size_t OverlayCurve::bytes() const
{
    size_t bytes = m_values.capacity() * sizeof(float) + m_positions->steps.capacity() * sizeof(double)
                   + (m_positions->seconds.capacity() + m_positions->amounts.capacity()) * sizeof(float);
    for (const std::vector<Node> &nodes : m_levels)
        bytes += nodes.capacity() * sizeof(Node);
    return bytes;
}

OverlayCurve OverlayCurve::smoothed(double weight) const
{
    OverlayCurve smooth;
    smooth.m_positions = m_positions;
    smooth.m_values.reserve(m_values.size());
    double mean = 0, bias = 1;
    for (const float value : m_values) {
        mean = mean * weight + (1 - weight) * double(value);
        bias *= weight;
        smooth.m_values.push_back(float(mean / (1 - bias)));
    }
    smooth.close();
    return smooth;
}

size_t OverlayCurve::firstAt(OverlayAxis axis, double position) const
{
    size_t low = 0, high = size();
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (x(axis, middle) < position)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

std::optional<OverlayCurve::Extremes> OverlayCurve::extremes(OverlayAxis axis, double from, double to) const
{
    if (!has(axis))
        return std::nullopt;
    size_t i = firstAt(axis, from);
    const size_t end = firstAt(axis, std::nextafter(to, std::numeric_limits<double>::max()));
    if (i >= end)
        return std::nullopt;
    float low = std::numeric_limits<float>::max(), high = -low, positive = low;
    const auto take = [&](float lowest, float highest) {
        low = std::min(low, lowest);
        high = std::max(high, highest);
    };
    while (i < end) {
        size_t level = m_levels.size();
        while (level > 0 && (i % span(level - 1) != 0 || i + span(level - 1) > end))
            --level;
        if (level == 0) {
            take(m_values[i], m_values[i]);
            positive = m_values[i] > 0 ? std::min(positive, m_values[i]) : positive;
            ++i;
            continue;
        }
        const Node &node = m_levels[level - 1][i / span(level - 1)];
        take(node.low, node.high);
        // A node that reaches below zero hides its lowest positive value; its highest bounds it well enough for a scale.
        if (node.high > 0)
            positive = std::min(positive, node.low > 0 ? node.low : node.high);
        i += span(level - 1);
    }
    Extremes found{double(low), double(high), std::nullopt};
    if (high > 0)
        found.lowestPositive = double(positive);
    return found;
}

OverlayStroke OverlayCurve::stroke(OverlayAxis axis, double from, double to, int columns) const
{
    OverlayStroke stroke;
    if (!has(axis) || to <= from || columns < 1)
        return stroke;
    size_t begin = firstAt(axis, from), end = firstAt(axis, std::nextafter(to, std::numeric_limits<double>::max()));
    begin -= begin > 0;
    end += end < size();
    const double perColumn = double(end - begin) / columns;
    if (perColumn < kDenseFrom) {
        stroke.points.reserve(end - begin);
        for (size_t i = begin; i < end; ++i)
            stroke.points.emplace_back(x(axis, i), double(m_values[i]));
        return stroke;
    }
    size_t level = 0;  // 0: the values, else m_levels[level - 1]
    while (level < m_levels.size() && perColumn / double(span(level)) >= kNodesPerColumn)
        ++level;
    const size_t step = level == 0 ? 1 : span(level - 1);
    const double scale = columns / (to - from);
    stroke.columns.reserve(size_t(columns) + 2);
    // The axis is looked up once, and a column only where it ends: a million values are walked for a frame of fifty runs.
    const auto walk = [&](const auto *positions, double unit) {
        OverlayStroke::Column column;
        double ends = -std::numeric_limits<double>::infinity();
        for (size_t i = begin / step; i * step < end; ++i) {
            const float low = level == 0 ? m_values[i] : m_levels[level - 1][i].low;
            const float high = level == 0 ? low : m_levels[level - 1][i].high;
            const double position = double(positions[i * step]) * unit;
            if (position < ends) {
                column.low = low < column.low ? low : column.low;
                column.high = high > column.high ? high : column.high;
                continue;
            }
            if (std::isfinite(ends))
                stroke.columns.push_back(column);
            column = {int(std::clamp(std::floor((position - from) * scale), -1.0, double(columns))), low, high};
            ends = column.at >= columns ? std::numeric_limits<double>::max() : from + (column.at + 1) / scale;
        }
        stroke.columns.push_back(column);
    };
    switch (axis) {
    case OverlayAxis::Step: walk(m_positions->steps.data(), 1); break;
    case OverlayAxis::Time: walk(m_positions->seconds.data(), 1000); break;
    case OverlayAxis::Amount: walk(m_positions->amounts.data(), 1); break;
    }
    return stroke;
}

std::optional<double> OverlayCurve::at(OverlayAxis axis, double position) const
{
    if (!has(axis) || position < from(axis) || position > to(axis))
        return std::nullopt;
    size_t i = std::min(firstAt(axis, position), size() - 1);
    if (i > 0 && position - x(axis, i - 1) < x(axis, i) - position)
        --i;
    return double(m_values[i]);
}

}  // namespace trainyard
