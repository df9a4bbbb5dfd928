// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/safetybadge.h"

#include <QCoreApplication>

namespace trainyard {

BadgeLook badgeOf(Safety safety)
{
    switch (safety) {
    case Safety::Safe: return {Tone::Ok, QStringLiteral("check"), QCoreApplication::translate("trainyard::Badge", "Safe")};
    case Safety::Foreign:
        return {Tone::Warning, QStringLiteral("triangle"), QCoreApplication::translate("trainyard::Badge", "Other classes")};
    case Safety::Dangerous: return {Tone::Bad, QStringLiteral("shield"), QCoreApplication::translate("trainyard::Badge", "Unsafe")};
    case Safety::Unknown: break;
    }
    return {Tone::Stale, QStringLiteral("question"), QCoreApplication::translate("trainyard::Badge", "Not checked")};
}

}  // namespace trainyard
