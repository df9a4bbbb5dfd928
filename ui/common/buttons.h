// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that make the buttons of the design; tests find them by `objectName`.
#pragma once

#include "ui/theme/variants.h"

#include <QString>

class QPushButton;
class QToolButton;
class QWidget;

namespace trainyard {

QPushButton *makeButton(const QString &objectName, const QString &text, ButtonVariant variant = ButtonVariant::Normal,
                        const QString &iconName = {}, QWidget *parent = nullptr);
// Icon only: `name` is its tooltip and its accessible name.
QToolButton *makeIconButton(const QString &objectName, const QString &iconName, const QString &name, QWidget *parent = nullptr);
// Disables a control and says why; a null string enables it again.
void setDisabledReason(QWidget *control, const QString &reason);

}  // namespace trainyard
