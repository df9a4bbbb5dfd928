#include "ui/run/gpurows.h"

#include "ui/common/format.h"
#include "ui/theme/theme.h"

#include <QDateTime>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr int kCells = 60;
constexpr qint64 kSpan = 30 * 60 * 1000;      // ms
constexpr int kRow = 31, kHead = 26, kLegend = 28;

}  // namespace

GpuRows::GpuRows(const RunMetrics &metrics, QWidget *parent) : QWidget(parent), m_metrics(metrics) {}

void GpuRows::setMetric(GpuMetric metric)
{
    m_metric = metric;
    update();
}

void GpuRows::setEnd(qint64 endMs)
{
    m_end = std::max(endMs, m_metrics.lastTime());
    updateGeometry();
    QStringList sentences;
    for (qsizetype gpu = 0; gpu < m_metrics.gpus().size(); ++gpu) {
        const float busy = m_metrics.last(GpuMetric::BusyPercent, gpu);
        sentences << tr("GPU %1, %2").arg(m_metrics.gpus()[gpu].index)
                         .arg(std::isnan(busy) ? tr("busy unknown") : tr("%1 percent busy").arg(int(busy)));
    }
    setAccessibleName(sentences.isEmpty() ? tr("No GPU on this machine") : sentences.join(QStringLiteral(". ")));
    update();
}

QSize GpuRows::sizeHint() const
{
    return {dp(420), dp(kHead + kLegend) + int(std::max<qsizetype>(4, m_metrics.gpus().size())) * dp(kRow)};
}

QSize GpuRows::minimumSizeHint() const { return {dp(300), sizeHint().height()}; }

GpuRows::Columns GpuRows::columns() const
{
    const int right = width() - dp(14);
    const bool isNarrow = width() < dp(400);
    Columns c{{}, 0, 0, 0, right};
    c.power = right - dp(isNarrow ? 46 : 60);
    c.memory = c.power - dp(isNarrow ? 48 : 64);
    c.busy = c.memory - dp(isNarrow ? 60 : 84);
    const int left = dp(40);
    c.strip = QRect(left, 0, std::max(kCells, c.busy - dp(52) - left), dp(18));
    return c;
}

double GpuRows::percentOf(qsizetype gpu, float value) const
{
    const GpuIdentity &identity = m_metrics.gpus()[gpu];
    const double full = m_metric == GpuMetric::MemoryGiB    ? identity.memoryGiB
                        : m_metric == GpuMetric::PowerWatts ? identity.powerLimitWatts
                                                            : 100;
    return full > 0 ? double(value) / full * 100 : std::nan("");
}

void GpuRows::paintStrip(QPainter &painter, const Theme &theme, qsizetype gpu, const QRect &strip) const
{
    const std::vector<float> cells = m_metrics.cells(m_metric, gpu, m_end - kSpan, m_end, kCells);
    const auto edge = [&strip](int i) { return strip.left() + i * strip.width() / kCells; };
    const int gap = strip.width() >= 3 * kCells ? 1 : 0;
    for (int i = 0; i < kCells; ++i) {
        const QRect box(edge(i), strip.top(), std::max(1, edge(i + 1) - edge(i) - gap), strip.height());
        const double percent = std::isnan(cells[size_t(i)]) ? std::nan("") : percentOf(gpu, cells[size_t(i)]);
        if (!std::isnan(percent)) {
            painter.fillRect(box, theme.heatFill(percent));
            continue;
        }
        // Not sampled is not zero.
        painter.fillRect(box, theme.hover);
    }
    painter.save();
    QRegion unknown;
    for (int i = 0; i < kCells; ++i) {
        if (std::isnan(cells[size_t(i)]) || std::isnan(percentOf(gpu, cells[size_t(i)])))
            unknown += QRect(edge(i), strip.top(), edge(i + 1) - edge(i), strip.height());
    }
    painter.setClipRegion(unknown);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.line2, 1));
    for (int x = strip.left() - strip.height(); x < strip.right(); x += 5)
        painter.drawLine(QPointF(x, strip.bottom() + 1), QPointF(x + strip.height(), strip.top()));
    painter.restore();
}

