// SPDX-License-Identifier: GPL-3.0-or-later
// The GPUs of a run, one row each with a strip of the last half hour; on a machine without GPUs, one sentence and the machine's own
// activity. objectNames: "gpuPanel", "gpuMetric".
#pragma once

#include "core/observe/metrics/runmetrics.h"
#include "ui/common/card.h"

#include <optional>

class QStackedWidget;

namespace trainyard {

class Badge;
class GpuRows;
class Label;
class Segments;

class GpuPanel : public Card {
    Q_OBJECT
public:
    explicit GpuPanel(const RunMetrics &metrics, QWidget *parent = nullptr);
    QSize minimumSizeHint() const override;

    void refresh(qint64 endMs);
    void setLive(bool isLive);                 // the run is active
    void setConnected(bool isConnected);       // the machine answers
    void setPicked(qsizetype gpu);             // -1: none
    void setMoment(std::optional<qint64> ms);  // that the charts point at

Q_SIGNALS:
    void gpuPicked(qsizetype gpu);  // -1: deselected
    void momentPointed(std::optional<qint64> ms);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitHead();

    const RunMetrics &m_metrics;
    Label *m_title, *m_span;
    Badge *m_simulated;
    Segments *m_choice;
    GpuRows *m_rows;
    bool m_isLive = true;
};

}  // namespace trainyard
