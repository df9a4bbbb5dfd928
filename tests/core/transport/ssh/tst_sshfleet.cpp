// SPDX-License-Identifier: GPL-3.0-or-later
// Many connections on one thread, and links that die silently, with private sshds.
#include "core/transport/ssh/reactor.h"
#include "sshtesting.h"
#include "tests/support/roughlink.h"

#include <atomic>
#include <future>
#include <limits>
#include <malloc.h>
#include <thread>
#include <vector>

using namespace trainyard;

namespace {

qsizetype entriesOf(const QString &directory) { return QDir(directory).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size(); }
qsizetype descriptors() { return entriesOf(QStringLiteral("/proc/self/fd")); }
qsizetype threads() { return entriesOf(QStringLiteral("/proc/self/task")); }

// What a feed reported, from any thread.
struct Heard {
    std::mutex guard;
    QByteArray out;
    std::optional<Result<CommandResult>> end;

    FeedEvents events(const std::shared_ptr<Heard> &self)
    {
        return {[self](QByteArrayView bytes) {
                    const std::lock_guard lock(self->guard);
                    self->out += bytes;
                },
                [self](const Result<CommandResult> &result) {
                    const std::lock_guard lock(self->guard);
                    self->end = result;
                }};
    }
    bool hasEnded()
    {
        const std::lock_guard lock(guard);
        return end.has_value();
    }
    QByteArray output()
    {
        const std::lock_guard lock(guard);
        return out;
    }
};

}  // namespace

class TestSshFleet : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();

    void timersAndJobsRunInOrder();
    void reactorMayBeDroppedByItsOwnJob();

    void followedCommandReportsOutputAndEnd();
    void followedCommandFailsWithItsConnection();
    void manyConnectionsShareOneThread();
    void machineThatHangsDelaysNoOther();
    void thousandConnectsLeaveNothing();

    void silentLinkIsDeadWithinElevenSeconds();
    void slowLinkIsNotTakenForADeadOne();

    void lackOfSessionsIsToldSoon();

private:
    std::shared_ptr<SshConnection> connected(const SshTarget &target, std::shared_ptr<Reactor> reactor)
    {
        auto opened = SshConnection::open(target, {}, soon(), {}, std::move(reactor));
        if (!opened) {
            qWarning().noquote() << described(opened);
            return nullptr;
        }
        return *opened;
    }
    SshTarget through(const RoughLink &relay) const
    {
        SshTarget target = m_sshd.target();
        QFile known(m_sshd.knownHosts()), own(m_directory.filePath(QStringLiteral("known_hosts")));
        if (known.open(QIODevice::ReadOnly) && own.open(QIODevice::WriteOnly))
            own.write(known.readAll().replace(QByteArray::number(m_sshd.port()), QByteArray::number(relay.port())));
        target.port = relay.port();
        target.knownHostsFile = own.fileName();
        return target;
    }
    SshdFixture m_sshd;
    QTemporaryDir m_directory;
};

void TestSshFleet::initTestCase() { START_OR_SKIP(m_sshd); }

