// SPDX-License-Identifier: GPL-3.0-or-later
// Compares any number of runs in four views: their curves on top of each other, parameters and results over parallel axes, one variable
// against another, and what differs. Takes plain values, emits requests. Main thread. objectNames: "runComparePage", "runsBreadcrumb",
// "compareView0" … "compareView3", "compareRefresh", "compareEmpty", and those of CompareCurves, CompareSpace and CompareValues. Keyboard:
// Ctrl+Page Up and Ctrl+Page Down change the view.
#pragma once

#include "core/base/error.h"
#include "core/model/ids.h"
#include "core/service/runs/runcurves.h"

#include <QWidget>

class QStackedWidget;

namespace trainyard {

class CompareCurves;
class CompareSpace;
class CompareValues;
class PageHeader;
class Segments;

class RunComparePage : public QWidget {
    Q_OBJECT
public:
    enum View { Curves, Parameters, Scatter, Differences };
    explicit RunComparePage(QWidget *parent = nullptr);

    // Replaces what was shown; selections are kept where possible. One entry per run in both lists; `left`: how many are still to be read,
    // which have only a name.
    void setRuns(const QList<ComparedRun> &runs, const QList<QHash<QString, RunCurve>> &curves = {}, qsizetype left = 0);
    void setProblems(const QList<Error> &problems);  // of runs that cannot be read

    const QList<ComparedRun> &runs() const { return m_runs; }
    View view() const;
    void setView(View view);

Q_SIGNALS:
    void runsRequested();  // back to the list
    void openRequested(const RunId &runId);
    void refreshRequested();
    void seriesWanted(const QString &series);

private:
    void open(int run);

    QList<ComparedRun> m_runs;
    PageHeader *m_header;
    Segments *m_choice;
    QStackedWidget *m_stack;
    CompareCurves *m_curves;
    CompareSpace *m_parallel, *m_scatter;
    CompareValues *m_values;
};

}  // namespace trainyard
