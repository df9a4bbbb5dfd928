// SPDX-License-Identifier: GPL-3.0-or-later
// The files of facts, as compiled into the program. Any thread.
#pragma once

#include <QByteArray>

namespace trainyard {

QByteArray builtInClocksFile();
QByteArray builtInAddressesFile();

}  // namespace trainyard
