// SPDX-License-Identifier: GPL-3.0-or-later
// Alert settings and the address of their webhook, as files readable only by their owner. Blocking, any thread.
#pragma once

#include "core/base/paths.h"
#include "core/observe/alert/alertsettings.h"

namespace trainyard {

// A missing file means default settings and no webhook. InvalidInput, PermissionDenied, Io.
Result<AlertSettings> loadAlertSettings(const Paths &paths);
Result<void> saveAlertSettings(const Paths &paths, const AlertSettings &settings);

// PermissionDenied also if others can read the file, because then the address is not secret.
Result<WebhookAddress> loadWebhook(const Paths &paths);
Result<void> saveWebhook(const Paths &paths, const WebhookAddress &address);  // an empty one removes it; others are checked

}  // namespace trainyard
