// SPDX-License-Identifier: GPL-3.0-or-later
// The GPUs of a machine that a run can be given, one by one, and those that a task chose (`gpus`). Pure.
#pragma once

#include "core/service/machines/machinefacts.h"

namespace trainyard {

// A whole GPU, or one of the parts that it is divided into.
struct GpuDevice {
    QString number;  // "3", of a part "3:0": the GPU and the part on it
    QString uuid, name;
    std::optional<qint64> memoryMiB;
    bool isUsable = true;      // false: the driver cannot use it
    QList<GpuHolder> holders;  // empty and !MachineFacts::areHoldersKnown: unknown
};

QList<GpuDevice> gpuDevices(const MachineFacts &facts);

// The chosen GPUs by UUID, whatever the task names them by; empty when it chose none. Unsupported says which one the machine lacks.
Result<QStringList> chosenGpus(const Task &task, const MachineFacts &facts);

// One sentence when others compute on what the task chose; otherwise empty.
QString sharedGpusText(const Task &task, const MachineFacts &facts);

// "wang since 2 h, python3 train.py (PID 4242)"; of several, one each line.
QString holdersText(const QList<GpuHolder> &holders);
QString holderNames(const QList<GpuHolder> &holders);  // "wang, li", "unknown user"

// "wang 4, li 1, free 3": how many GPUs each has; empty without GPUs.
QString ownersText(const MachineFacts &facts);

}  // namespace trainyard
