// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of alerts and the address of their webhook, as files for their owner alone. Blocking, any thread.
#pragma once

#include "core/base/paths.h"
#include "core/observe/alert/alertsettings.h"

namespace trainyard {

// A file that is not there means settings as they come, and no webhook. InvalidInput, PermissionDenied, Io.
Result<AlertSettings> loadAlertSettings(const Paths &paths);
Result<void> saveAlertSettings(const Paths &paths, const AlertSettings &settings);

// PermissionDenied also when others may read the file: what they may know is no secret.
Result<WebhookAddress> loadWebhook(const Paths &paths);
Result<void> saveWebhook(const Paths &paths, const WebhookAddress &address);  // an empty one removes it; else checked

}  // namespace trainyard
