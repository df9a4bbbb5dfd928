// SPDX-License-Identifier: GPL-3.0-or-later
// The style sheet of reports, which is built into the program.
#pragma once

#include <QByteArray>

namespace trainyard {

QByteArray reportStyle();

}  // namespace trainyard
