// SPDX-License-Identifier: GPL-3.0-or-later
// Alibaba Cloud's signature ACS3-HMAC-SHA256. Pure, any thread.
// https://www.alibabacloud.com/help/en/sdk/product-overview/v3-request-structure-and-signature
#pragma once

#include "core/provider/interface/cloudaccount.h"
#include "core/transport/webapi/webrequest.h"

#include <QDateTime>

namespace trainyard {

struct Acs3Scope {
    QByteArray action, version;  // "RunInstances", "2014-05-26"
    QDateTime when;              // UTC
    QByteArray nonce;            // never used before
};

// The value of the header Authorization for the request as it is: signs all headers present, and host.
QByteArray acs3Authorization(const WebRequest &request, const QByteArray &keyId, const QByteArray &secret, const QByteArray &bodySha256);

// Adds the headers x-acs-… and Authorization.
void signAcs3(WebRequest &request, const CloudCredentials &credentials, const Acs3Scope &scope, const QByteArray &body);

}  // namespace trainyard
