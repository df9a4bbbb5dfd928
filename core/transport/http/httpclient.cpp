// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/http/httpclient.h"

#include "core/base/retry.h"
#include "core/transport/http/internal/curllibrary.h"
#include "core/transport/http/internal/httptransfer.h"

#include <QCoreApplication>

#include <algorithm>
#include <list>
#include <vector>

namespace trainyard {

namespace {

using std::chrono::milliseconds;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::HttpClient)
};

milliseconds pauseAfter(int tries, const HttpLimits &limits)
{
    return RetryPolicy{limits.firstPause, limits.longestPause, 0.5}.pauseAfter(tries);
}

Result<void> checkAddress(const QUrl &url)
{
    const QString scheme = url.scheme();
    if (url.isValid() && !url.host().isEmpty() && url.userInfo().isEmpty()
        && (scheme == QLatin1String("https") || scheme == QLatin1String("http")))
        return {};
    return Error{
        ErrorCode::InvalidInput,
        Words::tr("An address must begin with https:// or http:// and contain no password: check the address of %1.").arg(url.host()),
        {}};
}

}  // namespace

struct HttpClient::State {
    explicit State(const QByteArray &agent) : userAgent(agent) {}
    ~State()
    {
        if (!multi)
            return;
        for (CURL *handle : idle)
            curl()->easyCleanup(handle);
        curl()->easyCleanup(easy);
        curl()->multiCleanup(multi);
    }
    Q_DISABLE_COPY_MOVE(State)

    // Before each use of the handles: the first one makes them.
    Result<void> open()
    {
        if (multi)
            return {};
        if (!curl())
            return Error{ErrorCode::Unsupported, Words::tr("The library libcurl is missing: install the package libcurl4."), {}};
        multi = curl()->multiInit();
        easy = curl()->easyInit();
        Q_ASSERT(multi && easy);
        return {};
    }

    CURL *takeEasy()
    {
        if (idle.empty())
            return curl()->easyInit();
        CURL *taken = idle.back();
        idle.pop_back();
        return taken;
    }

    QByteArray userAgent;
    CURLM *multi = nullptr;
    CURL *easy = nullptr;
    std::vector<CURL *> idle;  // additional handles, for exchange()
};

// One of many requests in flight.
struct HttpClient::Active {
    Active(State &state, HttpJob &&given)
        : m_state(state), job(std::move(given)), easy(state.takeEasy()),
          transfer(std::make_unique<HttpTransfer>(state.multi, easy, job.request, *job.sink, nobody, true))
    {
    }
    ~Active()
    {
        transfer.reset();
        m_state.idle.push_back(easy);
    }
    Q_DISABLE_COPY_MOVE(Active)

    State &m_state;
    const HttpClient::Progress nobody;
    HttpJob job;
    CURL *easy;
    std::unique_ptr<HttpTransfer> transfer;
};

HttpClient::HttpClient(const QByteArray &userAgent) : m_state(std::make_unique<State>(userAgent)) {}

HttpClient::~HttpClient() = default;

Result<HttpAnswer> HttpClient::get(const HttpRequest &request, HttpSink &sink, std::stop_token stop, const Progress &progress)
{
    TRY_DO(checkAddress(request.url));
    TRY_DO(m_state->open());
    const QDeadlineTimer deadline(request.limits.whole);
    for (int tries = 1;; ++tries) {
        HttpTransfer transfer(m_state->multi, m_state->easy, request, sink, progress);
        auto answer = transfer.run(m_state->userAgent, deadline, stop);
        if (answer) {
            answer->tries = tries;
            return answer;
        }
        if (answer.error().isCancelled() || !transfer.isWorthAnotherTry() || tries >= request.limits.tries)
            return answer;
        milliseconds pause = pauseAfter(tries, request.limits);
        if (transfer.pause() && *transfer.pause() > request.limits.longestPause) {
            return Error{answer.error().code,
                         Words::tr("%1 asks to wait: try again in %n second(s).", nullptr,
                                   static_cast<int>(std::min<qint64>(transfer.pause()->count(), 1'000'000)))
                             .arg(request.url.host()),
                         answer.error().detail};
        }
        pause = std::max<milliseconds>(pause, transfer.pause().value_or(std::chrono::seconds(0)));
        if (pause >= milliseconds(deadline.remainingTime()))
            return answer;
        if (!pauseFor(pause, stop))
            return cancelledError();
    }
}

Result<void> HttpClient::exchange(HttpJobs &jobs, int most, std::stop_token stop)
{
    TRY_DO(m_state->open());
    const std::stop_callback wake(stop, [this] { curl()->multiWakeup(m_state->multi); });
    std::list<Active> active;
    const auto abandonAll = [&] {
        for (Active &one : active)
            one.transfer->abandon();
    };
    for (;;) {
        if (stop.stop_requested()) {
            abandonAll();
            return cancelledError();
        }
        milliseconds pause(0);
        while (static_cast<int>(active.size()) < most) {
            std::optional<HttpJob> job = jobs.next(pause);
            if (!job)
                break;
            Result<void> begun = checkAddress(job->request.url);
            const qint64 id = job->id;
            if (begun) {
                const QDeadlineTimer deadline(job->request.limits.whole);
                active.emplace_back(*m_state, std::move(*job));
                begun = active.back().transfer->begin(m_state->userAgent, deadline);
                if (!begun)
                    active.pop_back();
            }
            if (!begun) {
                if (const auto goesOn = jobs.ended(id, begun.error()); !goesOn) {
                    abandonAll();
                    return goesOn;
                }
            }
        }
        if (active.empty() && pause.count() <= 0)
            return {};
        int running = 0;
        curl()->multiPerform(m_state->multi, &running);
        jobs.moved();
        int left = 0;
        bool hasEnded = false;
        while (const CURLMsg *message = curl()->multiInfoRead(m_state->multi, &left)) {
            if (message->msg != CURLMSG_DONE)
                continue;
            const CURLcode code = message->data.result;
            const auto one = std::find_if(active.begin(), active.end(), [&](const Active &a) { return a.easy == message->easy_handle; });
            if (one == active.end())
                continue;
            hasEnded = true;
            const qint64 id = one->job.id;
            const auto answer = one->transfer->end(code);
            active.erase(one);
            if (const auto goesOn = jobs.ended(id, answer); !goesOn) {
                abandonAll();
                return goesOn;
            }
        }
        // A stop request wakes it up; the second is for libcurl's own timers.
        constexpr milliseconds kMaxPoll(1'000);
        if (!hasEnded)
            curl()->multiPoll(m_state->multi, nullptr, 0,
                              static_cast<int>((pause.count() > 0 ? std::min(pause, kMaxPoll) : kMaxPoll).count()), nullptr);
    }
}

}  // namespace trainyard
