// SPDX-License-Identifier: GPL-3.0-or-later
// Sends requests to web servers (HTTP GET, and POST of JSON) through libcurl: conditional, compressed, with retries and limits, and
// cancellable from any thread. exchange() also runs requests of any method, many at a time, for callers that judge the answers themselves.
//
// Certificates are always checked, against the system's authorities or those in the file that CURL_CA_BUNDLE or SSL_CERT_FILE names. TLS
// is 1.2 or newer, and a redirect from https to http is not followed. Proxies are taken from the environment as curl does (https_proxy,
// no_proxy …). Connections are kept for the next request to the same server.
//
// Retried after a pause: connections that fail, break, stall or end too early, and the answers 429, 500, 502, 503 and 504. The server may
// set the pause (Retry-After); see HttpLimits.
#pragma once

#include "core/base/result.h"
#include "core/transport/http/httpjobs.h"
#include "core/transport/http/httpmessage.h"
#include "core/transport/http/httpsink.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace trainyard {

class HttpClient {
public:
    // Bytes received over the line so far, and the expected total if known; else -1. Called on the requesting thread, up to some hundred
    // times a second.
    using Progress = std::function<void(qint64 bytes, qint64 total)>;

    explicit HttpClient(const QByteArray &userAgent);
    ~HttpClient();

    // Blocks until the answer is complete; one thread at a time. On success the sink has all of it with status 200 and nothing with 304;
    // on failure its content is worthless. Errors name the host and never the whole address:
    // InvalidInput: not a URL that can be requested. Unreachable: no name, no connection, or 429 and 5xx up to the last try. TimedOut.
    // ConnectionLost: also when less came than was announced. AuthenticationFailed: the certificate is not trusted, or 401, 403, 407.
    // NotFound: 404, 410. Corrupt: the answer is not HTTP, is too large, has too many headers or redirections, or another status.
    // Cancelled. Unsupported: libcurl is not installed. And the errors of the sink.
    Result<HttpAnswer> get(const HttpRequest &request, HttpSink &sink, std::stop_token stop = {}, const Progress &progress = {});

    // Runs requests of any method, at most `most` at a time, until there is no next one. Every status is an answer. The body goes to the
    // sink only for a 2xx; otherwise it is in `refusal`. Redirects are not followed and nothing is decompressed. A server that was asked
    // for a range and sends something else is stopped: Unsupported. Each job receives its own errors; exchange() returns only the errors
    // of ended(), and Cancelled.
    Result<void> exchange(HttpJobs &jobs, int most, std::stop_token stop = {});

private:
    struct State;
    struct Active;
    std::unique_ptr<State> m_state;
};

}  // namespace trainyard
