// SPDX-License-Identifier: GPL-3.0-or-later
// What a rented machine needs at its start: the key that may log in and the key of its SSH server. Containers have no cloud-init, so a
// script does it there. Pure, any thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace trainyard {

// "ssh-ed25519 AAAA…" without its comment. InvalidInput: not a public key in the format of OpenSSH.
Result<QString> loginKeyOf(const QString &setting, const QString &cloud);

// The private key of the SSH server, in the format of OpenSSH, that a #cloud-config with `ssh_keys` gives to a machine; empty: there is no
// user data. InvalidInput: anything else is in it, which only cloud-init could carry out.
Result<QByteArray> hostKeyIn(const QString &userData, const QString &cloud);

// A script in one line, without single quotes, that reads PUBLIC_KEY and TRAINYARD_HOST_KEY (Base64) from the environment, puts both into
// place, starts the image's own /start.sh if there is one, and otherwise an SSH server (which it installs if apt-get can).
QString containerStartScript();
// A script for a container whose SSH server runs already: lets `loginKey` in, and prints the server's public keys to the container's log
// in the form of cloud-init.
QString containerKeysScript(const QString &loginKey);

}  // namespace trainyard
