// SPDX-License-Identifier: GPL-3.0-or-later
// Live samples of machines over links that break, with private sshds.
#include "core/service/machines/connectionpool.h"
#include "core/service/machines/instanceoperations.h"
#include "core/service/machines/machinewatch.h"
#include "sshdfixture.h"
#include "tests/support/farmachine.h"
#include "tests/support/roughlink.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

Machine machineAt(const SshTarget &target, qint64 id = 1)
{
    Machine machine;
    machine.id = MachineId(id);
    machine.name = QStringLiteral("lab");
    machine.target = target;
    return machine;
}

}  // namespace

class TestMachineWatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();

    void samplesComeEverySecond();
    void killedServerIsFoundAgain();
    void silentLinkShowsAsStaleThenReturnsByItself();
    void cutNetworkIsNoticedAndMended();
    void returnOfTheNetworkEndsThePause();
    void fortyWatchesNeedNoThreadEach();
    void serverThatRefusesManyAtOnceGetsAllInTheEnd();
    void hangingMachinesDelayNoOther();
    void oneSessionPerConnectionLeavesRoomForOthers();
    void stoppedWatchSaysNothingMore();
    void aPersonIsNeverAskedAboutTheHostKeyOfARentedMachine();

private:
    SshTarget through(int port)
    {
        SshTarget target = m_sshd.target();
        QFile known(m_sshd.knownHosts()), own(m_directory.filePath(QStringLiteral("known_hosts_%1").arg(port)));
        if (known.open(QIODevice::ReadOnly) && own.open(QIODevice::WriteOnly))
            own.write(known.readAll().replace(QByteArray::number(m_sshd.port()), QByteArray::number(port)));
        target.port = port;
        target.knownHostsFile = own.fileName();
        return target;
    }
    SshdFixture m_sshd;
    QTemporaryDir m_directory;
};

void TestMachineWatch::initTestCase()
{
    const QString missing = SshdFixture::missingPart();
    if (!missing.isEmpty() && qEnvironmentVariable("CI") == QLatin1String("true"))
        QFAIL(qPrintable(missing));
    if (!missing.isEmpty())
        QSKIP(qPrintable(missing));
    QVERIFY2(m_sshd.start(), qPrintable(m_sshd.errorText()));
}

