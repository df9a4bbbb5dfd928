// SPDX-License-Identifier: GPL-3.0-or-later
// How the task differs from that of the run it began as: every line with its sign, changed ones on a colour. Hidden without such a run.
// Main thread. objectNames: "launchChanges", "launchChangesText".
#pragma once

#include "ui/common/card.h"

class QPlainTextEdit;

namespace trainyard {

class Label;

class TaskChanges : public Card {
    Q_OBJECT
public:
    explicit TaskChanges(QWidget *parent = nullptr);

    void setBase(const QString &runName, const QByteArray &task);  // an empty name: there is none
    void setText(const QByteArray &task);

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();

    QString m_runName;
    QByteArray m_base, m_now;
    Label *m_title, *m_count;
    QPlainTextEdit *m_lines;
};

}  // namespace trainyard
