// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/seriescharts.h"

#include "ui/theme/theme.h"

#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

SeriesCharts::SeriesCharts(const TrainingCurve &training, QWidget *parent) : QWidget(parent), m_training(training)
{
    setObjectName(QStringLiteral("seriesCharts"));
    setAccessibleName(tr("Training series"));
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(2));
}

QList<StepChart> SeriesCharts::charts() const { return furtherCharts(m_training, m_earlier ? *m_earlier : EarlierSeries()); }

void SeriesCharts::refresh()
{
    const QList<StepChart> charts = this->charts();
    while (m_panels.size() > charts.size())
        delete m_panels.takeLast();
    while (m_panels.size() < charts.size()) {
        auto *const panel = new ChartPanel;
        panel->plot()->setMinimumHeight(dp(72));
        connect(panel->plot(), &PlotChart::cursorMoved, this, &SeriesCharts::cursorMoved);
        connect(panel->plot(), &PlotChart::axisRequested, this, &SeriesCharts::axisRequested);
        layout()->addWidget(panel);
        m_panels.append(panel);
    }
    if (isVisible())
        draw();
}

void SeriesCharts::draw()
{
    const QList<StepChart> charts = this->charts();
    for (qsizetype i = 0; i < std::min(charts.size(), m_panels.size()); ++i) {
        CurveFrame frame = m_frame;
        frame.pixels = std::max(50, m_panels[i]->plotWidth());
        frame.showsX = i + 1 == charts.size();
        m_panels[i]->setContent(stepContent(charts[i], frame));
        showCursor(charts[i], m_panels[i]);
    }
}

void SeriesCharts::showCursor(const StepChart &chart, ChartPanel *panel) const
{
    panel->setHead(stepHead(chart, m_frame.isByTime(), m_step, m_moment));
    panel->setCursorAt(m_frame.isByTime() ? (m_moment ? std::optional(double(*m_moment)) : std::nullopt) : m_step);
}

void SeriesCharts::setCursorAt(std::optional<double> step, std::optional<qint64> moment)
{
    if (step == m_step && moment == m_moment)
        return;
    m_step = step;
    m_moment = moment;
    if (!isVisible())
        return;
    const QList<StepChart> charts = this->charts();
    for (qsizetype i = 0; i < std::min(charts.size(), m_panels.size()); ++i)
        showCursor(charts[i], m_panels[i]);
}

QList<ValueColumn> SeriesCharts::columns(int rows) const
{
    QList<ValueColumn> all;
    const QList<StepChart> charts = this->charts();
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

#include "moc_seriescharts.cpp"
