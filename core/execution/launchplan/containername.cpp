// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/launchplan/containername.h"

namespace trainyard {

QString containerName(const RunId &runId) { return QStringLiteral("ty-") + runId.text(); }

}  // namespace trainyard
