// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of one account of Tencent Cloud. Any thread.
#pragma once

#include "core/base/money.h"
#include "core/provider/interface/cloudaccount.h"
#include "core/provider/tencent/internal/tencentactions.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QUrl>

#include <stop_token>

namespace trainyard {

class TencentApi {
public:
    // AuthenticationFailed: the keys are missing, or cannot be sent. InvalidInput: the endpoint is not an address with https.
    static Result<TencentApi> signedIn(const CloudApi &api, const CredentialLookup &lookup, const QString &account);

    // The content of "Response". Errors as CloudApi::call().
    Result<QJsonObject> call(const TencentAction &action, const QString &region, const QJsonObject &parameters, std::stop_token stop) const;
    // The entries of this list of all pages. Corrupt also if the cloud counts more than it shows.
    Result<QJsonArray> all(const TencentAction &action, const QString &region, const QJsonObject &parameters, const char *list,
                           std::stop_token stop) const;
    // Those that can be used, or only `region` if it is not empty.
    Result<QStringList> regions(const QString &region, std::stop_token stop) const;
    // `region`, or else that of the account's settings. InvalidInput: there is none, or it is not the name of one.
    Result<QString> oneRegion(const QString &region) const;

    Currency currency() const;  // of its prices: the mainland's site has yuan, the international one US dollars

private:
    TencentApi(const CloudApi &api, CloudCredentials credentials, QUrl endpoint)
        : m_api(&api), m_credentials(std::move(credentials)), m_endpoint(std::move(endpoint))
    {
    }

    const CloudApi *m_api;
    CloudCredentials m_credentials;
    QUrl m_endpoint;  // of its service "cvm"
};

}  // namespace trainyard
