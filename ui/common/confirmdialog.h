// SPDX-License-Identifier: GPL-3.0-or-later
// Asks before an action that loses something or costs money: a question, the consequences, two verbs. Open it without blocking; accepted
// means go ahead. Deletes itself when closed. objectNames, of NAME: "NAMEDialog", "NAMEText", "NAMEConfirm", "NAMECancel",
// "NAMEOther", "NAMERemember".
#pragma once

#include "ui/common/dialog.h"

class QCheckBox;
class QPushButton;

namespace trainyard {

class Label;

class ConfirmDialog : public Dialog {
    Q_OBJECT
public:
    struct Texts {
        QString question, text, keep, confirm;  // plain text; the last two are the verbs of the buttons
        QString remember = {};                  // a box to tick: not to be asked again; empty = none
        QString other = {};                     // what to do first instead; empty = nothing. Hidden until setOther()
    };
    ConfirmDialog(const QString &name, const Texts &texts, QWidget *parent = nullptr);

    bool isRemembered() const;  // the box is ticked
    // For consequences that are still being looked for: until they are known, `confirm` does nothing.
    void setText(const QString &text);
    void setLooking(bool isLooking);
    void setOther(bool isOffered);

Q_SIGNALS:
    void otherChosen();  // and it is closed

private:
    Label *m_text;
    QPushButton *m_confirm, *m_other = nullptr;
    QCheckBox *m_remember = nullptr;
};

}  // namespace trainyard
