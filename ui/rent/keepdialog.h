// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a thing that costs money in an account: it stays listed, with a note on what it is for. Deletes itself when closed.
//
// Object names: keepDialog, keepNote, keepConfirm, keepCancel
#pragma once

#include "core/service/clouds/cloudsweep.h"
#include "ui/common/dialog.h"

class QLineEdit;

namespace trainyard {

class KeepDialog : public Dialog {
    Q_OBJECT
public:
    KeepDialog(const SweepItem &item, QWidget *parent = nullptr);

    QString note() const;  // may be empty

private:
    QLineEdit *m_note;
};

}  // namespace trainyard
