// SPDX-License-Identifier: GPL-3.0-or-later
// Edits a task file: monospace, line numbers, problems underlined, completion and help from the table of keys, and the edits that YAML
// needs. Keys: Ctrl+Space offers what fits, Ctrl+I says what is at the cursor, Tab and Shift+Tab indent, Ctrl+/ makes comments, F8 and
// Shift+F8 go through the problems. Tab leaves the editor behind Esc, and always after Ctrl+M, until the next one.
// objectNames: "taskEditor", that of TaskCompleter.
#pragma once

#include "core/model/task.h"
#include "core/model/taskcompletion.h"

#include <QPlainTextEdit>
#include <QTextCursor>

namespace trainyard {

class TaskCompleter;

class TaskEditor : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit TaskEditor(QWidget *parent = nullptr);

    void setVocabulary(const TaskVocabulary &vocabulary) { m_vocabulary = vocabulary; }
    void setIssues(const QList<TaskIssue> &errors, const QList<TaskIssue> &warnings);
    void goTo(int line, int column);  // from 1
    void goToIssue(bool isNext);
    // The next place of a text, from the cursor on, or the one before, around the end; false if there is none.
    bool find(const QString &text, bool isNext);
    TaskHelp helpHere() const;
    bool doesTabLeave() const { return m_doesTabLeave; }

Q_SIGNALS:
    void findRequested();
    void tabMeaningChanged();

Q_SIGNALS:
    void foreignTextPasted(const QByteArray &text);  // into an empty editor: it can be imported, and was not inserted

protected:
    bool event(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void insertFromMimeData(const QMimeData *source) override;

private:
    struct Mark {
        int line = 0, column = 0;  // from 1; line 0: the whole file
        QString what;
        bool isError = false;
    };

    void paintGutter();
    void applyLook();
    void showMarks();
    int gutterWidth() const;
    int textTop() const;  // of the viewport, in the gutter
    int step() const;
    bool takeEditKey(QKeyEvent *event);
    bool takeTab(bool isBack);
    void breakLine();
    bool eraseIndent();
    void changeLines(QStringList (*change)(QStringList, int));
    void offer(bool isAsked);
    void take(const TaskCandidate &candidate);
    void goToStop(int index);
    QString textAbout(int position) const;  // as rich text for a tooltip
    void tellHere();

    QWidget *m_gutter;
    TaskCompleter *m_completer;
    TaskVocabulary m_vocabulary;
    QList<Mark> m_marks;
    QList<QTextCursor> m_stops;  // of the snippet that was taken last
    int m_stop = -1;
    bool m_doesTabLeave = false, m_isLeaving = false;
};

}  // namespace trainyard
