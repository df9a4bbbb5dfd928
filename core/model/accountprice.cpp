// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/accountprice.h"

#include <algorithm>

namespace trainyard {

bool hasAccountPrices(const QMap<QString, QString> &settings)
{
    return std::any_of(settings.keyBegin(), settings.keyEnd(),
                       [](const QString &name) { return name == QLatin1String("price") || name.startsWith(QLatin1String("price.")); });
}

std::optional<Money> accountPrice(const QMap<QString, QString> &settings, const QString &type)
{
    const QString own = settings.value(QStringLiteral("price.") + type);
    const QString words = (own.isEmpty() ? settings.value(QStringLiteral("price")) : own).simplified();
    const auto currency = currencyFromCode(words.right(3).toLatin1());
    if (!currency)
        return std::nullopt;
    const auto price = Money::parse(words.chopped(3).trimmed().toLatin1(), *currency);
    return price && price->nanos() > 0 ? std::optional(*price) : std::nullopt;
}

}  // namespace trainyard
