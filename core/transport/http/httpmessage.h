// SPDX-License-Identifier: GPL-3.0-or-later
// What is asked of a web server, within which limits, and what it answered. Value types, any thread.
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
    // Slower than this for so long counts as a connection that is gone.
    int leastBytesPerSecond = 1'000;
    std::chrono::seconds slowFor{30};
    qint64 mostBytes = 64 * 1024 * 1024;  // of the body, unpacked
    qsizetype mostHeaderBytes = 64 * 1024;
    int mostRedirects = 5;
    int tries = 4;
    // Before the second try; doubled for each further one, less up to a half at random.
    std::chrono::milliseconds firstPause{500};
    // A server that asks for a longer one (Retry-After) is not asked again.
    std::chrono::milliseconds longestPause{30'000};
};

// What a server told to name the state of a document; sent along, it answers 304 while nothing changed.
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
    std::optional<QByteArray> body;  // is sent (POST) as JSON; then redirects are not followed, and any 2xx is fine
    HttpValidators known;            // empty: the document is wanted in any case
    HttpLimits limits;

    // For HttpClient::exchange() alone.
    QByteArray method;                   // "PUT"; empty: GET
    std::shared_ptr<HttpSource> source;  // what is sent along, as it is
    std::optional<HttpRange> range;      // this part alone: a server that sends more is stopped
};

struct HttpAnswer {
    int status = 0;  // 200 (2xx with a body), or 304 when it is as `known` says
    QUrl url;        // after redirections
    HttpValidators validators;
    QHash<QByteArray, QByteArray> headers;  // by name in lower case
    qint64 bytes = 0;                       // of the body, unpacked
    int tries = 1;
    QByteArray refusal;  // of exchange(): what came beside a status that is no 2xx; its first 64 KiB
    // Its end was told, by a length, a last chunk or the protocol: else it ended with its connection, and may have been cut off.
    bool isEndTold = true;

    bool isNotModified() const { return status == 304; }
};

}  // namespace trainyard
