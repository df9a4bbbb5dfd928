// SPDX-License-Identifier: GPL-3.0-or-later
// Asks web servers (HTTP GET, and POST of JSON) through libcurl: conditional, packed, in tries, within limits, ended from any thread.
// And requests of any kind, many at once, for those who judge the answers themselves.
//
// Certificates are always checked, against the system's authorities or those in the file that CURL_CA_BUNDLE or
// SSL_CERT_FILE names; TLS is 1.2 or newer, and a redirect from https to http is not followed. Proxies are taken from the
// environment as curl does (https_proxy, no_proxy …). Connections are kept for the next request to the same server.
//
// Tried again, after a pause: connections that fail, break, stall or end too early, and the answers 429, 500, 502, 503
// and 504. For how long, the server may say (Retry-After); see HttpLimits.
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
    // Bytes that came over the line so far and, where it is known, will come; else -1. On the asking thread, up to some
    // hundred times a second.
    using Progress = std::function<void(qint64 bytes, qint64 total)>;

    explicit HttpClient(const QByteArray &userAgent);
    ~HttpClient();

    // Blocks until the answer is there as a whole; one thread at a time. The sink has all of it on success with status
    // 200 and nothing with 304; whatever it has otherwise is worthless. Errors name the host and never the whole address:
    // InvalidInput: no address that can be asked. Unreachable: no name, no connection, or 429 and 5xx to the last try.
    // TimedOut. ConnectionLost: also when less came than was announced. AuthenticationFailed: the certificate is not
    // vouched for, or 401, 403, 407. NotFound: 404, 410. Corrupt: what came is no HTTP, too large, too many headers or
    // redirections, another status. Cancelled. And those of the sink.
    Result<HttpAnswer> get(const HttpRequest &request, HttpSink &sink, std::stop_token stop = {}, const Progress &progress = {});

    // Requests of any method, at most `most` at a time, until there is no next one. Every status is an answer, with what
    // came beside it in `refusal` unless it is a 2xx, whose body alone goes to the sink; no redirect is followed and
    // nothing is unpacked. A server that was asked for a part and sends something else is stopped: Unsupported. Each job's
    // own errors go to it; returned are only what ended() says, and Cancelled.
    Result<void> exchange(HttpJobs &jobs, int most, std::stop_token stop = {});

private:
    struct State;
    struct Active;
    std::unique_ptr<State> m_state;
};

}  // namespace trainyard
