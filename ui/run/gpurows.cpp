// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/gpurows.h"

#include "core/base/format.h"
#include "ui/common/icons.h"
#include "ui/theme/theme.h"

#include <QDateTime>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr int kCells = 60;
constexpr qint64 kSpan = 30 * 60 * 1000;  // ms
constexpr int kRow = 31, kLowRow = 25, kLowestRow = 20, kHead = 26, kLegend = 28;
constexpr qsizetype kMany = 16;  // up to so many GPUs, rows fit body text
constexpr float kHotC = 85;      // same as the line in the temperature chart

}  // namespace

GpuRows::GpuRows(const RunMetrics &metrics, QWidget *parent) : QWidget(parent), m_metrics(metrics)
{
    setObjectName(QStringLiteral("gpuRows"));
    installPaintedLists();
    setMouseTracking(true);
}

int GpuRows::rowHeight() const
{
    const int gpus = int(std::max<qsizetype>(1, m_metrics.gpus().size()));
    return std::clamp((height() - dp(kHead + kLegend)) / gpus, lowestRow(), dp(kRow));
}

int GpuRows::lowestRow() const { return dp(m_metrics.gpus().size() <= kMany ? kLowRow : kLowestRow); }

QRect GpuRows::rowRect(qsizetype gpu) const { return {0, dp(kHead) + int(gpu) * rowHeight(), width(), rowHeight()}; }

qsizetype GpuRows::rowAt(QPoint at) const
{
    const qsizetype row = at.y() < dp(kHead) ? -1 : (at.y() - dp(kHead)) / rowHeight();
    return row < m_metrics.gpus().size() ? row : -1;
}

void GpuRows::setMetric(GpuMetric metric)
{
    m_metric = metric;
    update();
}

void GpuRows::setLive(bool isLive)
{
    m_isLive = isLive;
    update();
}

void GpuRows::setConnected(bool isConnected)
{
    m_isConnected = isConnected;
    update();
}

qint64 GpuRows::span() const
{
    constexpr qint64 kMin = 60'000;
    return m_isLive ? kSpan : std::clamp(m_end - m_metrics.firstTime(), kMin, kSpan);
}

void GpuRows::setEnd(qint64 endMs)
{
    m_end = std::max(endMs, m_metrics.lastTime());
    updateGeometry();
    const qsizetype gpus = m_metrics.gpus().size();
    m_current = std::clamp<qsizetype>(m_current, 0, std::max<qsizetype>(0, gpus - 1));
    setFocusPolicy(gpus > 1 ? Qt::StrongFocus : Qt::NoFocus);
    if (gpus == 0) {
        setAccessibleName(m_metrics.count() == 0 ? tr("No samples yet") : tr("No GPU on this machine"));
    } else {
        // Each GPU is a separate item; the hottest is mentioned first.
        const qsizetype hot = hottest();
        setAccessibleName(tr("%n GPU(s)", nullptr, int(gpus)) + (hot < 0 ? QString() : QStringLiteral(": ") + sentence(hot)));
    }
    update();
}

void GpuRows::setPicked(qsizetype gpu)
{
    m_picked = gpu;
    if (gpu >= 0)
        m_current = gpu;
    update();
}

void GpuRows::setMoment(std::optional<qint64> ms)
{
    if (ms == m_moment)
        return;
    m_moment = ms;
    update();
}

float GpuRows::valueOf(GpuMetric metric, qsizetype gpu) const
{
    return m_moment ? m_metrics.at(metric, gpu, *m_moment) : m_metrics.last(metric, gpu);
}

void GpuRows::pointAt(std::optional<qint64> ms)
{
    if (ms == m_pointed)
        return;
    m_pointed = ms;
    Q_EMIT momentPointed(ms);
}

QString GpuRows::shareText(qsizetype gpu) const
{
    switch (m_metrics.use().shareOf(m_metrics.gpus()[gpu].index)) {
    case GpuShare::Own: break;
    case GpuShare::Others: return tr("used by others");
    case GpuShare::Free: return tr("not used by this run");
    }
    return {};
}

