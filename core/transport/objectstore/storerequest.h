// SPDX-License-Identifier: GPL-3.0-or-later
// A request to an object store before it is signed. Value type, any thread.
#pragma once

#include <QByteArray>
#include <QList>
#include <QPair>
#include <QUrl>

namespace trainyard {

using NamedBytes = QPair<QByteArray, QByteArray>;

struct StoreRequest {
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
// "a=1&b=", sorted by name, then by value.
QByteArray canonicalQuery(const QList<NamedBytes> &query);

}  // namespace trainyard
