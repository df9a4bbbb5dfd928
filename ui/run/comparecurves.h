// SPDX-License-Identifier: GPL-3.0-or-later
// The curves of compared runs: one series overlaid, with its axis, scale and smoothing, and a list of the runs that shows, hides and
// emphasises them and has their values at the cursor. Takes plain values, emits requests. objectNames: "compareCurves", "compareSeries",
// "compareAxis0" (steps), "compareAxis1" (time), "compareAxis2" (data seen), "compareSmoothing", "compareLogarithmic", "compareTable",
// "compareCopy", "compareChart", "comparePoints" (the chart's table), "compareLegend", "compareShowAll", "compareShowOnly".
// Keyboard: those of CompareChart and KeyFor; [ and ] smooth less or more; in the list, Space shows or hides, Enter opens the run.
#pragma once

#include "core/observe/report/overlay.h"
#include "core/service/runs/runcurves.h"
#include "ui/charts/comparechart.h"

#include <QFutureWatcher>
#include <QSet>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QPushButton;
class QSlider;
class QStackedWidget;
class QTableWidget;
class QToolButton;

namespace trainyard {

class Label;
class Segments;

class CompareCurves : public QWidget {
    Q_OBJECT
public:
    explicit CompareCurves(QWidget *parent = nullptr);

    // One entry per run in each list; runs that are still to be read have no curves.
    void setRuns(const QList<ComparedRun> &runs, const QStringList &labels, const QList<QHash<QString, RunCurve>> &curves, bool isReading);
    QIcon keyOf(int run) const;  // its colour and mark

Q_SIGNALS:
    void seriesWanted(const QString &series);  // it is shown once setRuns() brings it
    void openRequested(int run);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *makeControls();
    QWidget *makeLegend();
    void addKeys();
    void fillSeries();
    void showSeries();
    void showLines();
    void smooth();
    void fillLegend();
    void sizeLegend();
    void showChosen();  // whether a run is chosen in the list
    void fillPoints();
    void setTableShown(bool isShown);
    void toggleRow(int row);
    void copyPicture();
    void copyValues();
    double weight() const;
    OverlayAxis axis() const;

    QList<ComparedRun> m_runs;
    QStringList m_labels;
    QList<QHash<QString, RunCurve>> m_curves;
    bool m_isReading = false;
    QList<OverlaySeries> m_series;
    QString m_amount;                     // what the third axis counts
    QSet<QString> m_hidden;               // ids of runs
    QHash<QString, RunCurve> m_smoothed;  // by run, of the shown series
    QFutureWatcher<QHash<QString, RunCurve>> m_smoothing;
    QComboBox *m_choice;
    Segments *m_axis;
    QSlider *m_slider;
    Label *m_sliderWords;
    QCheckBox *m_logarithmic;
    QToolButton *m_tableButton;
    QStackedWidget *m_stack;
    CompareChart *m_chart;
    QHBoxLayout *m_parts;  // the chart and the list
    QWidget *m_legendPanel = nullptr;
    QPushButton *m_only = nullptr;
    QTableWidget *m_points, *m_legend;
    QList<int> m_rows;  // of the legend: which run is in a row
};

}  // namespace trainyard
