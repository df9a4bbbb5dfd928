// SPDX-License-Identifier: GPL-3.0-or-later
// Signing in to keystone (identity API v3): what is asked for a token, and what the answer says. Pure, any thread.
// https://docs.openstack.org/api-ref/identity/v3/
#pragma once

#include "core/provider/cloudapi/tokencache.h"
#include "core/provider/interface/cloudaccount.h"
#include "core/provider/openstack/internal/openstackactions.h"
#include "core/transport/webapi/webrequest.h"

#include <QMap>
#include <QString>
#include <QStringList>
#include <QUrl>

namespace trainyard {

// An address below which calls are made. InvalidInput: not https, nor http on this computer.
Result<QUrl> openStackAddress(const QString &address);

struct OpenStackQuestion {
    WebRequest request;  // without headers
    QByteArray body;     // secret
    QByteArray key;      // of the token in a TokenCache
};
// With the settings that docs/clouds.md lists. InvalidInput, AuthenticationFailed: something is missing.
Result<OpenStackQuestion> openStackQuestion(const CloudCredentials &credentials);

// What a token is good for. Its text in the TokenCache is all of this, because the answer with the token is the only one that has it.
struct OpenStackSession {
    QByteArray token;
    QString project, projectId, user;
    QStringList roles;
    QMap<QString, QString> places;  // addresses, by "compute RegionOne"

    QStringList regions() const;                                                   // that have machines
    QString place(OpenStackAction::Service service, const QString &region) const;  // empty: none
    QByteArray text() const;
    static OpenStackSession fromText(const QByteArray &text);
};
// Corrupt: the answer is not one of keystone. `interface` is "public" or another one of the catalogue.
Result<AccessToken> readOpenStackToken(const CloudAnswer &answer, const QString &interface);

}  // namespace trainyard
