// SPDX-License-Identifier: GPL-3.0-or-later
// Compares a probe's results with what such GPUs measure elsewhere and with the same person's earlier measurements. The rules and their
// sources: docs/probe-judging.md. Pure, any thread.
#pragma once

#include "core/knowledge/benchmark/probejudgement.h"
#include "core/model/ids.h"

namespace trainyard {

class ProbeJudge {
public:
    // `reference` must outlive the judge.
    explicit ProbeJudge(const ProbeReference &reference) : m_reference(reference) {}

    // `history`: figures of earlier reports, without those of this one. `machineId` 0: this computer.
    ProbeJudgement judge(const ProbeReport &report, const QList<ProbeFigure> &history, MachineId machineId) const;

private:
    const ProbeReference &m_reference;
};

}  // namespace trainyard
