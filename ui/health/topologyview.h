// SPDX-License-Identifier: GPL-3.0-or-later
// How the GPUs of a machine are connected: one cell for each pair; the closer the connection, the stronger the cell's colour. The cells
// contain nvidia-smi's terms, which are explained below. Scrolls if it is wider than its space. Left, Right, Up and Down move between the
// pairs, which are read as sentences.
#pragma once

#include "core/knowledge/health/topology.h"

#include <QAbstractScrollArea>

namespace trainyard {

class TopologyView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit TopologyView(QWidget *parent = nullptr);

    void setTopology(const GpuTopology &topology);
    QString sentenceAt(int row, int column) const;  // "GPU0 and GPU1: …"

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    int count() const { return static_cast<int>(m_topology.nodes.size()); }
    QSize cell() const;
    int headWidth() const;
    QRect cellRect(int row, int column) const;  // in the viewport
    void walkTo(int row, int column);
    void fit();

    GpuTopology m_topology;
    int m_row = 0, m_column = 0;
};

}  // namespace trainyard
