// SPDX-License-Identifier: GPL-3.0-or-later
// Calls to the services of one OpenStack, in one region, as one account. Blocking; any thread.
#pragma once

#include "core/provider/openstack/internal/openstacksignin.h"

#include <QJsonObject>
#include <QList>

#include <stop_token>

namespace trainyard {

class OpenStackApi {
public:
    // Asks for a token if there is none. An empty region is the account's, else the only one; InvalidInput if there are several.
    static Result<OpenStackApi> in(const CloudApi &transport, const TokenCache &tokens, const CloudCredentials &credentials,
                                   const QString &region, std::stop_token stop);
    // One for each region, or only for that one.
    static Result<QList<OpenStackApi>> inAll(const CloudApi &transport, const TokenCache &tokens, const CloudCredentials &credentials,
                                             const QString &region, std::stop_token stop);

    QString region() const { return m_region; }
    const OpenStackSession &session() const { return m_session; }
    const QMap<QString, QString> &settings() const { return m_credentials.settings; }  // of the account
    bool has(OpenStackAction::Service service) const { return !m_session.place(service, m_region).isEmpty(); }

    // `ids` take the place of the stars in the path. Errors as CloudApi::call(); NotFound if the cloud has no such service.
    Result<QJsonObject> call(const OpenStackAction &action, const QStringList &ids = {}, const QJsonObject &body = {},
                             const QList<NamedBytes> &query = {}) const;
    // All pages of a list. Corrupt if an answer has none, or it does not end.
    Result<QList<QJsonObject>> all(const OpenStackAction &action, QList<NamedBytes> query = {}) const;

private:
    OpenStackApi(const CloudApi &transport, const TokenCache &tokens, const CloudCredentials &credentials, std::stop_token stop)
        : m_transport(&transport), m_tokens(&tokens), m_credentials(credentials), m_stop(std::move(stop))
    {
    }
    Result<AccessToken> signIn(const OpenStackQuestion &question) const;
    Result<CloudAnswer> withSession(const TokenCache::Work &work) const;

    const CloudApi *m_transport;
    const TokenCache *m_tokens;
    CloudCredentials m_credentials;
    QString m_region;
    OpenStackSession m_session;
    std::stop_token m_stop;
};

// Corrupt: the answer lacks what it has to have.
Error openStackStrangeAnswer(const QString &what);

}  // namespace trainyard
