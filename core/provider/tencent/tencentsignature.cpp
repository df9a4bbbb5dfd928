// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/tencent/tencentsignature.h"

namespace trainyard {

WebRequest signedTencentRequest(const QByteArray &scheme, const QByteArray &host, const CloudCredentials &credentials,
                                const TencentScope &scope, const QByteArray &body)
{
    WebRequest request;
    request.method = "POST";
    request.scheme = scheme;
    request.host = host;
    request.headers << NamedBytes("Content-Type", "application/json");
    // Only what is in the request so far is signed, as the cloud's own clients do it.
    const QByteArray names = signedHeaderNames(request);
    const QByteArray time = QByteArray::number(scope.when.toSecsSinceEpoch());
    const QByteArray date = scope.when.toUTC().toString(QStringLiteral("yyyy-MM-dd")).toLatin1();
    const QByteArray place = date + '/' + scope.service + "/tc3_request";
    const QByteArray toSign = "TC3-HMAC-SHA256\n" + time + '\n' + place + '\n' + sha256Hex(canonicalRequest(request, sha256Hex(body)));
    const QByteArray dated = hmacSha256("TC3" + credentials.secret, date);
    const QByteArray key = hmacSha256(hmacSha256(dated, scope.service), "tc3_request");

    request.headers << NamedBytes("X-TC-Action", scope.action) << NamedBytes("X-TC-Version", scope.version)
                    << NamedBytes("X-TC-Timestamp", time);
    if (!scope.region.isEmpty())
        request.headers << NamedBytes("X-TC-Region", scope.region);
    if (!credentials.sessionToken.isEmpty())
        request.headers << NamedBytes("X-TC-Token", credentials.sessionToken);
    request.headers << NamedBytes("Authorization", "TC3-HMAC-SHA256 Credential=" + credentials.keyId.toLatin1() + '/' + place
                                                       + ", SignedHeaders=" + names + ", Signature=" + hmacSha256(key, toSign).toHex());
    return request;
}

}  // namespace trainyard
