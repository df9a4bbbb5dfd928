// SPDX-License-Identifier: GPL-3.0-or-later
// Where Azure's services are. Pure.
#pragma once

#include "core/base/money.h"
#include "core/base/result.h"

#include <QUrl>

namespace trainyard {

struct AzureSites {
    QUrl management, login, prices;
    QByteArray scope;     // of tokens
    QByteArray blobHost;  // the end of the hosts of its object stores: ".blob.core.windows.net"; empty: that of `management`
    Currency currency = Currency::USD;
};

// `endpoint`: empty, or the address of one of Azure's clouds, which the others follow from, or a server on this computer that has them all.
// InvalidInput: another one, which would be sent the secret.
Result<AzureSites> azureSites(const QString &endpoint);

// Whether this address, which came in an answer, is at the same server, so that it may be sent a token.
bool isAtSite(const QUrl &url, const QUrl &site);
bool isBlobOf(const QUrl &url, const AzureSites &sites);

}  // namespace trainyard
