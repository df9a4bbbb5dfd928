// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as points: one variable against another, coloured by a third. The pointer or Left and Right read a point; Enter or a click opens its
// run. Main thread. objectName: "scatterChart".
#pragma once

#include "core/observe/report/chartscale.h"
#include "core/observe/report/runvariables.h"

#include <QWidget>

#include <optional>

namespace trainyard {

struct ScatterContent {
    QStringList runs;
    RunVariable x, y;
    std::optional<RunVariable> colour;
};

class ScatterChart : public QWidget {
    Q_OBJECT
public:
    explicit ScatterChart(QWidget *parent = nullptr);

    void setContent(const ScatterContent &content);
    const ScatterContent &content() const { return m_content; }
    int current() const { return m_current; }  // a run; -1: none
    QPointF pointOf(int run) const;            // in this widget; null: it has none
    int pointCount() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void currentChanged(int run);
    void opened(int run);

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    QRectF plotArea() const;
    QString textOf(int run) const;
    int runAt(const QPointF &position) const;
    void setCurrent(int run);

    ScatterContent m_content;
    VariableRange m_xRange, m_yRange;
    int m_current = -1;
};

}  // namespace trainyard
