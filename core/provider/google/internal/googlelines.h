// SPDX-License-Identifier: GPL-3.0-or-later
// Lines for `gcloud`, quoted for a POSIX shell. Pure.
#pragma once

#include "core/provider/interface/machineprovider.h"

namespace trainyard {

// User data is not in it, since it may have a host's private key: the line names a file for it.
QString googleCreateLine(const InstanceRequest &request);
QString googleActionLine(ProviderAction action, const Instance &instance);

}  // namespace trainyard