void GpuRows::paintWithoutGpu(QPainter &painter, const Theme &theme) const
{
    painter.setFont(textFont(TextRole::Body));
    painter.setPen(theme.text2);
    const bool hasSamples = m_metrics.count() > 0;
    painter.drawText(QRect(dp(14), dp(4), width() - dp(28), dp(24)), Qt::AlignVCenter,
                     hasSamples ? tr("No GPU on this machine") : tr("No samples yet"));
    if (!hasSamples)
        return;
    const auto rate = [](float v) { return std::isnan(v) ? unknownWord() : formatByteRate(double(v)); };
    const auto percent = [](float v) { return std::isnan(v) ? unknownWord() : formatPercent(double(v)); };
    struct Row { QString name, value; float percent; };
    const Row rows[] = {
        {tr("CPU"), percent(m_metrics.last(HostMetric::CpuPercent)), m_metrics.last(HostMetric::CpuPercent)},
        {tr("Memory"), percent(m_metrics.last(HostMetric::MemoryPercent)), m_metrics.last(HostMetric::MemoryPercent)},
        {tr("Received"), rate(m_metrics.last(HostMetric::NetReceived)), NAN},
        {tr("Sent"), rate(m_metrics.last(HostMetric::NetSent)), NAN},
        {tr("Disk read"), rate(m_metrics.last(HostMetric::DiskRead)), NAN},
        {tr("Disk written"), rate(m_metrics.last(HostMetric::DiskWritten)), NAN},
    };
    int y = dp(36);
    for (const Row &row : rows) {
        painter.fillRect(0, y, width(), 1, theme.line);
        painter.setFont(textFont(TextRole::Small));
        painter.setPen(theme.text3);
        painter.drawText(QRect(dp(14), y, dp(100), dp(kRow)), Qt::AlignVCenter, row.name);
        painter.setFont(textFont(TextRole::Body));
        painter.setPen(theme.text1);
        painter.drawText(QRect(0, y, width() - dp(14), dp(kRow)), Qt::AlignRight | Qt::AlignVCenter, row.value);
        if (!std::isnan(row.percent)) {
            const QRect track(dp(116), y + dp(kRow) / 2 - dp(3), std::max(0, width() - dp(116 + 14 + 70)), dp(6));
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.hover);
            painter.drawRoundedRect(track, 3, 3);
            QRect filled = track;
            filled.setWidth(int(track.width() * std::clamp(double(row.percent), 0.0, 100.0) / 100));
            painter.setBrush(theme.accent);
            painter.drawRoundedRect(filled, 3, 3);
            painter.setRenderHint(QPainter::Antialiasing, false);
        }
        y += dp(kRow);
    }
}

