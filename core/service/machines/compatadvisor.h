// SPDX-License-Identifier: GPL-3.0-or-later
// Whether an image fits a machine that has been inspected: turns the machine's answers into a compatibility question (docs/compat.md),
// judged by the built-in facts. Immutable, any thread.
#pragma once

#include "core/knowledge/compat/compatjudge.h"
#include "core/knowledge/compat/judgedimages.h"
#include "core/model/task.h"
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
    QStringList gpuNames() const;  // of every known model, as a task file names them: "A100-80GB"

    // What the machine reports about its GPUs and driver; `problems` gets a sentence for each thing it does not report.
    void addGpus(const MachineFacts &machine, CompatQuestion *question, QStringList *problems) const;
    void addDriver(const MachineFacts &machine, CompatQuestion *question, QStringList *problems) const;
    // From the reported architecture, else from the GPUs, which must have been added by now.
    static void addProcessor(const QString &architecture, CompatQuestion *question);

    // nullopt when there is nothing to judge: no image, no NVIDIA GPU, or simulated GPUs. `engine`: as the task names it.
    std::optional<CompatAnswer> imageOn(const MachineFacts &machine, const QString &image, QDate today,
                                        EngineKind engine = EngineKind::Auto) const;
    // Every known image; judged only when the machine has NVIDIA GPUs that are not simulated.
    QList<JudgedImage> imagesFor(const std::optional<MachineFacts> &machine, QDate today, EngineKind engine = EngineKind::Auto) const;

private:
    CompatQuestion questionAbout(const MachineFacts &machine, EngineKind engine, QDate today, QStringList *problems) const;
    CompatAdvisor(CompatFacts facts, QList<GpuModel> models);

    const CompatFacts m_facts;
    const QList<GpuModel> m_models;
    const GpuKinds m_kinds;  // of the two above
};

}  // namespace trainyard
