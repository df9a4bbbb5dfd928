// SPDX-License-Identifier: GPL-3.0-or-later
// Access tokens: how long they are kept, and how often they are fetched.
#include "core/provider/cloudapi/tokencache.h"

#include <QTest>

#include <atomic>
#include <thread>
#include <vector>

using namespace trainyard;
using namespace std::chrono_literals;

namespace {

const QByteArray kKey = QByteArrayLiteral("key");

// A cloud that gives token-1, token-2 and so on, and a cache whose clock is set by hand.
struct Place {
    std::atomic<int> fetches = 0;
    std::chrono::seconds lasts = 1h;
    TokenCache::Clock::time_point now = TokenCache::Clock::now();
    TokenCache cache{[this] { return now; }};
    TokenCache::Fetch fetch = [this]() -> Result<AccessToken> { return AccessToken{"token-" + QByteArray::number(++fetches), lasts}; };

    QByteArray used(const QByteArray &key = kKey)
    {
        const auto answer = cache.with(key, fetch,
                                       [](const QByteArray &token) -> Result<CloudAnswer> {
                                           return CloudAnswer{200, {}, token};
                                       },
                                       {});
        return answer ? answer->body : QByteArray("none");
    }
};

Error refused() { return {ErrorCode::AuthenticationFailed, QStringLiteral("No."), {}}; }

}  // namespace

