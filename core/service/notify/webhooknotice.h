// SPDX-License-Identifier: GPL-3.0-or-later
// Sends a notice to a web service: HTTPS POST of JSON, with retries (core/transport/http). The address is a secret: errors name only its
// host, and redirects are not followed.
#pragma once

#include "core/observe/alert/alertsettings.h"
#include "core/observe/alert/noticeplan.h"

#include <stop_token>

namespace trainyard {

// Blocking, any thread. `firstPause` comes before the second of four tries and is doubled for each further one.
Result<void> sendToWebhook(const WebhookAddress &address, WebhookFormat format, const AlertNotice &notice, std::stop_token stop = {},
                           std::chrono::milliseconds firstPause = std::chrono::seconds(2));

}  // namespace trainyard
