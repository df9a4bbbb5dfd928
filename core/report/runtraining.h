// What a run's log says of its training, as named curves over steps: "loss", "lr", "step_time" (seconds) and
// "throughput (unit)". Fed in order of the log. Pure.
#pragma once

#include "core/training/trainingcurve.h"

#include <QByteArray>
#include <QList>
#include <QStringList>

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace trainyard {

// What one line said.
struct TrainingRow {
    double step = 0;
    std::optional<double> totalSteps;
    qint64 offset = 0;                              // of the line in the log
    QList<std::pair<QString, double>> values;       // by the names of the curves
};

// The log in pieces becomes rows, one for each line (each state of a bar) that says a step.
class TrainingRows {
public:
    QList<TrainingRow> feed(const QByteArray &bytes);
    QList<TrainingRow> finish();                    // the last line may lack an end

private:
    void take(QList<TrainingRow> &rows);

    QByteArray m_line;
    qint64 m_at = 0, m_lineAt = 0;
};

class RunTraining {
public:
    void append(const QList<TrainingRow> &rows);

    // In the order in which a person wants them: the loss first.
    QStringList names() const;
    const TrainingCurve *curve(const QString &name) const;      // null: the log has none
    std::optional<double> lastStep() const { return m_lastStep; }
    std::optional<double> totalSteps() const { return m_totalSteps; }
    // Where in the log a step was said, to within a few lines; nothing beyond the first and the last.
    std::optional<qint64> offsetAt(double step) const;
    // Of the values of a curve; nothing without one.
    std::optional<double> median(const QString &name) const;
    // The name of the throughput with its unit in brackets; empty: none.
    QString throughput() const;

private:
    void place(double step, qint64 offset);

    std::map<QString, TrainingCurve> m_curves;
    std::vector<std::pair<double, qint64>> m_places;      // by step; thinned, so that their number stays bounded
    qint64 m_placeEvery = 1, m_sincePlace = 0;
    std::optional<double> m_lastStep, m_totalSteps;
};

// In words: "Loss", "Learning rate"; a name of the training's own stays as it is. The unit goes to `unit`.
QString trainingTitle(const QString &name, QString *unit);

}  // namespace trainyard
