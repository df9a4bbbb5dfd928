// SPDX-License-Identifier: GPL-3.0-or-later
// The loss of the earlier attempts, as the reference for the next one: the value at each step, how uneven the values are, and how far the
// level moves by itself over a distance. Pure.
#pragma once

#include <QList>
#include <QPointF>

#include <map>
#include <optional>
#include <vector>

namespace trainyard {

double medianOf(std::vector<double> values);
// Each value's distance from the median of its neighbours, five on each side.
std::vector<double> residuals(const std::vector<double> &values);

class EarlierCurve {
public:
    // x = step, y = loss, in the order of steps; NaN and infinity are left out.
    EarlierCurve(const QList<QPointF> &values, double resumeStep);

    bool isEnough() const { return m_all.size() >= 5; }
    double lastStep() const { return m_all.back().x(); }
    // At exactly this step.
    std::optional<double> at(double step) const;
    // Around the checkpoint, as a standard deviation; never zero, so that a smooth curve has a measure too.
    double spread() const { return m_spread; }
    double level() const { return m_level; }

    // By how much the median of `window` values, `distance` steps on, may differ from that of the last ones before the checkpoint, judging
    // by everything seen of this curve.
    struct Reach {
        double before = 0;           // the median of the last values before the checkpoint
        double least = 0, most = 0;  // of the difference
    };
    Reach reach(size_t window, double atStep) const;

private:
    std::vector<QPointF> m_all;
    size_t m_until = 0;  // values up to the checkpoint
    double m_spread = 0, m_level = 0;
    mutable std::map<size_t, std::vector<double>> m_middles;  // by window, of the values up to the checkpoint
    const std::vector<double> &middles(size_t window) const;
};

}  // namespace trainyard
