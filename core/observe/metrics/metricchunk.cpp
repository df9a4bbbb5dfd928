// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/metrics/metricchunk.h"

#include <algorithm>
#include <cmath>

namespace trainyard {

size_t MetricChunk::indexAt(qint64 time) const
{
    if (time <= m_base)
        return 0;
    if (m_offsets.empty() || time > lastTime())
        return size();
    return size_t(std::lower_bound(m_offsets.begin(), m_offsets.end(), qint32(time - m_base)) - m_offsets.begin());
}

void MetricChunk::open(qint64 time) { m_offsets.push_back(qint32(time - m_base)); }

void MetricChunk::set(size_t series, float value)
{
    if (series >= m_columns.size())
        m_columns.resize(series + 1);
    std::vector<float> &values = m_columns[series].values;
    if (std::isnan(value) || values.size() >= size())
        return;
    // Grown here, because a vector by itself may reserve twice what a chunk holds.
    if (values.capacity() < size())
        values.reserve(std::min(kCapacity, std::max(2 * values.capacity(), size() + kFactor)));
    if (values.size() + 1 < size())
        values.resize(size() - 1, kNoValue);
    values.push_back(value);
}

void MetricChunk::close()
{
    if (size() % kFactor != 0)
        return;
    for (Column &column : m_columns) {
        if (column.values.empty())
            continue;
        std::vector<PyramidNode> &first = column.floors[0];
        while (first.size() < size() / kFactor) {
            PyramidNode node;
            const size_t begin = first.size() * kFactor, end = std::min(begin + kFactor, column.values.size());
            for (size_t i = begin; i < end; ++i) {
                if (!std::isnan(column.values[i]))
                    node.add(column.values[i]);
            }
            first.push_back(node);
        }
        for (int floor = 2; floor < kFloors && size() % span(floor) == 0; ++floor) {
            const std::vector<PyramidNode> &below = column.floors[floor - 2];
            std::vector<PyramidNode> &nodes = column.floors[floor - 1];
            const size_t each = span(floor) / span(floor - 1);
            while (nodes.size() < size() / span(floor)) {
                PyramidNode node;
                for (size_t i = nodes.size() * each, end = i + each; i < end; ++i)
                    node.add(below[i]);
                nodes.push_back(node);
            }
        }
    }
}

size_t MetricChunk::nodes(int floor) const { return (size() + span(floor) - 1) / span(floor); }

void MetricChunk::addAnyNodes(PyramidNode &sum, size_t series, int floor, size_t begin, size_t end) const
{
    if (series >= m_columns.size() || m_columns[series].values.empty())
        return;
    const Column &column = m_columns[series];
    if (floor == 0) {
        end = std::min(end, column.values.size());
        for (size_t i = begin; i < end; ++i) {
            if (!std::isnan(column.values[i]))
                sum.add(column.values[i]);
        }
        return;
    }
    const std::vector<PyramidNode> &complete = column.floors[floor - 1];
    for (size_t i = begin; i < std::min(end, complete.size()); ++i)
        sum.add(complete[i]);
    const size_t each = span(floor) / span(floor - 1);
    if (end > complete.size())
        addAnyNodes(sum, series, floor - 1, std::max(begin, complete.size()) * each, std::min(end * each, nodes(floor - 1)));
}

PyramidNode MetricChunk::over(size_t series, size_t begin, size_t end) const
{
    PyramidNode sum;
    const size_t first = (begin + kFactor - 1) / kFactor, last = end / kFactor;
    if (first >= last) {
        addNodes(sum, series, 0, begin, end);
        return sum;
    }
    addNodes(sum, series, 0, begin, first * kFactor);
    addNodes(sum, series, 1, first, last);
    addNodes(sum, series, 0, last * kFactor, end);
    return sum;
}

void MetricChunk::truncate(size_t size)
{
    if (size >= m_offsets.size())
        return;
    m_offsets.resize(size);
    for (Column &column : m_columns) {
        if (column.values.size() > size)
            column.values.resize(size);
        for (int floor = 1; floor < kFloors; ++floor) {
            auto &nodes = column.floors[floor - 1];
            if (nodes.size() > size / span(floor))
                nodes.resize(size / span(floor));
        }
    }
}

size_t MetricChunk::bytes() const
{
    size_t sum = sizeof *this + m_offsets.capacity() * sizeof m_offsets[0] + m_columns.capacity() * sizeof(Column);
    for (const Column &column : m_columns) {
        sum += column.values.capacity() * sizeof(float);
        for (const auto &floor : column.floors)
            sum += floor.capacity() * sizeof(PyramidNode);
    }
    return sum;
}

}  // namespace trainyard
