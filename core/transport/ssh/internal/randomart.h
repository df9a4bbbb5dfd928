// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of a host key, as `ssh-keygen -lv` draws it: easier to compare by eye than a fingerprint. The algorithm is OpenSSH's
// "drunken bishop" walk over the SHA-256 of the key. Pure. Internal to core/transport/ssh.
#pragma once

#include <QByteArray>
#include <QString>

namespace trainyard {

// `key` in SSH wire format. Eleven lines without a newline at the end; empty for a malformed key.
QString randomart(const QByteArray &key);

}  // namespace trainyard
