// SPDX-License-Identifier: GPL-3.0-or-later
// Everything a run reports about its training: its series by name, and its progress. Pure; fed in order of the log, with event files in
// addition. If several processes report the same series, the first one counts. At most 128 series.
#pragma once

#include "core/observe/trainlog/trainingrecord.h"
#include "core/observe/trainlog/trainingseries.h"

#include <QHash>
#include <QList>
#include <QPointF>
#include <QStringList>

#include <memory>
#include <optional>

namespace trainyard {

class TrainingCurve {
public:
    TrainingCurve();
    ~TrainingCurve();
    TrainingCurve(const TrainingCurve &) = delete;
    TrainingCurve &operator=(const TrainingCurve &) = delete;

    void clear();
    // Keeps up to `most` buckets of this series instead of the usual number. Before its first value.
    void setDetail(const QString &name, size_t most);
    void append(const QList<TrainingRecord> &records);
    void appendLoss(double step, double loss, std::optional<double> totalSteps = std::nullopt);

    // In the order of their first value; "loss" and "val_loss" are among them.
    const QStringList &names() const { return m_names; }
    const TrainingSeries *series(const QString &name) const;  // null: no such series yet
    // What the charts call loss: the log's, else that of event files.
    const TrainingSeries &loss() const { return *m_loss; }
    const TrainingSeries &validationLoss() const { return *m_validationLoss; }
    qint64 valuesLeftOut() const { return m_leftOut; }  // of series beyond the 128

    bool isEmpty() const { return m_loss->isEmpty(); }
    std::optional<double> lastStep() const;  // the log's, else that of event files
    std::optional<double> totalSteps() const { return m_totalSteps; }
    std::optional<double> epoch() const { return m_epoch; }
    std::optional<double> totalEpochs() const { return m_totalEpochs; }
    std::optional<double> stepsPerSecond() const { return m_stepsPerSecond; }
    std::optional<double> lastLoss() const;                                 // a finite number; loss().last() shows whether it has become
                                                                            // NaN
    std::optional<QPointF> lowestLoss() const { return m_loss->lowest(); }  // step and loss
    std::optional<double> lossAt(double step) const;                        // nearest

    double firstX() const { return m_loss->firstStep(); }
    double lastX() const { return m_loss->lastStep(); }
    // At most about `buckets` points each.
    QList<QPointF> raw(int buckets) const { return m_loss->line(buckets); }
    QList<QPointF> smoothed(int buckets) const { return m_loss->smoothed(firstX(), lastX(), buckets); }

private:
    struct Named {
        TrainingSeries series;
        std::optional<int> rank;  // the rank it comes from
    };
    void findLoss();

    QHash<QString, std::shared_ptr<Named>> m_series;
    QStringList m_names;
    QString m_detailed;
    size_t m_mostBuckets = TrainingSeries::kUsualBuckets;  // of the detailed one
    qint64 m_leftOut = 0;
    TrainingSeries m_none;
    const TrainingSeries *m_loss, *m_validationLoss;
    std::optional<double> m_lastStep, m_totalSteps, m_epoch, m_totalEpochs, m_stepsPerSecond;
};

}  // namespace trainyard
