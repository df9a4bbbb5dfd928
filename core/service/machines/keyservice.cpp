// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/keyservice.h"

#include "core/transport/ssh/keystore.h"

#include <memory>

namespace trainyard {

QList<StoredKey> KeyService::all(QList<Error> *unusable) const { return KeyStore(m_context.paths.keys()).keys(unusable); }

Result<StoredKey> KeyService::find(const QString &name) const { return KeyStore(m_context.paths.keys()).key(name); }

Result<QStringList> KeyService::machinesWith(const StoredKey &key) const
{
    TRY(const auto machines, m_context.database->machines.all());
    QStringList names;
    for (const Machine &machine : machines) {
        if (namesKey(machine.target, key.path))
            names << machine.name;
    }
    return names;
}

Result<void> KeyService::checkName(const QString &name) const
{
    const auto place = KeyStore(m_context.paths.keys()).placeFor(name);
    return place ? Result<void>() : Result<void>(place.error());
}

QFuture<Result<StoredKey>> KeyService::make(const QString &name, const QString &passphrase, const QString &comment)
{
    // Wiped here, unless the caller keeps it.
    const auto secret = std::make_shared<QString>(passphrase);
    return m_context.async({}, [folder = m_context.paths.keys(), name, secret, comment](std::stop_token) {
        const auto key = KeyStore(folder).generate(name, *secret, comment);
        secret->fill(u'\0');
        return key;
    });
}

QFuture<Result<StoredKey>> KeyService::importFrom(const QString &path, const QString &name)
{
    return m_context.async(
        {}, [folder = m_context.paths.keys(), path, name](std::stop_token) { return KeyStore(folder).importFrom(path, name); });
}

QFuture<Result<StoredKey>> KeyService::read(const QString &path)
{
    return m_context.async({}, [path](std::stop_token) { return readStoredKey(path); });
}

}  // namespace trainyard
