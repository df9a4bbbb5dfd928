// SPDX-License-Identifier: GPL-3.0-or-later
// The latest values of machines and runs, in Prometheus' text format (version 0.0.4). Unknown values are left out, never zero. Pure. The
// metrics: docs/exporter.md.
// Format: https://prometheus.io/docs/instrumenting/exposition_formats/
#pragma once

#include "core/observe/metrics/sample.h"

#include <QStringList>

namespace trainyard {

struct ExportedMachine {
    QString machine, run;                 // run: its id when the samples are a run's own; else empty
    bool isUp = false;                    // it currently responds
    std::optional<double> ageSeconds;     // since the last sample arrived, by this computer's clock
    std::optional<MachineSample> sample;  // the last one; not shown if it is too old
};

struct ExportedRun {
    QString id, name, machine, state;
    bool isSimulated = false;
    std::optional<double> startedSeconds, endedSeconds;  // since 1970
    std::optional<int> exitCode;
};

// Samples older than this are not shown: a value that never changes looks like a machine that works.
inline constexpr double kExpositionStaleSeconds = 15;

QByteArray exposition(const QList<ExportedMachine> &machines, const QList<ExportedRun> &runs);
QStringList expositionNames();  // of all possible metrics

}  // namespace trainyard
