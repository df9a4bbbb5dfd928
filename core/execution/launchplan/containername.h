// SPDX-License-Identifier: GPL-3.0-or-later
// How the container of a run is called on its machine. Pure.
#pragma once

#include "core/model/ids.h"

#include <QString>

namespace trainyard {

QString containerName(const RunId &runId);  // "ty-<run id>"

}  // namespace trainyard