class TestTokenCache : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aTokenIsFetchedOnceAndUsedAgain()
    {
        Place place;
        QCOMPARE(place.used(), QByteArray("token-1"));
        QCOMPARE(place.used(), QByteArray("token-1"));
        QCOMPARE(place.used("another"), QByteArray("token-2"));
        QCOMPARE(place.used(), QByteArray("token-1"));
    }

    void itIsThrownAwayShortlyBeforeItsEnd()
    {
        Place place;
        place.used();
        place.now += 54min;
        QCOMPARE(place.used(), QByteArray("token-1"));
        place.now += 2min;
        QCOMPARE(place.used(), QByteArray("token-2"));
    }

    void aShortOneIsNotKeptForAll_data()
    {
        QTest::addColumn<int>("lasts");
        QTest::addColumn<int>("after");
        QTest::addColumn<bool>("isKept");
        QTest::newRow("a minute, soon") << 60 << 40 << true;
        QTest::newRow("a minute, late") << 60 << 46 << false;
        QTest::newRow("no time") << 0 << 0 << false;
        QTest::newRow("already over") << -5 << 0 << false;
        QTest::newRow("a time that is not believed") << 2'000'000'000 << 25 * 3600 << false;
    }
    void aShortOneIsNotKeptForAll()
    {
        QFETCH(int, lasts);
        QFETCH(int, after);
        QFETCH(bool, isKept);
        Place place;
        place.lasts = std::chrono::seconds(lasts);
        place.used();
        place.now += std::chrono::seconds(after);
        QCOMPARE(place.used(), isKept ? QByteArray("token-1") : QByteArray("token-2"));
    }

    void aRefusedTokenIsReplacedOnce()
    {
        Place place;
        place.used();
        QByteArrayList tried;
        const auto answer = place.cache.with(kKey, place.fetch,
                                             [&](const QByteArray &token) -> Result<CloudAnswer> {
                                                 tried << token;
                                                 if (token == "token-1")
                                                     return refused();
                                                 return CloudAnswer{200, {}, token};
                                             },
                                             {});
        QVERIFY(answer);
        QCOMPARE(tried, QByteArrayList({"token-1", "token-2"}));
        QCOMPARE(place.used(), QByteArray("token-2"));
    }

    void aNewTokenThatIsRefusedIsNotReplaced()
    {
        Place place;
        int calls = 0;
        const auto refuse = [&](const QByteArray &) -> Result<CloudAnswer> {
            ++calls;
            return refused();
        };
        QCOMPARE(place.cache.with(kKey, place.fetch, refuse, {}).error().code, ErrorCode::AuthenticationFailed);
        QCOMPARE(calls, 1);
        QCOMPARE(place.used(), QByteArray("token-2"));  // but it is not kept either
        QVERIFY(!place.cache.with(kKey, place.fetch, refuse, {}));
        QCOMPARE(calls, 3);
        QCOMPARE(place.used(), QByteArray("token-4"));
    }

    void otherErrorsSayNothingAboutTheToken()
    {
        Place place;
        place.used();
        const auto broken = [](const QByteArray &) -> Result<CloudAnswer> {
            return Error{ErrorCode::Unreachable, QStringLiteral("Gone."), {}};
        };
        QCOMPARE(place.cache.with(kKey, place.fetch, broken, {}).error().code, ErrorCode::Unreachable);
        QCOMPARE(place.used(), QByteArray("token-1"));
    }

    void whoWaitsNeverGetsATokenThatWasThrownAway()
    {
        std::atomic<int> empty = 0;
        for (int round = 0; round < 100; ++round) {
            Place place;
            const auto fetch = [&place] {
                std::this_thread::yield();
                return place.fetch();
            };
            std::vector<std::jthread> callers;
            for (int i = 0; i < 8; ++i) {
                callers.emplace_back([&] {
                    (void)place.cache.with(kKey, fetch,
                                           [&empty](const QByteArray &token) -> Result<CloudAnswer> {
                                               empty += token.isEmpty();
                                               return refused();
                                           },
                                           {});
                });
            }
        }
        QCOMPARE(empty.load(), 0);
    }

    void aFailedFetchIsKeptForAMomentOnly()
    {
        Place place;
        const auto fail = []() -> Result<AccessToken> { return refused(); };
        const auto never = [](const QByteArray &token) -> Result<CloudAnswer> { return CloudAnswer{200, {}, token}; };
        QCOMPARE(place.cache.with(kKey, fail, never, {}).error().code, ErrorCode::AuthenticationFailed);
        // A call that began together with the refused one does not send the same credentials again.
        place.now += 1s;
        QCOMPARE(place.used(), QByteArray("none"));
        place.now += 2s;
        QCOMPARE(place.used(), QByteArray("token-1"));
    }

    void threadsThatNeedTheSameTokenFetchItOnce_data()
    {
        QTest::addColumn<bool>("isGiven");
        QTest::newRow("given") << true;
        QTest::newRow("refused") << false;
    }
    void threadsThatNeedTheSameTokenFetchItOnce()
    {
        QFETCH(bool, isGiven);
        Place place;
        std::atomic<bool> mayAnswer = false;
        std::atomic<int> served = 0, failed = 0;
        const auto slow = [&]() -> Result<AccessToken> {
            ++place.fetches;
            while (!mayAnswer)
                std::this_thread::sleep_for(1ms);
            if (isGiven)
                return AccessToken{"token-1", 1h};
            return refused();
        };
        {
            std::vector<std::jthread> crew;
            for (int i = 0; i < 8; ++i) {
                crew.emplace_back([&] {
                    const auto answer = place.cache.with(kKey, slow,
                                                         [](const QByteArray &token) -> Result<CloudAnswer> {
                                                             return CloudAnswer{200, {}, token};
                                                         },
                                                         {});
                    ++(answer ? served : failed);
                });
            }
            std::this_thread::sleep_for(200ms);  // for all of them to arrive
            mayAnswer = true;
        }
        QCOMPARE(place.fetches.load(), 1);
        QCOMPARE(served.load(), isGiven ? 8 : 0);
        QCOMPARE(failed.load(), isGiven ? 0 : 8);
    }

    void whoeverStopsWaitingDoesNotStopTheOthers()
    {
        Place place;
        std::atomic<bool> mayAnswer = false, isFetching = false;
        std::stop_source stopping;
        std::optional<Error> ended;
        {
            const std::jthread first([&] {
                const auto answer = place.cache.with(
                    kKey,
                    [&]() -> Result<AccessToken> {
                        isFetching = true;
                        while (!mayAnswer)
                            std::this_thread::sleep_for(1ms);
                        return cancelledError();  // the one who fetched was stopped
                    },
                    [](const QByteArray &token) -> Result<CloudAnswer> {
                        return CloudAnswer{200, {}, token};
                    },
                    {});
                if (!answer)
                    ended = answer.error();
            });
            while (!isFetching)
                std::this_thread::sleep_for(1ms);
            stopping.request_stop();
            const auto waiting = place.cache.with(
                kKey, place.fetch,
                [](const QByteArray &token) -> Result<CloudAnswer> {
                    return CloudAnswer{200, {}, token};
                },
                stopping.get_token());
            QVERIFY(!waiting && waiting.error().isCancelled());
            const std::jthread second([&] {
                std::this_thread::sleep_for(50ms);
                mayAnswer = true;
            });
            QCOMPARE(place.used(), QByteArray("token-1"));  // fetched by itself
        }
        QVERIFY(ended && ended->isCancelled());
    }

    void keysDifferWheneverAPartDoes()
    {
        QCOMPARE(TokenCache::keyOf({"a", "b"}), TokenCache::keyOf({"a", "b"}));
        QVERIFY(TokenCache::keyOf({"a", "bc"}) != TokenCache::keyOf({"ab", "c"}));
        QVERIFY(!TokenCache::keyOf({"account", "a-secret"}).contains("a-secret"));
    }

    void theEndIsCountedByTheCloudsClock()
    {
        // The cloud's clock is years away from that of this computer.
        const CloudAnswer answer{200, {{"date", "Tue, 03 Nov 2015 10:00:00 GMT"}}, {}};
        const QDateTime end = QDateTime::fromString(QStringLiteral("2015-11-03T11:00:00Z"), Qt::ISODate);
        QCOMPARE(tokenUntil("t", end, answer).lasts, std::chrono::seconds(3600));
        QCOMPARE(tokenUntil("t", end.addSecs(-7200), answer).lasts, std::chrono::seconds(0));
        QCOMPARE(tokenUntil("t", {}, answer).lasts, std::chrono::seconds(0));
    }
};

QTEST_GUILESS_MAIN(TestTokenCache)
#include "tst_tokencache.moc"
