// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of one account at a cloud whose API is JSON with an API key ("Authorization: Bearer"). Any thread.
#pragma once

#include "core/provider/cloudapi/cloudapi.h"
#include "core/provider/interface/cloudaccount.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QJsonValue>
#include <QUrl>

#include <optional>
#include <stop_token>

namespace trainyard {

// What is different from cloud to cloud.
struct GpuCloudKind {
    QString kind, name;     // MachineProvider::kind(); "RunPod", the same in all languages
    QString endpoint;       // "https://rest.runpod.io"; the setting "endpoint" of an account replaces both
    QString second;         // of GpuCloudCall::isSecond; may be empty
    QString keyVariable;    // "RUNPOD_API_KEY"
    qsizetype labelLength;  // of a machine's name, at most
    // nullopt: accepted. `content` is the answer's JSON, or null. `creates`: if it is unclear what is meant, something may have been made.
    std::optional<CloudRefusal> (*refusal)(const CloudAnswer &answer, const QJsonValue &content, bool creates);
};

struct GpuCloudCall {
    QByteArray method = "GET";
    QByteArray path;  // "/v1/pods", percent-encoded
    QList<NamedBytes> query;
    QJsonObject body;  // sent unless the method is GET
    CloudCall::Effect effect = CloudCall::Effect::Reads;
    QString right;  // what the key has to be allowed, in the cloud's words
    bool isSecond = false;
    QByteArrayList secrets;  // of the body
};

class GpuCloudApi {
public:
    // AuthenticationFailed: the key is missing, or cannot be sent. InvalidInput: the endpoint is not an address with https.
    static Result<GpuCloudApi> signedIn(const CloudApi &api, const CredentialLookup &lookup, const GpuCloudKind &kind,
                                        const QString &account);

    // The answer's JSON; null if it has none. Errors as CloudApi::call(). `refused` gets the JSON of an answer that is a refusal.
    Result<QJsonValue> call(const GpuCloudCall &call, std::stop_token stop, QJsonValue *refused = nullptr) const;
    // A file at an address that the cloud named, without the key: with https, or at the endpoint. At most `limit` bytes, from its end.
    Result<QByteArray> file(const QUrl &address, qint64 limit, std::stop_token stop) const;

    const GpuCloudKind &kind() const { return *m_kind; }
    const QMap<QString, QString> &settings() const { return m_settings; }  // of the account
    QString keyMark() const;                                               // tells one key from others, and nothing else about it
    // Corrupt: an answer without what it must have.
    Error formatError(const QString &what) const;

private:
    GpuCloudApi(const CloudApi &api, const GpuCloudKind &kind, const CloudCredentials &credentials, QUrl endpoint, QUrl second)
        : m_api(&api), m_kind(&kind), m_key(credentials.secret), m_settings(credentials.settings), m_endpoint(std::move(endpoint)),
          m_second(std::move(second))
    {
    }

    const CloudApi *m_api;
    const GpuCloudKind *m_kind;
    QByteArray m_key;
    QMap<QString, QString> m_settings;
    QUrl m_endpoint, m_second;
};

// Whether it can be an id, and so a part of a path.
bool isGpuCloudId(const QString &id);

}  // namespace trainyard
