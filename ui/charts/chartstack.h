// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of a run over one time axis with a shared cursor, the events of the run below them and a table twin. Curves of
// the training are over their steps, or over the same time; either way they show the stretch in view, and the cursor
// stands at the step of that moment wherever it is known (StepClock). Draws what RunMetrics and TrainingCurve hold, decimated to the pixels there are: one
// chart an event when samples come, all that are in sight when a person moves the axis. objectNames: "chartStack",
// "chartTable", "chartLane".
//
// Keyboard: Left and Right move the cursor, Home and End to the ends; with Shift they move the axis; + and − zoom, 0 goes
// back; Up and Down choose a chart; N and P (or Ctrl and Left, Right) go from event to event; Enter shows the moment in
// the log; T shows the table; X draws the curves over steps or time, L the loss logarithmically,
// [ and ] less and more smoothly; Esc leaves.
#pragma once

#include "core/observe/metrics/runmetrics.h"
#include "core/observe/trainlog/trainingcurve.h"
#include "ui/charts/chartevent.h"
#include "ui/charts/chartkind.h"
#include "ui/charts/chartpanel.h"
#include "ui/charts/curveview.h"
#include "ui/charts/stepclock.h"
#include "ui/charts/timeview.h"

#include <QStackedWidget>
#include <QTimer>

class QScrollArea;
class QVBoxLayout;

namespace trainyard {

class ChartTable;
class EventLane;
class SeriesCharts;
struct CurveFrame;
struct StepChart;

class ChartStack : public QStackedWidget {
    Q_OBJECT
public:
    ChartStack(const RunMetrics &metrics, const TrainingCurve &training, QWidget *parent = nullptr);

    void setKinds(const QList<ChartKind> &kinds);
    void setSeriesShown(bool isShown);  // a chart for each further series of the training, below the others
    // When the lines of the log were written; must outlive this.
    void setLogClock(const LogClock *log) { m_log = log; }
    // What alerts are raised at, beside the limits that the charts know themselves.
    struct AlertLine {
        ChartKind kind = ChartKind::GpuBusy;
        PlotThreshold line;
        bool operator==(const AlertLine &) const = default;
    };
    void setAlertLines(const QList<AlertLine> &lines);
    // Step and loss of the attempts before: drawn behind this one's.
    void setEarlierLoss(const QList<QPointF> &values);
    // End of the time axis: the machine's present for a run that goes on, else its last sample.
    void setEnd(qint64 endMs);
    void refresh();  // soon, a chart at a time; panel() gives one that is up to date
    ChartPanel *panel(ChartKind kind);

    void setRange(ChartRange range);
    void applyRequest(const AxisOptions &options);
    const TimeView &timeView() const { return m_view; }

    void setGpuView(const GpuView &view);
    const GpuView &gpuView() const { return m_gpuView; }
    void setCurveView(const CurveView &view);
    const CurveView &curveView() const { return m_curveView; }
    bool canShowByTime() const { return !m_steps.isEmpty(); }  // the curves: when their steps were is known

    qsizetype gpuCount() const { return m_metrics.gpus().size(); }
    int gpuNumber(qsizetype gpu) const;  // as the machine counts it

    void setEvents(const QList<ChartEvent> &events);
    const QList<ChartEvent> &events() const { return m_events; }
    void goToEvent(qsizetype event);
    bool stepEvent(int direction);  // 1: next, -1: previous; false: there is none
    // The cursor there, and the axis so that it is in view.
    void showMoment(qint64 ms);
    std::optional<qint64> cursorMoment() const;
    void setCursorMoment(std::optional<qint64> ms);
    std::optional<double> cursorStep() const { return m_stepCursor; }
    void chooseMoment();  // momentChosen() with that of the cursor, if there is one

    void setTableShown(bool isShown);
    bool isTableShown() const { return currentIndex() == 1; }
    ChartKind currentKind() const;  // the chart that keys and menus mean
    QString currentTitle();
    QPixmap picture();  // of that chart
    QByteArray csv();   // of that chart, for the stretch in view
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void tableShownChanged(bool isShown);
    void viewChanged();  // another stretch of time, or it follows again
    void gpuViewChanged();
    void curveViewChanged();
    void momentChosen(qint64 ms);  // show it in the log
    void menuRequested(const QPoint &globalAt);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    ChartPanel *makePanel(ChartKind kind);
    void addAlertLines(ChartKind kind, PlotContent &plot) const;
    void updateView();
    void drawInSight();  // all that can be seen, at once
    void drawNext();
    void draw(qsizetype at);
    StepChart curveOf(ChartKind kind) const;
    CurveFrame curveFrame() const;
    void applyCurveRequest(const AxisOptions &options);
    int axisWidth() const;
    void placeLane();
    bool areCurvesByTime() const { return m_curveView.axis == CurveAxis::Time && canShowByTime(); }
    void moveCursor(bool isByStep, std::optional<double> x);
    void moveCursorBy(int direction);
    void showCursor();
    void showCursorIn(qsizetype at);
    void speak();  // what the cursor shows, for screen readers
    void setCurrentPanel(qsizetype at);
    void fillTable();
    bool navigate(int key, Qt::KeyboardModifiers modifiers);

    const RunMetrics &m_metrics;
    const TrainingCurve &m_training;
    TrainingSeries m_earlierLoss;
    QList<ChartKind> m_kinds;
    QList<ChartPanel *> m_panels;
    QList<bool> m_isPending;
    qsizetype m_current = 0;
    TimeView m_view;
    qint64 m_end = 0;
    GpuView m_gpuView;
    QList<AlertLine> m_alertLines;
    CurveView m_curveView;
    const LogClock *m_log = nullptr;
    StepClock m_steps;
    QList<ChartEvent> m_events;
    qsizetype m_event = -1;
    std::optional<double> m_timeCursor, m_stepCursor;
    QScrollArea *m_scroll;
    QVBoxLayout *m_column;
    EventLane *m_lane;
    SeriesCharts *m_series;
    ChartTable *m_table;
    QTimer m_drawTimer, m_moveTimer;
};

}  // namespace trainyard
