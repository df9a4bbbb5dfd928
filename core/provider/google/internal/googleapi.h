// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of one account at Google Cloud. Any thread.
#pragma once

#include "core/provider/cloudapi/cloudapi.h"
#include "core/provider/cloudapi/tokencache.h"
#include "core/provider/credentials/googlekey.h"
#include "core/provider/google/internal/googlecalls.h"
#include "core/provider/interface/cloudaccount.h"

#include <QJsonArray>
#include <QJsonObject>

#include <stop_token>

namespace trainyard {

// What outlives the single calls.
struct GoogleConnections {
    explicit GoogleConnections(const CloudLimits &cloudLimits) : limits(cloudLimits), api(cloudLimits) {}

    const CloudLimits limits;
    const CloudApi api;
    const TokenCache tokens;
};

class GoogleApi {
public:
    // AuthenticationFailed, Unsupported: as googleKey(). InvalidInput: there is no project, or the endpoint is not an address with https.
    static Result<GoogleApi> signedIn(const GoogleConnections &connections, const CredentialLookup &lookup, const QString &account);

    // Errors as CloudApi::call().
    Result<QJsonObject> call(const GoogleCall &call, std::stop_token stop) const;
    // "items" of all pages. If the cloud says that a place did not answer, the error is Unreachable: it may not be taken for empty.
    Result<QJsonArray> all(const GoogleCall &call, std::stop_token stop) const;
    // "items" of the first page alone; `hasMore`: there are others.
    Result<QJsonArray> first(const GoogleCall &call, bool &hasMore, std::stop_token stop) const;
    // As all(), for a list over all places, in each of which the entries are named so: "instances".
    Result<QJsonArray> allPlaces(const GoogleCall &call, const char *entries, std::stop_token stop) const;
    // Polls until the operation has ended, and gives its error; at most for `patience`. false: it goes on.
    // `secrets` are those of its call.
    Result<bool> finished(const QJsonObject &operation, const char *right, std::chrono::milliseconds patience, std::stop_token stop,
                          const QByteArrayList &secrets = {}) const;
    // Those of the project's rights that it lacks.
    Result<QStringList> missing(const QStringList &rights, std::stop_token stop) const;

    const QString &who() const { return m_key.who; }
    bool isServiceAccount() const { return m_key.isServiceAccount; }
    const QString &project() const { return m_project; }
    QString setting(const QString &name) const { return m_settings.value(name); }
    // `region`, or else that of the account's settings. InvalidInput: there is none, or it is not the name of one.
    Result<QString> oneRegion(const QString &region) const;

private:
    GoogleApi() = default;

    Result<QJsonObject> sent(const QByteArray &service, const GoogleCall &call, const QByteArray &path, std::stop_token stop) const;
    Result<AccessToken> fetchToken(std::stop_token stop) const;
    WebRequest requestTo(const QByteArray &service) const;

    const GoogleConnections *m_connections = nullptr;
    GoogleKey m_key;
    QMap<QString, QString> m_settings;
    QByteArray m_scheme, m_host;  // of a stand-in for all services; empty: each has its own
    QString m_project;
};

bool isGoogleName(const QString &text);  // of a machine, a zone, a type: lower case, digits and dashes

}  // namespace trainyard
