// SPDX-License-Identifier: GPL-3.0-or-later
// One of the project's icons in a square of `side` design pixels, centred in the widget. It is painted in the
// current colours, so it follows a change of the colour scheme. Without an accessible name it is decoration for screen readers.
#pragma once

#include "ui/common/icons.h"

#include <QWidget>

namespace trainyard {

class IconLabel : public QWidget {
    Q_OBJECT
public:
    explicit IconLabel(int side, QWidget *parent = nullptr);
    IconLabel(const QString &iconName, Ink ink, int side, QWidget *parent = nullptr);

    void setIcon(const QString &iconName, Ink ink);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_icon;
    Ink m_ink = Ink::Text3;
    int m_side;
};

}  // namespace trainyard
