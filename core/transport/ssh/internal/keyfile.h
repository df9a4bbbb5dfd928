// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the unencrypted part of a private key file before libssh opens it: libssh 0.10 to 0.12 crash on OpenSSH keys encrypted with an
// AEAD cipher. Pure, any thread. Internal to core/transport/ssh.
#pragma once

#include "core/base/result.h"

#include <QByteArray>

namespace trainyard {

inline constexpr qint64 kMaxKeyFile = 64 * 1024;  // an RSA 16384 key is about 13 KiB

struct KeyFile {
    QByteArray text;  // the whole file
    bool isEncrypted = false;
    QByteArray cipher;     // OpenSSH format only, "none" when not encrypted
    QByteArray publicKey;  // SSH wire format; empty in the older formats, which hide it
    // False: of a type, or encrypted in a way, that libssh cannot read. Then only ssh-agent can use it.
    bool isReadable = true;
};

// Fails with InvalidInput: not a private key.
Result<KeyFile> inspectKey(const QByteArray &text, const QString &path);
// NotFound, Io, PermissionDenied, and InvalidInput for a folder, a device, or a file that is far too large.
Result<QByteArray> readKeyText(const QString &path);
// Errors as of both, and PermissionDenied if others can read the file (OpenSSH refuses such a key, too). For an older format, the public
// key is read from `path`.pub.
Result<KeyFile> readKeyFile(const QString &path);
// The public key in `path`.pub, in wire format; empty: there is no valid one.
QByteArray publicKeyBeside(const QString &path);
// The error for a key that is not readable and that no agent holds (Unsupported).
Error unreadableKeyError(const KeyFile &key, const QString &path);

}  // namespace trainyard
