// SPDX-License-Identifier: GPL-3.0-or-later
// What an answer of one of OpenStack's services says about the request. Each service writes its refusals in its own form. Pure.
#pragma once

#include "core/provider/cloudapi/cloudapi.h"

#include <QString>

#include <optional>

namespace trainyard {

// nullopt: accepted. `call` names the call, "POST /servers", where the service does not name the missing right.
std::optional<CloudRefusal> openStackRefusal(const CloudAnswer &answer, const QString &call);

// "No valid host was found": the scheduler's words for a machine that cannot be placed now.
bool isOpenStackFull(const QString &fault);

}  // namespace trainyard
