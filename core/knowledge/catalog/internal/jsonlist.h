// SPDX-License-Identifier: GPL-3.0-or-later
// What the readers of price lists in JSON share. Pure, any thread. Internal to core/knowledge/catalog.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QJsonObject>
#include <QJsonValue>

#include <optional>

namespace trainyard {

// Corrupt names the byte at which it stops being a JSON object.
Result<QJsonObject> readJsonObject(const QByteArray &bytes);
// UTF-8; empty for null and what is not there, nothing for what is no text.
std::optional<QByteArray> listedText(const QJsonValue &value);
// Digits, from a number; nothing for what is none.
std::optional<QByteArray> listedDigits(const QJsonValue &value);

}  // namespace trainyard
