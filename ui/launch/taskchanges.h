// SPDX-License-Identifier: GPL-3.0-or-later
// How the task differs from that of the run it began as: every line with its sign, changed ones on a colour; of long tasks, only what is near
// a change. Hidden without such a run. Long tasks are compared on another thread, so that typing never waits. Main thread. objectNames: "launchChanges", "launchChangesText".
#pragma once

#include "core/base/linediff.h"
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
    const QString &runName() const { return m_runName; }
    const QByteArray &base() const { return m_base; }

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();
    void show(const QList<DiffLine> &lines);

    QString m_runName;
    QByteArray m_base, m_now;
    int m_comparisons = 0;  // only the newest one is shown
    Label *m_title, *m_count;
    QPlainTextEdit *m_lines;
};

}  // namespace trainyard
