// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/buttons.h"

#include "ui/common/icons.h"
#include "ui/common/plaintip.h"

#include <QPushButton>
#include <QTextDocument>
#include <QToolButton>

namespace trainyard {

QPushButton *makeButton(const QString &objectName, const QString &text, ButtonVariant variant, const QString &iconName, QWidget *parent)
{
    auto *button = new QPushButton(text, parent);
    button->setObjectName(objectName);
    button->setAutoDefault(false);
    setVariant(button, variant);
    if (!iconName.isEmpty())
        button->setIcon(icon(iconName, variant == ButtonVariant::Destructive ? Ink::Bad
                                       : variant == ButtonVariant::Link      ? Ink::Accent
                                                                             : Ink::Text2));
    return button;
}

QToolButton *makeIconButton(const QString &objectName, const QString &iconName, const QString &name, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setObjectName(objectName);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setIcon(icon(iconName));
    button->setToolTip(name);
    button->setAccessibleName(name);
    return button;
}

void setDisabledReason(QWidget *control, const QString &reason)
{
    control->setEnabled(reason.isEmpty());
    // A provider's text may look like HTML.
    control->setToolTip(Qt::mightBeRichText(reason) ? plainTip(reason) : reason);
    control->setAccessibleDescription(reason);
}

}  // namespace trainyard
