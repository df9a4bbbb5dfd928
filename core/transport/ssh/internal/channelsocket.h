// SPDX-License-Identifier: GPL-3.0-or-later
// A RemoteSocket or a RemoteShell on a channel of a session. Internal to core/transport/ssh.
#pragma once

#include "core/transport/ssh/internal/sessionloop.h"
#include "core/transport/ssh/remoteshell.h"

#include <functional>
#include <memory>

namespace trainyard {

// InvalidInput for an endpoint that the protocol cannot express.
Result<std::unique_ptr<RemoteSocket>> openChannelSocket(const std::shared_ptr<SessionLoop> &loop, const RemoteEndpoint &endpoint,
                                                        std::function<void()> changed);
// `command` may be empty and is short enough for a channel.
std::unique_ptr<RemoteShell> openChannelShell(const std::shared_ptr<SessionLoop> &loop, QByteArray command, TerminalSize size,
                                              std::function<void()> changed);

}  // namespace trainyard
