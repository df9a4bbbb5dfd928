// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/cloudapi/tokencache.h"

#include "core/transport/webapi/xmlanswer.h"

#include <QCryptographicHash>
#include <QHash>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>

namespace trainyard {

namespace {

using std::chrono::seconds;

constexpr seconds kLongest{24 * 3600};  // a longer time is not believed
constexpr seconds kMargin{5 * 60};      // for calls that wait, and clouds whose machines disagree about the time
constexpr seconds kRefusal{2};          // calls of one check begin together, and one may come after the other was refused

struct KeptToken {
    bool isBeingFetched = false;
    quint64 fetches = 0;         // that have ended
    std::optional<Error> error;  // of the last one
    TokenCache::Clock::time_point refused;
    QByteArray text;  // empty: none
    TokenCache::Clock::time_point goodUntil;
};

struct TakenToken {
    QByteArray text;
    bool isNew = false;
};

}  // namespace

struct TokenCache::State {
    std::function<Clock::time_point()> now;
    std::mutex guard;
    std::condition_variable_any changed;
    QHash<QByteArray, std::shared_ptr<KeptToken>> tokens;  // shared: the table may grow while a token is fetched

    Result<TakenToken> take(const QByteArray &key, const Fetch &fetch, const std::stop_token &stop);
    void drop(const QByteArray &key, const QByteArray &text);
};

Result<TakenToken> TokenCache::State::take(const QByteArray &key, const Fetch &fetch, const std::stop_token &stop)
{
    std::unique_lock lock(guard);
    std::shared_ptr<KeptToken> &slot = tokens[key];
    if (!slot)
        slot = std::make_shared<KeptToken>();
    const std::shared_ptr<KeptToken> kept = slot;
    while (kept->isBeingFetched) {
        const quint64 before = kept->fetches;
        if (!changed.wait(lock, stop, [&] { return kept->fetches != before; }))
            return cancelledError();
        // What was refused a moment ago is not asked again by each of those who waited. One who gave up says nothing about the others.
        if (kept->error && !kept->error->isCancelled())
            return *kept->error;
        // Another thread may have dropped it in the meantime.
        if (!kept->error && !kept->text.isEmpty())
            return TakenToken{kept->text, true};
    }
    if (!kept->text.isEmpty() && now() < kept->goodUntil)
        return TakenToken{kept->text, false};
    if (kept->error && kept->error->code == ErrorCode::AuthenticationFailed && now() - kept->refused < kRefusal)
        return *kept->error;
    kept->isBeingFetched = true;
    lock.unlock();
    const Clock::time_point asked = now();
    const Result<AccessToken> fetched = fetch();
    lock.lock();
    kept->isBeingFetched = false;
    ++kept->fetches;
    kept->error = fetched ? std::nullopt : std::optional(fetched.error());
    kept->refused = now();
    kept->text = fetched ? fetched->text : QByteArray();
    if (fetched) {
        const seconds lasts = std::clamp(fetched->lasts, seconds(0), kLongest);
        kept->goodUntil = asked + lasts - std::min(kMargin, lasts / 4);
    }
    changed.notify_all();
    if (!fetched)
        return fetched.error();
    return TakenToken{fetched->text, true};
}

void TokenCache::State::drop(const QByteArray &key, const QByteArray &text)
{
    const std::lock_guard lock(guard);
    // Another thread may have replaced it meanwhile.
    if (const auto kept = tokens.value(key); kept && kept->text == text && !kept->isBeingFetched)
        kept->text.clear();
}

TokenCache::TokenCache(std::function<Clock::time_point()> now) : m_state(std::make_unique<State>()) { m_state->now = std::move(now); }

TokenCache::~TokenCache() = default;

QByteArray TokenCache::keyOf(std::initializer_list<QByteArray> parts)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const QByteArray &part : parts)
        hash.addData(QByteArray::number(part.size()) + ':' + part);
    return hash.result();
}

Result<CloudAnswer> TokenCache::with(const QByteArray &key, const Fetch &fetch, const Work &work, std::stop_token stop) const
{
    TRY(const TakenToken first, m_state->take(key, fetch, stop));
    const auto answer = work(first.text);
    if (answer || answer.error().code != ErrorCode::AuthenticationFailed)
        return answer;
    m_state->drop(key, first.text);
    if (first.isNew)
        return answer;
    TRY(const TakenToken second, m_state->take(key, fetch, stop));
    const auto again = work(second.text);
    if (!again && again.error().code == ErrorCode::AuthenticationFailed)
        m_state->drop(key, second.text);
    return again;
}

AccessToken tokenUntil(const QByteArray &text, const QDateTime &end, const CloudAnswer &answer)
{
    const qint64 theirs = xmlTime(QString::fromLatin1(answer.headers.value("date")));
    const qint64 from = theirs > 0 ? theirs : QDateTime::currentSecsSinceEpoch();
    return {text, seconds(end.isValid() ? std::max<qint64>(0, end.toSecsSinceEpoch() - from) : 0)};
}

}  // namespace trainyard
