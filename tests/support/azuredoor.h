// SPDX-License-Identifier: GPL-3.0-or-later
// What the stand-in for Azure lets in: the calls that it knows, with their versions and parameters, and the content of what is made, by the
// names in the vendor's own schema.
#pragma once

#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

struct AzureRoute {
    enum class Does {
        Subscription,
        Locations,
        Permissions,
        Groups,
        Group,
        Skus,
        Usages,
        Images,
        Operation,
        List,
        Thing,
        Start,
        Deallocate,
        Console,
        Costs
    };
    Does does = Does::Thing;
    QString right;
    QStringList linked;  // rights that are needed besides
    QString group, type, name, location;
    QString rule;  // of a security group; empty: the call is not about one
};

struct AzureProblem {
    int status = 400;
    QByteArray code, message;
};

// Which call this is. `path` is what follows the subscription.
std::optional<AzureRoute> azureRoute(const QByteArray &method, const QString &path);
std::optional<AzureProblem> azureMisfit(const AzureRoute &route, const QByteArray &method, const QList<std::pair<QString, QString>> &query,
                                        const QByteArray &contentType, const QByteArray &body);

}  // namespace trainyard
