// SPDX-License-Identifier: GPL-3.0-or-later
// Converts values to columns and rows to values. Internal to core/storage/database.
#pragma once

#include "core/base/money.h"
#include "core/model/ids.h"
#include "core/storage/database/internal/database.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QStringList>

#include <optional>

namespace trainyard {

inline QVariant fromTime(const QDateTime &time) { return time.isValid() ? QVariant(time.toMSecsSinceEpoch()) : QVariant(); }

inline QDateTime toTime(const QVariant &value)
{
    return value.isNull() ? QDateTime() : QDateTime::fromMSecsSinceEpoch(value.toLongLong(), Qt::UTC);
}

inline QDateTime wholeSeconds(const QDateTime &time) { return QDateTime::fromSecsSinceEpoch(time.toSecsSinceEpoch(), Qt::UTC); }

// NULL if it is not set.
template <typename Tag>
QVariant fromId(const Id<Tag> &id)
{
    return id.isSet() ? QVariant(id.number()) : QVariant();
}

inline QVariant fromOptional(std::optional<int> value) { return value ? QVariant(*value) : QVariant(); }

inline std::optional<int> toOptional(const QVariant &value) { return value.isNull() ? std::nullopt : std::optional<int>(value.toInt()); }

// A null QString would be stored as NULL, which NOT NULL columns refuse.
inline QVariant fromText(const QString &text) { return text.isNull() ? QVariant(QStringLiteral("")) : QVariant(text); }

// A JSON array of texts.
inline QVariant fromList(const QStringList &texts)
{
    return QString::fromUtf8(QJsonDocument(QJsonArray::fromStringList(texts)).toJson(QJsonDocument::Compact));
}

inline QStringList toList(const QVariant &value)
{
    QStringList texts;
    const QJsonArray array = QJsonDocument::fromJson(value.toString().toUtf8()).array();
    for (const QJsonValue &text : array)
        texts << text.toString();
    return texts;
}

// A JSON object of texts.
inline QVariant fromTexts(const QMap<QString, QString> &texts)
{
    QJsonObject json;
    for (auto it = texts.cbegin(); it != texts.cend(); ++it)
        json.insert(it.key(), it.value());
    return QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact));
}

inline QMap<QString, QString> toTexts(const QVariant &value)
{
    QMap<QString, QString> texts;
    const QJsonObject json = QJsonDocument::fromJson(value.toString().toUtf8()).object();
    for (auto it = json.begin(); it != json.end(); ++it)
        texts.insert(it.key(), it.value().toString());
    return texts;
}

// nullopt if there is none, or if the stored text is not an amount.
inline std::optional<Money> toMoney(const QVariant &nanos, const QVariant &currency)
{
    bool isNumber = false;
    const qint64 amount = nanos.toLongLong(&isNumber);
    const auto known = currencyFromCode(currency.toString().toLatin1());
    if (nanos.isNull() || !isNumber || !known || amount > Money::kMaxNanos || amount < -Money::kMaxNanos)
        return std::nullopt;
    return Money(amount, *known);
}

inline QString placeholders(qsizetype count) { return QStringList(count, QStringLiteral("?")).join(u','); }

// "SELECT columns FROM rest", with every row converted to a value.
template <typename Make>
auto rows(const Database &database, const char *columns, const char *rest, const QVariantList &values, Make make)
    -> Result<QList<decltype(make(std::declval<QSqlQuery>()))>>
{
    TRY(auto query, database.select(QStringLiteral("SELECT %1 FROM %2").arg(QLatin1String(columns), QLatin1String(rest)), values));
    QList<decltype(make(query))> found;
    while (query.next())
        found << make(query);
    return found;
}

// As rows(), without those that `make` rejects: one damaged row must not hide the others.
template <typename Make>
auto readableRows(const Database &database, const char *columns, const char *rest, const QVariantList &values, Make make)
    -> Result<QList<typename decltype(make(std::declval<QSqlQuery>()))::value_type>>
{
    TRY(const auto all, rows(database, columns, rest, values, make));
    QList<typename decltype(make(std::declval<QSqlQuery>()))::value_type> readable;
    for (const auto &row : all) {
        if (row)
            readable << *row;
    }
    return readable;
}

// The requested row; NotFound with that sentence if there is none.
template <typename T>
Result<T> onlyOne(Result<QList<T>> found, const QString &sentenceWhenNone)
{
    if (!found)
        return found.error();
    if (found->isEmpty())
        return Error{ErrorCode::NotFound, sentenceWhenNone, {}};
    return found->first();
}

}  // namespace trainyard
