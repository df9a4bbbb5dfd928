// SPDX-License-Identifier: GPL-3.0-or-later
// The public facts of a private key in a file: never the key itself. Value type, pure.
#pragma once

#include <QByteArray>
#include <QString>

namespace trainyard {

struct StoredKey {
    QString path;           // of the private key
    QString type;           // "ssh-ed25519"; empty if only the private half contains it
    QString fingerprint;    // "SHA256:…"; empty in the same case
    QString comment;        // of `path`.pub, on one line
    QByteArray publicLine;  // for authorized_keys, with the comment, without a newline; empty in the same case
    bool isEncrypted = false;

    QString name() const { return path.section(u'/', -1); }
};

}  // namespace trainyard
