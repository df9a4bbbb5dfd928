// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the rows of GpuPanel: number, strip of sixty cells, busy, memory, power, temperature. Rows are as high as the space allows, and
// low with many GPUs. A click selects or deselects a GPU; so do Enter and Space on the row reached with Up, Down, Home and End.
#pragma once

#include "core/observe/metrics/runmetrics.h"
#include "ui/common/paintedlist.h"

#include <QWidget>

#include <optional>

class QPainter;

namespace trainyard {

struct Theme;

class GpuRows : public QWidget, public PaintedList {
    Q_OBJECT
public:
    explicit GpuRows(const RunMetrics &metrics, QWidget *parent = nullptr);

    void setMetric(GpuMetric metric);
    void setEnd(qint64 endMs);            // right edge of the strips
    void setLive(bool isLive);            // otherwise the strips show the end of the run, or all of a short one
    void setConnected(bool isConnected);  // otherwise the values are those of the last contact, and are shown as such
    qint64 span() const;                  // of the strips, ms
    void setPicked(qsizetype gpu);        // -1: none
    // The moment that the charts point at: a line in the strips, and its values instead of the latest ones.
    void setMoment(std::optional<qint64> ms);
    QRect rowRect(qsizetype gpu) const;

    int paintedCount() const override { return int(m_metrics.gpus().size()); }
    QString paintedName(int index) const override { return index < paintedCount() ? sentence(index) : QString(); }
    QRect paintedRect(int index) const override { return rowRect(index); }
    int paintedCurrent() const override { return int(m_current); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void picked(qsizetype gpu);  // -1: deselected
    void currentMoved(const QRect &row);
    void momentPointed(std::optional<qint64> ms);  // by the pointer in a strip; nullopt: none

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    struct Columns {
        QRect strip;
        int busy, memory, power, temperature;
    };  // right edges

    Columns columns() const;
    void paintWithoutGpu(QPainter &painter, const Theme &theme) const;
    void paintStrip(QPainter &painter, const Theme &theme, qsizetype gpu, const QRect &strip) const;
    void paintRow(QPainter &painter, const Theme &theme, qsizetype gpu) const;
    void paintLegend(QPainter &painter, const Theme &theme) const;
    double percentOf(qsizetype gpu, float value) const;
    float valueOf(GpuMetric metric, qsizetype gpu) const;  // at the moment pointed at, else the latest
    void pointAt(std::optional<qint64> ms);
    int rowHeight() const;  // what the height allows, within bounds
    int lowestRow() const;
    qsizetype rowAt(QPoint at) const;
    void moveTo(qsizetype gpu);
    QString sentence(qsizetype gpu) const;
    QString shareText(qsizetype gpu) const;  // who uses it, if the run does not; else empty
    qsizetype hottest() const;               // among the run's own; -1: none is hot

    const RunMetrics &m_metrics;
    GpuMetric m_metric = GpuMetric::BusyPercent;
    qint64 m_end = 0;
    bool m_isLive = true, m_isConnected = true;
    std::optional<qint64> m_moment, m_pointed;
    qsizetype m_picked = -1, m_current = 0, m_hovered = -1;
};

}  // namespace trainyard
