// SPDX-License-Identifier: GPL-3.0-or-later
// The task that grows while foreign text is read, and the notes about what it lacks. Internal to core/model; pure.
#pragma once

#include "core/model/task.h"
#include "core/model/taskimport.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

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
    void addSecret(const QString &name, int line);
    // "H100:8", "gpu:4", "8", "nvidia_a100_80gb_pcie:2"; a count without a model becomes a note.
    void addGpus(const QString &text, int line);
    // "0,2", "GPU-5f1c…", "0:1": those of the machine. "all" and nothing choose none.
    void addGpuNames(const QString &text, int line);
    void addMount(const QString &source, const QString &target, int line);  // a folder of this computer
    // A folder of the machine, with options as in "/data:/data:ro,z".
    void addFolder(const QString &source, const QString &target, const QStringList &options, int line);
    void addImage(const QString &name, int line);
    void addPort(const QString &text, int line);          // "8888:8888/tcp"
    void addSharedMemory(const QString &text, int line);  // "8g", or bytes
    void setUser(UserKind kind, const QString &ids = {});
    void addUser(const QString &text, int line);  // "root", "0:0", "1000:100"; names become a note
    // Secrets in the text of `run` and `setup` become variables.
    ImportedTask finished(ImportKind kind);

private:
    bool isUsableName(const QString &name, int line);
    void moveSecrets(QString &script);
    QString secretVariable(const QString &value, const QString &name);
    void settle();

    QList<ImportNote> m_notes;
    QHash<QString, QString> m_secretNames;  // by value
    QSet<QString> m_told;                   // notes that are needed once
};

// For use in a sentence: on one line, shortened, without anything that looks like a secret.
QString importedExcerpt(const QString &text);

// They throw nothing; the text is valid UTF-8 without carriage returns and NUL.
Result<ImportedTask> importContainer(const QString &text);
Result<ImportedTask> importSlurm(const QString &text);
Result<ImportedTask> importDstack(const QByteArray &text);

}  // namespace trainyard
