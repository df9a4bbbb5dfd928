// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/cloudapi/cloudapi.h"

#include "core/base/retry.h"
#include "core/provider/cloudapi/listing.h"
#include "core/transport/http/httpclient.h"
#include "core/transport/http/httpsource.h"
#include "core/transport/webapi/xmlanswer.h"

#include <QDeadlineTimer>
#include <QMutex>
#include <QMutexLocker>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

namespace trainyard {

namespace {

using std::chrono::milliseconds;

// No cloud refuses a request whose clock is off by less.
constexpr qint64 kLeastSkew = 60;

class OneRequest : public HttpJobs {
public:
    explicit OneRequest(HttpRequest &&request, HttpSink &sink) : m_job(HttpJob{1, std::move(request), &sink}) {}

    std::optional<HttpJob> next(milliseconds &) override { return std::exchange(m_job, std::nullopt); }
    Result<void> ended(qint64, const Result<HttpAnswer> &answer) override
    {
        outcome = answer;
        return {};
    }

    std::optional<Result<HttpAnswer>> outcome;

private:
    std::optional<HttpJob> m_job;
};

// Refused before the cloud looked at what the request asks for, so that nothing is known of an earlier try with the same client token.
bool isRefusedAtTheDoor(CloudRefusal::Kind kind)
{
    return kind == CloudRefusal::Kind::Keys || kind == CloudRefusal::Kind::Session || kind == CloudRefusal::Kind::Clock
           || kind == CloudRefusal::Kind::Right || kind == CloudRefusal::Kind::Account
           || kind == CloudRefusal::Kind::Throttled
           // The first try may be what used them up.
           || kind == CloudRefusal::Kind::Quota || kind == CloudRefusal::Kind::Balance;
}

bool isBroken(const Error &error)
{
    return error.code == ErrorCode::Unreachable || error.code == ErrorCode::TimedOut || error.code == ErrorCode::ConnectionLost;
}

// In Retry-After, or in headers of the service's own that end in it, of which the longest counts.
std::chrono::milliseconds pauseAskedFor(const CloudAnswer &answer)
{
    qint64 seconds = 0;
    for (auto header = answer.headers.cbegin(); header != answer.headers.cend(); ++header) {
        if (header.key().endsWith("retry-after"))
            seconds = std::max(seconds, header->toLongLong());
    }
    return std::chrono::seconds(std::clamp<qint64>(seconds, 0, 3600));
}

}  // namespace

struct CloudApi::State {
    CloudLimits limits;
    QMutex mutex;
    std::vector<std::unique_ptr<HttpClient>> idle;
    QHash<QByteArray, qint64> clockOffsets;  // by host: seconds that its clock is ahead

