// SPDX-License-Identifier: GPL-3.0-or-later
// The task that grows while foreign text is read, and the notes about what it lacks. Internal to core/model; pure.
#pragma once

#include "core/model/task.h"
#include "core/model/taskimport.h"

#include <QCoreApplication>

namespace trainyard {

struct ImportWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::TaskImport)
};

class ImportDraft {
public:
    Task task;

    void note(int line, const QString &what);
    // A variable with its value. Those that look like a secret lose it. nullopt: taken from the environment at launch.
    void addVariable(const QString &name, const std::optional<QString> &value, int line);
    // "H100:8", "gpu:4", "8", "nvidia_a100_80gb_pcie:2"; a count without a model becomes a note.
    void addGpus(const QString &text, int line);
    void addMount(const QString &source, const QString &target, int line);
    // Notes keys and tokens that stand in the text of `run` and `setup`.
    ImportedTask finished(ImportKind kind);

private:
    QList<ImportNote> m_notes;
    bool m_hasMounts = false;
};

// For use in a sentence: on one line, shortened, without anything that looks like a secret.
QString importedExcerpt(const QString &text);

// They throw nothing; the text is valid UTF-8 without carriage returns and NUL.
Result<ImportedTask> importContainer(const QString &text);
Result<ImportedTask> importSlurm(const QString &text);
Result<ImportedTask> importDstack(const QByteArray &text);

}  // namespace trainyard
