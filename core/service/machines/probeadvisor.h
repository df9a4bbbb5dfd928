// SPDX-License-Identifier: GPL-3.0-or-later
// What a kept report says about its machine: judged by the built-in figures and by what was measured before
// (docs/probe-judging.md). Immutable, any thread.
#pragma once

#include "core/knowledge/benchmark/probejudge.h"
#include "core/knowledge/benchmark/providertext.h"
#include "core/knowledge/catalog/catalog.h"
#include "core/model/ids.h"
#include "core/storage/database/statedatabase.h"

#include <memory>

namespace trainyard {

struct JudgedProbe {
    ProbeRecord record;
    ProbeReport report;
    ProbeJudgement judgement;
    ProviderText text;  // both empty where there is nothing to write
};

class ProbeAdvisor {
public:
    // Corrupt when the figures built into the program cannot be read.
    static Result<std::shared_ptr<const ProbeAdvisor>> builtIn();

    const ProbeReference &reference() const { return m_reference; }

    // Against all earlier reports. Corrupt when the report cannot be read; `record` must hold it.
    Result<JudgedProbe> judge(const ProbeRecord &record, const QList<ProbeFigure> &figures) const;
    // The same for one that the store keeps.
    Result<JudgedProbe> judge(const StateDatabase &store, ProbeId id) const;

    // By id of a GPU model, for Catalog::setMeasuredRates().
    QHash<QString, MeasuredRate> measuredRates(const QList<ProbeFigure> &figures, const GpuNames &names,
                                               const QList<GpuModel> &models) const;

private:
    explicit ProbeAdvisor(ProbeReference reference) : m_reference(std::move(reference)) {}

    const ProbeReference m_reference;
};

// What is kept, laid over a catalogue.
Result<QHash<QString, MeasuredRate>> measuredRates(const StateDatabase &store, const Catalog &catalog);

// Keeps a report that came at `taken` (UTC, by this computer's clock), with its figures for later ones. Corrupt when it is none.
// `machineId` 0: this computer.
Result<ProbeRecord> keepProbe(StateDatabase &store, MachineId machineId, const QByteArray &report, const QDateTime &taken);

}  // namespace trainyard
