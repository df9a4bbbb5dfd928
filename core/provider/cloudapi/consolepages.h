// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the clouds' consoles where a person mends what a cloud refuses. Pure, any thread.
#pragma once

#include "core/provider/cloudapi/cloudrefusal.h"

#include <QString>

namespace trainyard {

// `kind`: MachineProvider::kind(). Empty: nothing there mends it, or the cloud's console has no address of its own (OpenStack).
QString consolePage(const QString &kind, CloudRefusal::Kind refusal);
// The sentence with the page before its full stop; as it is without one.
QString withConsolePage(const QString &sentence, const QString &page);

}  // namespace trainyard
