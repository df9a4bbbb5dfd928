// SPDX-License-Identifier: GPL-3.0-or-later
// Edits the name and the note of a run. objectNames: "runEditDialog", "runEditName", "runEditNote", "runEditSave", "runEditCancel".
#pragma once

#include "core/model/run.h"
#include "ui/common/dialog.h"

class QLineEdit;
class QPlainTextEdit;

namespace trainyard {

class FieldRow;

class RunEditDialog : public Dialog {
    Q_OBJECT
public:
    // `isNote`: the note has the focus, else the name.
    RunEditDialog(const Run &run, bool isNote, QWidget *parent = nullptr);

    void showError(const Error &error);  // it could not be saved

Q_SIGNALS:
    void submitted(const trainyard::RunEdit &edit);

private:
    void submit();

    QLineEdit *m_name;
    QPlainTextEdit *m_note;
    FieldRow *m_nameRow, *m_noteRow;
};

}  // namespace trainyard
