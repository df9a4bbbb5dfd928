#include "core/http/httpclient.h"

#include "core/http/httptransfer.h"

#include <QCoreApplication>
#include <QRandomGenerator>

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace trainyard {

namespace {

using std::chrono::milliseconds;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::HttpClient)
};

// False when it was asked to stop.
bool waitFor(milliseconds pause, std::stop_token stop)
{
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any nobody;
    nobody.wait_for(lock, stop, pause, [] { return false; });
    return !stop.stop_requested();
}

milliseconds pauseAfter(int tries, const HttpLimits &limits)
{
    const auto longest = std::min(limits.firstPause * (1 << std::min(tries - 1, 10)), limits.longestPause);
    // Those who failed together do not come back together.
    return milliseconds(static_cast<qint64>(static_cast<double>(longest.count()) * (1 - QRandomGenerator::global()->generateDouble() / 2)));
}

}  // namespace

struct HttpClient::State {
    explicit State(const QByteArray &agent) : userAgent(agent)
    {
        // Once in a program, before any other call; the first one does it, whichever thread that is.
        static const CURLcode initialised = curl_global_init(CURL_GLOBAL_DEFAULT);
        Q_ASSERT(initialised == CURLE_OK);
        Q_UNUSED(initialised);
        multi = curl_multi_init();
        easy = curl_easy_init();
        Q_ASSERT(multi && easy);
    }
    ~State()
    {
        curl_easy_cleanup(easy);
        curl_multi_cleanup(multi);
    }
    Q_DISABLE_COPY_MOVE(State)

    QByteArray userAgent;
    CURLM *multi = nullptr;
    CURL *easy = nullptr;
};

HttpClient::HttpClient(const QByteArray &userAgent) : m_state(std::make_unique<State>(userAgent)) {}

HttpClient::~HttpClient() = default;

Result<HttpAnswer> HttpClient::get(const HttpRequest &request, HttpSink &sink, std::stop_token stop, const Progress &progress)
{
    const QString scheme = request.url.scheme();
    if (!request.url.isValid() || request.url.host().isEmpty() || !request.url.userInfo().isEmpty()
        || (scheme != QLatin1String("https") && scheme != QLatin1String("http"))) {
        return Error{ErrorCode::InvalidInput,
                     Words::tr("An address must begin with https:// or http:// and hold no password: check the one of %1.")
                         .arg(request.url.host()), {}};
    }
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
                                   static_cast<int>(std::min<qint64>(transfer.pause()->count(), 1'000'000))).arg(request.url.host()),
                         answer.error().detail};
        }
        pause = std::max<milliseconds>(pause, transfer.pause().value_or(std::chrono::seconds(0)));
        if (pause >= milliseconds(deadline.remainingTime()))
            return answer;
        if (!waitFor(pause, stop))
            return cancelledError();
    }
}

}  // namespace trainyard
