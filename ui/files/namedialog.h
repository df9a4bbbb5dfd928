// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for the name of a new folder, or another name for an entry. Opens without blocking. Names that are not text are edited as they are
// shown (core/base/bytename.h). objectNames: "fileNameDialog", "fileNameEdit", "fileNameApply", "fileNameCancel".
#pragma once

#include "core/base/error.h"
#include "ui/common/dialog.h"

class QLineEdit;
class QPushButton;

namespace trainyard {

class FieldRow;

class NameDialog : public Dialog {
    Q_OBJECT
public:
    // An empty name: for a new folder in `folder`, which is shown.
    NameDialog(const QByteArray &folder, const QByteArray &name, QWidget *parent = nullptr);

    void showError(const Error &error);  // it can be tried again

Q_SIGNALS:
    void submitted(const QByteArray &name);  // not empty, without a slash, neither . nor ..

private:
    void submit();

    const QByteArray m_name;
    QLineEdit *m_edit;
    FieldRow *m_row;
    QPushButton *m_apply;
};

}  // namespace trainyard
