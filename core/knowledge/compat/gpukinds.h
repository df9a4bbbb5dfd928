// SPDX-License-Identifier: GPL-3.0-or-later
// Which GPU a name means, as far as compatibility goes: its compute capability, whether the libraries of forward
// compatibility are for it, and what the driver may call its brand. Pure, any thread.
#pragma once

#include "core/knowledge/catalog/gpunames.h"
#include "core/knowledge/compat/compatfacts.h"

namespace trainyard {

struct GpuKind {
    QString name;                       // as it was asked for
    std::optional<Version> capability;  // nothing: no such GPU is known, or the name means several kinds
    std::optional<bool> isDataCentre;   // nothing: not known, or a card for workstations, of which some are eligible
    QList<QStringList> brands;          // that it may have, each by the names it goes by; at least one
    bool isOnArm = false;               // on one module with an Arm processor
    QString otherMaker;                 // than NVIDIA; empty: NVIDIA's, or not known
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