QString GpuRows::sentence(qsizetype gpu) const
{
    if (const QString share = shareText(gpu); !share.isEmpty())
        return tr("GPU %1, %2").arg(m_metrics.gpus()[gpu].index).arg(share);
    const float busy = m_metrics.last(GpuMetric::BusyPercent, gpu), heat = m_metrics.last(GpuMetric::TemperatureC, gpu);
    QString work = std::isnan(busy) ? tr("busy unknown") : tr("%1 percent busy").arg(int(busy));
    if (!m_isConnected)
        work = tr("at last contact %1", "%1: like '90 percent busy'").arg(work);
    const int number = m_metrics.gpus()[gpu].index;
    if (std::isnan(heat))
        return tr("GPU %1, %2").arg(number).arg(work);
    return (heat >= kHotC ? tr("GPU %1, %2, %3 degrees, hot") : tr("GPU %1, %2, %3 degrees")).arg(number).arg(work).arg(int(heat));
}

qsizetype GpuRows::hottest() const
{
    qsizetype found = -1;
    float most = kHotC;
    for (qsizetype gpu = 0; gpu < m_metrics.gpus().size(); ++gpu) {
        const float heat = m_metrics.last(GpuMetric::TemperatureC, gpu);
        if (m_metrics.isOwn(gpu) && heat >= most) {
            most = heat;
            found = gpu;
        }
    }
    return found;
}

QSize GpuRows::sizeHint() const
{
    return {dp(420), dp(kHead + kLegend) + int(std::max<qsizetype>(4, m_metrics.gpus().size())) * lowestRow()};
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
    c.strip = QRect(left, 0, std::max(kCells, c.busy - dp(52) - left), std::min(dp(18), rowHeight() - dp(8)));
    return c;
}

double GpuRows::percentOf(qsizetype gpu, float value) const
{
    const GpuIdentity &identity = m_metrics.gpus()[gpu];
    const double full = m_metric == GpuMetric::MemoryGiB    ? identity.memoryGiB
                        : m_metric == GpuMetric::PowerWatts ? identity.powerLimitWatts
                                                            : 100;
    // A temperature is shown on a scale to 100 °C.
    return full > 0 ? double(value) / full * 100 : std::nan("");
}

