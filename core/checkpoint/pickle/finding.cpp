// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/pickle/finding.h"

namespace trainyard {

QString safetyName(Safety safety)
{
    switch (safety) {
    case Safety::Safe: return QStringLiteral("safe");
    case Safety::Foreign: return QStringLiteral("foreign");
    case Safety::Dangerous: return QStringLiteral("dangerous");
    case Safety::Unknown: return QStringLiteral("unknown");
    }
    return QStringLiteral("unknown");
}

}  // namespace trainyard
