// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of a run over one time axis with a shared cursor, the events of the run below them and an equivalent table. Training curves
// are drawn over their steps or over the same time axis; either way they show the visible range, and the cursor marks the step of its
// moment where that is known (StepClock). Draws the contents of RunMetrics and TrainingCurve, decimated to the available pixels. New
// samples redraw one chart per event-loop turn; moving the axis redraws all visible charts. objectNames: "chartStack", "chartTable",
// "chartLane".
//
// Keyboard: Left and Right move the cursor, Home and End to the ends; with Shift they move the axis; + and − zoom, 0 goes back; Up and Down
// choose a chart; N and P (or Ctrl and Left, Right) go from event to event; Enter shows the moment in the log, or opens a mark that stands
// for several events; T shows the table; X draws the curves over steps or time, L the loss logarithmically, [ and ] less and more smoothly; Esc leaves.
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
    void setSeriesShown(bool isShown);  // one chart for each further series of the training, below the others
    // Tells when the lines of the log were written; must outlive this object.
    void setLogClock(const LogClock *log) { m_log = log; }
    // An alert threshold, shown beside the limits that the charts know themselves.
    struct AlertLine {
        ChartKind kind = ChartKind::GpuBusy;
        PlotThreshold line;
        bool operator==(const AlertLine &) const = default;
    };
    void setAlertLines(const QList<AlertLine> &lines);
    // Step and value of the earlier attempts by series, drawn behind this attempt's; and when the last of them ended, in milliseconds since
    // 1970: the time charts show as a gap how long the training stood until `began`. nullopt: no such time is known.
    struct EarlierAttempts {
        QHash<QString, QList<QPointF>> curves;
        std::optional<qint64> ended;
        qint64 began = 0;  // of this attempt
        bool operator==(const EarlierAttempts &) const = default;
    };
    void setEarlier(const EarlierAttempts &earlier);
    bool hasThroughput() const;
    // End of the time axis: the machine's current time for an active run, else the last sample.
    void setEnd(qint64 endMs);
    void refresh();  // redraws soon, one chart at a time; panel() returns one that is up to date
    ChartPanel *panel(ChartKind kind);

    void setRange(ChartRange range);
    void applyRequest(const AxisOptions &options);
    const TimeView &timeView() const { return m_view; }

    void setGpuView(const GpuView &view);
    const GpuView &gpuView() const { return m_gpuView; }
    void setCurveView(const CurveView &view);
    const CurveView &curveView() const { return m_curveView; }
    bool canShowByTime() const { return !m_steps.isEmpty(); }  // true once the time of any step is known

    qsizetype gpuCount() const { return m_metrics.gpus().size(); }
    int gpuNumber(qsizetype gpu) const;  // as the machine numbers it

    void setEvents(const QList<ChartEvent> &events);
    const QList<ChartEvent> &events() const { return m_events; }
    void goToEvent(qsizetype event);
    bool stepEvent(int direction);  // 1: next, -1: previous; false: there is none
    // Moves the cursor there, and the axis so that the cursor is visible.
    void showMoment(qint64 ms);
    std::optional<qint64> cursorMoment() const;
    void setCursorMoment(std::optional<qint64> ms);
    void pointAt(std::optional<qint64> ms);  // the same for a pointer elsewhere: nothing is announced
    std::optional<double> cursorStep() const { return m_stepCursor; }
    void chooseMoment();  // emits momentChosen() for the cursor, if there is one

    void setTableShown(bool isShown);
    bool isTableShown() const { return currentIndex() == 1; }
    ChartKind currentKind() const;  // the chart that keys and menus apply to
    QString currentTitle();
    QPixmap picture();  // of the current chart
    QByteArray csv();   // of the current chart, for the visible range
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void tableShownChanged(bool isShown);
    void viewChanged();  // the visible range changed, or it follows live again
    void gpuViewChanged();
    void curveViewChanged();
    void cursorMoved();            // to cursorMoment()
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
    qint64 axisBegin() const;
    void addStandstill(PlotContent &plot) const;
    void updateView();
    void drawInSight();  // draws all visible charts immediately
    void drawNext();
    void drawSoon(int delay = 0);  // ms; what is not up to date, one chart after the other
    bool isDue(qsizetype at) const;
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
    void speak();  // announces the values at the cursor to screen readers
    void setCurrentPanel(qsizetype at);
    void fillTable();
    bool navigate(int key, Qt::KeyboardModifiers modifiers);

    const RunMetrics &m_metrics;
    const TrainingCurve &m_training;
    EarlierAttempts m_before;
    QHash<QString, TrainingSeries> m_earlier;  // the same curves, ready to draw
    QList<ChartKind> m_kinds;
    QList<ChartPanel *> m_panels;
    QList<bool> m_isPending;
    qsizetype m_drawn = -1;  // the last one that was drawn
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
