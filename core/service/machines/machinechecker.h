// SPDX-License-Identifier: GPL-3.0-or-later
// Checks a machine: two commands, nothing left behind. Blocking, any worker thread.
#pragma once

#include "core/knowledge/health/healthcheck.h"
#include "core/knowledge/health/healthfacts.h"
#include "core/transport/ssh/sshconnection.h"

#include <functional>

namespace trainyard {

// What the check looks at now, in a few words, each once; some dozen in all. Called on the calling thread.
using CheckStep = std::function<void(const QString &words)>;

// A check as it came, before anybody judged it.
struct AskedCheck {
    HealthRequest request;
    std::optional<ClockReading> clock;
    QByteArray answer;  // of check.sh
    QDateTime began;    // UTC, this computer's clock
    std::chrono::milliseconds duration{0};
};

// What of the machine cannot be asked is a finding, not an error; an error is a link that failed, a shell that is none,
// or a request that makes no sense.
Result<AskedCheck> askForCheck(SshConnection &connection, const HealthRequest &request, const CheckStep &step, QDeadlineTimer deadline,
                               std::stop_token stop = {});
// Pure. Corrupt for an answer that is none.
Result<HealthReport> judgedCheck(const AskedCheck &asked, const HealthFacts &facts);

}  // namespace trainyard
