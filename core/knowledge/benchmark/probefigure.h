// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of real GPUs as they are stored and compared: earlier measurements. Pure values, any thread.
#pragma once

#include "core/knowledge/benchmark/probereport.h"
#include "core/model/ids.h"

namespace trainyard {

constexpr MachineId kRemovedMachine{-1};  // any machine that was removed; not this computer

struct ProbeFigure {
    ProbeId report;       // the report it is from
    MachineId machineId;  // not set: this computer
    QString gpu, uuid;    // name and id as the driver reports them
    QString what;         // "copy", "matmul bf16 cublaslt"
    double value = 0;     // above 0
    QString unit;
    bool isQuick = false;  // from a quick probe: compared with quick ones only
    QDateTime when;        // UTC

    bool operator==(const ProbeFigure &) const = default;
};

// "copy"; "matmul bf16 cublaslt", because the two ways of multiplying are not comparable.
QString probeFigureName(const ProbeResult &result);

// Whether such figures are stored for comparison: those of a GPU that are stable from day to day.
bool isKeptForComparing(const QString &probe);

// The figures of a report that may be compared later: those of single GPUs with correct results. None from a simulated report, from one
// during which others used the GPU, or from MIG instances. The caller fills in `report` and `machineId`.
QList<ProbeFigure> comparableFigures(const ProbeReport &report);

// Earlier values of a figure. Several in one report count as one, their median.
struct ProbePast {
    enum class Scope { SameGpu, SameMachine, SameModel };
    Scope scope = Scope::SameModel;
    int reports = 0;
    double median = 0, deviation = 0;  // median absolute deviation
};
constexpr int kMinReports = 3;  // fewer do not show what is usual

// Of the nearest scope that has kMinReports; if there is none, of the widest one with what it has. `machineId` may be not set.
ProbePast pastOf(const QList<ProbeFigure> &history, const ProbeFigure &now);

// Of all values; 0 for none.
double medianOf(QList<double> values);

// The multiplication speed that GPUs of a model really reach: the median over reports of the best comparable kind available, bf16 by
// cuBLASLt before fp16 by cuBLASLt, before both by the probe's own kernels.
struct MeasuredSpeed {
    QString gpu;   // name as the driver reports it
    QString what;  // "matmul bf16 cublaslt"
    double tflops = 0;
    int reports = 0;
    QDateTime newest;
};
QList<MeasuredSpeed> measuredSpeeds(const QList<ProbeFigure> &history);

}  // namespace trainyard
