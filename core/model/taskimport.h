// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a task from what people have written for other tools: a `docker run` or `podman run` command, an sbatch script, a dstack file. The
// text is read as data: nothing is expanded, looked up or run. Pure, any thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace trainyard {

enum class ImportKind { None, ContainerCommand, SlurmScript, DstackFile };
QString importKindName(ImportKind kind);  // "docker run command", translated; empty for None

// Something that the task does not have, or has in another way.
struct ImportNote {
    int line = 0;  // of the text that was read, from 1; 0 = the whole text
    QString what;  // one sentence, without the values of secrets
};

struct ImportedTask {
    ImportKind kind = ImportKind::None;
    QByteArray yaml;          // a task file; the notes are comments at its head
    QList<ImportNote> notes;  // by line
};

// None for a task file of ours, and for anything that is not recognised.
ImportKind importKind(const QByteArray &text);

// InvalidInput when nothing is recognised, a quote is never closed, or there is nothing in it that could become a task. If the text names no
// command (that of an image, say), the task has no `run`, which parseTask() reports. Values of secrets are left out: `secrets` has their
// names.
Result<ImportedTask> importedTask(const QByteArray &text);

}  // namespace trainyard
