// SPDX-License-Identifier: GPL-3.0-or-later
// One of the three large actions of Home: its purpose, one button, and a fact beside the button.
#pragma once

#include "ui/common/card.h"
#include "ui/theme/variants.h"

class QPushButton;

namespace trainyard {

class ElidedLabel;

class ActionCard : public Card {
    Q_OBJECT
public:
    ActionCard(const QString &iconName, const QString &title, const QString &prose, const QString &buttonName, QWidget *parent = nullptr);

    void setAction(const QString &text, ButtonVariant variant = ButtonVariant::Normal);
    void setFact(const QString &text);
    QPushButton *button() const { return m_button; }

Q_SIGNALS:
    void triggered();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrangeFoot();

    QString m_action;
    QPushButton *m_button;
    ElidedLabel *m_fact;
};

}  // namespace trainyard
