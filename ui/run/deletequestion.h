// SPDX-License-Identifier: GPL-3.0-or-later
// Ask whether to move runs to the trash, or to delete them from it permanently, and state what is deleted and what is kept. objectNames:
// "runDeleteDialog", "runDeleteConfirm", "runDeleteCancel"; "runErase…" likewise.
#pragma once

#include "core/model/run.h"
#include "ui/common/confirmdialog.h"

namespace trainyard {

struct DeleteFacts {
    QStringList names;  // of the runs
    int attempts = 0;   // of all these runs
    qint64 bytes = 0;   // size of their copies on this computer
};

QString deleteText(const DeleteFacts &facts);
QString eraseText(const DeleteFacts &facts);
// Open them; accepted means go ahead.
ConfirmDialog *makeDeleteQuestion(const DeleteFacts &facts, QWidget *parent);
ConfirmDialog *makeEraseQuestion(const DeleteFacts &facts, QWidget *parent);

}  // namespace trainyard
