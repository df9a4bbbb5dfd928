// SPDX-License-Identifier: GPL-3.0-or-later
// The signature of Tencent Cloud's API, TC3-HMAC-SHA256. Pure, any thread. https://cloud.tencent.com/document/api/213/30654
#pragma once

#include "core/provider/interface/cloudaccount.h"
#include "core/transport/webapi/webrequest.h"

#include <QByteArray>
#include <QDateTime>

namespace trainyard {

struct TencentScope {
    QByteArray service;  // "cvm"
    QByteArray version;  // "2017-03-12"
    QByteArray action;   // "DescribeInstances"
    QByteArray region;   // empty: the call has none
    QDateTime when;      // UTC
};

// A POST of this JSON to the host, with the headers of the call. The signature covers the content type, the host, the time and the body.
// The credentials must have no characters that end a header (TencentApi sees to that).
WebRequest signedTencentRequest(const QByteArray &scheme, const QByteArray &host, const CloudCredentials &credentials,
                                const TencentScope &scope, const QByteArray &body);

}  // namespace trainyard
