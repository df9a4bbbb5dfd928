// SPDX-License-Identifier: GPL-3.0-or-later
// Values that may be absent, as JSON: null then (docs/yard-json.md).
#pragma once

#include <QDateTime>
#include <QJsonValue>
#include <QString>

#include <optional>

namespace trainyard {

inline QJsonValue orNull(const QString &text) { return text.isEmpty() ? QJsonValue() : QJsonValue(text); }

template <typename T>
QJsonValue orNull(const std::optional<T> &value)
{
    return value ? QJsonValue(*value) : QJsonValue();
}

// Not converted to UTC.
inline QJsonValue timeOrNull(const QDateTime &when) { return when.isValid() ? QJsonValue(when.toString(Qt::ISODate)) : QJsonValue(); }

}  // namespace trainyard
