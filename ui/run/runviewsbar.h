// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the run list as a row of buttons with the number of runs in each: the built-in ones, and those that the person saved. The
// button of the current view is pressed. Saved views are removed with Delete or their menu. Main thread. objectNames: "runView0" …,
// "runViewSave", "runViewName".
#pragma once

#include "ui/run/runlistview.h"

#include <QList>
#include <QWidget>

class QLineEdit;
class QPushButton;

namespace trainyard {

class RunViewsBar : public QWidget {
    Q_OBJECT
public:
    explicit RunViewsBar(QWidget *parent = nullptr);

    void setSaved(const QList<NamedRunView> &saved);
    void setCurrent(const RunListView &view);  // as the list is now
    QList<NamedRunView> views() const;         // built-in ones first
    void setCounts(const QList<int> &counts);  // runs in each of views()

Q_SIGNALS:
    void chosen(const trainyard::RunListView &view);
    void savedChanged(const QList<trainyard::NamedRunView> &saved);
    void removed(const trainyard::NamedRunView &view);  // after savedChanged()

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void rebuild();
    void showTexts();
    void startNaming();
    void stopNaming();
    void save();
    void remove(qsizetype index);  // among the saved ones

    QList<NamedRunView> m_saved;
    RunListView m_current;
    QList<int> m_counts;
    QList<QPushButton *> m_buttons;
    QPushButton *m_save;
    QLineEdit *m_name;
};

}  // namespace trainyard
