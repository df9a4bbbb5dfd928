// Loss over steps as the log tells it. Pure; fed in order of the log. A step that goes back (the program started
// again within one log) takes the place of what it repeats.
#pragma once

#include <QList>
#include <QPointF>

#include <optional>
#include <vector>

namespace trainyard {

struct TrainingPoint {
    double step = 0;
    std::optional<double> loss, totalSteps;
    std::optional<double> stepsPerSecond;      // as the program says
};

class TrainingCurve {
public:
    void clear() { *this = {}; }
    void append(const QList<TrainingPoint> &points);

    bool isEmpty() const { return m_loss.empty(); }
    std::optional<double> lastStep() const { return m_lastStep; }
    std::optional<double> totalSteps() const { return m_totalSteps; }
    std::optional<double> stepsPerSecond() const { return m_stepsPerSecond; }
    std::optional<double> lastLoss() const;
    std::optional<QPointF> lowestLoss() const;      // step and loss
    std::optional<double> lossAt(double step) const;   // nearest

    double firstX() const;
    double lastX() const;
    // At most about `buckets` points each.
    QList<QPointF> raw(int buckets) const;
    QList<QPointF> smoothed(int buckets) const;

private:
    std::vector<QPointF> m_loss;
    std::optional<double> m_lastStep, m_totalSteps, m_stepsPerSecond;
};

}  // namespace trainyard
