// SPDX-License-Identifier: GPL-3.0-or-later
// A private key in a file, as far as it may be shown: never the key itself. Value type, pure.
#pragma once

#include <QByteArray>
#include <QString>

namespace trainyard {

struct StoredKey {
    QString path;           // of the private key
    QString type;           // "ssh-ed25519"; empty where only the private half would tell
    QString fingerprint;    // "SHA256:…"; empty likewise
    QString comment;        // of `path`.pub, on one line
    QByteArray publicLine;  // for authorized_keys, with the comment, without a newline; empty likewise
    bool isEncrypted = false;

    QString name() const { return path.section(u'/', -1); }
};

}  // namespace trainyard
