// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of real GPUs as they are kept and compared: what was measured before. Pure values, any thread.
#pragma once

#include "core/knowledge/benchmark/probereport.h"
#include "core/model/ids.h"

namespace trainyard {

constexpr MachineId kRemovedMachine{-1};  // any that is not there any more; not this computer

struct ProbeFigure {
    ProbeId report;       // that it is of
    MachineId machineId;  // not set: this computer
    QString gpu, uuid;    // name and id as the driver tells them
    QString what;         // "copy", "matmul bf16 cublaslt"
    double value = 0;     // above 0
    QString unit;
    bool isQuick = false;  // of a quick probe: compared with such only
    QDateTime when;        // UTC

    bool operator==(const ProbeFigure &) const = default;
};

// "copy"; "matmul bf16 cublaslt", because the two ways of multiplying are not comparable.
QString probeFigureName(const ProbeResult &result);

// Whether such figures are kept for comparing: those of a GPU that mean the same from day to day.
bool isKeptForComparing(const QString &probe);

// What of a report may be compared later: figures of single GPUs that were computed rightly. Nothing of a simulated report, of
// one during which others used the GPU, and of MIG instances. `report` and `machineId` are the caller's to fill in.
QList<ProbeFigure> comparableFigures(const ProbeReport &report);

// How a figure was before. Several of one report count as one, their median.
struct ProbePast {
    enum class Scope { SameGpu, SameMachine, SameModel };
    Scope scope = Scope::SameModel;
    int reports = 0;
    double median = 0, deviation = 0;  // median absolute deviation
};
constexpr int kMinReports = 3;  // fewer say nothing about what is usual

// Of the nearest scope that has kMinReports; of the widest one with what there is, else. `machineId` may be not set.
ProbePast pastOf(const QList<ProbeFigure> &history, const ProbeFigure &now);

// Of all values; 0 for none.
double medianOf(QList<double> values);

// What GPUs of a model really multiply: the median over reports of the best comparable kind there is, bf16 by cuBLASLt before
// fp16 by it, before both by the probe's own kernels.
struct MeasuredSpeed {
    QString gpu;   // name as the driver tells it
    QString what;  // "matmul bf16 cublaslt"
    double tflops = 0;
    int reports = 0;
    QDateTime newest;
};
QList<MeasuredSpeed> measuredSpeeds(const QList<ProbeFigure> &history);

}  // namespace trainyard