void GpuRows::paintStrip(QPainter &painter, const Theme &theme, qsizetype gpu, const QRect &strip) const
{
    const std::vector<float> cells = m_metrics.cells(m_metric, gpu, m_end - span(), m_end, kCells);
    const auto edge = [&strip](int i) { return strip.left() + i * strip.width() / kCells; };
    const int gap = strip.width() >= 3 * kCells ? 1 : 0;
    for (int i = 0; i < kCells; ++i) {
        const QRect box(edge(i), strip.top(), std::max(1, edge(i + 1) - edge(i) - gap), strip.height());
        const double percent = std::isnan(cells[size_t(i)]) ? std::nan("") : percentOf(gpu, cells[size_t(i)]);
        if (!std::isnan(percent)) {
            painter.fillRect(box, theme.heatFill(percent));
            continue;
        }
        // A missing sample is not zero.
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
    struct Row {
        QString name, value;
        float percent;
    };
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
    const QString begin = m_isLive || span() == kSpan ? tr("−30 min") : QStringLiteral("−") + formatDuration(span());
    const QString end = m_moment   ? QDateTime::fromMSecsSinceEpoch(*m_moment).toString(QStringLiteral("HH:mm:ss"))
                        : m_isLive ? tr("now")
                                   : tr("end", "of the run");
    const QFontMetrics metrics = painter.fontMetrics();
    const bool hasBoth = metrics.horizontalAdvance(begin) + metrics.horizontalAdvance(end) + dp(8) <= c.strip.width();
    if (hasBoth || !m_moment)
        painter.drawText(QRect(c.strip.left(), 0, std::max(c.strip.width(), metrics.horizontalAdvance(begin)), head), Qt::AlignVCenter,
                         begin);
    if (hasBoth || m_moment)
        right(c.strip.right() + 1, 0, head, end);
    right(c.busy, 0, head, tr("Busy"));
    right(c.memory, 0, head, tr("Memory"));
    right(c.power, 0, head, tr("Power"));
    right(c.temperature, 0, head, tr("Temp."));
    for (qsizetype gpu = 0; gpu < gpus.size(); ++gpu)
        paintRow(painter, theme, gpu);
    paintLegend(painter, theme);
}

void GpuRows::paintRow(QPainter &painter, const Theme &theme, qsizetype gpu) const
{
    const Columns c = columns();
    const QRect row = rowRect(gpu);
    const int y = row.top(), height = row.height();
    if (gpu == m_picked || gpu == m_hovered)
        painter.fillRect(row, gpu == m_picked ? theme.selected : theme.hover);
    painter.fillRect(0, y, width(), 1, theme.line);
    painter.setFont(textFont(m_metrics.gpus().size() > kMany ? TextRole::Small : TextRole::Body));
    const QString share = shareText(gpu);
    const QColor ink = share.isEmpty() && m_isConnected ? theme.text1 : theme.text3;
    painter.setPen(ink);
    painter.drawText(QRect(dp(14), y, dp(24), height), Qt::AlignVCenter, QString::number(m_metrics.gpus()[gpu].index));
    QRect strip = c.strip;
    strip.moveTop(y + (height - strip.height()) / 2);
    if (share.isEmpty()) {
        paintStrip(painter, theme, gpu, strip);
        if (const qint64 from = m_end - span(); m_moment && *m_moment >= from && *m_moment <= m_end) {
            const int x = strip.left() + int(double(*m_moment - from) / double(span()) * (strip.width() - 1));
            painter.fillRect(QRect(x, strip.top() - dp(2), 1, strip.height() + dp(4)), theme.text1);
        }
    } else {
        // Its load is not the run's: shown in words, not in the run's colours.
        painter.fillRect(strip, theme.hover);
        painter.drawText(strip.adjusted(dp(6), 0, 0, 0), Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(share, Qt::ElideRight, strip.width() - dp(12)));
    }
    const auto write = [&](int edge, GpuMetric metric, int decimals, const QString &unit) {
        const float value = valueOf(metric, gpu);
        const QString text = std::isnan(value) ? QStringLiteral("–") : formatNumber(double(value), decimals) + unit;
        const bool isHot = share.isEmpty() && m_isConnected && metric == GpuMetric::TemperatureC && value >= kHotC;
        painter.setPen(isHot ? theme.warning.ink : ink);
        painter.drawText(QRect(edge - dp(90), y, dp(90), height), Qt::AlignRight | Qt::AlignVCenter, text);
        if (isHot) {
            const double size = dp(12);
            paintIcon(&painter, QStringLiteral("triangle"),
                      QRectF(edge - painter.fontMetrics().horizontalAdvance(text) - size - dp(3), y + (height - size) / 2, size, size),
                      theme.warning.ink);
        }
    };
    write(c.busy, GpuMetric::BusyPercent, 0, QStringLiteral("\u00a0%"));
    write(c.memory, GpuMetric::MemoryGiB, 1, QStringLiteral("\u00a0GiB"));
    write(c.power, GpuMetric::PowerWatts, 0, QStringLiteral("\u00a0W"));
    write(c.temperature, GpuMetric::TemperatureC, 0, QStringLiteral("\u00a0°C"));
    if (hasFocus() && gpu == m_current) {
        painter.setPen(QPen(theme.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(row.adjusted(2, 2, -2, -1));
    }
}

void GpuRows::paintLegend(QPainter &painter, const Theme &theme) const
{
    const int y = rowRect(m_metrics.gpus().size()).top();
    painter.fillRect(0, y, width(), 1, theme.line);
    painter.setFont(textFont(TextRole::Label));
    painter.setPen(theme.text3);
    int x = dp(14);
    const auto word = [&](const QString &t) {
        const int w = painter.fontMetrics().horizontalAdvance(t);
        painter.drawText(QRect(x, y, w, dp(kLegend)), Qt::AlignVCenter, t);
        x += w + dp(7);
    };
    const bool isHeat = m_metric == GpuMetric::TemperatureC;
    word(isHeat ? QStringLiteral("0\u00a0°C") : QStringLiteral("0\u00a0%"));
    for (int i = 0; i < 6; ++i, x += dp(17))
        painter.fillRect(QRect(x, y + dp(kLegend) / 2 - dp(4), dp(16), dp(9)), theme.heatFill(i * 20));
    x += dp(6);
    word(isHeat                               ? QStringLiteral("100\u00a0°C")
         : m_metric == GpuMetric::BusyPercent ? QStringLiteral("100\u00a0%")
         : m_metric == GpuMetric::MemoryGiB   ? tr("100\u00a0% of the memory")
                                              : tr("100\u00a0% of the power limit"));
    const qsizetype hot = hottest();
    if (hot < 0)
        return;
    const QString words = tr("GPU %1 is hot: %2 °C")
                              .arg(m_metrics.gpus()[hot].index)
                              .arg(formatNumber(double(m_metrics.last(GpuMetric::TemperatureC, hot)), 0));
    const int wide = painter.fontMetrics().horizontalAdvance(words), left = width() - dp(14) - wide;
    if (left < x + dp(20))
        return;
    painter.setPen(theme.warning.ink);
    painter.drawText(QRect(left, y, wide + 1, dp(kLegend)), Qt::AlignVCenter, words);
    const double size = dp(12);
    paintIcon(&painter, QStringLiteral("triangle"), QRectF(left - size - dp(4), y + (dp(kLegend) - size) / 2, size, size),
              theme.warning.ink);
}

void GpuRows::mousePressEvent(QMouseEvent *event)
{
    const qsizetype row = event->button() == Qt::LeftButton ? rowAt(event->position().toPoint()) : -1;
    if (row < 0) {
        event->ignore();
        return;
    }
    m_current = row;
    Q_EMIT picked(row == m_picked ? -1 : row);
}

void GpuRows::mouseMoveEvent(QMouseEvent *event)
{
    const qsizetype row = m_metrics.gpus().size() > 1 ? rowAt(event->position().toPoint()) : -1;
    if (row != m_hovered) {
        m_hovered = row;
        update();
    }
    const QRect strip = columns().strip;
    const double part = (event->position().x() - strip.left()) / std::max(1, strip.width() - 1);
    const bool isInStrip = rowAt(event->position().toPoint()) >= 0 && part >= 0 && part <= 1;
    pointAt(isInStrip ? std::optional(m_end - span() + qint64(part * double(span()))) : std::nullopt);
}

void GpuRows::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    m_hovered = -1;
    pointAt(std::nullopt);
    update();
}

void GpuRows::moveTo(qsizetype gpu)
{
    m_current = std::clamp<qsizetype>(gpu, 0, std::max<qsizetype>(0, m_metrics.gpus().size() - 1));
    setAccessibleDescription(m_metrics.gpus().isEmpty() ? QString() : sentence(m_current));
    if (hasFocus())
        tellPaintedFocus(this, int(m_current));
    Q_EMIT currentMoved(rowRect(m_current));
    update();
}

void GpuRows::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Up: moveTo(m_current - 1); break;
    case Qt::Key_Down: moveTo(m_current + 1); break;
    case Qt::Key_Home: moveTo(0); break;
    case Qt::Key_End: moveTo(m_metrics.gpus().size() - 1); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: Q_EMIT picked(m_current == m_picked ? -1 : m_current); break;
    case Qt::Key_Escape:
        if (m_picked >= 0) {
            Q_EMIT picked(-1);
            break;
        }
        [[fallthrough]];
    default: QWidget::keyPressEvent(event);
    }
}

void GpuRows::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    moveTo(m_current);
}

void GpuRows::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    update();
}

bool GpuRows::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && !m_metrics.gpus().isEmpty()) {
        const QPoint at = static_cast<QHelpEvent *>(event)->pos();
        const Columns c = columns();
        const qsizetype row = rowAt(at);
        if (row < 0 || at.x() < c.strip.left() || at.x() > c.strip.right()) {
            QToolTip::hideText();
            return true;
        }
        const int cell = (at.x() - c.strip.left()) * kCells / c.strip.width();
        const float value = m_metrics.cells(m_metric, row, m_end - span(), m_end, kCells)[size_t(std::clamp(cell, 0, kCells - 1))];
        const QDateTime moment = QDateTime::fromMSecsSinceEpoch(m_end - span() + (cell + 1) * span() / kCells);
        QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(),
                           std::isnan(value)
                               ? tr("%1: not sampled").arg(moment.toString(QStringLiteral("HH:mm:ss")))
                               : QStringLiteral("%1: %2").arg(moment.toString(QStringLiteral("HH:mm:ss")), formatNumber(double(value), 1)));
        return true;
    }
    return QWidget::event(event);
}

}  // namespace trainyard

#include "moc_gpurows.cpp"
