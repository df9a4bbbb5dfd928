// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checkpoints/typedlocation.h"

#include <QDir>

#include <algorithm>

namespace trainyard {

Location typedFolder(const QString &text)
{
    const QString typed = text.trimmed();
    const bool isHome = typed == QLatin1String("~") || typed.startsWith(QLatin1String("~/"));
    return Location::here(typed.isEmpty() ? QString()
                                          : QDir::cleanPath(QDir().absoluteFilePath(isHome ? QDir::homePath() + typed.mid(1) : typed)));
}

std::optional<Location> typedPrefix(const QList<ObjectStoreConfig> &stores, const QString &store, const QString &prefix)
{
    const auto found = std::find_if(stores.cbegin(), stores.cend(), [&store](const ObjectStoreConfig &one) { return one.name == store; });
    if (found == stores.cend())
        return std::nullopt;
    QString key = prefix.trimmed();
    while (key.startsWith(u'/'))
        key.remove(0, 1);
    while (key.endsWith(u'/'))
        key.chop(1);
    return Location::inBucket(store, StoreAddress{found->kind, found->bucket, key}.text());
}

}  // namespace trainyard
