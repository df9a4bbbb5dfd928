// SPDX-License-Identifier: GPL-3.0-or-later
// A run's measurements as tables for other programs: CSV (RFC 4180) or rows of JSON. Numbers have a decimal point in every language, times
// are UTC; a missing value is an empty field or null, never 0. The data is read twice: a first pass learns the columns, the second one
// produces the rows, so that memory does not grow with the run's length. Pure.
#pragma once

#include "core/observe/metrics/sample.h"
#include "core/observe/trainlog/trainingrecord.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QStringList>

#include <optional>
#include <vector>

namespace trainyard {

struct ExportRow {
    QByteArray head;                            // the time, or the step
    std::vector<std::optional<double>> values;  // by the other columns
};

struct ExportRange {
    std::optional<qint64> fromMs, toMs;  // since 1970, both inclusive
    qint64 everyMs = 0;                  // one row, with the means, per interval of this length; 0: every moment
};

class SampleTable {
public:
    explicit SampleTable(const ExportRange &range) : m_range(range) {}

    void learn(const QList<MachineSample> &samples);
    QStringList columns() const;  // "time (UTC)", "cpu (%)", "gpu 0 power (W)" …
    // In order of time; a row of means is returned when its interval has ended.
    QList<ExportRow> rows(const QList<MachineSample> &samples);
    QList<ExportRow> finish();

private:
    ExportRow meanRow();
    bool isWanted(qint64 timeMs) const;

    ExportRange m_range;
    QList<int> m_gpus;  // their indices; at most 256
    qint64 m_bucket = -1;
    std::vector<double> m_sums;
    std::vector<qint64> m_counts;
};

// Every value as logged; for lines without a step, the last step applies. `every`: one row per this many steps, with the last value of each
// series.
class TrainingTable {
public:
    explicit TrainingTable(double everySteps = 0) : m_every(everySteps) {}

    void learn(const QList<TrainingRecord> &records);
    QStringList columns() const;  // "step", "loss", "lr" …
    QList<ExportRow> rows(const QList<TrainingRecord> &records);
    QList<ExportRow> finish();

private:
    ExportRow rowOf(double step) const;

    double m_every;
    QStringList m_names;
    QHash<QString, std::optional<int>> m_ranks;  // if several processes log a series, the first one counts
    std::optional<double> m_step;
    std::vector<std::optional<double>> m_values;
};

QByteArray csvHead(const QStringList &columns);
QByteArray csvRow(const ExportRow &row);
// An array; the head is a string if it is a time.
QByteArray jsonRow(const ExportRow &row);
QByteArray jsonStrings(const QStringList &texts);

}  // namespace trainyard
