// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/webapi/webrequest.h"

#include <QByteArrayList>
#include <QCryptographicHash>
#include <QMap>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>

namespace trainyard {

namespace {

// By lower-case name, sorted; blanks as required for signing.
QMap<QByteArray, QByteArray> headersToSign(const WebRequest &request)
{
    QMap<QByteArray, QByteArray> headers{{QByteArrayLiteral("host"), request.host}};
    for (const auto &[name, value] : request.headers) {
        QByteArray &own = headers[name.toLower()];
        own = own.isEmpty() ? value.simplified() : own + ',' + value.simplified();
    }
    return headers;
}

}  // namespace

QByteArray percentEncoded(const QByteArray &bytes, bool keepsSlashes)
{
    return bytes.toPercentEncoding(keepsSlashes ? QByteArray("/") : QByteArray());
}

QByteArray canonicalQuery(const QList<NamedBytes> &query)
{
    QList<NamedBytes> encoded;
    for (const auto &[name, value] : query)
        encoded << NamedBytes(percentEncoded(name, false), percentEncoded(value, false));
    std::sort(encoded.begin(), encoded.end());
    QByteArrayList parts;
    for (const auto &[name, value] : std::as_const(encoded))
        parts << name + '=' + value;
    return parts.join('&');
}

QUrl WebRequest::url() const
{
    const QByteArray text = scheme + "://" + host + path;
    return QUrl::fromEncoded(query.isEmpty() ? text : text + '?' + canonicalQuery(query), QUrl::StrictMode);
}

QByteArray sha256Hex(const QByteArray &bytes) { return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex(); }

QByteArray hmacSha256(const QByteArray &key, const QByteArray &text)
{
    QByteArray digest(EVP_MAX_MD_SIZE, '\0');
    unsigned int length = 0;
    HMAC(EVP_sha256(), key.constData(), static_cast<int>(key.size()), reinterpret_cast<const unsigned char *>(text.constData()),
         static_cast<std::size_t>(text.size()), reinterpret_cast<unsigned char *>(digest.data()), &length);
    digest.truncate(static_cast<qsizetype>(length));
    return digest;
}

QByteArray signedHeaderNames(const WebRequest &request) { return headersToSign(request).keys().join(';'); }

QByteArray canonicalRequest(const WebRequest &request, const QByteArray &payloadSha256)
{
    const QMap<QByteArray, QByteArray> headers = headersToSign(request);
    QByteArray text = request.method + '\n' + request.path + '\n' + canonicalQuery(request.query) + '\n';
    for (auto it = headers.begin(); it != headers.end(); ++it)
        text += it.key() + ':' + it.value() + '\n';
    return text + '\n' + headers.keys().join(';') + '\n' + payloadSha256;
}

}  // namespace trainyard
