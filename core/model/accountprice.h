// SPDX-License-Identifier: GPL-3.0-or-later
// The price that a person has set for an account's machines, where no price list has one: a university charges nothing, or its own.
// Value types, pure.
#pragma once

#include "core/base/money.h"

#include <QMap>
#include <QString>

#include <optional>

namespace trainyard {

// Whether any is set. Per hour: of the setting "price.TYPE", else "price", such as "1.20 EUR". nullopt: none, or it is no price.
bool hasAccountPrices(const QMap<QString, QString> &settings);
std::optional<Money> accountPrice(const QMap<QString, QString> &settings, const QString &type);

}  // namespace trainyard
