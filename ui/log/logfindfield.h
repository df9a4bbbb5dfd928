// SPDX-License-Identifier: GPL-3.0-or-later
// The find field of the log: the text, the number of hits, match case, regular expression, previous and next. Esc clears before it leaves;
// Enter and F3 go to the next hit, with Shift to the previous one. objectNames: "logFind", "logFindCase", "logFindExpression",
// "logFindPrevious", "logFindNext".
#pragma once

#include "ui/log/logmatcher.h"

#include <QLineEdit>

class QToolButton;

namespace trainyard {

class Label;

class LogFindField : public QLineEdit {
    Q_OBJECT
public:
    explicit LogFindField(QWidget *parent = nullptr);

    LogQuery query() const;
    // The text about the hits, and whether there are any to go to.
    void setHits(const QString &words, bool hasHits);

Q_SIGNALS:
    void queryChanged();
    void nextRequested();
    void previousRequested();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QToolButton *makeToggle(const QString &objectName, const QString &sign, const QString &name);

    QWidget *m_tools;
    Label *m_hits;
    QToolButton *m_case, *m_expression, *m_previous, *m_next;
};

}  // namespace trainyard
