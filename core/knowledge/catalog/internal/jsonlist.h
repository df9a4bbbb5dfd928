// SPDX-License-Identifier: GPL-3.0-or-later
// Helpers shared by the readers of price lists in JSON. Pure, any thread. Internal to core/knowledge/catalog.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QJsonObject>
#include <QJsonValue>

#include <optional>

namespace trainyard {

// Corrupt names the byte at which it is no longer a valid JSON object.
Result<QJsonObject> readJsonObject(const QByteArray &bytes);
// UTF-8; empty for null and missing values, nullopt for anything that is not a string.
std::optional<QByteArray> listedText(const QJsonValue &value);
// Digits, from a number; nullopt for anything else.
std::optional<QByteArray> listedDigits(const QJsonValue &value);

}  // namespace trainyard
