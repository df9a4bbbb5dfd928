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
    QByteArray host;            // with the port where it is not the scheme's own
    QByteArray path = "/";      // percent-encoded
    QList<NamedBytes> query;    // not encoded
    QList<NamedBytes> headers;  // "x-amz-date", "…"; without host

    QUrl url() const;  // its query is encoded as it is signed
};

// RFC 3986: all bytes but letters, digits and "-._~" become %XX; a slash stays where it is to.
QByteArray percentEncoded(const QByteArray &bytes, bool keepsSlashes);
// "a=1&b=", by name, then by value.
QByteArray canonicalQuery(const QList<NamedBytes> &query);

}  // namespace trainyard
