// SPDX-License-Identifier: GPL-3.0-or-later
// Replaces the host key of a machine by one that is made there, in two steps, so that its public half is known here before the server
// proves itself with it. Needs root, or sudo without a password, and OpenSSH's server. Blocking; any thread.
#pragma once

#include "core/transport/ssh/sshconnection.h"

namespace trainyard {

// "SHA256:…" of "ssh-ed25519 AAAA…", as HostKey::fingerprint.
QString fingerprintOf(const QByteArray &publicLine);

// Makes a key beside the one whose public half is `known`, which stays in use, and returns the new public half. Unsupported if the machine
// does not let this user, or its server has no such key.
Result<QByteArray> makeFreshHostKey(SshConnection &connection, const QByteArray &known, const std::stop_token &stop);
// From now on the server proves itself with the key that was made. Connections that are open stay.
Result<void> useFreshHostKey(SshConnection &connection, const QByteArray &known, const std::stop_token &stop);

}  // namespace trainyard
