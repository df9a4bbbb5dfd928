// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks that were begun on the Launch page and not launched yet: one JSON file each, readable by its owner only, in the folder "drafts" below
// Paths::data. The values of secrets are never written. Blocking, any thread, several programs at a time.
#pragma once

#include "core/base/paths.h"
#include "core/model/ids.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

namespace trainyard {

struct TaskDraft {
    QString id;                  // newDraftId()
    QByteArray text;             // of the task file, with errors or without
    QString taskDirectory = {};  // a relative workdir starts here; empty: not known
    MachineId machineId = {};    // chosen for it; not set: none
    QString runName = {};        // the run it began as; empty: none
    QByteArray runTask = {};     // that run's task
    QDateTime saved = {};        // in UTC; invalid: when it is saved
    bool isOpen = false;         // it is what the page shows
    bool lacksValues = false;    // secrets had values, which were left out
};

struct TaskDrafts {
    QList<TaskDraft> drafts;  // newest first, at most kMaxDrafts
    QStringList unreadable;   // paths of files that are no drafts; they stay as they are
};

inline constexpr qsizetype kMaxDrafts = 100;

QString newDraftId();
QString draftName(const TaskDraft &draft);  // the task's own, else its first command; empty: it has neither
QString draftFolder(const Paths &paths);

TaskDrafts loadTaskDrafts(const Paths &paths);
// Returns it as it was written. InvalidInput for an id that is none; NoSpace, PermissionDenied, Io.
Result<TaskDraft> saveTaskDraft(const Paths &paths, TaskDraft draft);
Result<void> removeTaskDraft(const Paths &paths, const QString &id);  // also if it does not exist

}  // namespace trainyard
