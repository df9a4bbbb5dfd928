// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/configuredhosts.h"

#include "core/transport/ssh/sshhosts.h"

#include <QDir>

namespace trainyard {

Result<ConfiguredHosts> readConfiguredHosts() { return configuredHostsIn(QDir::homePath()); }

}  // namespace trainyard
