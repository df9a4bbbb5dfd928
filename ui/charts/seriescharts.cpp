#include "ui/charts/seriescharts.h"

#include "ui/charts/stepcharts.h"
#include "ui/theme/theme.h"

#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

SeriesCharts::SeriesCharts(const TrainingCurve &training, QWidget *parent) : QWidget(parent), m_training(training)
{
    setObjectName(QStringLiteral("seriesCharts"));
    setAccessibleName(tr("Series of the training"));
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(2));
}

void SeriesCharts::refresh()
{
    const QList<StepChart> charts = furtherCharts(m_training);
    while (m_panels.size() > charts.size())
        delete m_panels.takeLast();
    while (m_panels.size() < charts.size()) {
        auto *const panel = new ChartPanel;
        panel->plot()->setMinimumHeight(dp(72));
        connect(panel->plot(), &PlotChart::cursorMoved, this, &SeriesCharts::cursorMoved);
        layout()->addWidget(panel);
        m_panels.append(panel);
    }
    if (isVisible())
        draw();
}

void SeriesCharts::draw()
{
    const QList<StepChart> charts = furtherCharts(m_training);
    for (qsizetype i = 0; i < std::min(charts.size(), m_panels.size()); ++i) {
        m_panels[i]->setHead(stepHead(charts[i], m_cursor));
        m_panels[i]->setContent(stepContent(charts[i], std::max(50, m_panels[i]->plotWidth()), i + 1 == charts.size()));
        m_panels[i]->setCursorAt(m_cursor);
    }
}

void SeriesCharts::setCursorAt(std::optional<double> step)
{
    if (step == m_cursor)
        return;
    m_cursor = step;
    const QList<StepChart> charts = furtherCharts(m_training);
    for (qsizetype i = 0; i < std::min(charts.size(), m_panels.size()); ++i) {
        m_panels[i]->setHead(stepHead(charts[i], m_cursor));
        m_panels[i]->setCursorAt(m_cursor);
    }
}

QList<ValueColumn> SeriesCharts::columns(int rows) const
{
    QList<ValueColumn> all;
    const QList<StepChart> charts = furtherCharts(m_training);
    for (const StepChart &chart : charts)
        all += stepColumns(chart, rows);
    return all;
}

void SeriesCharts::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    draw();
}

void SeriesCharts::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

}  // namespace trainyard
