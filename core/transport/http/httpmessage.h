// SPDX-License-Identifier: GPL-3.0-or-later
// What is requested from a web server, within which limits, and what it answered. Value types, any thread.
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QHash>
#include <QUrl>

#include <chrono>
#include <memory>
#include <optional>

namespace trainyard {

class HttpSource;

struct HttpLimits {
    std::chrono::milliseconds connect{15'000};  // name, connection and TLS, of each try
    std::chrono::milliseconds whole{600'000};   // all tries and pauses together
    // A connection that is slower than this for `slowFor` counts as lost.
    int leastBytesPerSecond = 1'000;
    std::chrono::seconds slowFor{30};
    qint64 mostBytes = 64 * 1024 * 1024;  // of the body, decompressed
    qsizetype mostHeaderBytes = 64 * 1024;
    int mostRedirects = 5;
    int tries = 4;
    // Before the second try; doubled for each further one, minus a random part of up to a half.
    std::chrono::milliseconds firstPause{500};
    // If the server asks for a longer pause (Retry-After), the request is not retried.
    std::chrono::milliseconds longestPause{30'000};
};

// What a server sent to identify the state of a document; when sent back, it answers 304 while nothing has changed.
struct HttpValidators {
    QByteArray etag, lastModified;
    bool operator==(const HttpValidators &) const = default;
};

// A part of a document.
struct HttpRange {
    qint64 offset = 0;
    qint64 length = 0;  // at least 1
};

struct HttpRequest {
    QUrl url;                        // http or https, without a password
    QByteArrayList headers;          // "Name: value"
    std::optional<QByteArray> body;  // sent (POST) as JSON; then redirects are not followed, and any 2xx is fine
    HttpValidators known;            // empty: the document is wanted in any case
    HttpLimits limits;
    QByteArray authorities;  // a file of certificates to trust in place of the usual ones; empty: the usual ones

    // Only for HttpClient::exchange().
    QByteArray method;                   // "PUT"; empty: GET
    std::shared_ptr<HttpSource> source;  // the body to send, unchanged
    std::optional<HttpRange> range;      // request only this part; a server that sends more is stopped
};

struct HttpAnswer {
    int status = 0;  // 200 (2xx with a body), or 304 when the document is as `known` says
    QUrl url;        // after redirections
    HttpValidators validators;
    QHash<QByteArray, QByteArray> headers;  // by name in lower case
    qint64 bytes = 0;                       // of the body, decompressed
    int tries = 1;
    QByteArray refusal;  // of exchange(): the body of an answer whose status is not 2xx; its first 64 KiB
    // The end of the body was marked by a length, a last chunk or the protocol. Otherwise it ended with its connection and may be
    // truncated.
    bool isEndMarked = true;

    bool isNotModified() const { return status == 304; }
};

}  // namespace trainyard
