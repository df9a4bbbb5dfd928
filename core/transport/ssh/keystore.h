// SPDX-License-Identifier: GPL-3.0-or-later
// Making and taking over private keys. A key lies in one folder as name and name.pub, as ssh-keygen leaves it.
// Blocking: a passphrase costs about 0.1 s of work on purpose. Any thread.
#pragma once

#include "core/base/result.h"
#include "core/model/sshtarget.h"
#include "core/model/storedkey.h"

#include <QList>
#include <QString>

namespace trainyard {

// Of a private key that lies anywhere; the path may begin with ~/. Errors as of a login with it.
Result<StoredKey> readStoredKey(const QString &path);
// Whether the target names this key file itself, in whatever spelling.
bool namesKey(const SshTarget &target, const QString &path);

class KeyStore {
public:
    explicit KeyStore(QString folder) : m_folder(std::move(folder)) {}  // made when needed, for its owner alone

    // Where a new key of this name would lie. AlreadyExists: nothing is ever overwritten. InvalidInput: a name that
    // is more than a file's name.
    Result<QString> placeFor(const QString &name) const;
    // A new Ed25519 key; an empty passphrase leaves it unencrypted. Errors as of placeFor(), and Io.
    Result<StoredKey> generate(const QString &name, const QString &passphrase, const QString &comment) const;
    // Copies the private key; the original stays. Its public half lies beside the copy whenever it can be told.
    // Errors as of placeFor() and of a login with it, except that permissions are put right in the copy.
    Result<StoredKey> importFrom(const QString &path, const QString &name) const;
    // By name. Files that a login could not use (not a key, readable by others) are not among them, but say why.
    QList<StoredKey> keys(QList<Error> *unusable = nullptr) const;
    Result<StoredKey> key(const QString &name) const;  // NotFound; as readStoredKey()

private:
    Result<void> makeFolder() const;

    QString m_folder;
};

}  // namespace trainyard
