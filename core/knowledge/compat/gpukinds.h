// SPDX-License-Identifier: GPL-3.0-or-later
// The GPU that a name means, as far as compatibility is concerned: its compute capability, whether it can use the forward compatibility
// libraries, and the brand that the driver may report. Pure, any thread.
#pragma once

#include "core/knowledge/catalog/gpunames.h"
#include "core/knowledge/compat/compatfacts.h"

namespace trainyard {

struct GpuKind {
    QString name;                       // as in the question
    std::optional<Version> capability;  // nullopt: no such GPU is known, or the name means several kinds
    std::optional<bool> isDataCentre;   // nullopt: unknown, or a workstation card, of which some are eligible
    QList<QStringList> brands;          // possible brands, each with all its names; at least one
    bool isOnArm = false;               // on one module with an Arm processor
    QString otherMaker;                 // other than NVIDIA; empty: NVIDIA, or unknown
    QStringList sources;
};

class GpuKinds {
public:
    GpuKinds(const CompatFacts &facts, const QList<GpuModel> &models);  // both must outlive it

    GpuKind find(const QString &name) const;

private:
    QList<const GpuKindFact *> factsFor(const GpuWords &words) const;

    const CompatFacts &m_facts;
    const QList<GpuModel> &m_models;
    GpuNames m_names;
};

}  // namespace trainyard
