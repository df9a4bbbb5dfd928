// SPDX-License-Identifier: GPL-3.0-or-later
// A small icon at the beginning of a line. Screen readers read the line itself.
#pragma once

#include "ui/common/icons.h"

#include <QWidget>

namespace trainyard {

class RentSign : public QWidget {
    Q_OBJECT
public:
    explicit RentSign(QWidget *parent = nullptr);
    RentSign(const QString &iconName, Ink ink, QWidget *parent = nullptr);

    void setSign(const QString &iconName, Ink ink);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_icon;
    Ink m_ink = Ink::Text3;
};

}  // namespace trainyard
