// SPDX-License-Identifier: GPL-3.0-or-later
// A host key for a machine whose console cannot be read: made here, given to the machine by cloud-init, and known before the first contact.
// Blocking; any thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace trainyard {

struct MadeHostKey {
    QByteArray publicLine;  // "ssh-ed25519 AAAA…"
    QString userData;       // for cloud-init; holds the private half, so it is secret until the machine runs
};
// The private half is on this computer's disk for a moment, readable by its owner only, below `folder`. Errors as of KeyStore.
Result<MadeHostKey> makeHostKey(const QString &folder);

}  // namespace trainyard
