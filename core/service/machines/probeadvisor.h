// SPDX-License-Identifier: GPL-3.0-or-later
// What a stored benchmark report means for its machine: judged by the built-in figures and by earlier measurements (docs/probe-judging.md).
// Immutable, any thread.
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
    ProviderText text;  // both empty when there is nothing to write
};

class ProbeAdvisor {
public:
    // Corrupt when the figures built into the program cannot be read.
    static Result<std::shared_ptr<const ProbeAdvisor>> builtIn();

    const ProbeReference &reference() const { return m_reference; }

    // Against all earlier reports. Corrupt when the report cannot be read; `record` must hold it.
    Result<JudgedProbe> judge(const ProbeRecord &record, const QList<ProbeFigure> &figures) const;
    // The same for a report from the database.
    Result<JudgedProbe> judge(const StateDatabase &store, ProbeId id) const;

    // By id of a GPU model, for Catalog::setMeasuredRates().
    QHash<QString, MeasuredRate> measuredRates(const QList<ProbeFigure> &figures, const GpuNames &names,
                                               const QList<GpuModel> &models) const;

private:
    explicit ProbeAdvisor(ProbeReference reference) : m_reference(std::move(reference)) {}

    const ProbeReference m_reference;
};

// Stored measurements, applied to a catalog.
Result<QHash<QString, MeasuredRate>> measuredRates(const StateDatabase &store, const Catalog &catalog);

// Stores a report that arrived at `taken` (UTC, by this computer's clock), with its figures for later ones. Corrupt when it is not a
// report. `machineId` 0: this computer.
Result<ProbeRecord> keepProbe(StateDatabase &store, MachineId machineId, const QByteArray &report, const QDateTime &taken);

}  // namespace trainyard
