// SPDX-License-Identifier: GPL-3.0-or-later
// A run's directory reached over SFTP. Creating one costs no round trip if the connection's SFTP channel is open.
#pragma once

#include "core/execution/backend/runfiles.h"
#include "core/transport/ssh/sshconnection.h"

#include <memory>

namespace trainyard {

Result<std::unique_ptr<RunFiles>> sftpRunFiles(const QString &directory, SshConnection &connection, QDeadlineTimer deadline,
                                               std::stop_token stop);

}  // namespace trainyard
