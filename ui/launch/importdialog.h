// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a task from text for another tool: shows the task that results and what was left out or changed, before anything is taken. Opens
// without blocking; deletes itself when closed. Main thread. objectNames: "importDialog", "importText", "importOpen", "importTask",
// "importNotes", "importCancel", "importUse".
#pragma once

#include "core/model/taskimport.h"
#include "ui/common/dialog.h"

class QPlainTextEdit;
class QPushButton;

namespace trainyard {

class Label;

class ImportDialog : public Dialog {
    Q_OBJECT
public:
    // With a text, Enter takes its task at once; without, there is a field to paste into.
    explicit ImportDialog(const QByteArray &text, QWidget *parent = nullptr);

Q_SIGNALS:
    void taskChosen(const QByteArray &yaml);

private:
    void read();
    void openFile();
    void use();

    QByteArray m_yaml;
    QPlainTextEdit *m_text, *m_task, *m_notes;
    Label *m_state;
    QPushButton *m_use;
};

}  // namespace trainyard
