// SPDX-License-Identifier: GPL-3.0-or-later
// Keys for logging in. Main thread; the work is done on the context's pool.
#pragma once

#include "core/service/machines/servicecontext.h"
#include "core/transport/ssh/keystore.h"

namespace trainyard {

class KeyService {
public:
    explicit KeyService(ServiceContext &context) : m_context(context) {}

    QFuture<Result<StoredKey>> make(const QString &name, const QString &passphrase);  // below Paths::keys()
    QFuture<Result<StoredKey>> read(const QString &path);                             // the path may begin with ~/

private:
    ServiceContext &m_context;
};

}  // namespace trainyard
