// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/webapi/sigv4.h"

#include <algorithm>

namespace trainyard {

namespace {

constexpr std::chrono::seconds kMaxValidity = std::chrono::hours(24 * 7);  // of presigned addresses, set by AWS

QByteArray stamp(const QDateTime &when) { return when.toUTC().toString(QStringLiteral("yyyyMMdd'T'HHmmss'Z'")).toLatin1(); }

QByteArray scopeText(const SigningScope &scope)
{
    return stamp(scope.when).left(8) + '/' + scope.region + '/' + scope.service + "/aws4_request";
}

QByteArray signatureOf(const WebRequest &request, const AccessKey &key, const SigningScope &scope, const QByteArray &payloadSha256)
{
    const QByteArray toSign = "AWS4-HMAC-SHA256\n" + stamp(scope.when) + '\n' + scopeText(scope) + '\n'
                              + sha256Hex(canonicalRequest(request, payloadSha256));
    const QByteArray dated = hmacSha256("AWS4" + key.secret, stamp(scope.when).left(8));
    const QByteArray signing = hmacSha256(hmacSha256(hmacSha256(dated, scope.region), scope.service), QByteArrayLiteral("aws4_request"));
    return hmacSha256(signing, toSign).toHex();
}

}  // namespace

void signRequest(WebRequest &request, const AccessKey &key, const SigningScope &scope, const QByteArray &payloadSha256)
{
    request.headers << NamedBytes("x-amz-date", stamp(scope.when));
    if (scope.service == "s3")
        request.headers << NamedBytes("x-amz-content-sha256", payloadSha256);
    if (!key.token.isEmpty())
        request.headers << NamedBytes("x-amz-security-token", key.token);
    const QByteArray names = signedHeaderNames(request);
    request.headers << NamedBytes("Authorization", "AWS4-HMAC-SHA256 Credential=" + key.id + '/' + scopeText(scope) + ", SignedHeaders="
                                                       + names + ", Signature=" + signatureOf(request, key, scope, payloadSha256));
}

void presignRequest(WebRequest &request, const AccessKey &key, const SigningScope &scope, std::chrono::seconds validFor)
{
    request.query << NamedBytes("X-Amz-Algorithm", "AWS4-HMAC-SHA256") << NamedBytes("X-Amz-Credential", key.id + '/' + scopeText(scope))
                  << NamedBytes("X-Amz-Date", stamp(scope.when))
                  << NamedBytes("X-Amz-Expires", QByteArray::number(static_cast<qint64>(std::min(validFor, kMaxValidity).count())))
                  << NamedBytes("X-Amz-SignedHeaders", signedHeaderNames(request));
    if (!key.token.isEmpty())
        request.query << NamedBytes("X-Amz-Security-Token", key.token);
    request.query << NamedBytes("X-Amz-Signature", signatureOf(request, key, scope, kUnsignedPayload));
}

}  // namespace trainyard
