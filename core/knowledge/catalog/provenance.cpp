// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/provenance.h"

namespace trainyard {

QString knowledgeName(Knowledge knowledge)
{
    switch (knowledge) {
    case Knowledge::Verified: return QStringLiteral("verified");
    case Knowledge::Recalled: return QStringLiteral("recalled");
    case Knowledge::Unknown: return QStringLiteral("unknown");
    }
    Q_UNREACHABLE();
}

}  // namespace trainyard
