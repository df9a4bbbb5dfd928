// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of a task file with what belongs to it: the find field above, shown when it is asked for, and below a line that says what the
// key at the cursor does. objectNames: those of TaskEditor, "taskFind", "taskFindCount", "taskHelp", "taskKeys".
#pragma once

#include <QWidget>

namespace trainyard {

class Label;
class SearchField;
class TaskEditor;

class TaskEditorPane : public QWidget {
    Q_OBJECT
public:
    explicit TaskEditorPane(QWidget *parent = nullptr);

    TaskEditor *editor() const { return m_editor; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void openFind();
    void closeFind();
    void find(bool isNext);
    void showHelp();
    void showKeys();

    TaskEditor *m_editor;
    QWidget *m_findRow;
    SearchField *m_find;
    Label *m_count, *m_help, *m_keys;
};

}  // namespace trainyard
