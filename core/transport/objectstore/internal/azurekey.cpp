// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/objectstore/internal/azurekey.h"

#include <QByteArrayList>
#include <QLocale>
#include <QMap>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>

namespace trainyard {

namespace {

// Supported by Azurite and every Azure cloud, and allows today's block blob sizes (2019-12-12).
const QByteArray kVersion = QByteArrayLiteral("2020-10-02");

QByteArray signatureOf(const QByteArray &text, const QByteArray &key)
{
    const QByteArray bytes = QByteArray::fromBase64(key);
    QByteArray digest(EVP_MAX_MD_SIZE, '\0');
    unsigned int length = 0;
    HMAC(EVP_sha256(), bytes.constData(), static_cast<int>(bytes.size()), reinterpret_cast<const unsigned char *>(text.constData()),
         static_cast<std::size_t>(text.size()), reinterpret_cast<unsigned char *>(digest.data()), &length);
    digest.truncate(static_cast<qsizetype>(length));
    return digest.toBase64();
}

QByteArray header(const WebRequest &request, const QByteArray &name)
{
    for (const auto &[own, value] : request.headers) {
        if (own.toLower() == name)
            return value;
    }
    return {};
}

}  // namespace

QByteArray azureStringToSign(const WebRequest &request, const QByteArray &account, qint64 bodyBytes)
{
    QByteArrayList lines{request.method,
                         header(request, "content-encoding"),
                         header(request, "content-language"),
                         bodyBytes > 0 ? QByteArray::number(bodyBytes) : QByteArray(),  // 0 is left out since 2015-02-21
                         header(request, "content-md5"),
                         header(request, "content-type"),
                         {},  // Date: x-ms-date is sent
                         header(request, "if-modified-since"),
                         header(request, "if-match"),
                         header(request, "if-none-match"),
                         header(request, "if-unmodified-since"),
                         header(request, "range")};
    QMap<QByteArray, QByteArray> own, query;
    for (const auto &[name, value] : request.headers) {
        if (name.toLower().startsWith("x-ms-"))
            own[name.toLower()] = value.simplified();
    }
    for (auto it = own.begin(); it != own.end(); ++it)
        lines << it.key() + ':' + it.value();
    lines << '/' + account + request.path;
    for (const auto &[name, value] : request.query)
        query[name.toLower()] = value;
    for (auto it = query.begin(); it != query.end(); ++it)
        lines << it.key() + ':' + it.value();
    return lines.join('\n');
}

void signAzureRequest(WebRequest &request, const AzureKey &key, qint64 bodyBytes, const QDateTime &when)
{
    request.headers << NamedBytes("x-ms-date",
                                  QLocale::c().toString(when.toUTC(), QStringLiteral("ddd, dd MMM yyyy HH:mm:ss 'GMT'")).toLatin1())
                    << NamedBytes("x-ms-version", kVersion);
    request.headers << NamedBytes("Authorization", "SharedKey " + key.account + ':'
                                                       + signatureOf(azureStringToSign(request, key.account, bodyBytes), key.key));
}

void presignAzureRequest(WebRequest &request, const AzureKey &key, const QByteArray &container, const QByteArray &blob,
                         const QByteArray &permissions, const QDateTime &from, const QDateTime &until)
{
    const auto stamp = [](const QDateTime &when) { return when.toUTC().toString(QStringLiteral("yyyy-MM-dd'T'HH:mm:ss'Z'")).toLatin1(); };
    // Plain http is only for servers on this computer and in laboratories.
    const QByteArray protocol = request.scheme == "https" ? QByteArrayLiteral("https") : QByteArrayLiteral("https,http");
    // The order of version 2018-11-09 to 2020-10-02; unused fields are empty.
    const QByteArrayList lines{permissions,
                               stamp(from),
                               stamp(until),
                               "/blob/" + key.account + '/' + container + '/' + blob,
                               {},
                               {},
                               protocol,
                               kVersion,
                               QByteArrayLiteral("b"),
                               {},
                               {},
                               {},
                               {},
                               {},
                               {}};
    request.query << NamedBytes("sv", kVersion) << NamedBytes("spr", protocol) << NamedBytes("st", stamp(from))
                  << NamedBytes("se", stamp(until)) << NamedBytes("sr", "b") << NamedBytes("sp", permissions)
                  << NamedBytes("sig", signatureOf(lines.join('\n'), key.key));
}

}  // namespace trainyard
