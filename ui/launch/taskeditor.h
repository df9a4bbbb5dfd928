// SPDX-License-Identifier: GPL-3.0-or-later
// Edits a task file: monospace, line numbers, problems marked in the text. objectName: "taskEditor".
#pragma once

#include "core/model/task.h"

#include <QPlainTextEdit>

namespace trainyard {

class TaskEditor : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit TaskEditor(QWidget *parent = nullptr);

    void setIssues(const QList<TaskIssue> &errors, const QList<TaskIssue> &warnings);
    void goTo(int line, int column);  // from 1

Q_SIGNALS:
    void foreignTextPasted(const QByteArray &text);  // into an empty editor: it can be imported, and was not inserted

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void insertFromMimeData(const QMimeData *source) override;

private:
    void paintGutter();
    void applyLook();
    int gutterWidth() const;

    QWidget *m_gutter;
    QList<int> m_errorLines, m_warningLines;
};

}  // namespace trainyard
