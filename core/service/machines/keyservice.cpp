// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/keyservice.h"

namespace trainyard {

QFuture<Result<StoredKey>> KeyService::make(const QString &name, const QString &passphrase)
{
    const QString folder = m_context.paths.keys();
    return m_context.async({}, [folder, name, passphrase](std::stop_token) { return KeyStore(folder).generate(name, passphrase, name); });
}

QFuture<Result<StoredKey>> KeyService::read(const QString &path)
{
    return m_context.async({}, [path](std::stop_token) { return readStoredKey(path); });
}

}  // namespace trainyard
