// SPDX-License-Identifier: GPL-3.0-or-later
// The front door of the stand-in for Google Cloud: gives out access tokens for requests whose signature, receiver, scope and times it has
// checked with OpenSSL, and lets in calls with such a token whose path, query and body the vendor's own list knows
// (tests/data/google/calls.json).
#pragma once

#include "tests/support/httpstandin.h"

#include <QJsonObject>
#include <QMap>
#include <QString>

#include <optional>

namespace trainyard {

// An answer that refuses, in the words of the cloud.
struct GoogleRefused {
    int status = 400;
    QString reason, message;
    QString exact = {};  // of the newer kind, in "details"
};

struct GoogleRequest {
    QString right;  // "compute.instances.get"; "testIamPermissions"
    QMap<QString, QString> path, query;
    QJsonObject body;
};

class GoogleDoor {
public:
    GoogleDoor();

    // `now`: the stand-in's clock, in seconds since 1970. The answer to POST /token.
    HttpStandIn::Answer token(const HttpStandIn::Request &request, qint64 now);
    // nullopt: let in, and `read` is the request.
    std::optional<GoogleRefused> refuses(const HttpStandIn::Request &request, qint64 now, GoogleRequest &read) const;
    void forgetTokens() { m_tokens.clear(); }

    // Files as the cloud's console and `gcloud` write them.
    QByteArray keyFile() const;
    static QByteArray userFile();

private:
    struct Token {
        qint64 until = 0;
        QStringList scopes;
    };

    QByteArray grant(const QMap<QString, QString> &form, qint64 now, QStringList &scopes) const;

    QJsonObject m_calls, m_key;
    QMap<QByteArray, Token> m_tokens;
    int m_given = 0;
};

}  // namespace trainyard
