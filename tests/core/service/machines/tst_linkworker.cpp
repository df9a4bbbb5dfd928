// SPDX-License-Identifier: GPL-3.0-or-later
// Links that work in steps, on a real SSH server: one step at a time, many links on few threads, a new try after a failure, and nothing
// after the end.
#include "core/base/retry.h"
#include "core/service/machines/linkworker.h"
#include "tests/support/sshdfixture.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTest>

#include <atomic>
#include <mutex>

using namespace trainyard;
using namespace std::chrono_literals;

namespace {

constexpr int kSoonMs = 20'000;

// What a link reported, from any thread.
struct Told {
    std::mutex guard;
    QList<LinkState> states;
    QList<LinkState> all()
    {
        const std::lock_guard lock(guard);
        return states;
    }
    bool has(LinkState state) { return all().contains(state); }
    LinkWorker::Report report()
    {
        return [this](LinkState state, const Error &) {
            const std::lock_guard lock(guard);
            states << state;
        };
    }
};

qsizetype threads() { return QDir(QStringLiteral("/proc/self/task")).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(); }

Error trouble() { return {ErrorCode::ConnectionLost, QStringLiteral("lost"), {}}; }

}  // namespace

class TestLinkWorker : public QObject {
    Q_OBJECT

    SshdFixture m_sshd;
    LinkServices m_services = LinkServices::start();

