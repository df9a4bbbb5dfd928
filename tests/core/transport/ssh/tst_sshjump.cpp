// SPDX-License-Identifier: GPL-3.0-or-later
// Connections through other machines: jump hosts over nested sessions, and ProxyCommand. Every hop is a real sshd.
#include "sshtesting.h"

#include <QCryptographicHash>

#include <thread>

using namespace trainyard;

class TestSshJump : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_home.reset(); }

    void hopsLeadToTheMachine_data();
    void hopsLeadToTheMachine();
    void configLeadsThereToo();
    void muchGoesThroughUnharmed();
    void eachHopAsksAboutItsOwnKey();
    void changedKeyAtAHopNamesTheHop();
    void refusedLoginAtAHopNamesTheHop();
    void forbiddenForwardingNamesTheHop();
    void unreachableEndNamesBoth();
    void cutHopEndsTheConnection();
    void silentEndBehindAHopIsNoticed();
    void circleIsRefused();
    void cancelDuringTheSecondHopIsPrompt();

    void proxyCommandConnects();
    void proxyCommandThatFailsTellsWhy();
    void proxyCommandIsGoneAfterwards();
    void hostileNamesNeverReachTheShell();

private:
    Result<std::shared_ptr<SshConnection>> open(const SshTarget &target, const SshQuestions &questions = {})
    {
        return SshConnection::open(target, questions, soon());
    }
    void verifyWorks(const Result<std::shared_ptr<SshConnection>> &opened)
    {
        VERIFY_OK(opened);
        const auto result = (*opened)->run(command(QStringLiteral("echo $WHERE")), soon());
        VERIFY_OK(result);
        QCOMPARE(result->out, QByteArray("end\n"));
    }
    // Hops log in with the settings of the configuration.
    void writeConfig(const QByteArray &more = {}, bool isTrusting = true)
    {
        QByteArray text = more;
        for (const SshdFixture *sshd : {&m_first, &m_second}) {
            text += QStringLiteral("Match originalhost %1\n HostName 127.0.0.1\n Port %2\n User %3\n IdentityFile %4\n")
                        .arg(sshd == &m_first ? QStringLiteral("first") : QStringLiteral("second"))
                        .arg(sshd->port())
                        .arg(sshd->user(), sshd->clientKey())
                        .toUtf8();
            if (isTrusting)
                text += " UserKnownHostsFile " + sshd->knownHosts().toUtf8() + '\n';
        }
        QFile config(m_home->path(QStringLiteral(".ssh/config")));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write(text);
    }
    SshTarget through(const QStringList &jumps) const
    {
        SshTarget target = m_end.target();
        target.jumps = jumps;
        return target;
    }

    SshdFixture m_first, m_second, m_end;
    std::unique_ptr<HomeGuard> m_home;
};

void TestSshJump::initTestCase()
{
    m_end.setEnvironment(QStringLiteral("WHERE"), QStringLiteral("end"));
    START_OR_SKIP(m_first);
    START_OR_SKIP(m_second);
    START_OR_SKIP(m_end);
}

void TestSshJump::init()
{
    m_home = std::make_unique<HomeGuard>();
    for (SshdFixture *sshd : {&m_first, &m_second, &m_end})
        sshd->trustHostKey();
    writeConfig();
}

void TestSshJump::hopsLeadToTheMachine_data()
{
    QTest::addColumn<QStringList>("jumps");
    QTest::newRow("one hop") << QStringList{"first"};
    QTest::newRow("two hops") << QStringList{"first", "second"};
    QTest::newRow("three hops") << QStringList{"first", "second", "first"};
}

