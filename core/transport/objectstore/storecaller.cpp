// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/objectstore/storecaller.h"

#include "core/transport/http/httpsource.h"
#include "core/transport/webapi/sigv4.h"
#include "core/transport/webapi/xmlanswer.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QRandomGenerator>

#include <algorithm>
#include <deque>
#include <map>

namespace trainyard {

namespace {

using std::chrono::milliseconds;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ObjectStore)
};

// No provider refuses a request whose clock is off by less.
constexpr qint64 kMinSkew = 60;

}  // namespace

class StoreCaller::Run : public HttpJobs {
public:
    Run(StoreCaller &caller, const Next &next, const std::function<void()> &moved) : m_caller(caller), m_next(next), m_moved(moved)
    {
        m_clock.start();
    }

    std::optional<HttpJob> next(milliseconds &pause) override
    {
        const qint64 now = m_clock.elapsed();
        const auto due = std::min_element(m_waiting.begin(), m_waiting.end(),
                                          [](const Waiting &a, const Waiting &b) { return a.when < b.when; });
        if (due != m_waiting.end() && due->when <= now) {
            const qint64 id = due->id;
            m_waiting.erase(due);
            return begin(id);
        }
        if (!m_isDry) {
            if (std::optional<StoreCall> call = m_next()) {
                const qint64 id = ++m_lastId;
                m_calls.emplace(id, Tried{std::move(*call), 0, false, false, nullptr});
                return begin(id);
            }
            m_isDry = m_calls.empty();  // a source may have more once something has ended
        }
        if (due != m_waiting.end())
            pause = milliseconds(std::max<qint64>(1, due->when - now));
        return std::nullopt;
    }

    Result<void> ended(qint64 id, const Result<HttpAnswer> &answer) override
    {
        Tried &tried = m_calls.at(id);
        const Result<void> judged = answer ? judge(tried, *answer) : Result<void>(answer.error());
        if (answer)
            m_caller.m_received += answer->bytes;
        if (judged) {
            m_calls.erase(id);
            return {};
        }
        if (m_retriesNow) {
            m_retriesNow = false;
            m_waiting.push_back({m_clock.elapsed(), id});
            return {};
        }
        const bool isWorthIt = isLinkTrouble(judged.error()) || m_isTransient;
        m_isTransient = false;
        if (!isWorthIt && tried.call.refused && !judged.error().isCancelled()) {
            tried.call.refused(judged.error());
            m_calls.erase(id);
            return {};
        }
        if (!isWorthIt || tried.tries >= m_caller.m_limits.tries)
            return judged;
        const auto longest = std::min(m_caller.m_limits.firstPause * (1 << std::min(tried.tries - 1, 10)), m_caller.m_limits.longestPause);
        // Requests that failed together should not all retry together.
        qint64 wait = static_cast<qint64>(static_cast<double>(longest.count()) * (1 - QRandomGenerator::global()->generateDouble() / 2));
        if (answer) {
            const qint64 asked = answer->headers.value("retry-after").toLongLong() * 1000;
            wait = std::max(wait, std::min<qint64>(asked, m_caller.m_limits.longestPause.count()));
        }
        m_waiting.push_back({m_clock.elapsed() + wait, id});
        return {};
    }

    void moved() override
    {
        if (m_moved)
            m_moved();
    }

private:
    struct Tried {
        StoreCall call;
        int tries;
        bool hasMoved, hasSetClock;
        std::shared_ptr<BytesSink> bytes;
    };
    struct Waiting {
        qint64 when;  // m_clock
        qint64 id;
    };

    HttpJob begin(qint64 id)
    {
        Tried &tried = m_calls.at(id);
        ++tried.tries;
        ++m_caller.m_requests;
        if (!tried.call.sink)
            tried.bytes = std::make_shared<BytesSink>();
        return {id, m_caller.signedRequest(tried.call), tried.call.sink ? tried.call.sink.get() : tried.bytes.get()};
    }

