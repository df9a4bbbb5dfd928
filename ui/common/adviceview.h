// SPDX-License-Identifier: GPL-3.0-or-later
// What is so, what a machine said about it, what to do, and the command that does it with a button to copy it, one below the
// other. Plain text throughout: machines have a word in it. Parts without text take no room.
// objectName of the button: the one given.
#pragma once

#include "ui/common/icons.h"

#include <QWidget>

class QPushButton;

namespace trainyard {

class Label;

struct Advice {
    QString sentence;
    QString reason;        // why it matters
    QString detail;        // in the machine's own words
    QString remedy;        // what to do
    QString command;       // that does it
    Ink ink = Ink::Text2;  // of the sentence
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
