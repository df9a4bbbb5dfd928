// SPDX-License-Identifier: GPL-3.0-or-later
// One measurement of a training over its steps: bounded in memory, ready to draw. Pure; fed in order of the log.
//
// Each bucket holds one value until there are 16,384 buckets (or as many as were set); then neighbours are merged in pairs, repeatedly, so that a log of any length
// takes at most about 1.6 MB per series, and the lowest and the highest value of each stretch stay exact. A step that goes back (the
// program restarted within one log) replaces what it repeats; if the buckets already hold several values, this is exact to one bucket.
#pragma once

#include <QList>
#include <QPointF>

#include <optional>
#include <vector>

namespace trainyard {

struct TrainingMoment {
    double step = 0, value = 0;
    qint64 offset = -1;  // of the log's line; -1: not from the log
    std::optional<qint64> timeMs;
};

class TrainingSeries {
public:
    static constexpr size_t kUsualBuckets = 16'384;             // four per pixel of a very wide screen
    void setMostBuckets(size_t most) { m_mostBuckets = most; }  // before the first value

    void put(const TrainingMoment &moment);
    void forgetFrom(double step);  // drops that step and later ones

    bool isEmpty() const { return m_buckets.empty(); }
    qint64 count() const { return m_count; }         // values taken, without replaced ones
    qint64 brokenCount() const { return m_broken; }  // NaN and infinite ones among all values
    std::optional<TrainingMoment> last() const;      // may be NaN or infinite
    std::optional<QPointF> lastFinite() const, lowest() const, highest() const;
    std::optional<TrainingMoment> near(double step) const;  // a bucket is represented by its last value
    double firstStep() const { return m_buckets.empty() ? 0 : m_buckets.front().first; }
    double lastStep() const { return m_buckets.empty() ? 0 : m_buckets.back().last.step; }

    // Within from…to, at most about two points per pixel of `width`: the lowest and the highest are kept. NaN and infinity leave no point.
    QList<QPointF> line(double from, double to, int width) const;
    QList<QPointF> line(int width) const { return line(firstStep(), lastStep(), width); }
    // The mean around each point, so that the line does not lag behind the curve. Near the end, where no values follow yet, it is the value
    // of a straight line through the last values, so that one more value does not bend it. `part`: the share of all values that goes into a
    // point; 0: every value as it is.
    static constexpr double kUsualPart = 1.0 / 60;  // follows the trend, hides single batches
    QList<QPointF> smoothed(double from, double to, int width, double part = kUsualPart) const;
    // The last of each bucket, in order.
    std::vector<TrainingMoment> moments() const;
    // The lowest and the highest finite value of each bucket, in the order of their steps: all values, as long as a bucket holds two at
    // most. Both have the time of the last one.
    std::vector<TrainingMoment> extremes() const;

    size_t memoryBytes() const { return m_buckets.capacity() * sizeof(Bucket); }

private:
    struct Bucket {
        double first = 0;  // step
        double lowStep = 0, low = 0, highStep = 0, high = 0;
        double sum = 0;
        TrainingMoment last;
        qint64 values = 0, finite = 0;
    };
    static void merge(Bucket &into, const Bucket &next);
    size_t bucketAt(double step) const;  // the first that does not end before it

    std::vector<Bucket> m_buckets;
    size_t m_mostBuckets = kUsualBuckets;
    qint64 m_perBucket = 1;
    qint64 m_count = 0, m_broken = 0;
};

}  // namespace trainyard
