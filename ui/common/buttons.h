// SPDX-License-Identifier: GPL-3.0-or-later
// Makers for the buttons of the design; `objectName` is how tests find them.
#pragma once

#include "ui/theme/variants.h"

#include <QString>

class QPushButton;
class QToolButton;
class QWidget;

namespace trainyard {

QPushButton *makeButton(const QString &objectName, const QString &text, ButtonVariant variant = ButtonVariant::Normal,
                        const QString &iconName = {}, QWidget *parent = nullptr);
// Only an icon: `name` is its tooltip and its accessible name.
QToolButton *makeIconButton(const QString &objectName, const QString &iconName, const QString &name, QWidget *parent = nullptr);
// A disabled button says why; nullString enables it again.
void setDisabledReason(QWidget *control, const QString &reason);

}  // namespace trainyard
