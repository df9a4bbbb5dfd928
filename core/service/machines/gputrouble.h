// SPDX-License-Identifier: GPL-3.0-or-later
// What a machine reports instead of its GPUs, in words. Pure.
#pragma once

#include "core/service/machines/machinefacts.h"

namespace trainyard {

// "NVIDIA H100, 81559 MiB", or what is wrong with it where it does not report these.
QString gpuText(const MachineFacts::Gpu &gpu);

// Why the machine names no GPU, or not all of them: one sentence with what to do. Empty when it names all, or simply has none.
QString gpuTroubleText(const MachineFacts &facts);

// A few words for a card or a status light, from what the sampler got instead of GPUs (MachineSample::gpuAbsence): "No GPU", or what keeps
// them from being seen.
QString gpuAbsenceText(const QString &absence);

// For scripts: "permission", "mismatch", "lost", "failed" … ; empty = none.
QString gpuTroubleName(const MachineFacts &facts);
QString gpuStateName(SmiValue health);  // "ok", "lost", "needs-reset", "permission", "failed"

}  // namespace trainyard