    static std::unique_ptr<HttpClient> newClient() { return std::make_unique<HttpClient>("Trainyard/" TRAINYARD_VERSION); }
    std::unique_ptr<HttpClient> takeClient()
    {
        const QMutexLocker lock(&mutex);
        if (idle.empty())
            return newClient();
        auto client = std::move(idle.back());
        idle.pop_back();
        return client;
    }
    void giveBack(std::unique_ptr<HttpClient> client)
    {
        const QMutexLocker lock(&mutex);
        idle.push_back(std::move(client));
    }
    qint64 offsetOf(const QByteArray &host)
    {
        const QMutexLocker lock(&mutex);
        return clockOffsets.value(host);
    }
    // Whether the answer's clock differs from the one that was used.
    bool correctClock(const QByteArray &host, qint64 used, const CloudAnswer &answer)
    {
        const qint64 theirs = xmlTime(QString::fromLatin1(answer.headers.value("date")));
        const qint64 offset = theirs - QDateTime::currentSecsSinceEpoch();
        const QMutexLocker lock(&mutex);
        if (theirs <= 0 || std::abs(offset - used) < kLeastSkew)  // another call may have corrected it meanwhile
            return false;
        clockOffsets.insert(host, offset);
        return true;
    }
    Result<CloudAnswer> tryOnce(const CloudCall &call, const WebRequest &signedOne, milliseconds left, std::stop_token stop);
};

Result<CloudAnswer> CloudApi::State::tryOnce(const CloudCall &call, const WebRequest &signedOne, milliseconds left, std::stop_token stop)
{
    HttpRequest request;
    request.url = signedOne.url();
    request.method = signedOne.method;
    if (signedOne.method != "GET") {
        request.source = std::make_shared<BytesSource>(call.body);
        request.headers << "Expect:";  // a small body is sent at once
    }
    for (const auto &[name, value] : signedOne.headers)
        request.headers << name + ": " + value;
    request.authorities = call.authorities.toLocal8Bit();
    request.limits.connect = limits.connect;
    request.limits.whole = std::min(limits.answer, left);
    request.limits.mostBytes = limits.mostBytes;
    // A cloud may think for long before it answers with little.
    request.limits.slowFor = std::chrono::duration_cast<std::chrono::seconds>(limits.answer) + std::chrono::seconds(1);
    BytesSink sink;
    OneRequest one(std::move(request), sink);
    // On a kept connection that ends without an answer, libcurl sends the request a second time by itself.
    const bool mayUseKept = call.effect != CloudCall::Effect::Changes;
    auto client = mayUseKept ? takeClient() : newClient();
    const auto ran = client->exchange(one, 1, stop);
    if (mayUseKept)
        giveBack(std::move(client));
    TRY_DO(ran);
    if (!one.outcome)
        return cancelledError();
    TRY(const HttpAnswer answer, *std::exchange(one.outcome, std::nullopt));
    const bool isAccepted = answer.status >= 200 && answer.status < 300;
    if (isAccepted && !answer.isEndMarked && answer.bytes > 0)
        return cloudError(call.cloud, {CloudRefusal::Kind::Transient, {}, QStringLiteral("The answer has no marked end"), {}, {}});
    return CloudAnswer{answer.status, answer.headers, isAccepted ? sink.bytes : answer.refusal};
}

CloudApi::CloudApi(const CloudLimits &limits) : m_state(std::make_unique<State>()) { m_state->limits = limits; }

CloudApi::~CloudApi() = default;

Result<CloudAnswer> CloudApi::call(const CloudCall &call, std::stop_token stop) const
{
    const CloudLimits &limits = m_state->limits;
    Listing *const listing = call.effect == CloudCall::Effect::Reads ? Listing::ofThisThread() : nullptr;
    const QDeadlineTimer deadline(listing ? std::min(limits.whole, listing->left(limits)) : limits.whole);
    if (listing)
        listing->begin();
    const RetryPolicy pauses{limits.firstPause, limits.longestPause, 0.5};
    const bool mayRepeat = call.effect != CloudCall::Effect::Changes;
    std::optional<Error> lost;  // of a try that may have been carried out
    bool hasSetClock = false;
    for (int tries = 1;; ++tries) {
        if (stop.stop_requested())
            return cancelledError();
        // The host is known only once the request is made.
        TRY(WebRequest request, call.sign(QDateTime::currentDateTimeUtc()));
        const qint64 offset = m_state->offsetOf(request.host);
        if (offset != 0) {
            TRY(request, call.sign(QDateTime::currentDateTimeUtc().addSecs(offset)));
        }
        const auto answer = m_state->tryOnce(call, request, milliseconds(std::max<qint64>(1, deadline.remainingTime())), stop);
        if (listing) {
            listing->add(answer ? answer->body.size() : 0);
            if (const auto beyond = listing->beyond(limits, call.cloud.shown))
                return *beyond;
        }
        Error error;
        bool isWorthIt = false;
        milliseconds asked(0);
        if (!answer) {
            error = answer.error();
            isWorthIt = isBroken(error) && mayRepeat;
            if (isBroken(error))
                lost = error;
        } else {
            const auto refusal = call.judge(*answer);
            if (!refusal)
                return answer;
            error = cloudError(call.cloud, *refusal, call.secrets);
            if (refusal->kind == CloudRefusal::Kind::Clock && !hasSetClock && m_state->correctClock(request.host, offset, *answer)) {
                hasSetClock = true;
                --tries;
                continue;
            }
            isWorthIt = refusal->kind == CloudRefusal::Kind::Throttled || (refusal->kind == CloudRefusal::Kind::Transient && mayRepeat);
            asked = pauseAskedFor(*answer);
            if (refusal->kind == CloudRefusal::Kind::Transient)
                lost = error;
            else if (lost && call.effect != CloudCall::Effect::Reads && isRefusedAtTheDoor(refusal->kind))
                error = {lost->code, lost->what, lost->detail + QStringLiteral("; then: ") + error.detail};
        }
        const milliseconds pause = std::max(pauses.pauseAfter(tries), asked);
        if (!isWorthIt || tries >= limits.tries || asked > limits.longestPause || pause >= milliseconds(deadline.remainingTime()))
            return error;
        if (!pauseFor(pause, stop))
            return cancelledError();
    }
}

}  // namespace trainyard
