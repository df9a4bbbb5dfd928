// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/gpuclouddoor.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStringList>

namespace trainyard {

QString gpuCloudMisfit(const QJsonValue &value, const QJsonValue &shape, const QString &path)
{
    if (shape.isString()) {
        const QString type = shape.toString();
        const bool fits = type == "?" || (type == "s" && value.isString()) || (type == "b" && value.isBool())
                          || (type == "n" && value.isDouble()) || (type.contains(u'|') && type.split(u'|').contains(value.toString()));
        return fits ? QString() : path + QStringLiteral(" is no ") + type;
    }
    if (shape.isArray()) {
        if (!value.isArray())
            return path + QStringLiteral(" is no list");
        for (const QJsonValue &entry : value.toArray()) {
            if (const QString problem = gpuCloudMisfit(entry, shape.toArray().first(), path + QStringLiteral("[]")); !problem.isEmpty())
                return problem;
        }
        return {};
    }
    if (!value.isObject())
        return path + QStringLiteral(" is no object");
    const QJsonObject object = value.toObject(), known = shape.toObject();
    for (auto it = object.begin(); it != object.end(); ++it) {
        const QJsonValue own = known.contains(it.key())         ? known.value(it.key())
                               : known.contains(it.key() + '!') ? known.value(it.key() + '!')
                                                                : known.value("*");
        if (own.isUndefined())
            return path + u'.' + it.key() + QStringLiteral(" is not known");
        if (const QString problem = gpuCloudMisfit(it.value(), own, path + u'.' + it.key()); !problem.isEmpty())
            return problem;
    }
    for (auto it = known.begin(); it != known.end(); ++it) {
        if (it.key().endsWith('!') && !object.contains(it.key().chopped(1)))
            return path + u'.' + it.key().chopped(1) + QStringLiteral(" is missing");
    }
    return {};
}

QString gpuCloudPattern(const QString &path, QString &id)
{
    QStringList parts = path.split(u'/');
    static const QRegularExpression kId(QStringLiteral("\\A(?:[a-z]+-)?[0-9a-f]*[0-9][0-9a-z-]*\\z"));
    for (qsizetype i = parts.size() - 1; i > 2; --i) {
        if (kId.match(parts.at(i)).hasMatch()) {
            id = parts.at(i);
            parts[i] = QStringLiteral("{id}");
            break;
        }
    }
    if (path.startsWith("/logs/")) {
        id = parts.value(2);
        parts[2] = QStringLiteral("{id}");
    }
    return parts.join(u'/');
}

}  // namespace trainyard
