// SPDX-License-Identifier: GPL-3.0-or-later
// Many requests under way at once, each tried once: who has them decides what comes next, and what is tried again. Called on
// the thread that asks.
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
    // The next one to begin at once. None: ask again when one has ended or, where `pause` was set, after that time.
    virtual std::optional<HttpJob> next(std::chrono::milliseconds &pause) = 0;
    // An error ends all that are under way. `answer` may have any status.
    virtual Result<void> ended(qint64 id, const Result<HttpAnswer> &answer) = 0;
    virtual void moved() {}  // now and then while bytes come and go
};

}  // namespace trainyard
