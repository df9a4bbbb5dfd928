// The charts of a run over one time axis (loss over its own axis of steps), with a shared cursor and a table twin.
// Draws what RunMetrics and TrainingCurve hold, decimated to the pixels there are. objectNames: "chartStack",
// "chartTable". Keyboard: Left and Right move the cursor, T shows the table, Esc hides the cursor.
#pragma once

#include "ui/run/chartpanel.h"
#include "core/metrics/runmetrics.h"
#include "core/training/trainingcurve.h"

#include <QStackedWidget>

class QTableWidget;
class QVBoxLayout;

namespace trainyard {

enum class ChartKind { Loss, GpuBusy, GpuMemory, GpuPower, GpuTemperature, Cpu, Memory, Network, Disk };
enum class ChartRange { Minutes15, Hour, WholeRun };

class ChartStack : public QStackedWidget {
    Q_OBJECT
public:
    ChartStack(const RunMetrics &metrics, const TrainingCurve &training, QWidget *parent = nullptr);

    void setKinds(const QList<ChartKind> &kinds);
    void setRange(ChartRange range);
    // End of the time axis: the machine's present for a run that goes on, else its last sample.
    void setEnd(qint64 endMs);
    void refresh();
    void setTableShown(bool isShown);
    bool isTableShown() const { return currentIndex() == 1; }

    ChartPanel *panel(ChartKind kind) const;

Q_SIGNALS:
    void tableShownChanged(bool isShown);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void drawTime(ChartPanel *panel, ChartKind kind, bool isLast);
    void drawLoss(ChartPanel *panel, bool isLast);
    void moveCursor(ChartKind origin, std::optional<double> x);
    void fillTable();

    const RunMetrics &m_metrics;
    const TrainingCurve &m_training;
    QList<ChartKind> m_kinds;
    QList<ChartPanel *> m_panels;
    ChartRange m_range = ChartRange::WholeRun;
    qint64 m_from = 0, m_to = 0, m_end = 0;
    std::optional<double> m_timeCursor, m_stepCursor;
    QVBoxLayout *m_column;
    QTableWidget *m_table;
};

}  // namespace trainyard
