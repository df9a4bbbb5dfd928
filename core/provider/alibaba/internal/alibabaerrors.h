// SPDX-License-Identifier: GPL-3.0-or-later
// What Alibaba Cloud means when it refuses a request. Pure, any thread.
#pragma once

#include "core/provider/cloudapi/cloudapi.h"

namespace trainyard {

// nullopt: accepted. `right` is the right that the call needs, as a policy names it: "ecs:RunInstances".
std::optional<CloudRefusal> alibabaRefusal(const CloudAnswer &answer, const QString &right);
// The meaning of a code such as "OperationDenied.NoStock", which came with this HTTP status.
CloudRefusal::Kind alibabaRefusalKind(const QString &code, int status);

}  // namespace trainyard
