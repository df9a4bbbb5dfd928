#include "core/training/trainingcurve.h"

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

// About a sixtieth of the curve: follows the trend, hides single batches.
constexpr double kSmoothPart = 60;

void put(std::vector<QPointF> &points, double step, double value)
{
    const auto repeated = std::lower_bound(points.begin(), points.end(), step,
                                           [](const QPointF &p, double s) { return p.x() < s; });
    points.erase(repeated, points.end());
    points.emplace_back(step, value);
}

QList<QPointF> thinned(const std::vector<QPointF> &points, int buckets)
{
    if (points.size() <= size_t(buckets) * 2)
        return {points.begin(), points.end()};
    // Lowest and highest of each bucket, in their order: spikes stay.
    QList<QPointF> kept;
    const double width = double(points.size()) / buckets;
    for (int b = 0; b < buckets; ++b) {
        const auto from = points.begin() + qsizetype(b * width), to = points.begin() + qsizetype((b + 1) * width);
        if (from == to)
            continue;
        const auto [low, high] = std::minmax_element(from, to, [](auto &a, auto &c) { return a.y() < c.y(); });
        kept.append(low < high ? *low : *high);
        if (low != high)
            kept.append(low < high ? *high : *low);
    }
    return kept;
}

}  // namespace

void TrainingCurve::append(const QList<TrainingPoint> &points)
{
    for (const TrainingPoint &point : points) {
        if (!std::isfinite(point.step))
            continue;
        m_lastStep = point.step;
        if (point.totalSteps)
            m_totalSteps = point.totalSteps;
        if (point.loss && std::isfinite(*point.loss))
            put(m_loss, point.step, *point.loss);
        if (point.stepsPerSecond && *point.stepsPerSecond > 0)
            m_stepsPerSecond = point.stepsPerSecond;
    }
}

std::optional<double> TrainingCurve::lastLoss() const
{
    return m_loss.empty() ? std::nullopt : std::optional(m_loss.back().y());
}

std::optional<QPointF> TrainingCurve::lowestLoss() const
{
    if (m_loss.empty())
        return std::nullopt;
    return *std::min_element(m_loss.begin(), m_loss.end(), [](auto &a, auto &b) { return a.y() < b.y(); });
}

std::optional<double> TrainingCurve::lossAt(double step) const
{
    if (m_loss.empty())
        return std::nullopt;
    auto after = std::lower_bound(m_loss.begin(), m_loss.end(), step,
                                  [](const QPointF &p, double s) { return p.x() < s; });
    if (after == m_loss.end() || (after != m_loss.begin() && step - (after - 1)->x() < after->x() - step))
        --after;
    return after->y();
}

double TrainingCurve::firstX() const { return m_loss.empty() ? 0 : m_loss.front().x(); }
double TrainingCurve::lastX() const { return m_loss.empty() ? 0 : m_loss.back().x(); }

QList<QPointF> TrainingCurve::raw(int buckets) const { return thinned(m_loss, buckets); }

QList<QPointF> TrainingCurve::smoothed(int buckets) const
{
    if (m_loss.empty())
        return {};
    // The mean around each point, so that the line does not lag behind the curve.
    const qsizetype count = qsizetype(m_loss.size());
    const qsizetype half = std::max<qsizetype>(1, qsizetype(double(count) / kSmoothPart / 2));
    std::vector<double> sums{0};
    for (const QPointF &point : m_loss)
        sums.push_back(sums.back() + point.y());
    std::vector<QPointF> smooth;
    smooth.reserve(m_loss.size());
    for (qsizetype i = 0; i < count; ++i) {
        const qsizetype reach = std::min({half, i, count - 1 - i});
        smooth.emplace_back(m_loss[size_t(i)].x(),
                            (sums[size_t(i + reach + 1)] - sums[size_t(i - reach)]) / double(2 * reach + 1));
    }
    return thinned(smooth, buckets);
}

}  // namespace trainyard
