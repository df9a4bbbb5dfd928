// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/resume/internal/earliercurve.h"

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr size_t kNeighbours = 5;       // on each side, for the median of a stretch
constexpr size_t kPast = 200;           // values before the checkpoint: older ones fell faster
constexpr double kNormal = 1.4826;      // from the median distance to the standard deviation of normally spread values
constexpr double kUnseen = 1.7;         // the next stretch may move somewhat further than all before
constexpr double kSmooth = 0.0005;      // of the level: what printing rounds, at least
constexpr double kLevelWander = 0.005;  // of the level: the order of the data alone moves it by this much
constexpr double kErrors = 3;           // standard errors of the difference of two medians

double middleOf(const std::vector<QPointF> &points, size_t from, size_t count)
{
    std::vector<double> values;
    for (size_t i = from; i < from + count; ++i)
        values.push_back(points[i].y());
    return medianOf(std::move(values));
}

}  // namespace

double medianOf(std::vector<double> values)
{
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::vector<double> residuals(const std::vector<double> &values)
{
    std::vector<double> found;
    for (size_t i = 0; i < values.size(); ++i) {
        const auto from = values.begin() + std::ptrdiff_t(i > kNeighbours ? i - kNeighbours : 0);
        const auto to = values.begin() + std::ptrdiff_t(std::min(values.size(), i + kNeighbours + 1));
        found.push_back(values[i] - medianOf({from, to}));
    }
    return found;
}

EarlierCurve::EarlierCurve(const QList<QPointF> &values, double resumeStep)
{
    for (const QPointF &point : values) {
        if (std::isfinite(point.x()) && std::isfinite(point.y()))
            m_all.push_back(point);
    }
    if (!isEnough())
        return;
    const auto after = [](double step, const QPointF &p) { return step < p.x(); };
    m_until = size_t(std::upper_bound(m_all.begin(), m_all.end(), resumeStep, after) - m_all.begin());
    if (m_until < 2)
        m_until = m_all.size();  // all of it is after the checkpoint
    if (m_until > kPast) {
        m_all.erase(m_all.begin(), m_all.begin() + std::ptrdiff_t(m_until - kPast));
        m_until = kPast;
    }
    std::vector<double> near;
    for (size_t i = 0; i < m_until; ++i)
        near.push_back(m_all[i].y());
    std::vector<double> distances = residuals(near);
    for (double &distance : distances)
        distance = std::abs(distance);
    const size_t last = std::min(m_until, 2 * kNeighbours);
    m_level = middleOf(m_all, m_until - last, last);
    m_spread = std::max({kNormal * medianOf(std::move(distances)), kSmooth * std::abs(m_level), 1e-9});
}

std::optional<double> EarlierCurve::at(double step) const
{
    const auto found = std::lower_bound(m_all.begin(), m_all.end(), step, [](const QPointF &p, double s) { return p.x() < s; });
    return found != m_all.end() && found->x() == step ? std::optional(found->y()) : std::nullopt;
}

const std::vector<double> &EarlierCurve::middles(size_t window) const
{
    std::vector<double> &found = m_middles[window];
    for (size_t i = found.size(); i + window <= m_until; ++i)
        found.push_back(middleOf(m_all, i, window));
    return found;
}

EarlierCurve::Reach EarlierCurve::reach(size_t window, double atStep) const
{
    window = std::clamp<size_t>(window, 1, m_until / 2);
    Reach reach;
    reach.before = middles(window).back();
    const double every = (m_all[m_until - 1].x() - m_all.front().x()) / double(m_until - 1);
    const double distance = atStep - m_all[m_until - 1 - window / 2].x();
    // At most as far apart as the past is long.
    const auto apart = std::clamp<size_t>(every > 0 ? size_t(std::max(1.0, std::round(distance / every))) : 1, 1,
                                          std::max<size_t>(1, (m_until - window) * 2 / 3));
    const std::vector<double> &all = middles(window);
    std::vector<double> moves;
    for (size_t i = 0; i + apart < all.size(); ++i)
        moves.push_back(all[i + apart] - all[i]);
    if (moves.empty())
        moves.push_back(0);
    const double usual = medianOf(moves);
    const auto [least, most] = std::minmax_element(moves.begin(), moves.end());
    const double room = std::max(kUnseen * std::max(*most - usual, usual - *least), kErrors * m_spread * std::sqrt(2 / double(window)))
                        + kLevelWander * std::abs(m_level);
    // A falling loss may keep falling or stay.
    reach.least = std::min(usual, 0.0) - room;
    reach.most = std::max(usual, 0.0) + room;
    return reach;
}

}  // namespace trainyard
