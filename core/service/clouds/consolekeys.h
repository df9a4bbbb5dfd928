// SPDX-License-Identifier: GPL-3.0-or-later
// The host keys that a machine prints on its console at its first start, as cloud-init does between "BEGIN SSH HOST KEY KEYS" and "END SSH
// HOST KEY KEYS". Pure, any thread.
#pragma once

#include <QByteArray>
#include <QList>

namespace trainyard {

// "ssh-ed25519 AAAA…", each once, of the last whole block; empty: none is printed yet. Clouds put words or times before each line and end
// lines in CR LF; whatever is not a well-formed key is passed over.
QList<QByteArray> hostKeysOnConsole(const QByteArray &console);
// The same for one line of known_hosts each, under that name.
QByteArray knownHostsOf(const QByteArray &name, const QList<QByteArray> &keys);

}  // namespace trainyard
