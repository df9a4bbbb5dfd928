// SPDX-License-Identifier: GPL-3.0-or-later
// A few thousand moments of all series, each with a pyramid of extremes and sums over 16, 64 and 256 moments, so that the cost of drawing
// depends on pixels, not on moments. Private to this folder; pure.
//
// Per sample: 4 bytes, 1 for the first level of the pyramid (16 bytes over 16 samples), 0.31 for the others, and a share of 4 bytes for the
// time that all series of a moment have in common.
#pragma once

#include <QtGlobal>

#include <limits>
#include <vector>

namespace trainyard {

inline constexpr float kNoValue = std::numeric_limits<float>::quiet_NaN();

struct PyramidNode {
    float low = std::numeric_limits<float>::max(), high = std::numeric_limits<float>::lowest(), sum = 0;
    quint32 known = 0;

    void add(float value)
    {
        low = value < low ? value : low;
        high = value > high ? value : high;
        sum += value;
        ++known;
    }
    void add(const PyramidNode &other)
    {
        low = other.low < low ? other.low : low;
        high = other.high > high ? other.high : high;
        sum += other.sum;
        known += other.known;
    }
};

class MetricChunk {
public:
    static constexpr size_t kCapacity = 4096;  // 68 minutes at one per second
    static constexpr size_t kFactor = 16;
    static constexpr int kFloors = 4;  // the moments themselves, 16, 64, 256

    // The number of moments in a complete node of a level.
    static constexpr size_t span(int floor) { return floor == 0 ? 1 : kFactor << (2 * (floor - 1)); }

    explicit MetricChunk(qint64 firstTime) : m_base(firstTime) {}

    // Whether a moment fits: there is room, and its time can be stored relative to the first one's.
    bool hasRoomFor(qint64 time) const { return size() < kCapacity && time - m_base <= std::numeric_limits<qint32>::max(); }
    size_t size() const { return m_offsets.size(); }
    qint64 time(size_t i) const { return m_base + m_offsets[i]; }
    qint64 firstTime() const { return m_base; }
    qint64 lastTime() const { return m_base + m_offsets.back(); }
    size_t indexAt(qint64 time) const;  // first moment at or after `time`; size() if there is none

    // Adds a moment with NaN in every series; set() then fills it, and close() ends it.
    void open(qint64 time);
    void set(size_t series, float value);
    void close();

    float value(size_t series, size_t i) const
    {
        return series < m_columns.size() && i < m_columns[series].values.size() ? m_columns[series].values[i] : kNoValue;
    }
    // Over exactly the moments [begin, end).
    PyramidNode over(size_t series, size_t begin, size_t end) const;
    // Over whole nodes of one level (floor 0: moments). Nodes that are not complete yet end at size().
    size_t nodes(int floor) const;
    void addNodes(PyramidNode &sum, size_t series, int floor, size_t begin, size_t end) const
    {
        // Inline for the most frequent case: complete nodes.
        if (floor > 0 && series < m_columns.size() && end <= m_columns[series].floors[floor - 1].size()) {
            const PyramidNode *const complete = m_columns[series].floors[floor - 1].data();
            for (size_t i = begin; i < end; ++i)
                sum.add(complete[i]);
            return;
        }
        addAnyNodes(sum, series, floor, begin, end);
    }

    void truncate(size_t size);  // drops the moments from there on
    size_t bytes() const;

private:
    struct Column {
        std::vector<float> values;                     // ends with the last known one; missing values are NaN
        std::vector<PyramidNode> floors[kFloors - 1];  // complete nodes only
    };
    void addAnyNodes(PyramidNode &sum, size_t series, int floor, size_t begin, size_t end) const;

    qint64 m_base;
    std::vector<qint32> m_offsets;
    std::vector<Column> m_columns;
};

}  // namespace trainyard
