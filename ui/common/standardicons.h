// SPDX-License-Identifier: GPL-3.0-or-later
// The project's icons where Qt's own dialogs ask the style for theirs, as those that choose files.
#pragma once

#include <QIcon>
#include <QStyle>

namespace trainyard {

QIcon standardIcon(QStyle::StandardPixmap which);  // null where Qt's own does

}  // namespace trainyard
