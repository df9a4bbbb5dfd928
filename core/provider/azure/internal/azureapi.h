// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of one account of Azure. Any thread; blocking. The token goes to the account's own management address and nowhere else,
// whatever an answer says.
#pragma once

#include "core/provider/azure/internal/azureactions.h"
#include "core/provider/azure/internal/azuresites.h"
#include "core/provider/cloudapi/tokencache.h"
#include "core/provider/interface/cloudaccount.h"

#include <QJsonArray>
#include <QJsonObject>

#include <functional>

namespace trainyard {

// What may be used in common by all accounts.
struct AzureMeans {
    const CloudApi &api;
    const TokenCache &tokens;
    std::chrono::milliseconds pollPause;  // where Azure names none
};

struct AzureReply {
    QJsonObject body;
    QUrl operation;  // of work that goes on after the answer; empty: none
    std::chrono::milliseconds pause{0};
};

class AzureApi {
public:
    // AuthenticationFailed: something of the account's keys is missing. InvalidInput: an id or an endpoint that cannot be one. No request is sent.
    static Result<AzureApi> signedIn(const AzureMeans &means, const CredentialLookup &lookup, const QString &account, std::stop_token stop);

    // Sees to it that there is a token, so that calls side by side do not each try keys that are refused.
    Result<void> signIn() const;

    // `path` below the subscription, such as "/locations"; what it is made of has to be checked by the caller. Errors as CloudApi::call().
    Result<AzureReply> call(const AzureAction &action, const QString &path, const QJsonObject &body = {},
                            const QList<NamedBytes> &query = {}) const;
    // The page that an answer says is next, asked for with the same content. Corrupt: it is elsewhere.
    Result<AzureReply> next(const AzureAction &action, const QString &link, const QJsonObject &body = {}) const;
    // The entries of "value" of all pages. Corrupt: pages without end, or one that is elsewhere.
    Result<QJsonArray> all(const AzureAction &action, const QString &path, const QList<NamedBytes> &query = {}) const;
    // The entries of the first page alone; `hasMore`: there are others.
    Result<QJsonArray> first(const AzureAction &action, const QString &path, bool &hasMore) const;
    // Waits for the end of the work; false: it still goes on after that time. Errors are those that the work ended with.
    Result<bool> ended(const AzureReply &reply, const AzureAction &poll, std::chrono::milliseconds atMost) const;
    // Waits until what is read there is no more; false: it is there after that time, or `goesOn` says that nothing removes it any more.
    Result<bool> isGone(const AzureAction &read, const QString &path, std::chrono::milliseconds atMost,
                        const std::function<bool(const QJsonObject &)> &goesOn) const;

    Result<QStringList> regions(const QString &region) const;     // those that can be used, or only `region`
    Result<QStringList> firstRegions(bool &hasMore) const;        // those on the first page of their list
    Result<QString> oneRegion(const QString &region) const;       // `region`, or else that of the account's settings; InvalidInput
    Result<QJsonArray> prices(const QByteArray &filter) const;    // of the price list, without a token
    Result<QByteArray> blob(const QString &signedAddress) const;  // without a token; the address itself is a secret

    QString subscription() const { return m_subscription; }
    QString identity() const;
    Currency currency() const { return m_sites.currency; }

private:
    AzureApi(const AzureMeans &means, CloudCredentials credentials, AzureSites sites, std::stop_token stop);
    QByteArray tokenKey() const;
    Result<AccessToken> fetchToken() const;
    Result<AzureReply> send(const AzureAction &action, const WebRequest &plain, const QJsonObject &body) const;
    CloudCall callTo(const WebRequest &request, CloudCall::Effect effect) const;

    AzureMeans m_means;
    CloudCredentials m_credentials;
    QString m_tenant, m_subscription;
    AzureSites m_sites;
    std::stop_token m_stop;
};

}  // namespace trainyard
