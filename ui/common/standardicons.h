// SPDX-License-Identifier: GPL-3.0-or-later
// The project's icons for Qt's own dialogs, such as file dialogs, which ask the style for them.
#pragma once

#include <QIcon>
#include <QStyle>

namespace trainyard {

QIcon standardIcon(QStyle::StandardPixmap which);  // null: use Qt's own

}  // namespace trainyard
