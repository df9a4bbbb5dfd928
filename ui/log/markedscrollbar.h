// SPDX-License-Identifier: GPL-3.0-or-later
// A scroll bar that marks where something was found. Positions are fractions of the whole, 0 to 1.
#pragma once

#include <QList>
#include <QScrollBar>

namespace trainyard {

class MarkedScrollBar : public QScrollBar {
    Q_OBJECT
public:
    explicit MarkedScrollBar(QWidget *parent) : QScrollBar(Qt::Vertical, parent) {}

    void setMarks(const QList<double> &marks);
    void setCurrent(double position);  // negative = none

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QList<double> m_marks;
    double m_current = -1;
};

}  // namespace trainyard
