// Checks a machine: two commands, nothing left behind. Blocking, any worker thread.
#pragma once

#include "core/health/healthcheck.h"
#include "core/health/healthfacts.h"
#include "core/ssh/sshconnection.h"

#include <functional>

namespace trainyard {

// What the check looks at now, in a few words, each once; some dozen in all. Called on the calling thread.
using CheckStep = std::function<void(const QString &words)>;

// What of the machine cannot be asked is a finding, not an error; an error is a link that failed, a shell that is none,
// or a request that makes no sense.
Result<HealthReport> checkMachine(SshConnection &connection, const HealthRequest &request, const HealthFacts &facts,
                                  const CheckStep &step, QDeadlineTimer deadline, std::stop_token stop = {});

}  // namespace trainyard
