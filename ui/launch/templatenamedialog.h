// SPDX-License-Identifier: GPL-3.0-or-later
// Saves a task as one of the user's own templates, under a name that is asked for. A name that is taken is said before anything is replaced.
// objectNames: "templateNameDialog", "templateName", "templateNameSave", "templateNameCancel".
#pragma once

#include "ui/common/dialog.h"

#include <QByteArray>

class QLineEdit;
class QPushButton;

namespace trainyard {

class FieldRow;
class TaskShelf;

class TemplateNameDialog : public Dialog {
    Q_OBJECT
public:
    TemplateNameDialog(TaskShelf &shelf, const QByteArray &task, const QString &proposal, QWidget *parent = nullptr);

private:
    void showName();
    void save();

    TaskShelf &m_shelf;
    QByteArray m_task;
    QLineEdit *m_name;
    FieldRow *m_row;
    bool m_replaces = false;  // as the button says
    QPushButton *m_save;
};

}  // namespace trainyard
