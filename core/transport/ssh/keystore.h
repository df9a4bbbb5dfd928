// SPDX-License-Identifier: GPL-3.0-or-later
// Creates and imports private keys. A key is stored in one folder as name and name.pub, as ssh-keygen does. Blocking: a passphrase
// deliberately costs about 0.1 s of work. Any thread.
#pragma once

#include "core/base/result.h"
#include "core/model/sshtarget.h"
#include "core/model/storedkey.h"

#include <QList>
#include <QString>

namespace trainyard {

// Reads a private key from any path, which may begin with ~/. Errors as of a login with it.
Result<StoredKey> readStoredKey(const QString &path);
// Whether the target itself names this key file, in whatever spelling.
bool namesKey(const SshTarget &target, const QString &path);

class KeyStore {
public:
    explicit KeyStore(QString folder) : m_folder(std::move(folder)) {}  // created when needed, accessible only to its owner

    // The path that a new key of this name would have. AlreadyExists: nothing is ever overwritten. InvalidInput: the name is not a plain
    // file name.
    Result<QString> placeFor(const QString &name) const;
    // A new Ed25519 key; an empty passphrase leaves it unencrypted. Errors as of placeFor(), and Io.
    Result<StoredKey> generate(const QString &name, const QString &passphrase, const QString &comment) const;
    // Copies the private key; the original stays. The public half is stored with the copy if it can be determined. Errors as of
    // placeFor() and of a login with it, except that the copy gets correct permissions.
    Result<StoredKey> importFrom(const QString &path, const QString &name) const;
    // All keys, by name. Files that a login could not use (not a key, readable by others) are left out and reported in `unusable`.
    QList<StoredKey> keys(QList<Error> *unusable = nullptr) const;
    Result<StoredKey> key(const QString &name) const;  // NotFound; as readStoredKey()

private:
    Result<void> makeFolder() const;

    QString m_folder;
};

}  // namespace trainyard
