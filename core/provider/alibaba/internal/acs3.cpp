// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/alibaba/internal/acs3.h"

namespace trainyard {

QByteArray acs3Authorization(const WebRequest &request, const QByteArray &keyId, const QByteArray &secret, const QByteArray &bodySha256)
{
    const QByteArray toSign = "ACS3-HMAC-SHA256\n" + sha256Hex(canonicalRequest(request, bodySha256));
    return "ACS3-HMAC-SHA256 Credential=" + keyId + ",SignedHeaders=" + signedHeaderNames(request)
           + ",Signature=" + hmacSha256(secret, toSign).toHex();
}

void signAcs3(WebRequest &request, const CloudCredentials &credentials, const Acs3Scope &scope, const QByteArray &body)
{
    const QByteArray digest = sha256Hex(body);
    request.headers << NamedBytes("x-acs-action", scope.action) << NamedBytes("x-acs-version", scope.version)
                    << NamedBytes("x-acs-date", scope.when.toUTC().toString(QStringLiteral("yyyy-MM-dd'T'HH:mm:ss'Z'")).toLatin1())
                    << NamedBytes("x-acs-signature-nonce", scope.nonce) << NamedBytes("x-acs-content-sha256", digest);
    if (!credentials.sessionToken.isEmpty())
        request.headers << NamedBytes("x-acs-security-token", credentials.sessionToken);
    request.headers << NamedBytes("Authorization", acs3Authorization(request, credentials.keyId.toLatin1(), credentials.secret, digest));
}

}  // namespace trainyard
