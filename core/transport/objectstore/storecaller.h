// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the requests of an object store: signs them, runs many at once, and retries with pauses in between. Uses the server's clock if
// ours is wrong, and the region where the bucket really is. Internal to core/transport/objectstore; blocking, one thread at a time.
#pragma once

#include "core/transport/http/httpclient.h"
#include "core/transport/objectstore/storedialect.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace trainyard {

struct StoreLimits {
    int tries = 6;
    // Before the second try; doubled for each further one, minus a random part of up to a half.
    std::chrono::milliseconds firstPause{400};
    std::chrono::milliseconds longestPause{20'000};
    std::chrono::milliseconds connect{15'000};
    std::chrono::seconds slowFor{30};  // a connection with less than a kilobyte a second for this long counts as lost
    std::chrono::hours whole{6};       // of one request
};

struct StoreCall {
    std::function<WebRequest(const StoreDialect &)> make;  // called for each try
    QByteArray payloadSha256;                              // in hexadecimal; empty: no body
    std::shared_ptr<HttpSource> source;
    std::optional<HttpRange> range;
    std::shared_ptr<HttpSink> sink;  // null: the body goes to `take`
    qint64 mostBytes = 64 * 1024 * 1024;
    bool isAnonymous = false;
    bool takesRefusals = false;  // `take` gets every status that a retry would not change
    // Receives the result. An error for which isLinkTrouble() is true causes a retry; any other error ends everything.
    std::function<Result<void>(const HttpAnswer &, const QByteArray &body)> take;
    // If set, an error that is not link trouble is passed here and ends only this call.
    std::function<void(const Error &)> refused;
};

class StoreCaller {
public:
    StoreCaller(const ObjectStoreConfig &record, const StoreLimits &limits);
    ~StoreCaller();

    // Runs until `next` has no more, at most `most` at a time. The first failure that a retry cannot fix ends all of it.
    using Next = std::function<std::optional<StoreCall>()>;
    Result<void> run(const Next &next, int most, std::stop_token stop, const std::function<void()> &moved = {});
    Result<void> run(StoreCall call, std::stop_token stop);

    const StoreDialect &dialect() const { return *m_dialect; }
    QByteArray region() const { return m_record.region.toLatin1(); }
    QDateTime now() const;                          // by the store's clock as far as known
    qint64 requests() const { return m_requests; }  // made so far, tries included
    qint64 received() const { return m_received; }  // bytes of bodies

    static bool isLinkTrouble(const Error &error);

private:
    class Run;
    HttpRequest signedRequest(const StoreCall &call) const;
    void moveTo(const QByteArray &region);

    ObjectStoreConfig m_record;
    const StoreLimits m_limits;
    std::unique_ptr<StoreDialect> m_dialect;
    HttpClient m_client;
    qint64 m_clockOffset = 0;  // seconds that the store's clock is ahead
    qint64 m_requests = 0, m_received = 0;
};

}  // namespace trainyard
