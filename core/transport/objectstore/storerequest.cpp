// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/objectstore/storerequest.h"

#include <QByteArrayList>

#include <algorithm>

namespace trainyard {

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

QUrl StoreRequest::url() const
{
    const QByteArray text = scheme + "://" + host + path;
    return QUrl::fromEncoded(query.isEmpty() ? text : text + '?' + canonicalQuery(query), QUrl::StrictMode);
}

}  // namespace trainyard