void TestSshJump::hopsLeadToTheMachine()
{
    QFETCH(QStringList, jumps);
    const qsizetype firstLog = m_first.log().size(), endLog = m_end.log().size();
    {
        const auto opened = open(through(jumps));
        verifyWorks(opened);
        QCOMPARE((*opened)->hostKey().fingerprint, m_end.hostFingerprint());
        const auto sftp = (*opened)->sftp(soon());
        VERIFY_OK(sftp);
    }
    QTRY_COMPARE_WITH_TIMEOUT(m_first.log().mid(firstLog).count("Accepted publickey"), jumps.count(QStringLiteral("first")), 30'000);
    QTRY_COMPARE_WITH_TIMEOUT(m_end.log().mid(endLog).count("Accepted publickey"), 1, 30'000);
}

void TestSshJump::configLeadsThereToo()
{
    writeConfig(QStringLiteral("Host box\n HostName 127.0.0.1\n Port %1\n ProxyJump second\n"
                               "Match originalhost second\n ProxyJump first\n")
                    .arg(m_end.port())
                    .toUtf8());
    SshTarget target = m_end.target();
    target.host = QStringLiteral("box");
    target.port = 0;
    const qsizetype before = m_first.log().size();
    verifyWorks(open(target));
    QTRY_COMPARE_WITH_TIMEOUT(m_first.log().mid(before).count("Accepted publickey"), 1, 30'000);
    target.jumps = {QStringLiteral("none")};
    verifyWorks(open(target));
    QCOMPARE(m_first.log().mid(before).count("Accepted publickey"), 1);
}

void TestSshJump::muchGoesThroughUnharmed()
{
    const auto opened = open(through({QStringLiteral("first"), QStringLiteral("second")}));
    VERIFY_OK(opened);
    RemoteCommand fetch = command(QStringLiteral("head -c 40000000 /dev/zero | tr '\\0' x"));
    fetch.outputLimit = 64 * 1024 * 1024;
    const auto fetched = (*opened)->run(fetch, QDeadlineTimer(120'000));
    VERIFY_OK(fetched);
    QCOMPARE(fetched->out.size(), 40'000'000);
    QCOMPARE(fetched->out.count('x'), 40'000'000);
    QByteArray bytes(20'000'000, Qt::Uninitialized);
    for (qsizetype i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<char>(i * 7 + i / 251);
    const auto sent = (*opened)->run(command(QStringLiteral("sha256sum"), bytes), QDeadlineTimer(120'000));
    VERIFY_OK(sent);
    QCOMPARE(sent->out.left(64), QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
}

void TestSshJump::eachHopAsksAboutItsOwnKey()
{
    writeConfig({}, false);
    m_end.forgetHostKey();
    QList<QPair<int, QString>> asked;
    SshQuestions questions;
    questions.acceptUnknownHostKey = [&](const SshTarget &target, const HostKey &key, const std::stop_token &) {
        asked << qMakePair(target.host == QLatin1String("first")    ? m_first.port()
                           : target.host == QLatin1String("second") ? m_second.port()
                                                                    : target.port,
                           key.fingerprint);
        return true;
    };
    verifyWorks(open(through({QStringLiteral("first"), QStringLiteral("second")}), questions));
    QCOMPARE(asked, (QList<QPair<int, QString>>{{m_first.port(), m_first.hostFingerprint()},
                                                {m_second.port(), m_second.hostFingerprint()},
                                                {m_end.port(), m_end.hostFingerprint()}}));
    verifyWorks(open(through({QStringLiteral("first"), QStringLiteral("second")})));
}

void TestSshJump::changedKeyAtAHopNamesTheHop()
{
    QFile known(m_second.knownHosts()), other(m_first.directory() + QStringLiteral("/host_key.pub"));
    QVERIFY(known.open(QIODevice::WriteOnly) && other.open(QIODevice::ReadOnly));
    known.write(QStringLiteral("[127.0.0.1]:%1 ").arg(m_second.port()).toUtf8() + other.readAll());
    known.close();
    const SilentServer end;  // would block any client
    SshTarget target = through({QStringLiteral("first"), QStringLiteral("second")});
    target.port = end.port();
    const auto opened = open(target);
    VERIFY_ERROR(opened, ErrorCode::HostKeyChanged);
    QVERIFY2(opened.error().what.startsWith(QStringLiteral("At the jump host 127.0.0.1:%1: ").arg(m_second.port())),
             qPrintable(opened.error().what));
    QCOMPARE(opened.error().what.count(QLatin1String("jump host")), 1);
    QVERIFY(opened.error().detail.contains(m_second.hostFingerprint()));
    QCOMPARE(end.accept(0), -1);
}

void TestSshJump::refusedLoginAtAHopNamesTheHop()
{
    const auto opened = open(through({QStringLiteral("nobody-of-that-name@first")}));
    VERIFY_ERROR(opened, ErrorCode::AuthenticationFailed);
    QVERIFY2(opened.error().what.contains(QString::number(m_first.port())), qPrintable(opened.error().what));
}

void TestSshJump::forbiddenForwardingNamesTheHop()
{
    SshdFixture strict;
    strict.addConfig(QStringLiteral("AllowTcpForwarding no"));
    START_OR_SKIP(strict);
    writeConfig(QStringLiteral("Host strict\n HostName 127.0.0.1\n Port %1\n User %2\n IdentityFile %3\n"
                               " UserKnownHostsFile %4\n")
                    .arg(strict.port())
                    .arg(strict.user(), strict.clientKey(), strict.knownHosts())
                    .toUtf8());
    const auto opened = open(through({QStringLiteral("strict")}));
    VERIFY_ERROR(opened, ErrorCode::PermissionDenied);
    QVERIFY2(opened.error().what.contains(QString::number(strict.port())) && opened.error().what.contains(QString::number(m_end.port())),
             qPrintable(opened.error().what));
}

void TestSshJump::unreachableEndNamesBoth()
{
    const SshdFixture absent;  // a port without a listener
    SshTarget target = through({QStringLiteral("first")});
    target.port = absent.port();
    const auto opened = open(target);
    VERIFY_ERROR(opened, ErrorCode::Unreachable);
    QVERIFY2(opened.error().what.contains(QString::number(m_first.port())) && opened.error().what.contains(QString::number(absent.port())),
             qPrintable(opened.error().what));
}

void TestSshJump::cutHopEndsTheConnection()
{
    const auto opened = open(through({QStringLiteral("first"), QStringLiteral("second")}));
    verifyWorks(opened);
    const auto stream = (*opened)->start(command(QStringLiteral("cat")), soon());
    VERIFY_OK(stream);
    m_first.dropConnections();
    VERIFY_ERROR((*stream)->read(soon()), ErrorCode::ConnectionLost);
    QTRY_VERIFY_WITH_TIMEOUT(!(*opened)->isAlive(), 30'000);
    VERIFY_ERROR((*opened)->run(command(QStringLiteral("true")), soon()), ErrorCode::ConnectionLost);
    verifyWorks(open(through({QStringLiteral("first"), QStringLiteral("second")})));
}

void TestSshJump::silentEndBehindAHopIsNoticed()
{
    writeConfig("Host 127.0.0.1\n ServerAliveInterval 1\n ServerAliveCountMax 2\n");
    const auto opened = open(through({QStringLiteral("first")}));
    verifyWorks(opened);
    m_end.pauseConnections();  // the hop stays up and does not notice
    QTRY_VERIFY_WITH_TIMEOUT(!(*opened)->isAlive(), 20'000);
    m_end.dropConnections();
}

void TestSshJump::circleIsRefused()
{
    writeConfig("Match originalhost first\n ProxyJump second\nMatch originalhost second\n ProxyJump first\n");
    const auto opened = open(through({QStringLiteral("first")}));
    VERIFY_ERROR(opened, ErrorCode::InvalidInput);
    writeConfig("Match originalhost first\n ProxyJump first\n");
    VERIFY_ERROR(open(through({QStringLiteral("first")})), ErrorCode::InvalidInput);
}

void TestSshJump::cancelDuringTheSecondHopIsPrompt()
{
    const SilentServer silent;
    SshTarget target = through({QStringLiteral("first")});
    target.port = silent.port();
    std::stop_source stop;
    const qsizetype before = m_first.log().size();
    std::atomic<qint64> stopped = 0;
    std::thread stopper([&] {
        const QDeadlineTimer deadline(15'000);
        while (!m_first.log().mid(before).contains("Accepted publickey") && !deadline.hasExpired())
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        std::this_thread::sleep_for(std::chrono::milliseconds(300));  // long enough to have reached the silent one
        stopped = QDeadlineTimer::current().deadline();
        stop.request_stop();
    });
    const auto opened = SshConnection::open(target, {}, soon(), stop.get_token());
    const qint64 took = QDeadlineTimer::current().deadline() - stopped;
    stopper.join();
    VERIFY_ERROR(opened, ErrorCode::Cancelled);
    QVERIFY2(took < 3000, qPrintable(QString::number(took)));
}

void TestSshJump::proxyCommandConnects()
{
    writeConfig(
        QStringLiteral("Host box\n ProxyCommand ssh -F %1 -W 127.0.0.1:%p first\n").arg(m_home->path(QStringLiteral("plain"))).toUtf8());
    QFile plain(m_home->path(QStringLiteral("plain")));
    QVERIFY(plain.open(QIODevice::WriteOnly));
    plain.write(QStringLiteral("Host first\n HostName 127.0.0.1\n Port %1\n User %2\n IdentityFile %3\n"
                               " UserKnownHostsFile %4\n")
                    .arg(m_first.port())
                    .arg(m_first.user(), m_first.clientKey(), m_first.knownHosts())
                    .toUtf8());
    plain.close();
    SshTarget target = m_end.target();
    target.host = QStringLiteral("box");
    QFile known(m_end.knownHosts());
    QVERIFY(known.open(QIODevice::ReadWrite));
    const QByteArray line = known.readAll();
    known.write("[box" + line.mid(line.indexOf(']')));
    known.close();
    verifyWorks(open(target));
}

void TestSshJump::proxyCommandThatFailsTellsWhy()
{
    writeConfig("Host box\n ProxyCommand echo no such luck >&2; exit 3\n");
    SshTarget target = m_end.target();
    target.host = QStringLiteral("box");
    const auto opened = open(target);
    VERIFY_ERROR(opened, ErrorCode::Unreachable);
    QVERIFY2(opened.error().detail.contains(QLatin1String("no such luck")), qPrintable(opened.error().detail));
}

void TestSshJump::proxyCommandIsGoneAfterwards()
{
    const QString pidFile = m_home->path(QStringLiteral("pid"));
    // It would survive a polite request to end.
    writeConfig(
        QStringLiteral("Host box\n ProxyCommand sh -c 'trap \"\" HUP; echo $$ > %1; while :; do sleep 1; done'\n").arg(pidFile).toUtf8());
    SshTarget target = m_end.target();
    target.host = QStringLiteral("box");
    VERIFY_ERROR(SshConnection::open(target, {}, QDeadlineTimer(4000)), ErrorCode::TimedOut);
    QFile file(pidFile);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray pid = file.readAll().trimmed();
    QVERIFY(!pid.isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(!QFileInfo::exists(QStringLiteral("/proc/") + QString::fromLatin1(pid)), 30'000);
}

void TestSshJump::hostileNamesNeverReachTheShell()
{
    const QString proof = m_home->path(QStringLiteral("proof"));
    writeConfig("Host *\n ProxyCommand nc %h %p %r\n");
    SshTarget target = m_end.target();
    target.user = QStringLiteral("a;touch ") + proof;
    VERIFY_ERROR(open(target), ErrorCode::InvalidInput);
    target = m_end.target();
    target.host = QStringLiteral("$(touch ") + proof + u')';
    VERIFY_ERROR(open(target), ErrorCode::InvalidInput);
    target.host = QStringLiteral("box\ntouch");
    VERIFY_ERROR(open(target), ErrorCode::InvalidInput);
    QVERIFY(!QFileInfo::exists(proof));
}

QTEST_GUILESS_MAIN(TestSshJump)
#include "tst_sshjump.moc"
