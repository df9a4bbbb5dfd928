// SPDX-License-Identifier: GPL-3.0-or-later
// Deletes entries of a machine: counts what would go, asks, and shows how far it is. Opens without blocking; closing it at any point ends
// what is going on. objectNames: "eraseDialog", "eraseNames", "eraseText", "eraseProgress", "eraseConfirm", "eraseCancel".
#pragma once

#include "core/base/result.h"
#include "core/model/folderentry.h"
#include "ui/common/dialog.h"

#include <QList>

class QProgressBar;
class QPushButton;

namespace trainyard {

class Label;

class EraseDialog : public Dialog {
    Q_OBJECT
public:
    EraseDialog(const QString &machineName, const QList<QByteArray> &paths, QWidget *parent = nullptr);

    void setCount(const Result<EntryCount> &count);
    void setRemoved(qint64 removed);
    void finish(const Result<void> &outcome);  // closes it, unless it failed

Q_SIGNALS:
    void confirmed();

private:
    enum class Step { Counting, Asking, Erasing, Over };
    void confirm();

    Step m_step = Step::Counting;
    EntryCount m_count;
    qint64 m_removed = 0;
    Label *m_text;
    QProgressBar *m_progress;
    QPushButton *m_cancel, *m_confirm;
};

}  // namespace trainyard
