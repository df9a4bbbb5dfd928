// SPDX-License-Identifier: GPL-3.0-or-later
// Whether an image fits a machine that has been asked what it is: the machine's own words as a question about compatibility
// (docs/compat.md), judged by the built-in facts. Immutable, any thread.
#pragma once

#include "core/knowledge/compat/compatjudge.h"
#include "core/knowledge/compat/judgedimages.h"
#include "core/service/machines/machinefacts.h"

#include <QDate>

#include <memory>

namespace trainyard {

class CompatAdvisor {
public:
    // Corrupt when the facts built into the program cannot be read. Reads half a megabyte: once is enough.
    static Result<std::shared_ptr<const CompatAdvisor>> builtIn();

    const CompatFacts &facts() const { return m_facts; }
    const GpuKinds &kinds() const { return m_kinds; }

    // What the machine says of its GPUs and of its driver; `problems` gets a sentence for each thing it does not tell.
    void addGpus(const MachineFacts &machine, CompatQuestion *question, QStringList *problems) const;
    void addDriver(const MachineFacts &machine, CompatQuestion *question, QStringList *problems) const;
    // From its own word, else from the GPUs, which must be there by now.
    static void addProcessor(const QString &architecture, CompatQuestion *question);

    // Nothing where nothing is to be judged: no image, no NVIDIA GPU, simulated ones.
    std::optional<CompatAnswer> imageOn(const MachineFacts &machine, const QString &image, QDate today) const;
    // Every image that is known; judged only where the machine has NVIDIA GPUs that are no simulated ones.
    QList<JudgedImage> imagesFor(const std::optional<MachineFacts> &machine, QDate today) const;

private:
    CompatQuestion questionAbout(const MachineFacts &machine, QDate today, QStringList *problems) const;
    CompatAdvisor(CompatFacts facts, QList<GpuModel> models);

    const CompatFacts m_facts;
    const QList<GpuModel> m_models;
    const GpuKinds m_kinds;  // of the two above
};

}  // namespace trainyard
