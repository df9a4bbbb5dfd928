// SPDX-License-Identifier: GPL-3.0-or-later
// A request to a web service before it is signed, and the parts of which the usual signatures are made. Value types, any thread.
#pragma once

#include <QByteArray>
#include <QList>
#include <QPair>
#include <QUrl>

namespace trainyard {

using NamedBytes = QPair<QByteArray, QByteArray>;

struct WebRequest {
    QByteArray method = "GET";
    QByteArray scheme = "https";
    QByteArray host;            // with the port if it is not the scheme's default
    QByteArray path = "/";      // percent-encoded
    QList<NamedBytes> query;    // not encoded
    QList<NamedBytes> headers;  // "x-amz-date", "…"; without host

    QUrl url() const;  // its query is encoded in the same way as for signing
};

// RFC 3986: all bytes except letters, digits and "-._~" become %XX; slashes are kept if `keepsSlashes`.
QByteArray percentEncoded(const QByteArray &bytes, bool keepsSlashes);
// "a=1&b=", sorted by name, then by value. A form (application/x-www-form-urlencoded) may be written in the same way.
QByteArray canonicalQuery(const QList<NamedBytes> &query);

QByteArray sha256Hex(const QByteArray &bytes);
QByteArray hmacSha256(const QByteArray &key, const QByteArray &text);  // 32 bytes

// "host;x-amz-date": the names of all headers and of host, in lower case and sorted.
QByteArray signedHeaderNames(const WebRequest &request);
// Method, path, query, headers with values as they are signed, their names, and the digest of the body, each on lines of its own: what AWS
// and the clouds that follow it hash.
QByteArray canonicalRequest(const WebRequest &request, const QByteArray &payloadSha256);

}  // namespace trainyard
