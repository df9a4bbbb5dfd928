// SPDX-License-Identifier: GPL-3.0-or-later
// The output of `yard probe`: for people, and as JSON (docs/yard-json.md).
#pragma once

#include "app/cli/console.h"
#include "core/service/machines/probeadvisor.h"

namespace trainyard {

int exitStatus(ProbeVerdict verdict);  // 0 keep, 1 give back, 6 unclear

void printProbe(Console &console, const JudgedProbe &judged, const ProbeReference &reference, const QString &leftBehind);
void printProbes(Console &console, const QList<JudgedProbe> &judged);

}  // namespace trainyard
