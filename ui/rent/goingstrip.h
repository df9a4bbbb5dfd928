// SPDX-License-Identifier: GPL-3.0-or-later
// The machines that are coming up or being given back, a line each: name, stage, bar, time. Hidden while there is none.
//
// Object names: rentGoingStrip, rentGoing<number>, showRental<number>
#pragma once

#include "ui/common/card.h"
#include "ui/rent/rentgoing.h"

class QVBoxLayout;

namespace trainyard {

class RentGoingStrip : public Card {
    Q_OBJECT
public:
    explicit RentGoingStrip(QWidget *parent = nullptr);

    void setGoing(const QList<RentGoing> &going);
    void showAt(const QDateTime &now);

Q_SIGNALS:
    void showRequested(int number);

private:
    class Line;
    QVBoxLayout *m_column;
    QList<Line *> m_lines;
};

}  // namespace trainyard
