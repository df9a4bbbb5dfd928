// SPDX-License-Identifier: GPL-3.0-or-later
// A part of the launch form: its title at the left, its fields at the right, in a small width below. A part with a summary can be folded to
// one line that says in words what applies; it begins folded. objectName of the title that folds it: the given one followed by "Fold".
#pragma once

#include "core/model/task.h"

#include <QString>
#include <QWidget>

class QAbstractButton;
class QGridLayout;

namespace trainyard {

class FieldGrid;
class Label;
class TaskFields;

class FormSection : public QWidget {
    Q_OBJECT
public:
    using Summary = QString (*)(const Task &);
    // Without a summary, it is always unfolded.
    FormSection(const QString &objectName, const QString &title, int mostColumns, Summary summary = nullptr, QWidget *parent = nullptr);

    void setTask(const Task &task);          // emits nothing
    virtual void apply(Task &task) const;    // changes what is not shown as it is there
    virtual void refresh(const Task &task);  // after any change of the task: what depends on it
    bool isFolded() const { return m_isFolded; }
    void setFolded(bool isFolded);
    void setToolTipOfTitle(const QString &text);

    TaskFields *fields() const { return m_fields; }
    FieldGrid *grid() const { return m_grid; }

Q_SIGNALS:
    void edited();  // by the user

protected:
    void mouseReleaseEvent(QMouseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrange();
    void showSummary();

    Summary m_summary;
    QString m_summaryText;
    bool m_isFolded = false, m_isNarrow = false;
    TaskFields *m_fields;
    QAbstractButton *m_fold = nullptr;  // null: it has no summary
    QWidget *m_title;
    Label *m_line;
    QWidget *m_content;
    FieldGrid *m_grid;
    QGridLayout *m_layout;
};

}  // namespace trainyard
