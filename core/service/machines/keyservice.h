// SPDX-License-Identifier: GPL-3.0-or-later
// Keys for logging in: those below Paths::keys(), made here or imported, and others stored elsewhere. Main thread; slow work is done on the
// context's pool, the other functions read a few small files.
#pragma once

#include "core/model/storedkey.h"
#include "core/service/machines/servicecontext.h"

namespace trainyard {

class KeyService {
public:
    explicit KeyService(ServiceContext &context) : m_context(context) {}

    // By name. Files that a login could not use (not a key, readable by others) are left out; `unusable` gets the reasons.
    QList<StoredKey> all(QList<Error> *unusable = nullptr) const;
    Result<StoredKey> find(const QString &name) const;  // NotFound; otherwise errors as of a login with it
    // The names of the machines whose address names this key.
    Result<QStringList> machinesWith(const StoredKey &key) const;

    // Checks whether a key can get this name before a person types a passphrase in vain. AlreadyExists, InvalidInput.
    Result<void> checkName(const QString &name) const;
    // A new key; an empty passphrase leaves it unencrypted. Errors as of checkName(), and Io.
    QFuture<Result<StoredKey>> make(const QString &name, const QString &passphrase, const QString &comment);
    // Copies a private key; the original stays. Errors as of checkName() and of a login with it.
    QFuture<Result<StoredKey>> importFrom(const QString &path, const QString &name);
    QFuture<Result<StoredKey>> read(const QString &path);  // of any key; the path may begin with ~/

private:
    ServiceContext &m_context;
};

}  // namespace trainyard
