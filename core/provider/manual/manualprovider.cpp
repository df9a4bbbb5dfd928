// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/manual/manualprovider.h"

#include <QCoreApplication>

namespace trainyard {

QString ManualProvider::name() const { return QCoreApplication::translate("trainyard::MachineProvider", "A machine of your own"); }

}  // namespace trainyard
