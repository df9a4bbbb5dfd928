// SPDX-License-Identifier: GPL-3.0-or-later
// Asks before an action that loses something or costs money: a question, the consequences, two verbs. Open it without blocking; accepted
// means go ahead. Deletes itself when closed. objectNames, of NAME: "NAMEDialog", "NAMEConfirm", "NAMECancel", "NAMERemember".
#pragma once

#include "ui/common/dialog.h"

class QCheckBox;

namespace trainyard {

class ConfirmDialog : public Dialog {
    Q_OBJECT
public:
    struct Texts {
        QString question, text, keep, confirm;  // plain text; the last two are the verbs of the buttons
        QString remember = {};                  // a box to tick: not to be asked again; empty = none
    };
    ConfirmDialog(const QString &name, const Texts &texts, QWidget *parent = nullptr);

    bool isRemembered() const;  // the box is ticked

private:
    QCheckBox *m_remember = nullptr;
};

}  // namespace trainyard
