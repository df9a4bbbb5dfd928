// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that holds a connection at the same time (a followed log, live samples, a tunnel, a transfer) over a line that fails in every
// way that lines fail. Afterwards all of it recovers by itself, and not a byte is wrong.
#include "core/service/machines/connectionpool.h"
#include "core/service/machines/machinewatch.h"
#include "core/service/machines/transferlinks.h"
#include "core/service/machines/tunnel.h"
#include "tests/core/transport/transfer/transfertesting.h"
#include "tests/support/farmachine.h"
#include "tests/support/loopbackpeers.h"
#include "tests/support/yardcommand.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <future>

using namespace trainyard;
using namespace std::chrono_literals;

namespace {

constexpr qint64 kSize = 24 * 1024 * 1024;
constexpr qint64 kRate = 3'000'000;  // bytes a second, so that no copy ends before the line fails

struct Fault {
    std::function<void(FarMachine &)> begin, end;
    bool isFatal = true;  // connections do not survive it
};

}  // namespace

Q_DECLARE_METATYPE(Fault)

class TestBadNetwork : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everythingGoesOn_data();
    void everythingGoesOn();

private:
    Machine machine() const
    {
        Machine machine;
        machine.id = MachineId(1);
        machine.name = QStringLiteral("far");
        machine.target = m_machine.target();
        return machine;
    }

    FarMachine m_machine;
    QTemporaryDir m_home, m_state, m_files;
    std::unique_ptr<YardCommand> m_yard;
};

void TestBadNetwork::initTestCase()
{
    QString problem = SshdFixture::missingPart();
    m_machine.sshd().setEnvironment(QStringLiteral("HOME"), m_home.path());
    if (problem.isEmpty() && !m_machine.start())
        problem = m_machine.problem();
    if (!problem.isEmpty() && qEnvironmentVariable("CI") == QLatin1String("true"))
        QFAIL(qPrintable(problem));
    if (!problem.isEmpty())
        QSKIP(qPrintable(problem));
    m_machine.line().setDelay(10);
    m_machine.line().setRate(kRate);

    m_yard = std::make_unique<YardCommand>(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), m_state.path());
    const SshTarget target = m_machine.target();
    const auto added = m_yard->run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("far"),
                                    QStringLiteral("ssh -p %1 -i %2 -o UserKnownHostsFile=%3 %4@%5")
                                        .arg(target.port)
                                        .arg(target.identityFiles.first(), target.knownHostsFile, target.user, target.host)});
    QVERIFY2(added.status == 0, added.told().constData());
    QVERIFY(writeFile(m_files.filePath(QStringLiteral("source")).toUtf8(), noise(kSize, 7)));
    QVERIFY(
        writeFile(m_files.filePath(QStringLiteral("task.yaml")).toUtf8(),
                  "name: talk\nengine: process\n"
                  "run: |\n  i=0\n  while [ ! -e \"$HOME/$TRAINYARD_RUN_ID.end\" ]; do i=$((i+1)); echo \"line $i\"; sleep 0.02; done\n"));
}

void TestBadNetwork::everythingGoesOn_data()
{
    using Side = FarNetwork::Side;
    QTest::addColumn<Fault>("fault");
    QTest::newRow("everything is swallowed") << Fault{[](FarMachine &m) { m.line().setBlackHole(true, true); },
                                                      [](FarMachine &m) { m.line().setBlackHole(false, false); }};
    QTest::newRow("half open: what the machine sends is swallowed")
        << Fault{[](FarMachine &m) { m.line().setBlackHole(true, false); }, [](FarMachine &m) { m.line().setBlackHole(false, false); }};
    QTest::newRow("half open: what we send is swallowed")
        << Fault{[](FarMachine &m) { m.line().setBlackHole(false, true); }, [](FarMachine &m) { m.line().setBlackHole(false, false); }};
    QTest::newRow("packets are lost and overtake each other") << Fault{[](FarMachine &m) {
                                                                           m.line().setJitter(40);
                                                                           m.line().setLoss(0.02);
                                                                       },
                                                                       [](FarMachine &m) {
                                                                           m.line().setJitter(0);
                                                                           m.line().setLoss(0);
                                                                       },
                                                                       false};
    QTest::newRow("the machine resets every connection") << Fault{[](FarMachine &m) { m.sshd().dropConnections(); }, [](FarMachine &) {}};
    QTest::newRow("the server is killed and started again")
        << Fault{[](FarMachine &m) { m.sshd().stop(); }, [](FarMachine &m) { m.start(); }};
    QTest::newRow("our own device goes and comes back")
        << Fault{[](FarMachine &m) { m.line().setNearUp(false); }, [](FarMachine &m) { m.line().setNearUp(true); }};
    QTest::newRow("our own address changes") << Fault{[](FarMachine &m) { m.line().setNearAddress(QStringLiteral("10.213.9.77")); },
                                                      [](FarMachine &) {}};
    QTest::newRow("our own address changes back")
        << Fault{[](FarMachine &m) { m.line().setNearAddress(FarNetwork::address(Side::Near)); }, [](FarMachine &) {}};
}