    Result<void> judge(Tried &tried, const HttpAnswer &answer)
    {
        if (answer.status >= 200 && answer.status < 300) {
            if (!answer.isEndMarked && answer.bytes > 0)
                return endedEarly(answer);
            if (tried.call.range) {
                const QByteArray part = answer.headers.value("content-range");
                const qsizetype dash = part.indexOf('-'), slash = part.indexOf('/');
                if (answer.status == 206
                    && answer.bytes != part.mid(dash + 1, slash - dash - 1).trimmed().toLongLong() - tried.call.range->offset + 1)
                    return endedEarly(answer);
            }
            return tried.call.take ? tried.call.take(answer, tried.bytes ? tried.bytes->bytes : QByteArray()) : Result<void>();
        }
        const StoreRefusal refusal = m_caller.m_dialect->readRefusal(answer);
        using Meaning = StoreRefusal::Meaning;
        if (refusal.meaning == Meaning::ClockIsWrong && !tried.hasSetClock) {
            const qint64 theirs = xmlTime(QString::fromLatin1(answer.headers.value("date")));
            const qint64 offset = theirs - QDateTime::currentSecsSinceEpoch();
            if (theirs > 0 && std::abs(offset - m_caller.m_clockOffset) >= kMinSkew) {
                tried.hasSetClock = true;
                m_caller.m_clockOffset = offset;
                m_retriesNow = true;
                return refusal.error;
            }
        }
        if (refusal.meaning == Meaning::OtherRegion && !tried.hasMoved) {
            tried.hasMoved = true;
            if (refusal.region != m_caller.region())
                m_caller.moveTo(refusal.region);
            m_retriesNow = true;
            return refusal.error;
        }
        m_isTransient = refusal.meaning == Meaning::Transient;
        if (tried.call.takesRefusals && !m_isTransient)
            return tried.call.take(answer, {});
        return refusal.error;
    }

    Error endedEarly(const HttpAnswer &answer) const
    {
        return {ErrorCode::ConnectionLost,
                Words::tr("The response of %1 ended too early, after %2 bytes: try again.").arg(answer.url.host()).arg(answer.bytes),
                {}};
    }

    StoreCaller &m_caller;
    const Next &m_next;
    const std::function<void()> &m_moved;
    QElapsedTimer m_clock;
    std::map<qint64, Tried> m_calls;
    std::deque<Waiting> m_waiting;
    qint64 m_lastId = 0;
    bool m_isDry = false, m_retriesNow = false, m_isTransient = false;
};

StoreCaller::StoreCaller(const ObjectStoreConfig &record, const StoreLimits &limits)
    : m_record(record), m_limits(limits), m_dialect(StoreDialect::of(record)), m_client("Trainyard/" TRAINYARD_VERSION)
{
}

StoreCaller::~StoreCaller() = default;

Result<void> StoreCaller::run(const Next &next, int most, std::stop_token stop, const std::function<void()> &moved)
{
    Run run(*this, next, moved);
    return m_client.exchange(run, most, stop);
}

Result<void> StoreCaller::run(StoreCall call, std::stop_token stop)
{
    std::optional<StoreCall> only = std::move(call);
    return run([&only] { return std::exchange(only, std::nullopt); }, 1, stop);
}

QDateTime StoreCaller::now() const { return QDateTime::currentDateTimeUtc().addSecs(m_clockOffset); }

bool StoreCaller::isLinkTrouble(const Error &error)
{
    return error.code == ErrorCode::Unreachable || error.code == ErrorCode::TimedOut || error.code == ErrorCode::ConnectionLost;
}

HttpRequest StoreCaller::signedRequest(const StoreCall &call) const
{
    WebRequest made = call.make(*m_dialect);
    const qint64 bytes = call.source ? call.source->size() : 0;
    // Azure includes it in the signature.
    if (call.range) {
        made.headers << NamedBytes("range", "bytes=" + QByteArray::number(call.range->offset) + '-'
                                                + QByteArray::number(call.range->offset + call.range->length - 1));
    }
    if (!call.isAnonymous)
        m_dialect->sign(made, call.payloadSha256.isEmpty() ? sha256Hex({}) : call.payloadSha256, bytes, region(), now());
    HttpRequest request;
    request.url = made.url();
    request.method = made.method;
    request.source = call.source;
    if (!request.source && (made.method == "PUT" || made.method == "POST"))
        request.source = std::make_shared<BytesSource>(QByteArray());
    request.range = call.range;
    for (const auto &[name, value] : std::as_const(made.headers)) {
        if (name != "range")
            request.headers << name + ": " + value;
    }
    request.limits.connect = m_limits.connect;
    request.limits.whole = m_limits.whole;
    request.limits.slowFor = m_limits.slowFor;
    // Added to it: the maximum size of a refusal.
    constexpr qint64 kMin = 64 * 1024;
    request.limits.mostBytes = std::max(call.range ? call.range->length : call.mostBytes, kMin);
    return request;
}

void StoreCaller::moveTo(const QByteArray &region)
{
    // For endpoints that contain their region, such as Amazon's.
    m_record.endpoint.replace(u'.' + m_record.region + u'.', u'.' + QString::fromLatin1(region) + u'.');
    m_record.region = QString::fromLatin1(region);
    m_dialect = StoreDialect::of(m_record);
}

}  // namespace trainyard
