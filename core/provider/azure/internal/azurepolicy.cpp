// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/azure/internal/azurepolicy.h"

#include "core/provider/azure/internal/azureactions.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace trainyard {

namespace {

// "Microsoft.Compute/*/read" and the like; upper and lower case are the same. Hostile: time grows linearly with the pattern's stars.
bool fitsRight(const QString &pattern, const QString &right)
{
    const QStringList parts = pattern.left(300).toLower().split(u'*');
    const QString text = right.toLower();
    if (parts.size() == 1)
        return text == parts.first();
    if (!text.startsWith(parts.first()))
        return false;
    qsizetype at = parts.first().size();
    for (qsizetype i = 1; i + 1 < parts.size(); ++i) {
        const qsizetype found = text.indexOf(parts[i], at);
        if (found < 0)
            return false;
        at = found + parts[i].size();
    }
    return text.size() - at >= parts.last().size() && text.endsWith(parts.last());
}

bool hasFitting(const QJsonValue &patterns, const QString &right)
{
    const QJsonArray all = patterns.toArray();
    return std::any_of(all.begin(), all.end(), [&right](const QJsonValue &one) { return fitsRight(one.toString(), right); });
}

}  // namespace

QStringList azureRights()
{
    QStringList rights;
    for (const AzureAction &action : AzureActions::kAll)
        rights << QLatin1String(action.right);
    for (const char *right : AzureActions::kLinkedRights)
        rights << QLatin1String(right);
    rights.sort();
    return rights;
}

QString azurePolicy()
{
    const QJsonObject role{
        {"Name", "Trainyard"},
        {"IsCustom", true},
        {"Description", "Rents machines with GPUs, each in a resource group of its own, and gives them back"},
        {"Actions", QJsonArray::fromStringList(azureRights())},
        {"NotActions", QJsonArray()},
        {"DataActions", QJsonArray()},
        {"NotDataActions", QJsonArray()},
        {"AssignableScopes", QJsonArray{"/subscriptions/00000000-0000-0000-0000-000000000000"}},
    };
    return QString::fromUtf8(QJsonDocument(role).toJson(QJsonDocument::Indented));
}

QStringList azureMissingRights(const QJsonArray &permissions)
{
    QStringList missing;
    for (const QString &right : azureRights()) {
        const bool isGiven = std::any_of(permissions.begin(), permissions.end(), [&right](const QJsonValue &role) {
            return hasFitting(role.toObject().value("actions"), right) && !hasFitting(role.toObject().value("notActions"), right);
        });
        if (!isGiven)
            missing << right;
    }
    return missing;
}

}  // namespace trainyard
