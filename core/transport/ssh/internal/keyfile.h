// SPDX-License-Identifier: GPL-3.0-or-later
// What the clear part of a private key file says, read before libssh may touch it: libssh 0.10 to 0.12 crash
// on OpenSSH keys encrypted with an AEAD cipher. Pure, any thread. Internal to core/transport/ssh.
#pragma once

#include "core/base/result.h"

#include <QByteArray>

namespace trainyard {

struct KeyFile {
    QByteArray text;  // the whole file
    bool isEncrypted = false;
    QByteArray cipher;     // OpenSSH format only, "none" when not encrypted
    QByteArray publicKey;  // SSH wire format; empty in the older formats, which hide it
    // False: encrypted in a way, or of a type, that libssh cannot read. Only ssh-agent can use it then.
    bool isReadable = true;
};

// Fails with InvalidInput: not a private key.
Result<KeyFile> inspectKey(const QByteArray &text, const QString &path);
// NotFound, Io, PermissionDenied, and InvalidInput: a folder, a device, or far too large.
Result<QByteArray> readKeyText(const QString &path);
// As both, and PermissionDenied: readable by others (OpenSSH refuses such a key too).
// A `path`.pub beside an older format tells the public key.
Result<KeyFile> readKeyFile(const QString &path);
// The public key, in wire format, that `path`.pub holds; empty: none that makes sense.
QByteArray publicKeyBeside(const QString &path);
// What to say of a key that is not readable and that no agent holds (Unsupported).
Error unreadableKeyError(const KeyFile &key, const QString &path);

}  // namespace trainyard