void GpuRows::paintEvent(QPaintEvent *)
{
    const Theme theme = themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    const QList<GpuIdentity> &gpus = m_metrics.gpus();
    if (gpus.isEmpty()) {
        paintWithoutGpu(painter, theme);
        return;
    }
    const Columns c = columns();
    painter.setFont(textFont(TextRole::Label));
    painter.setPen(theme.text3);
    const auto right = [&](int edge, int y, int height, const QString &text) {
        painter.drawText(QRect(edge - dp(90), y, dp(90), height), Qt::AlignRight | Qt::AlignVCenter, text);
    };
    const int head = dp(kHead);
    painter.drawText(QRect(dp(14), 0, dp(20), head), Qt::AlignVCenter, QStringLiteral("#"));
    painter.drawText(QRect(c.strip.left(), 0, c.strip.width(), head), Qt::AlignVCenter, tr("−30 min"));
    right(c.strip.right() + 1, 0, head, tr("now"));
    right(c.busy, 0, head, tr("Busy"));
    right(c.memory, 0, head, tr("Memory"));
    right(c.power, 0, head, tr("Power"));
    right(c.temperature, 0, head, tr("Temp."));
    const auto text = [](float value, int decimals, const QString &unit) {
        return std::isnan(value) ? QStringLiteral("–") : formatNumber(double(value), decimals) + unit;
    };
    for (qsizetype gpu = 0; gpu < gpus.size(); ++gpu) {
        const int y = head + int(gpu) * dp(kRow);
        painter.fillRect(0, y, width(), 1, theme.line);
        painter.setFont(textFont(TextRole::Body));
        painter.setPen(theme.text1);
        painter.drawText(QRect(dp(14), y, dp(24), dp(kRow)), Qt::AlignVCenter, QString::number(gpus[gpu].index));
        QRect strip = c.strip;
        strip.moveTop(y + (dp(kRow) - strip.height()) / 2);
        paintStrip(painter, theme, gpu, strip);
        painter.setPen(theme.text1);
        right(c.busy, y, dp(kRow), text(m_metrics.last(GpuMetric::BusyPercent, gpu), 0, QStringLiteral("\u00a0%")));
        right(c.memory, y, dp(kRow), text(m_metrics.last(GpuMetric::MemoryGiB, gpu), 1, QStringLiteral("\u00a0GiB")));
        right(c.power, y, dp(kRow), text(m_metrics.last(GpuMetric::PowerWatts, gpu), 0, QStringLiteral("\u00a0W")));
        right(c.temperature, y, dp(kRow), text(m_metrics.last(GpuMetric::TemperatureC, gpu), 0, QStringLiteral("\u00a0°C")));
    }
    const int y = head + int(gpus.size()) * dp(kRow);
    painter.fillRect(0, y, width(), 1, theme.line);
    painter.setFont(textFont(TextRole::Label));
    painter.setPen(theme.text3);
    int x = dp(14);
    const auto word = [&](const QString &t) {
        const int w = painter.fontMetrics().horizontalAdvance(t);
        painter.drawText(QRect(x, y, w, dp(kLegend)), Qt::AlignVCenter, t);
        x += w + dp(7);
    };
    word(QStringLiteral("0\u00a0%"));
    for (int i = 0; i < 6; ++i, x += dp(17))
        painter.fillRect(QRect(x, y + dp(kLegend) / 2 - dp(4), dp(16), dp(9)), theme.heatFill(i * 20));
    x += dp(6);
    word(m_metric == GpuMetric::BusyPercent ? QStringLiteral("100\u00a0%")
         : m_metric == GpuMetric::MemoryGiB ? tr("100\u00a0% of the memory") : tr("100\u00a0% of the power limit"));
}

bool GpuRows::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && !m_metrics.gpus().isEmpty()) {
        const QPoint at = static_cast<QHelpEvent *>(event)->pos();
        const Columns c = columns();
        const int row = at.y() < dp(kHead) ? -1 : (at.y() - dp(kHead)) / dp(kRow);
        if (row < 0 || row >= m_metrics.gpus().size() || at.x() < c.strip.left() || at.x() > c.strip.right()) {
            QToolTip::hideText();
            return true;
        }
        const int cell = (at.x() - c.strip.left()) * kCells / c.strip.width();
        const float value = m_metrics.cells(m_metric, row, m_end - kSpan, m_end, kCells)[size_t(std::clamp(cell, 0, kCells - 1))];
        const QDateTime moment = QDateTime::fromMSecsSinceEpoch(m_end - kSpan + (cell + 1) * kSpan / kCells);
        QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(),
                           std::isnan(value) ? tr("%1: not sampled").arg(moment.toString(QStringLiteral("HH:mm:ss")))
                                             : QStringLiteral("%1: %2").arg(moment.toString(QStringLiteral("HH:mm:ss")),
                                                                            formatNumber(double(value), 1)));
        return true;
    }
    return QWidget::event(event);
}

}  // namespace trainyard