void TestBadNetwork::everythingGoesOn()
{
    QFETCH(Fault, fault);
    const QByteArray source = m_files.filePath(QStringLiteral("source")).toUtf8();
    const QByteArray copy = m_files.filePath(QStringLiteral("copy of ") + QString::fromUtf8(QTest::currentDataTag())).toUtf8();

    // A run whose log is followed.
    const auto launched = m_yard->run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("launch"),
                                       QStringLiteral("--machine"), QStringLiteral("far"), m_files.filePath(QStringLiteral("task.yaml"))});
    QVERIFY2(launched.status == 0, launched.told().constData());
    const QString run = launched.object()[QLatin1String("id")].toString();
    const QString endMark = m_home.filePath(run + QStringLiteral(".end"));
    const auto endRun = qScopeGuard([&] { writeFile(endMark.toUtf8(), {}); });
    const auto follower = m_yard->start({QStringLiteral("run"), QStringLiteral("logs"), QStringLiteral("-f"), run});
    const QString logHere = m_state.path() + QStringLiteral("/data/runs/%1/log").arg(run);
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(logHere).size() > 0, 30'000);

    // Samples, a tunnel, a transfer: one pool, as in the window.
    const auto pool = std::make_shared<ConnectionPool>(SshQuestions{});
    MachineWatch watch(machine(), pool);
    const QSignalSpy states(&watch, &MachineWatch::linkStateChanged);
    watch.start();
    QTRY_VERIFY_WITH_TIMEOUT(!watch.history().empty(), 30'000);
    std::unique_ptr<TestServer> server;
    {
        const FarNetwork::Visit there(m_machine.line(), FarNetwork::Side::Far);
        server = std::make_unique<TestServer>(TestServer::echo);
    }
    RemoteEndpoint echo;
    echo.port = server->port();
    const auto tunnel = Tunnel::open(
        QStringLiteral("far"), echo, 0,
        [&](std::stop_token stop) { return pool->get(machine(), Interaction::None, QDeadlineTimer(15s), stop); }, {});
    QVERIFY(tunnel && (*tunnel)->waitReady(QDeadlineTimer(30s)));
    const auto echoes = [&] {
        const TestClient client((*tunnel)->localPort());
        return client.send("hello") && client.receive(5) == "hello";
    };
    QVERIFY(echoes());
    TransferSpec spec;
    spec.direction = TransferDirection::Download;
    spec.local = copy;
    spec.remote = source;
    TransferJob transfer(spec, transferLinks(pool, machine(), Interaction::None));
    std::stop_source giveUp;
    auto outcome = std::async(std::launch::async, [&] { return transfer.run(giveUp.get_token()); });
    const auto endTransfer = qScopeGuard([&] { giveUp.request_stop(); });
    QTRY_VERIFY_WITH_TIMEOUT(transfer.progress().bytesDone > kSize / 20, 30'000);

    const qsizetype before = states.size();
    fault.begin(m_machine);
    const auto mend = qScopeGuard([&] { fault.end(m_machine); });
    const auto hasSeen = [&](LinkState state) {
        return std::any_of(states.begin() + before, states.end(),
                           [&](const QVariantList &words) { return words.first().value<LinkState>() == state; });
    };
    if (fault.isFatal)
        QTRY_VERIFY_WITH_TIMEOUT(hasSeen(LinkState::Unreachable), 40'000);
    else
        QTest::qWait(4000);
    const bool isWhole = transfer.progress().state == TransferState::Done;
    fault.end(m_machine);
    QElapsedTimer clock;
    clock.start();

    QTRY_COMPARE_WITH_TIMEOUT(watch.linkState(), LinkState::Live, 60'000);
    const std::size_t samples = watch.history().size();
    const qint64 live = clock.elapsed();
    QVERIFY(echoes());
    const qint64 tunnelled = clock.elapsed();
    QTRY_VERIFY_WITH_TIMEOUT(watch.history().size() > samples, 10'000);
    QTRY_VERIFY_WITH_TIMEOUT(outcome.wait_for(0s) == std::future_status::ready, 90'000);
    qInfo("after the line was mended: live after %lld ms, tunnel after %lld ms, copied after %lld ms", live, tunnelled, clock.elapsed());
    const auto done = outcome.get();
    QVERIFY2(done, done ? "" : qPrintable(done.error().what + u' ' + done.error().detail));
    QVERIFY(readFile(copy) == readFile(source));
    QVERIFY2(!isWhole, "the copy ended before the line failed; make it larger");
    QVERIFY(fault.isFatal || !hasSeen(LinkState::Unreachable));

    writeFile(endMark.toUtf8(), {});
    QTRY_COMPARE_WITH_TIMEOUT(follower->state(), QProcess::NotRunning, 60'000);
    QCOMPARE(follower->exitCode(), 0);
    const QByteArray log = readFile(m_home.filePath(QStringLiteral(".trainyard/runs/%1/log").arg(run)).toUtf8());
    QVERIFY(log.count('\n') > 100);
    QVERIFY(readFile(logHere.toUtf8()) == log);
}

QTEST_GUILESS_MAIN(TestBadNetwork)
#include "tst_badnetwork.moc"
