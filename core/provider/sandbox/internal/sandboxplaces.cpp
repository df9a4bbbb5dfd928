// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/sandbox/internal/sandboxplaces.h"

#include <QCryptographicHash>
#include <QFile>

#include <unistd.h>

namespace trainyard {

QString SandboxPlaces::engineRuntime() const
{
    const QByteArray hash = QCryptographicHash::hash(QFile::encodeName(root), QCryptographicHash::Sha256).toHex();
    QString base = ::geteuid() == 0 ? QStringLiteral("/run") : qEnvironmentVariable("XDG_RUNTIME_DIR");
    if (base.isEmpty() || base.size() > 25)
        base = QStringLiteral("/tmp");
    return base + QStringLiteral("/trainyard-") + QString::fromLatin1(hash.left(12));
}

}  // namespace trainyard
