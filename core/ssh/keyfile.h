// What the clear part of a private key file says, read before libssh may touch it: libssh 0.10 to 0.12 crash
// on OpenSSH keys encrypted with an AEAD cipher. Pure, any thread. Internal to core/ssh.
#pragma once

#include "core/base/result.h"

#include <QByteArray>

namespace trainyard {

struct KeyFile {
    QByteArray text;        // the whole file
    bool isEncrypted = false;
    QByteArray cipher;      // OpenSSH format only, "none" when not encrypted
    QByteArray publicKey;   // SSH wire format; empty in the older formats, which hide it
};

// Fails with InvalidInput: not a private key; Unsupported: encrypted in a way libssh cannot read.
Result<KeyFile> inspectKey(const QByteArray &text, const QString &path);
// Also NotFound and PermissionDenied / Io for the file itself.
Result<KeyFile> readKeyFile(const QString &path);

}  // namespace trainyard