void TestMachineWatch::samplesComeEverySecond()
{
    MachineWatch watch(machineAt(m_sshd.target()), std::make_shared<ConnectionPool>(SshQuestions{}));
    watch.start();
    QTRY_VERIFY_WITH_TIMEOUT(watch.history().size() >= 4, 20'000);
    QCOMPARE(watch.linkState(), LinkState::Live);
    QVERIFY(watch.history().back().memoryTotalBytes.has_value());
}

void TestMachineWatch::killedServerIsFoundAgain()
{
    SshdFixture sshd;
    QVERIFY2(sshd.start(), qPrintable(sshd.errorText()));
    MachineWatch watch(machineAt(sshd.target()), std::make_shared<ConnectionPool>(SshQuestions{}));
    watch.start();
    QTRY_VERIFY_WITH_TIMEOUT(watch.history().size() >= 2, 20'000);
    sshd.stop();
    QTRY_COMPARE_WITH_TIMEOUT(watch.linkState(), LinkState::Unreachable, 30'000);
    QVERIFY(!watch.lastError().what.isEmpty());
    const std::size_t before = watch.history().size();
    QVERIFY2(sshd.start(), qPrintable(sshd.errorText()));
    QTRY_COMPARE_WITH_TIMEOUT(watch.linkState(), LinkState::Live, 20'000);
    QTRY_VERIFY_WITH_TIMEOUT(watch.history().size() >= before + 2, 20'000);
}

void TestMachineWatch::silentLinkShowsAsStaleThenReturnsByItself()
{
    RoughLink relay(m_sshd.port());
    MachineWatch watch(machineAt(through(relay.port())), std::make_shared<ConnectionPool>(SshQuestions{}));
    watch.start();
    QTRY_VERIFY_WITH_TIMEOUT(watch.history().size() >= 2, 20'000);
    relay.setStalled(true);
    QElapsedTimer clock;
    clock.start();
    QTRY_COMPARE_WITH_TIMEOUT(watch.linkState(), LinkState::Stale, 30'000);
    const qint64 stale = clock.elapsed();
    QTRY_COMPARE_WITH_TIMEOUT(watch.linkState(), LinkState::Unreachable, 30'000);
    const qint64 dead = clock.elapsed();
    qInfo("silent link: stale after %lld ms, given up after %lld ms", stale, dead);
    QVERIFY2(stale < 6000, qPrintable(QString::number(stale)));
    QVERIFY2(dead < 14'000, qPrintable(QString::number(dead)));
    relay.cutNow();
    relay.setStalled(false);
    clock.restart();
    QTRY_COMPARE_WITH_TIMEOUT(watch.linkState(), LinkState::Live, 40'000);
    qInfo("live again %lld ms after the link was mended", clock.elapsed());
}

void TestMachineWatch::cutNetworkIsNoticedAndMended()
{
    FarMachine machine;
    if (!machine.start()) {
        if (qEnvironmentVariable("CI") == QLatin1String("true"))
            QFAIL(qPrintable(machine.problem()));
        QSKIP(qPrintable(machine.problem()));
    }
    MachineWatch watch(machineAt(machine.target()), std::make_shared<ConnectionPool>(SshQuestions{}));
    watch.start();
    QTRY_VERIFY_WITH_TIMEOUT(watch.history().size() >= 2, 30'000);
    // Answers are lost without an error.
    machine.line().setBlackHole(true, false);
    QElapsedTimer clock;
    clock.start();
    QTRY_COMPARE_WITH_TIMEOUT(watch.linkState(), LinkState::Stale, 30'000);
    const qint64 stale = clock.elapsed();
    QTRY_COMPARE_WITH_TIMEOUT(watch.linkState(), LinkState::Unreachable, 30'000);
    const qint64 dead = clock.elapsed();
    qInfo("black hole: stale after %lld ms, given up after %lld ms", stale, dead);
    QVERIFY2(stale < 6000 && dead < 14'000, qPrintable(QString::number(dead)));
    machine.line().setBlackHole(false, false);
    QTRY_COMPARE_WITH_TIMEOUT(watch.linkState(), LinkState::Live, 60'000);

    // This computer's own link goes down and comes back: the kernel reports it, so recovery is quick.
    QVERIFY(machine.line().setNearUp(false));
    clock.restart();
    QTRY_COMPARE_WITH_TIMEOUT(watch.linkState(), LinkState::Unreachable, 30'000);
    qInfo("own link down: given up after %lld ms", clock.elapsed());
    QVERIFY(clock.elapsed() < 9500);  // before the silence would have shown it
    QTest::qWait(9000);               // the pauses between attempts have grown by now
    QVERIFY(machine.line().setNearUp(true));
    clock.restart();
    QTRY_COMPARE_WITH_TIMEOUT(watch.linkState(), LinkState::Live, 30'000);
    qInfo("own link up: live again after %lld ms", clock.elapsed());
    QVERIFY2(clock.elapsed() < 6000, qPrintable(QString::number(clock.elapsed())));
}

void TestMachineWatch::returnOfTheNetworkEndsThePause()
{
    SshdFixture sshd;
    QVERIFY2(sshd.start(), qPrintable(sshd.errorText()));
    const auto pool = std::make_shared<ConnectionPool>(SshQuestions{});
    MachineWatch watch(machineAt(sshd.target()), pool);
    watch.start();
    QTRY_COMPARE_WITH_TIMEOUT(watch.linkState(), LinkState::Live, 20'000);
    sshd.stop();
    int attempts = 0;
    connect(&watch, &MachineWatch::linkStateChanged, this, [&](LinkState state) { attempts += state == LinkState::Unreachable; });
    QTRY_VERIFY_WITH_TIMEOUT(attempts >= 4, 30'000);  // the next pause is 6 to 8 s
    QVERIFY2(sshd.start(), qPrintable(sshd.errorText()));
    QElapsedTimer clock;
    clock.start();
    pool->services().network->announce();
    QTRY_COMPARE_WITH_TIMEOUT(watch.linkState(), LinkState::Live, 20'000);
    QVERIFY2(clock.elapsed() < 5000, qPrintable(QString::number(clock.elapsed())));
}

void TestMachineWatch::fortyWatchesNeedNoThreadEach()
{
    const auto threads = [] { return QDir(QStringLiteral("/proc/self/task")).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(); };
    const qsizetype before = threads();
    const auto pool = std::make_shared<ConnectionPool>(SshQuestions{});
    std::vector<std::unique_ptr<MachineWatch>> watches;
    for (int i = 0; i < 40; ++i) {
        watches.push_back(std::make_unique<MachineWatch>(machineAt(m_sshd.target(), i + 1), pool));
        watches.back()->start();
    }
    for (const auto &watch : watches)
        QTRY_VERIFY_WITH_TIMEOUT(watch->history().size() >= 2, 60'000);
    QTRY_VERIFY2_WITH_TIMEOUT(threads() <= before + 1, qPrintable(QString::number(threads() - before)), 30'000);
}

void TestMachineWatch::serverThatRefusesManyAtOnceGetsAllInTheEnd()
{
    SshdFixture sshd;
    sshd.addConfig(QStringLiteral("MaxStartups 2:50:4"));
    QVERIFY2(sshd.start(), qPrintable(sshd.errorText()));
    const auto pool = std::make_shared<ConnectionPool>(SshQuestions{});
    std::vector<std::unique_ptr<MachineWatch>> watches;
    for (int i = 0; i < 16; ++i) {
        watches.push_back(std::make_unique<MachineWatch>(machineAt(sshd.target(), i + 1), pool));
        watches.back()->start();
    }
    for (const auto &watch : watches)
        QTRY_COMPARE_WITH_TIMEOUT(watch->linkState(), LinkState::Live, 60'000);
}

void TestMachineWatch::hangingMachinesDelayNoOther()
{
    // Relays that are cut accept in the kernel and never send anything: each login hangs until its deadline.
    std::vector<std::unique_ptr<RoughLink>> relays;
    std::vector<std::unique_ptr<MachineWatch>> watches;
    const auto pool = std::make_shared<ConnectionPool>(SshQuestions{});
    for (int i = 0; i < 20; ++i) {
        relays.push_back(std::make_unique<RoughLink>(m_sshd.port()));
        relays.back()->setStalled(true);
        watches.push_back(std::make_unique<MachineWatch>(machineAt(through(relays.back()->port()), 100 + i), pool));
        watches.back()->start();
    }
    MachineWatch good(machineAt(m_sshd.target()), pool);
    good.start();
    QElapsedTimer clock;
    clock.start();
    QTRY_COMPARE_WITH_TIMEOUT(good.linkState(), LinkState::Live, 30'000);
    qInfo("live behind 20 machines that hang after %lld ms", clock.elapsed());
    QVERIFY2(clock.elapsed() < 15'000, qPrintable(QString::number(clock.elapsed())));
}

void TestMachineWatch::oneSessionPerConnectionLeavesRoomForOthers()
{
    SshdFixture sshd;
    sshd.addConfig(QStringLiteral("MaxSessions 1"));
    QVERIFY2(sshd.start(), qPrintable(sshd.errorText()));
    const auto pool = std::make_shared<ConnectionPool>(SshQuestions{});
    const Machine machine = machineAt(sshd.target());
    MachineWatch watch(machine, pool);
    watch.start();
    QTRY_VERIFY_WITH_TIMEOUT(watch.history().size() >= 2, 20'000);
    RemoteCommand question;
    question.line = QStringLiteral("echo here");
    QByteArray answer;
    // As a link does: after an error the pool is asked again.
    for (int attempt = 0; attempt < 3 && answer.isEmpty(); ++attempt) {
        const auto connection = pool->get(machine, Interaction::None, QDeadlineTimer(20'000));
        QVERIFY(connection);
        if (const auto result = (*connection)->run(question, QDeadlineTimer(20'000)))
            answer = result->out;
    }
    QCOMPARE(answer, QByteArray("here\n"));
    QCOMPARE(watch.linkState(), LinkState::Live);
}

void TestMachineWatch::stoppedWatchSaysNothingMore()
{
    MachineWatch watch(machineAt(m_sshd.target()), std::make_shared<ConnectionPool>(SshQuestions{}));
    watch.start();
    QTRY_VERIFY_WITH_TIMEOUT(watch.history().size() >= 1, 20'000);
    watch.stop();
    QCoreApplication::processEvents();
    const std::size_t before = watch.history().size();
    QTest::qWait(2500);
    QCOMPARE(watch.history().size(), before);
    QCOMPARE(watch.linkState(), LinkState::Idle);
}

void TestMachineWatch::aPersonIsNeverAskedAboutTheHostKeyOfARentedMachine()
{
    std::atomic<int> asked = 0;
    SshQuestions questions;
    questions.acceptUnknownHostKey = [&asked](const SshTarget &, const HostKey &, const std::stop_token &) {
        ++asked;
        return true;
    };
    Machine rented = machineAt(m_sshd.target());
    rented.instanceId = InstanceId(7);
    rented.target.knownHostsFile = m_directory.filePath(QStringLiteral("7.hosts"));  // its key is not there yet
    rented.target.hostKeyAlias = InstanceOperations::hostKeyAlias(rented.instanceId);
    ConnectionPool pool(questions);
    const auto opened = pool.get(rented, Interaction::Allowed, QDeadlineTimer(20'000));
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, ErrorCode::Unreachable);
    QCOMPARE(asked.load(), 0);
    // As for any other machine, there is a question.
    rented.instanceId = {};
    QVERIFY(pool.get(rented, Interaction::Allowed, QDeadlineTimer(20'000)));
    QCOMPARE(asked.load(), 1);
}

QTEST_GUILESS_MAIN(TestMachineWatch)
#include "tst_machinewatch.moc"
