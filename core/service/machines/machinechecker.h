// SPDX-License-Identifier: GPL-3.0-or-later
// Checks a machine: two commands, nothing left behind. Blocking, any worker thread.
#pragma once

#include "core/knowledge/health/healthcheck.h"
#include "core/knowledge/health/healthfacts.h"
#include "core/transport/ssh/sshconnection.h"

#include <functional>

namespace trainyard {

// What is being checked now, in a few words, each once; about a dozen in all. Called on the calling thread.
using CheckStep = std::function<void(const QString &words)>;

// The raw answer of a check, not judged yet.
struct AskedCheck {
    HealthRequest request;
    std::optional<ClockReading> clock;
    QByteArray answer;  // of check.sh
    QDateTime began;    // UTC, this computer's clock
    std::chrono::milliseconds duration{0};
};

// Something that cannot be determined about the machine is a finding, not an error. Errors: a link that failed, a login shell that is not a
// shell, or an invalid request.
Result<AskedCheck> askForCheck(SshConnection &connection, const HealthRequest &request, const CheckStep &step, QDeadlineTimer deadline,
                               std::stop_token stop = {});
// Pure. Corrupt when the answer is not a check's.
Result<HealthReport> judgedCheck(const AskedCheck &asked, const HealthFacts &facts);

}  // namespace trainyard
