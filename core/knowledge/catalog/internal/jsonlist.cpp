// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/catalog/internal/jsonlist.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QLocale>

#include <algorithm>

namespace trainyard {

Result<QJsonObject> readJsonObject(const QByteArray &bytes)
{
    QJsonParseError problem{};
    const QJsonDocument document = QJsonDocument::fromJson(bytes, &problem);
    if (problem.error != QJsonParseError::NoError) {
        return Error{ErrorCode::Corrupt,
                     QCoreApplication::translate("trainyard::PriceLists", "Byte %1 of %2: truncated or not JSON.")
                         .arg(std::min<qsizetype>(problem.offset, bytes.size()))
                         .arg(bytes.size()),
                     problem.errorString()};
    }
    if (!document.isObject())
        return Error{ErrorCode::Corrupt, QCoreApplication::translate("trainyard::PriceLists", "It is JSON, but not an object."), {}};
    return document.object();
}

std::optional<QByteArray> listedText(const QJsonValue &value)
{
    if (value.isNull() || value.isUndefined())
        return QByteArray();
    return value.isString() ? std::optional(value.toString().toUtf8()) : std::nullopt;
}

std::optional<QByteArray> listedDigits(const QJsonValue &value)
{
    if (!value.isDouble())
        return std::nullopt;
    return QByteArray::number(value.toDouble(), 'f', QLocale::FloatingPointShortest);
}

}  // namespace trainyard
