// SPDX-License-Identifier: GPL-3.0-or-later
// A statement, the machine's message about it, what to do, and the command for it with a copy button, one below the other. Plain text
// throughout, as some of it comes from machines. Empty parts take no space. objectName of the button: the given one.
#pragma once

#include "ui/common/icons.h"

#include <QWidget>

class QPushButton;

namespace trainyard {

class Label;

struct Advice {
    QString sentence;
    QString reason;        // why it matters
    QString detail;        // the machine's own message
    QString remedy;        // what to do
    QString command;       // for the remedy
    Ink ink = Ink::Text2;  // of the statement
};

class AdviceView : public QWidget {
    Q_OBJECT
public:
    explicit AdviceView(const QString &copyName, QWidget *parent = nullptr);

    void setAdvice(const Advice &advice);

private:
    Label *m_sentence, *m_reason, *m_detail, *m_remedy, *m_command;
    QPushButton *m_copy;
    QWidget *m_box;
};

}  // namespace trainyard
