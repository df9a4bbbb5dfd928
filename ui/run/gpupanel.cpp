// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/gpupanel.h"

#include "core/base/format.h"
#include "ui/common/badge.h"
#include "ui/common/flowlayout.h"
#include "ui/common/label.h"
#include "ui/common/segments.h"
#include "ui/run/gpurows.h"

#include <QScrollArea>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

GpuPanel::GpuPanel(const RunMetrics &metrics, QWidget *parent)
    : Card(parent), m_metrics(metrics), m_title(new Label(tr("GPUs"), TextRole::Section)),
      m_span(new Label(tr("last 30 minutes"), TextRole::Small, Ink::Text3)), m_simulated(new Badge(simulatedBadge())),
      m_choice(new Segments(QStringLiteral("gpuMetric"), {tr("Busy"), tr("Memory"), tr("Power"), tr("Temp.")})),
      m_rows(new GpuRows(metrics))
{
    setObjectName(QStringLiteral("gpuPanel"));
    auto *const head = new FlowLayout;
    head->setContentsMargins(dp(14), dp(8), dp(14), dp(4));
    head->setSpacing(dp(8));
    head->addWidget(m_title);
    head->addWidget(m_span);
    head->addWidget(m_simulated);
    head->addStretch();
    head->addWidget(m_choice);
    auto *const scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);  // the rows handle the keys
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_rows);
    scroll->viewport()->setAutoFillBackground(false);
    m_rows->setAutoFillBackground(false);
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, dp(6));
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(scroll, 1);
    connect(m_choice, &Segments::chosen, this, [this](int index) {
        static constexpr GpuMetric kMetrics[] = {GpuMetric::BusyPercent, GpuMetric::MemoryGiB, GpuMetric::PowerWatts,
                                                 GpuMetric::TemperatureC};
        m_rows->setMetric(kMetrics[std::clamp(index, 0, 3)]);
    });
    connect(m_rows, &GpuRows::picked, this, &GpuPanel::gpuPicked);
    connect(m_rows, &GpuRows::momentPointed, this, &GpuPanel::momentPointed);
    connect(m_rows, &GpuRows::currentMoved, this,
            [scroll](const QRect &row) { scroll->ensureVisible(row.center().x(), row.center().y(), 0, row.height()); });
    refresh(0);
}

// The rows scroll up and down only.
QSize GpuPanel::minimumSizeHint() const
{
    const QSize least = Card::minimumSizeHint();
    return {std::max(least.width(), m_rows->minimumSizeHint().width() + style()->pixelMetric(QStyle::PM_ScrollBarExtent) + 2),
            least.height()};
}

void GpuPanel::refresh(qint64 endMs)
{
    const bool hasGpus = !m_metrics.gpus().isEmpty();
    m_title->setText(hasGpus || m_metrics.count() == 0 ? tr("GPUs") : tr("Machine"));
    m_choice->setVisible(hasGpus);
    bool isSimulated = false;
    for (const GpuIdentity &gpu : m_metrics.gpus())
        isSimulated = isSimulated || gpu.isSimulated;
    m_simulated->setVisible(isSimulated);
    if (isSimulated)
        m_span->setText(tr("30 min", "span of the strips, short"));
    m_rows->setEnd(endMs);
    fitHead();
}

void GpuPanel::setLive(bool isLive)
{
    m_rows->setLive(isLive);
    m_isLive = isLive;
    fitHead();
}

void GpuPanel::setConnected(bool isConnected) { m_rows->setConnected(isConnected); }

void GpuPanel::setMoment(std::optional<qint64> ms) { m_rows->setMoment(ms); }

void GpuPanel::setPicked(qsizetype gpu) { m_rows->setPicked(gpu); }

// The metric choice must not be cut off; the time span is also shown above the strips.
void GpuPanel::fitHead()
{
    const bool isSimulated = !m_simulated->isHidden();
    const int needed = m_title->sizeHint().width() + m_choice->sizeHint().width() + m_span->sizeHint().width()
                       + (isSimulated ? m_simulated->sizeHint().width() + dp(8) : 0) + dp(28 + 24);
    m_span->setVisible(m_isLive && !m_metrics.gpus().isEmpty() && width() >= needed);
}

void GpuPanel::resizeEvent(QResizeEvent *event)
{
    Card::resizeEvent(event);
    fitHead();
}

}  // namespace trainyard

#include "moc_gpupanel.cpp"