void TestSshFleet::timersAndJobsRunInOrder()
{
    const auto reactor = Reactor::start();
    std::mutex guard;
    QByteArray order;
    const auto note = [&](char letter) {
        const std::lock_guard lock(guard);
        order += letter;
    };
    // All are posted from one job, so that none of them can run before all are known.
    reactor->post([&] {
        reactor->after(std::chrono::milliseconds(1500), [&] { note('d'); });
        reactor->after(std::chrono::milliseconds(500), [&] { note('c'); });
        reactor->post([&] { note('a'); });
        reactor->post([&] { note('b'); });
    });
    const auto told = [&] {
        const std::lock_guard lock(guard);
        return order;
    };
    QTRY_COMPARE_WITH_TIMEOUT(told(), QByteArray("abcd"), 30'000);
}

void TestSshFleet::reactorMayBeDroppedByItsOwnJob()
{
    const qsizetype before = threads();
    auto reactor = Reactor::start();
    std::promise<void> dropped;
    reactor->post([held = reactor, gone = dropped.get_future().share()] { gone.wait(); });
    reactor.reset();
    dropped.set_value();  // the copy in the job is now the last one
    QTRY_VERIFY_WITH_TIMEOUT(threads() <= before, 30'000);
}

void TestSshFleet::followedCommandReportsOutputAndEnd()
{
    const auto connection = connected(m_sshd.target(), Reactor::start());
    QVERIFY(connection);
    const auto heard = std::make_shared<Heard>();
    const auto feed = connection->follow(command(QStringLiteral("cat; echo bad >&2; exit 4"), "some input"), heard->events(heard));
    VERIFY_OK(feed);
    QTRY_VERIFY_WITH_TIMEOUT(heard->hasEnded(), 30'000);
    QCOMPARE(heard->output(), QByteArray("some input"));
    VERIFY_OK(*heard->end);
    QCOMPARE((*heard->end)->exitCode, 4);
    QCOMPARE((*heard->end)->err, QByteArray("bad\n"));
    VERIFY_ERROR(connection->follow(command({}), {}), ErrorCode::InvalidInput);
}

void TestSshFleet::followedCommandFailsWithItsConnection()
{
    const auto connection = connected(m_sshd.target(), Reactor::start());
    QVERIFY(connection);
    const auto heard = std::make_shared<Heard>();
    const auto feed = connection->follow(command(QStringLiteral("echo up; sleep 60")), heard->events(heard));
    VERIFY_OK(feed);
    QTRY_COMPARE_WITH_TIMEOUT(heard->output(), QByteArray("up\n"), 30'000);
    m_sshd.dropConnections();
    QTRY_VERIFY_WITH_TIMEOUT(heard->hasEnded(), 30'000);
    VERIFY_ERROR(*heard->end, ErrorCode::ConnectionLost);
    const auto late = std::make_shared<Heard>();
    VERIFY_OK(connection->follow(command(QStringLiteral("true")), late->events(late)));
    QTRY_VERIFY_WITH_TIMEOUT(late->hasEnded(), 30'000);
    VERIFY_ERROR(*late->end, ErrorCode::ConnectionLost);
}

void TestSshFleet::manyConnectionsShareOneThread()
{
    const auto reactor = Reactor::start();
    const qsizetype before = threads();
    std::vector<std::shared_ptr<SshConnection>> connections;
    std::vector<std::shared_ptr<Heard>> heard;
    std::vector<std::unique_ptr<RemoteFeed>> feeds;
    for (int i = 0; i < 30; ++i) {
        connections.push_back(connected(m_sshd.target(), reactor));
        QVERIFY(connections.back());
        heard.push_back(std::make_shared<Heard>());
        auto feed = connections.back()->follow(command(QStringLiteral("head -c 300000 /dev/zero >&2; seq 1 20000; echo %1").arg(i)),
                                               heard.back()->events(heard.back()));
        VERIFY_OK(feed);
        feeds.push_back(std::move(*feed));
    }
    QVERIFY2(threads() <= before, qPrintable(QString::number(threads() - before)));
    for (std::size_t i = 0; i < heard.size(); ++i) {
        QTRY_VERIFY_WITH_TIMEOUT(heard[i]->hasEnded(), 30'000);
        QVERIFY(heard[i]->output().startsWith("1\n2\n"));
        QVERIFY(heard[i]->output().endsWith("\n20000\n" + QByteArray::number(qulonglong(i)) + '\n'));
    }
}

void TestSshFleet::machineThatHangsDelaysNoOther()
{
    SshdFixture hanging;
    QVERIFY2(hanging.start(), qPrintable(hanging.errorText()));
    const auto reactor = Reactor::start();
    const auto bad = connected(hanging.target(), reactor), good = connected(m_sshd.target(), reactor);
    QVERIFY(bad && good);
    const auto sink = bad->start(command(QStringLiteral("cat > /dev/null")), soon());
    VERIFY_OK(sink);
    hanging.pauseConnections();
    VERIFY_ERROR((*sink)->write(QByteArray(64 * 1024 * 1024, 'x'), soon(1500)), ErrorCode::TimedOut);
    std::thread writer([&] { QVERIFY(!(*sink)->write(QByteArray(64 * 1024 * 1024, 'x'), soon(4000))); });
    for (int i = 0; i < 20; ++i) {
        QElapsedTimer clock;
        clock.start();
        VERIFY_OK(good->run(command(QStringLiteral("true")), soon()));
        QVERIFY2(clock.elapsed() < 2000, qPrintable(QString::number(clock.elapsed())));
    }
    writer.join();
}

void TestSshFleet::thousandConnectsLeaveNothing()
{
    const auto reactor = Reactor::start();
    const auto connect = [&](int count) {
        std::atomic<int> left = count, failed = 0;
        std::vector<std::jthread> callers;
        for (int i = 0; i < 4; ++i) {
            callers.emplace_back([&] {
                for (int number = left--; number > 0; number = left--) {
                    const auto connection = connected(m_sshd.target(), reactor);
                    const bool isUsed = number % 10 == 0;
                    failed += !connection || (isUsed && !connection->run(command(QStringLiteral("true")), soon()));
                }
            });
        }
        callers.clear();
        return failed == 0;
    };
    QVERIFY(connect(100));  // one-time allocations are done
    const qsizetype descriptorsBefore = descriptors(), threadsBefore = threads();
    // A leak per connection grows the heap in every round; memory that allocators keep for threads does not.
    constexpr int kRounds = 4;
    qint64 least = std::numeric_limits<qint64>::max();
    for (int round = 0; round < kRounds && least >= 50'000; ++round) {
        const std::size_t heapBefore = mallinfo2().uordblks;
        QVERIFY(connect(1000));
        QTRY_COMPARE_WITH_TIMEOUT(descriptors(), descriptorsBefore, 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(threads(), threadsBefore, 30'000);
        const auto grown = static_cast<qint64>(mallinfo2().uordblks) - static_cast<qint64>(heapBefore);
        qInfo("1000 connects left %lld bytes", grown);
        least = std::min(least, grown);
    }
    QVERIFY2(least < 50'000, qPrintable(QString::number(least)));
}

void TestSshFleet::silentLinkIsDeadWithinElevenSeconds()
{
    RoughLink relay(m_sshd.port());
    const auto reactor = Reactor::start();
    const auto idle = connected(through(relay), reactor), waiting = connected(through(relay), reactor);
    QVERIFY(idle && waiting);
    QElapsedTimer clock;
    std::atomic<qint64> failedAfter = 0;
    std::thread caller([&] {
        const auto result = waiting->run(command(QStringLiteral("sleep 100")), soon(60'000));
        failedAfter = clock.elapsed();
        QVERIFY(!result && result.error().code == ErrorCode::ConnectionLost);
    });
    QTest::qWait(300);  // the command runs
    relay.setStalled(true);
    clock.start();
    QTRY_VERIFY_WITH_TIMEOUT(idle->silence() > std::chrono::seconds(3), 30'000);
    QVERIFY(idle->isAlive() && waiting->isAlive());
    QTRY_VERIFY_WITH_TIMEOUT(!idle->isAlive() && !waiting->isAlive(), 30'000);
    const qint64 took = clock.elapsed();
    caller.join();
    qInfo("a silent link is declared dead after %lld ms, a call on it fails after %lld ms", took, failedAfter.load());
    QVERIFY2(took >= 8000 && took < 14'000, qPrintable(QString::number(took)));
    QVERIFY(failedAfter < 14'000);
}

void TestSshFleet::slowLinkIsNotTakenForADeadOne()
{
    // Idle, but alive: the keepalives get through.
    const auto connection = connected(m_sshd.target(), Reactor::start());
    QVERIFY(connection);
    QTest::qWait(13'000);
    QVERIFY(connection->isAlive());
    QVERIFY(connection->silence() < std::chrono::seconds(5));
    VERIFY_OK(connection->run(command(QStringLiteral("true")), soon()));
}

void TestSshFleet::lackOfSessionsIsToldSoon()
{
    SshdFixture sshd;
    sshd.addConfig(QStringLiteral("MaxSessions 1"));
    QVERIFY2(sshd.start(), qPrintable(sshd.errorText()));
    const auto connection = connected(sshd.target(), Reactor::start());
    QVERIFY(connection);
    // A long-lived command needs its own connection.
    const auto stream = connection->start(command(QStringLiteral("echo up; sleep 60")), soon());
    VERIFY_OK(stream);
    VERIFY_ERROR(connection->run(command(QStringLiteral("true")), soon()), ErrorCode::PermissionDenied);
    QVERIFY(connection->isFull() && connection->isAlive());
}

QTEST_GUILESS_MAIN(TestSshFleet)
#include "tst_sshfleet.moc"
