// SPDX-License-Identifier: GPL-3.0-or-later
// The file of presets, as compiled into the program. Any thread.
#pragma once

#include <QByteArray>

namespace trainyard {

QByteArray builtInPresetFile();

}  // namespace trainyard