    LinkWorker::Connect connecting()
    {
        return [this](std::stop_token stop) {
            return SshConnection::open(m_sshd.target(), {}, QDeadlineTimer(kSoonMs), stop, m_services.reactor);
        };
    }
    static Result<void> ask(SshConnection &connection, std::stop_token stop)
    {
        RemoteCommand command;
        command.line = QStringLiteral("true");
        const auto ran = connection.run(command, QDeadlineTimer(kSoonMs), stop);
        return ran ? Result<void>() : Result<void>(ran.error());
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (!m_sshd.start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(m_sshd.missing() + m_sshd.errorText()));
            QSKIP(qPrintable(m_sshd.missing() + m_sshd.errorText()));
        }
    }

    void stepsComeOneAtATimeUntilThereIsNothingToDo()
    {
        Told told;
        std::atomic<int> steps = 0, busy = 0, most = 0;
        QElapsedTimer clock;
        clock.start();
        std::atomic<qint64> over = 0;
        const LinkWorker worker(
            connecting(),
            [&](const LinkWorker::Link &link, std::stop_token stop) -> Result<LinkWorker::Next> {
                most = std::max(most.load(), ++busy);
                const auto asked = ask(link.connection, stop);
                --busy;
                if (!asked)
                    return asked.error();
                link.heard(true);
                if (++steps < 5)
                    return LinkWorker::Next::stepAfter(50ms);
                over = clock.elapsed();
                return LinkWorker::Next::done();
            },
            told.report(), m_services);
        QTRY_VERIFY_WITH_TIMEOUT(told.has(LinkState::Idle), kSoonMs);
        QCOMPARE(told.all(), (QList<LinkState>{LinkState::Connecting, LinkState::Live, LinkState::Idle}));
        QCOMPARE(steps.load(), 5);
        QCOMPARE(most.load(), 1);
        QVERIFY(over >= 4 * 50);
        QTest::qWait(200);
        QCOMPARE(steps.load(), 5);
    }

    void manyLinksShareFewThreads()
    {
        constexpr int kLinks = 30, kSteps = 20;
        std::vector<std::atomic<int>> steps(kLinks);
        // One connection for all: only the steps are measured.
        const auto shared = SshConnection::open(m_sshd.target(), {}, QDeadlineTimer(kSoonMs), {}, m_services.reactor);
        QVERIFY(shared);
        std::vector<std::unique_ptr<LinkWorker>> workers;
        const qsizetype before = threads();
        qsizetype most = 0;
        for (int i = 0; i < kLinks; ++i) {
            workers.push_back(std::make_unique<LinkWorker>(
                [&shared](std::stop_token) { return shared; },
                [&steps, i](const LinkWorker::Link &link, std::stop_token) -> Result<LinkWorker::Next> {
                    link.heard(true);
                    return ++steps[size_t(i)] < kSteps ? LinkWorker::Next::stepAfter(100ms) : LinkWorker::Next::done();
                },
                [](LinkState, const Error &) {}, m_services));
        }
        const auto areDone = [&] {
            most = std::max(most, threads());
            return std::all_of(steps.begin(), steps.end(), [](const auto &one) { return one == kSteps; });
        };
        QTRY_VERIFY_WITH_TIMEOUT(areDone(), kSoonMs);
        QVERIFY2(most - before <= 4, qPrintable(QString::number(most - before)));
    }

    void oneThatWaitsHoldsUpNoOther()
    {
        std::atomic<bool> isWaiting = false, wasStopped = false;
        std::atomic<int> steps = 0;
        auto waiting = std::make_unique<LinkWorker>(
            connecting(),
            [&](const LinkWorker::Link &, std::stop_token stop) -> Result<LinkWorker::Next> {
                isWaiting = true;
                wasStopped = !pauseFor(1h, stop);
                return cancelledError();
            },
            [](LinkState, const Error &) {}, m_services);
        QTRY_VERIFY_WITH_TIMEOUT(isWaiting.load(), kSoonMs);
        const LinkWorker other(
            connecting(),
            [&](const LinkWorker::Link &, std::stop_token) -> Result<LinkWorker::Next> {
                ++steps;
                return LinkWorker::Next::stepAfter(10ms);
            },
            [](LinkState, const Error &) {}, m_services);
        QTRY_VERIFY_WITH_TIMEOUT(steps >= 20, kSoonMs);
        QVERIFY(!wasStopped);
        waiting.reset();  // waits for the step that it asked to stop
        QVERIFY(wasStopped);
    }

    void troubleIsToldAndTriedAgain()
    {
        Told told;
        std::atomic<int> connects = 0;
        LinkWorker worker(
            [&, connect = connecting()](std::stop_token stop) -> Result<std::shared_ptr<SshConnection>> {
                if (++connects <= 3)
                    return trouble();
                return connect(stop);
            },
            [](const LinkWorker::Link &link, std::stop_token) -> Result<LinkWorker::Next> {
                link.heard(true);
                return LinkWorker::Next::stepAfter(20ms);
            },
            told.report(), m_services);
        QTRY_VERIFY_WITH_TIMEOUT(told.has(LinkState::Unreachable), kSoonMs);
        QCOMPARE(connects.load(), 1);
        // The pause is nearly a second at least; a person, or the network, can end it.
        QElapsedTimer clock;
        clock.start();
        worker.retryNow();
        QTRY_COMPARE_WITH_TIMEOUT(connects.load(), 2, 500);
        m_services.network->announce();
        QTRY_COMPARE_WITH_TIMEOUT(connects.load(), 3, 500);
        QTRY_VERIFY_WITH_TIMEOUT(told.has(LinkState::Live), kSoonMs);
        QCOMPARE(told.all(), (QList<LinkState>{LinkState::Connecting, LinkState::Unreachable, LinkState::Unreachable,
                                               LinkState::Unreachable, LinkState::Live}));
    }

    void aRetryThatIsWantedDuringATryComesAfterIt()
    {
        std::atomic<int> connects = 0;
        std::atomic<bool> mayEnd = false;
        LinkWorker worker(
            [&](std::stop_token stop) -> Result<std::shared_ptr<SshConnection>> {
                if (++connects == 1) {
                    while (!mayEnd && pauseFor(5ms, stop)) {}
                }
                return trouble();
            },
            [](const LinkWorker::Link &, std::stop_token) -> Result<LinkWorker::Next> { return LinkWorker::Next::done(); },
            [](LinkState, const Error &) {}, m_services);
        QTRY_COMPARE_WITH_TIMEOUT(connects.load(), 1, kSoonMs);
        worker.retryNow();
        mayEnd = true;
        QTRY_COMPARE_WITH_TIMEOUT(connects.load(), 2, 500);
        QTest::qWait(300);
        QCOMPARE(connects.load(), 2);
    }

    void aLinkThatBreaksIsDialledAnew()
    {
        Told told;
        std::atomic<int> connects = 0;
        const LinkWorker worker(
            [&, connect = connecting()](std::stop_token stop) {
                ++connects;
                return connect(stop);
            },
            [](const LinkWorker::Link &link, std::stop_token stop) -> Result<LinkWorker::Next> {
                const auto asked = ask(link.connection, stop);
                if (!asked)
                    return asked.error();
                link.heard(true);
                return LinkWorker::Next::stepAfter(20ms);
            },
            told.report(), m_services);
        QTRY_VERIFY_WITH_TIMEOUT(told.has(LinkState::Live), kSoonMs);
        m_sshd.dropConnections();
        QTRY_COMPARE_WITH_TIMEOUT(connects.load(), 2, kSoonMs);
        QTRY_COMPARE_WITH_TIMEOUT(told.all().value(told.all().size() - 1), LinkState::Live, kSoonMs);
        QVERIFY(told.has(LinkState::Unreachable));
    }

    void whoIsTooEarlyIsAskedAgain()
    {
        Told told;
        std::atomic<int> connects = 0, steps = 0;
        QElapsedTimer clock;
        clock.start();
        const LinkWorker worker(
            [&, connect = connecting()](std::stop_token stop) -> Result<std::shared_ptr<SshConnection>> {
                return ++connects < 3 ? Result<std::shared_ptr<SshConnection>>(nullptr) : connect(stop);
            },
            [&](const LinkWorker::Link &, std::stop_token) -> Result<LinkWorker::Next> {
                ++steps;
                return LinkWorker::Next::done();
            },
            told.report(), m_services);
        QTRY_COMPARE_WITH_TIMEOUT(steps.load(), 1, kSoonMs);
        QVERIFY(clock.elapsed() >= 2 * LinkWorker::kAskAgain.count());
        QVERIFY(!told.has(LinkState::Unreachable));
    }

    void aSilentMachineIsStaleWhileTheWorkWaits()
    {
        Told told;
        const LinkWorker worker(
            connecting(),
            [](const LinkWorker::Link &link, std::stop_token stop) -> Result<LinkWorker::Next> {
                const auto asked = ask(link.connection, stop);
                if (!asked)
                    return asked.error();
                link.heard(true);
                return LinkWorker::Next::stepAfter(50ms);
            },
            told.report(), m_services);
        QTRY_VERIFY_WITH_TIMEOUT(told.has(LinkState::Live), kSoonMs);
        m_sshd.pauseConnections();
        QTRY_VERIFY_WITH_TIMEOUT(told.has(LinkState::Stale), kSoonMs);
        m_sshd.dropConnections();
        QTRY_COMPARE_WITH_TIMEOUT(told.all().value(told.all().size() - 1), LinkState::Live, kSoonMs);
    }

    void nothingIsCalledAfterTheEnd()
    {
        std::atomic<bool> isOver = false;
        std::atomic<int> late = 0, calls = 0;
        const auto note = [&] {
            ++calls;
            late += isOver;
        };
        for (int round = 0; round < 100; ++round) {
            isOver = false;
            auto worker = std::make_unique<LinkWorker>(
                [&](std::stop_token) -> Result<std::shared_ptr<SshConnection>> {
                    note();
                    return trouble();
                },
                [&](const LinkWorker::Link &, std::stop_token) -> Result<LinkWorker::Next> { return LinkWorker::Next::done(); },
                [&](LinkState, const Error &) { note(); }, m_services);
            pauseFor(std::chrono::milliseconds(round % 5));
            worker->retryNow();
            worker.reset();
            isOver = true;
            pauseFor(1ms);
        }
        pauseFor(50ms);
        QCOMPARE(late.load(), 0);
        QVERIFY(calls > 0);
    }
};

QTEST_GUILESS_MAIN(TestLinkWorker)

#include "tst_linkworker.moc"
