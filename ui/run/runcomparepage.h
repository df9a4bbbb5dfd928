// SPDX-License-Identifier: GPL-3.0-or-later
// Compares two to six runs: a selected quantity overlaid by step or by time, their results, and how their task files differ. Takes plain
// values, emits requests. Main thread. objectNames: "runComparePage", "runsBreadcrumb", "compareSeries", "compareAxis0" (by step),
// "compareAxis1" (by time), "compareTable", "compareRefresh", "compareChart", "comparePoints" (the chart's table), "compareValues".
// Keyboard: T shows the table.
#pragma once

#include "core/base/error.h"
#include "core/model/ids.h"
#include "core/observe/report/overlay.h"

#include <QWidget>

class QComboBox;
class QStackedWidget;
class QTableWidget;
class QToolButton;

namespace trainyard {

class CompareChart;
class PageHeader;
class Segments;

class RunComparePage : public QWidget {
    Q_OBJECT
public:
    explicit RunComparePage(QWidget *parent = nullptr);

    // Replaces what was shown; selections are kept where possible.
    void setRuns(const QList<ComparedRun> &runs);
    void setReading(int count);  // how many are being read
    void setError(const Error &error);

    const QList<ComparedRun> &runs() const { return m_runs; }

Q_SIGNALS:
    void runsRequested();  // back to the list
    void openRequested(const RunId &runId);
    void refreshRequested();

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void showSeries();
    void fillValues();
    void fillPoints();
    void setTableShown(bool isShown);
    QString labelOf(qsizetype run) const;
    QIcon keyOf(int run) const;  // its line style in the chart

    QList<ComparedRun> m_runs;
    QList<OverlaySeries> m_series;
    PageHeader *m_header;
    QComboBox *m_choice;
    Segments *m_axis;
    QToolButton *m_tableButton;
    QStackedWidget *m_stack;
    CompareChart *m_chart;
    QTableWidget *m_points, *m_values;
};

}  // namespace trainyard
