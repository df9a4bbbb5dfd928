// What a person calls a run and what they noted of it. objectNames: "runEditDialog", "runEditName", "runEditNote", "runEditSave",
// "runEditCancel".
#pragma once

#include "core/store/records.h"

#include <QDialog>

class QLineEdit;
class QPlainTextEdit;

namespace trainyard {

class FieldRow;

class RunEditDialog : public QDialog {
    Q_OBJECT
public:
    // `isNote`: the note has the keyboard, else the name.
    RunEditDialog(const Run &run, bool isNote, QWidget *parent = nullptr);

    void showError(const Error &error);              // it could not be saved

Q_SIGNALS:
    void submitted(const trainyard::RunEdit &edit);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void submit();

    QLineEdit *m_name;
    QPlainTextEdit *m_note;
    FieldRow *m_nameRow, *m_noteRow;
};

}  // namespace trainyard
