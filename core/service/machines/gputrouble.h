// SPDX-License-Identifier: GPL-3.0-or-later
// What a machine says in place of its GPUs, in words. Pure.
#pragma once

#include "core/service/machines/machinefacts.h"

namespace trainyard {

// "NVIDIA H100, 81559 MiB", or what is wrong with it in place of what it does not tell.
QString gpuText(const MachineFacts::Gpu &gpu);

// Why the machine names no GPU, or not all of them: one sentence with what to do. Empty where it names all, or simply has none.
QString gpuTroubleText(const MachineFacts &facts);

// A few words for a card or a lamp, from what the sampler was told in place of GPUs (MachineSample::gpuAbsence): "No GPU", or what
// keeps them from being seen.
QString gpuAbsenceText(const QString &absence);

// For scripts: "permission", "mismatch", "lost", "failed" … ; empty = none.
QString gpuTroubleName(const MachineFacts &facts);
QString gpuStateName(SmiValue health);  // "ok", "lost", "needs-reset", "permission", "failed"

}  // namespace trainyard
