// Paints the rows of GpuPanel: number, strip of sixty cells, busy, memory, power, temperature.
#pragma once

#include "core/metrics/runmetrics.h"

#include <QWidget>

namespace trainyard {

struct Theme;

class GpuRows : public QWidget {
    Q_OBJECT
public:
    explicit GpuRows(const RunMetrics &metrics, QWidget *parent = nullptr);

    void setMetric(GpuMetric metric);
    void setEnd(qint64 endMs);      // right edge of the strips

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    struct Columns { QRect strip; int busy, memory, power, temperature; };   // right edges

    Columns columns() const;
    void paintWithoutGpu(QPainter &painter, const Theme &theme) const;
    void paintStrip(QPainter &painter, const Theme &theme, qsizetype gpu, const QRect &strip) const;
    double percentOf(qsizetype gpu, float value) const;

    const RunMetrics &m_metrics;
    GpuMetric m_metric = GpuMetric::BusyPercent;
    qint64 m_end = 0;
};

}  // namespace trainyard
