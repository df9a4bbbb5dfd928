// SPDX-License-Identifier: GPL-3.0-or-later
// What the stand-in for Azure keeps, and what its calls do to it.
#pragma once

#include "tests/support/azuredoor.h"
#include "tests/support/azurestandin.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QMap>
#include <QMutex>
#include <QSet>

namespace trainyard {

namespace azureworld {

using Request = HttpStandIn::Request;
using Answer = HttpStandIn::Answer;

struct Refused {
    AzureStandIn::Refusal how;
    int times = 0;
};

struct Operation {
    QString machine;  // its path; empty: a network
    bool isStart = false;
    int left = 0;
    QByteArray code, message;  // of its failure; empty: it succeeds
};

struct Charge {
    QDate day;
    QString resource, meter;
    double amount = 0;
    QString currency;
};

inline Answer json(int status, const QJsonObject &body, const QByteArrayList &headers = {})
{
    Answer answer;
    answer.status = status;
    answer.body = QJsonDocument(body).toJson(QJsonDocument::Compact);
    answer.headers = headers + QByteArrayList{"Content-Type: application/json; charset=utf-8", "x-ms-request-id: request-1"};
    return answer;
}

inline Answer refusedWith(int status, const QByteArray &code, const QByteArray &message, const QByteArrayList &headers = {})
{
    const QJsonObject error{{"code", QString::fromUtf8(code)}, {"message", QString::fromUtf8(message)}};
    return json(status, {{"error", error}}, headers);
}

inline Answer notFound(const QString &what)
{
    return refusedWith(404, "ResourceNotFound", "The Resource '" + what.toUtf8() + "' was not found.");
}

inline void setIn(QJsonObject &thing, const QString &name, const QJsonValue &value)
{
    QJsonObject properties = thing.value("properties").toObject();
    properties.insert(name, value);
    thing.insert("properties", properties);
}

}  // namespace azureworld

struct AzureStandIn::State {
    using Request = azureworld::Request;
    using Answer = azureworld::Answer;
    using Operation = azureworld::Operation;

    mutable QMutex mutex;
    QString base, elsewhere, subscriptionState = QStringLiteral("Enabled");
    QSet<QByteArray> tokens;
    QMap<QString, QJsonObject> things;  // by path below the subscription, in lower case
    QMap<QString, QString> powers;      // of machines, by the same
    bool areDeletionsFailing = false;
    QMap<QString, int> going;  // groups that are deleted, by name: steps left
    QMap<QString, azureworld::Operation> operations;
    QList<azureworld::Charge> charges;
    QHash<QString, azureworld::Refused> refusals;
    QHash<QString, Lost> losses;
    QSet<QString> denied;
    QHash<QString, QJsonObject> last;
    QStringList calls, targets;
    QByteArray console, failCode, failMessage;
    int tokenLife = 3599, pageSize = 1000, polls = 0, retryAfter = 0, count = 0;
    bool repeats = false, arePricesClosed = false, wasShown = false;

    QString link() const { return elsewhere.isEmpty() ? base : elsewhere; }
    QString root() const { return QStringLiteral("/subscriptions/") + kSubscription; }
    static QString pathOf(const QString &group, const QString &type, const QString &name)
    {
        const bool isNetwork = type == "publicIPAddresses" || type.startsWith("network") || type == "virtualNetworks";
        return QStringLiteral("/resourcegroups/%1/providers/microsoft.%2/%3/%4")
            .arg(group, isNetwork ? "network" : "compute", type, name)
            .toLower();
    }
    QJsonObject &keep(const QString &path, QJsonObject thing)
    {
        thing.insert("id", root() + path);
        thing.insert("name", path.section('/', -1));
        return things[path.toLower()] = thing;
    }

    Answer answer(const Request &request);
    Answer token(const Request &request);
    Answer arm(const Request &request, const QString &path, const QList<std::pair<QString, QString>> &query);
    Answer perform(const AzureRoute &route, const Request &request, const QString &path, const QJsonObject &body,
                   const QList<std::pair<QString, QString>> &query);
    Answer page(const QJsonArray &all, const Request &request, const QList<std::pair<QString, QString>> &query);
    Answer costs(const Request &request, const QJsonObject &body, const QList<std::pair<QString, QString>> &query) const;
    Answer groupCall(const AzureRoute &route, const Request &request, const QJsonObject &body);
    Answer thingCall(const AzureRoute &route, const Request &request, const QString &path, const QJsonObject &body);
    Answer putRule(const AzureRoute &route, const QString &group, const QJsonObject &body);
    Answer putMachine(const AzureRoute &route, const QString &path, const QJsonObject &body);
    Answer prices(const QList<std::pair<QString, QString>> &query) const;
    QByteArrayList started(const AzureRoute &route, const QString &machine, bool isStart);
    void advance(Operation &operation);
    void advanceGroup(const QString &group);
};

}  // namespace trainyard
