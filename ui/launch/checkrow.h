// SPDX-License-Identifier: GPL-3.0-or-later
// A row of ChecksPanel (checkspanel.h).
#pragma once

#include "core/service/runs/launchchecks.h"

#include <QWidget>

#include <chrono>

class QPushButton;

namespace trainyard {

class IconLabel;
class Label;

class CheckRow : public QWidget {
    Q_OBJECT
public:
    explicit CheckRow(int subject, QWidget *parent = nullptr);

    void setCheck(const LaunchCheck &check);
    void setWaiting(std::chrono::seconds waiting);  // shown while the state is Asking

Q_SIGNALS:
    void moveRequested(int step);  // to another row
    void remedyRequested(const trainyard::LaunchCheck &check);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void showState();

    LaunchCheck m_check;
    std::chrono::seconds m_waiting{0};
    IconLabel *m_sign;
    Label *m_what;
    QPushButton *m_mend;
};

}  // namespace trainyard
