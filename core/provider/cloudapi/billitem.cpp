// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/cloudapi/billitem.h"

#include <QStringList>

#include <algorithm>

namespace trainyard {

bool isMachineItem(const QString &item)
{
    static const QStringList kOthers{QStringLiteral("disk"),    QStringLiteral("storage"),  QStringLiteral("bandwidth"),
                                     QStringLiteral("traffic"), QStringLiteral("snapshot"), QStringLiteral("image"),
                                     QStringLiteral("address"), QStringLiteral("eip"),      QStringLiteral("盘"),
                                     QStringLiteral("存储"),    QStringLiteral("带宽"),     QStringLiteral("流量"),
                                     QStringLiteral("快照"),    QStringLiteral("镜像"),     QStringLiteral("公网")};
    return std::none_of(kOthers.begin(), kOthers.end(),
                        [&item](const QString &other) { return item.contains(other, Qt::CaseInsensitive); });
}

}  // namespace trainyard
