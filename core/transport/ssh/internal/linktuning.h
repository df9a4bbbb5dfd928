// SPDX-License-Identifier: GPL-3.0-or-later
// What makes one SSH connection fast: window sizes by the length of the way, sizes of packets, acknowledgements. Any thread. Internal to
// core/transport/ssh.
#pragma once

#include <QtGlobal>

#include <chrono>
#include <optional>

namespace trainyard {

// Measured: above 4 MiB sshd wastes processor time, and below 10 ms 2 MiB already fill the link.
inline constexpr quint32 kNearWindow = 2 * 1024 * 1024;
inline constexpr quint32 kFarWindow = 4 * 1024 * 1024;
inline constexpr std::chrono::microseconds kFarRoundTrip{10'000};

inline constexpr qsizetype kWritePiece = 32 * 1024;  // an SSH packet; small enough that send() rarely blocks

// As TCP measures it, so only up to a jump host or a proxy; nullopt: not a TCP socket.
std::optional<std::chrono::microseconds> roundTripOf(int fd);
// sshd still has Nagle on while a channel opens, and our delayed ACK would cost 40 ms. The kernel forgets the option, so it is set around
// each wait.
void acknowledgeAtOnce(int fd);

}  // namespace trainyard
