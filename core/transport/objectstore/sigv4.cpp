// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/objectstore/sigv4.h"

#include <QByteArrayList>
#include <QCryptographicHash>
#include <QMap>

#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace trainyard {

namespace {

constexpr std::chrono::seconds kMaxValidity = std::chrono::hours(24 * 7);  // of presigned addresses, set by AWS

QByteArray hmac(const QByteArray &key, const QByteArray &text)
{
    QByteArray digest(EVP_MAX_MD_SIZE, '\0');
    unsigned int length = 0;
    HMAC(EVP_sha256(), key.constData(), static_cast<int>(key.size()), reinterpret_cast<const unsigned char *>(text.constData()),
         static_cast<std::size_t>(text.size()), reinterpret_cast<unsigned char *>(digest.data()), &length);
    digest.truncate(static_cast<qsizetype>(length));
    return digest;
}

QByteArray stamp(const QDateTime &when) { return when.toUTC().toString(QStringLiteral("yyyyMMdd'T'HHmmss'Z'")).toLatin1(); }

// By lower-case name, sorted; blanks as required for signing.
QMap<QByteArray, QByteArray> signedHeaders(const StoreRequest &request)
{
    QMap<QByteArray, QByteArray> headers{{QByteArrayLiteral("host"), request.host}};
    for (const auto &[name, value] : request.headers) {
        QByteArray &own = headers[name.toLower()];
        own = own.isEmpty() ? value.simplified() : own + ',' + value.simplified();
    }
    return headers;
}

QByteArray scopeText(const SigningScope &scope)
{
    return stamp(scope.when).left(8) + '/' + scope.region + '/' + scope.service + "/aws4_request";
}

QByteArray signatureOf(const StoreRequest &request, const AccessKey &key, const SigningScope &scope, const QByteArray &payloadSha256)
{
    const QByteArray toSign = "AWS4-HMAC-SHA256\n" + stamp(scope.when) + '\n' + scopeText(scope) + '\n'
                              + sha256Hex(canonicalRequest(request, payloadSha256));
    const QByteArray dated = hmac("AWS4" + key.secret, stamp(scope.when).left(8));
    const QByteArray signing = hmac(hmac(hmac(dated, scope.region), scope.service), QByteArrayLiteral("aws4_request"));
    return hmac(signing, toSign).toHex();
}

}  // namespace

QByteArray sha256Hex(const QByteArray &bytes) { return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex(); }

QByteArray canonicalRequest(const StoreRequest &request, const QByteArray &payloadSha256)
{
    const QMap<QByteArray, QByteArray> headers = signedHeaders(request);
    QByteArray text = request.method + '\n' + request.path + '\n' + canonicalQuery(request.query) + '\n';
    for (auto it = headers.begin(); it != headers.end(); ++it)
        text += it.key() + ':' + it.value() + '\n';
    return text + '\n' + headers.keys().join(';') + '\n' + payloadSha256;
}

void signRequest(StoreRequest &request, const AccessKey &key, const SigningScope &scope, const QByteArray &payloadSha256)
{
    request.headers << NamedBytes("x-amz-date", stamp(scope.when));
    if (scope.service == "s3")
        request.headers << NamedBytes("x-amz-content-sha256", payloadSha256);
    if (!key.token.isEmpty())
        request.headers << NamedBytes("x-amz-security-token", key.token);
    const QByteArray names = signedHeaders(request).keys().join(';');
    request.headers << NamedBytes("Authorization", "AWS4-HMAC-SHA256 Credential=" + key.id + '/' + scopeText(scope) + ", SignedHeaders="
                                                       + names + ", Signature=" + signatureOf(request, key, scope, payloadSha256));
}

void presignRequest(StoreRequest &request, const AccessKey &key, const SigningScope &scope, std::chrono::seconds validFor)
{
    request.query << NamedBytes("X-Amz-Algorithm", "AWS4-HMAC-SHA256") << NamedBytes("X-Amz-Credential", key.id + '/' + scopeText(scope))
                  << NamedBytes("X-Amz-Date", stamp(scope.when))
                  << NamedBytes("X-Amz-Expires", QByteArray::number(static_cast<qint64>(std::min(validFor, kMaxValidity).count())))
                  << NamedBytes("X-Amz-SignedHeaders", signedHeaders(request).keys().join(';'));
    if (!key.token.isEmpty())
        request.query << NamedBytes("X-Amz-Security-Token", key.token);
    request.query << NamedBytes("X-Amz-Signature", signatureOf(request, key, scope, kUnsignedPayload));
}

}  // namespace trainyard
