// SPDX-License-Identifier: GPL-3.0-or-later
// Many requests in flight at once, each tried once: their owner decides what comes next and what is retried. Called on the requesting
// thread.
#pragma once

#include "core/base/result.h"
#include "core/transport/http/httpmessage.h"
#include "core/transport/http/httpsink.h"

#include <chrono>
#include <optional>

namespace trainyard {

struct HttpJob {
    qint64 id = 0;
    HttpRequest request;
    HttpSink *sink = nullptr;  // outlives the request
};

class HttpJobs {
public:
    virtual ~HttpJobs() = default;
    // The next one to start immediately. nullopt: ask again when one has ended or, if `pause` was set, after that time.
    virtual std::optional<HttpJob> next(std::chrono::milliseconds &pause) = 0;
    // An error ends all requests in flight. `answer` may have any status.
    virtual Result<void> ended(qint64 id, const Result<HttpAnswer> &answer) = 0;
    virtual void moved() {}  // called now and then while bytes are sent and received
};

}  // namespace trainyard
