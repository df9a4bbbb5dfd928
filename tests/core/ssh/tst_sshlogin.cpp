// Dialling, host keys and authentication, against a private sshd.
#include "sshtesting.h"

#include <QProcess>

#include <thread>

using namespace trainyard;

class TestSshLogin : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void keyLogsIn_data();
    void keyLogsIn();
    void agentLogsIn();
    void defaultKeyLogsIn();
    void encryptedKeyAsksForItsPassphrase();
    void passphraseIsNotAskedForAKeyTheServerDoesNotTake();
    void givingUpThePassphraseIsCancelled();
    void keyEncryptedWithAeadIsRefusedWithoutCrash();
    void missingKeyFileIsNamed();
    void wrongKeyIsRefused();
    void unknownUserIsRefused();
    void configResolvesAnAlias();
    void proxyIsRefused();

    void unknownHostKeyIsRefusedBeforeAuthentication();
    void acceptedHostKeyIsRemembered();
    void changedHostKeyIsRefused();
    void revokedHostKeyIsRefused();
    void hashedHostKeyIsKnown();

    void closedPortIsUnreachable();
    void unknownNameIsUnreachable();
    void silentServerTimesOut();
    void cancellingALoginIsPrompt();
    void cancelledBeforehandNeverDials();
    void serverThatHangsUpIsUnreachable();

private:
    Result<std::shared_ptr<SshConnection>> open(const SshTarget &target, const SshQuestions &questions = {})
    {
        return SshConnection::open(target, questions, soon());
    }
    void verifyWorks(const Result<std::shared_ptr<SshConnection>> &opened)
    {
        VERIFY_OK(opened);
        const auto result = (*opened)->run(command(QStringLiteral("echo in")), soon());
        VERIFY_OK(result);
        QCOMPARE(result->out, QByteArray("in\n"));
    }

    SshdFixture m_sshd;
    std::unique_ptr<HomeGuard> m_home;
};

void TestSshLogin::initTestCase()
{
    START_OR_SKIP(m_sshd);
}

void TestSshLogin::init()
{
    m_home = std::make_unique<HomeGuard>();
    m_sshd.trustHostKey();
}

void TestSshLogin::cleanup() { m_home.reset(); }

void TestSshLogin::keyLogsIn_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QStringList>("more");
    QTest::newRow("ed25519") << "ed25519" << QStringList();
    QTest::newRow("ECDSA") << "ecdsa" << QStringList();
    QTest::newRow("RSA") << "rsa" << QStringList{"-b", "2048"};
    QTest::newRow("RSA in PEM") << "rsa" << QStringList{"-b", "2048", "-m", "PEM"};
}

void TestSshLogin::keyLogsIn()
{
    QFETCH(QString, type);
    QFETCH(QStringList, more);
    const QString path = m_home->path(QStringLiteral("key with blank"));
    QVERIFY(SshdFixture::makeKey(path, type, more));
    m_sshd.authorize(path + QStringLiteral(".pub"));
    SshTarget target = m_sshd.target();
    target.identityFiles = {path};
    verifyWorks(open(target));
}

void TestSshLogin::agentLogsIn()
{
    const QString socket = m_home->path(QStringLiteral("agent"));
    QProcess agent;
    agent.start(QStringLiteral("ssh-agent"), {QStringLiteral("-D"), QStringLiteral("-a"), socket});
    QVERIFY(agent.waitForStarted());
    QTRY_VERIFY(QFileInfo::exists(socket));
    qputenv("SSH_AUTH_SOCK", socket.toUtf8());
    SshTarget target = m_sshd.target();
    target.identityFiles.clear();
    VERIFY_ERROR(open(target), ErrorCode::AuthenticationFailed);
    QCOMPARE(QProcess::execute(QStringLiteral("ssh-add"), {QStringLiteral("-q"), m_sshd.clientKey()}), 0);
    verifyWorks(open(target));
    agent.kill();
    agent.waitForFinished();
    // An agent that has gone is no agent.
    VERIFY_ERROR(open(target), ErrorCode::AuthenticationFailed);
}

void TestSshLogin::defaultKeyLogsIn()
{
    SshTarget target = m_sshd.target();
    target.identityFiles.clear();
    QVERIFY(QFile::copy(m_sshd.clientKey(), m_home->path(QStringLiteral(".ssh/id_ed25519"))));
    verifyWorks(open(target));
}

void TestSshLogin::encryptedKeyAsksForItsPassphrase()
{
    const QString path = m_home->path(QStringLiteral("locked"));
    QVERIFY(SshdFixture::makeKey(path, QStringLiteral("ed25519"), {QStringLiteral("-N"), QStringLiteral("öpen me")}));
    m_sshd.authorize(path + QStringLiteral(".pub"));
    SshTarget target = m_sshd.target();
    target.identityFiles = {path};
    QStringList asked;
    SshQuestions questions;
    questions.secret = [&](const SshTarget &, const QString &name, const QString &prompt) -> std::optional<QString> {
        asked << name;
        if (!prompt.contains(path))
            return std::nullopt;
        return asked.size() == 1 ? QStringLiteral("wrong") : QStringLiteral("öpen me");
    };
    verifyWorks(open(target, questions));
    QCOMPARE(asked, QStringList({path, path}));
    VERIFY_ERROR(open(target), ErrorCode::AuthenticationFailed);
}

void TestSshLogin::passphraseIsNotAskedForAKeyTheServerDoesNotTake()
{
    const QString path = m_home->path(QStringLiteral("stranger"));
    QVERIFY(SshdFixture::makeKey(path, QStringLiteral("ed25519"), {QStringLiteral("-N"), QStringLiteral("secret")}));
    SshTarget target = m_sshd.target();
    target.identityFiles = {path};
    bool isAsked = false;
    SshQuestions questions;
    questions.secret = [&](const SshTarget &, const QString &, const QString &) -> std::optional<QString> {
        isAsked = true;
        return QStringLiteral("secret");
    };
    VERIFY_ERROR(open(target, questions), ErrorCode::AuthenticationFailed);
    QVERIFY(!isAsked);
}

void TestSshLogin::givingUpThePassphraseIsCancelled()
{
    const QString path = m_home->path(QStringLiteral("locked"));
    QVERIFY(SshdFixture::makeKey(path, QStringLiteral("ed25519"), {QStringLiteral("-N"), QStringLiteral("secret")}));
    m_sshd.authorize(path + QStringLiteral(".pub"));
    SshTarget target = m_sshd.target();
    target.identityFiles = {path};
    SshQuestions questions;
    questions.secret = [](const SshTarget &, const QString &, const QString &) { return std::optional<QString>(); };
    VERIFY_ERROR(open(target, questions), ErrorCode::Cancelled);
}

void TestSshLogin::keyEncryptedWithAeadIsRefusedWithoutCrash()
{
    for (const char *cipher : {"aes256-gcm@openssh.com", "chacha20-poly1305@openssh.com"}) {
        const QString path = m_home->path(QStringLiteral("aead"));
        QVERIFY(SshdFixture::makeKey(path, QStringLiteral("ed25519"),
                                     {QStringLiteral("-N"), QStringLiteral("secret"), QStringLiteral("-Z"),
                                      QLatin1String(cipher)}));
        SshTarget target = m_sshd.target();
        target.identityFiles = {path};
        const auto opened = open(target);
        VERIFY_ERROR(opened, ErrorCode::Unsupported);
        QVERIFY(opened.error().what.contains(QLatin1String(cipher)));
    }
}

void TestSshLogin::missingKeyFileIsNamed()
{
    SshTarget target = m_sshd.target();
    target.identityFiles = {m_home->path(QStringLiteral("nowhere"))};
    const auto opened = open(target);
    VERIFY_ERROR(opened, ErrorCode::NotFound);
    QVERIFY(opened.error().what.contains(QLatin1String("nowhere")));
}

void TestSshLogin::wrongKeyIsRefused()
{
    const QString path = m_home->path(QStringLiteral("other"));
    QVERIFY(SshdFixture::makeKey(path));
    SshTarget target = m_sshd.target();
    target.identityFiles = {path};
    const auto opened = open(target);
    VERIFY_ERROR(opened, ErrorCode::AuthenticationFailed);
    QVERIFY(opened.error().detail.contains(QLatin1String("publickey")));
}

void TestSshLogin::unknownUserIsRefused()
{
    SshTarget target = m_sshd.target();
    target.user = QStringLiteral("nobody-of-that-name");
    const auto opened = open(target);
    VERIFY_ERROR(opened, ErrorCode::AuthenticationFailed);
    QVERIFY(opened.error().what.contains(target.user));
}

void TestSshLogin::configResolvesAnAlias()
{
    QFile config(m_home->path(QStringLiteral(".ssh/config")));
    QVERIFY(config.open(QIODevice::WriteOnly));
    config.write(QStringLiteral("Host gpu\n HostName 127.0.0.1\n Port %1\n User %2\n IdentityFile %3\n"
                                " UserKnownHostsFile %4\n")
                     .arg(m_sshd.port()).arg(m_sshd.user(), m_sshd.clientKey(), m_sshd.knownHosts()).toUtf8());
    config.close();
    SshTarget target;
    target.host = QStringLiteral("gpu");
    verifyWorks(open(target));
    target.port = 1;   // what is given wins over the file
    VERIFY_ERROR(open(target), ErrorCode::Unreachable);
}

void TestSshLogin::proxyIsRefused()
{
    QFile config(m_home->path(QStringLiteral(".ssh/config")));
    QVERIFY(config.open(QIODevice::WriteOnly));
    config.write("Host *\n ProxyJump bastion\n");
    config.close();
    VERIFY_ERROR(open(m_sshd.target()), ErrorCode::Unsupported);
}

void TestSshLogin::unknownHostKeyIsRefusedBeforeAuthentication()
{
    m_sshd.forgetHostKey();
    const qsizetype logged = m_sshd.log().size();
    const auto opened = open(m_sshd.target());
    VERIFY_ERROR(opened, ErrorCode::HostKeyUnknown);
    QCOMPARE(opened.error().detail, m_sshd.hostFingerprint());
    QVERIFY(!QFileInfo::exists(m_sshd.knownHosts()));
    // The next login is in the log, the refused one is not.
    m_sshd.trustHostKey();
    verifyWorks(open(m_sshd.target()));
    QTRY_COMPARE(m_sshd.log().mid(logged).count("Accepted publickey"), 1);
}

void TestSshLogin::acceptedHostKeyIsRemembered()
{
    SshTarget target = m_sshd.target();
    target.knownHostsFile = m_home->path(QStringLiteral("new/folder/known"));
    HostKey shown;
    int asked = 0;
    SshQuestions questions;
    questions.acceptUnknownHostKey = [&](const SshTarget &about, const HostKey &key) {
        shown = key;
        ++asked;
        return about == target;
    };
    verifyWorks(open(target, questions));
    QCOMPARE(shown.fingerprint, m_sshd.hostFingerprint());
    QCOMPARE(shown.type, QStringLiteral("ssh-ed25519"));
    QCOMPARE(QFile::permissions(target.knownHostsFile) & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteOther),
             QFile::Permissions());
    QCOMPARE(QFile::permissions(m_home->path(QStringLiteral("new/folder")))
                 & (QFile::ReadGroup | QFile::ExeGroup | QFile::ReadOther | QFile::ExeOther),
             QFile::Permissions());
    const auto again = open(target, questions);
    verifyWorks(again);
    QCOMPARE(asked, 1);
    QCOMPARE((*again)->hostKey().fingerprint, m_sshd.hostFingerprint());

    // OpenSSH reads what was written.
    QProcess keygen;
    keygen.start(QStringLiteral("ssh-keygen"),
                 {QStringLiteral("-F"), QStringLiteral("[127.0.0.1]:%1").arg(m_sshd.port()), QStringLiteral("-f"),
                  target.knownHostsFile});
    QVERIFY(keygen.waitForFinished());
    QCOMPARE(keygen.exitCode(), 0);
}

void TestSshLogin::changedHostKeyIsRefused()
{
    SshdFixture sshd;
    QVERIFY2(sshd.start(), qPrintable(sshd.errorText()));
    const QString old = sshd.hostFingerprint();
    QVERIFY(sshd.replaceHostKey());
    QVERIFY2(sshd.start(), qPrintable(sshd.errorText()));
    SshQuestions questions;
    questions.acceptUnknownHostKey = [](const SshTarget &, const HostKey &) { return true; };
    const auto opened = open(sshd.target(), questions);
    VERIFY_ERROR(opened, ErrorCode::HostKeyChanged);
    QVERIFY(opened.error().detail.contains(old));
    QVERIFY(opened.error().detail.contains(sshd.hostFingerprint()));
    QVERIFY(opened.error().what.contains(sshd.knownHosts()));
    QVERIFY(!sshd.log().contains("Accepted"));
}

void TestSshLogin::revokedHostKeyIsRefused()
{
    QFile known(m_sshd.knownHosts());
    QVERIFY(known.open(QIODevice::ReadOnly));
    const QByteArray line = known.readAll();
    known.close();
    QVERIFY(known.open(QIODevice::WriteOnly));
    known.write("@revoked *" + line.mid(line.indexOf(' ')));
    known.close();
    SshQuestions questions;
    questions.acceptUnknownHostKey = [](const SshTarget &, const HostKey &) { return true; };
    VERIFY_ERROR(open(m_sshd.target(), questions), ErrorCode::HostKeyChanged);
}

void TestSshLogin::hashedHostKeyIsKnown()
{
    QCOMPARE(QProcess::execute(QStringLiteral("ssh-keygen"),
                               {QStringLiteral("-q"), QStringLiteral("-H"), QStringLiteral("-f"), m_sshd.knownHosts()}), 0);
    verifyWorks(open(m_sshd.target()));
}

void TestSshLogin::closedPortIsUnreachable()
{
    SshdFixture sshd;   // never started: a port nobody listens on
    SshTarget target = m_sshd.target();
    target.port = sshd.port();
    const auto opened = open(target);
    VERIFY_ERROR(opened, ErrorCode::Unreachable);
    QVERIFY(opened.error().what.contains(QString::number(sshd.port())));
}

void TestSshLogin::unknownNameIsUnreachable()
{
    SshTarget target = m_sshd.target();
    target.host = QStringLiteral("no-such-machine.invalid");
    const auto opened = open(target);
    VERIFY_ERROR(opened, ErrorCode::Unreachable);
    QVERIFY(opened.error().what.contains(target.host));
}

void TestSshLogin::silentServerTimesOut()
{
    const SilentServer server;
    SshTarget target = m_sshd.target();
    target.port = server.port();
    QElapsedTimer clock;
    clock.start();
    VERIFY_ERROR(SshConnection::open(target, {}, QDeadlineTimer(700)), ErrorCode::TimedOut);
    QVERIFY2(clock.elapsed() >= 650 && clock.elapsed() < 2000, qPrintable(QString::number(clock.elapsed())));
}

void TestSshLogin::cancellingALoginIsPrompt()
{
    const SilentServer server;
    SshTarget target = m_sshd.target();
    target.port = server.port();
    std::stop_source stop;
    QElapsedTimer sinceStop;
    std::thread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));   // long enough to be inside the handshake
        sinceStop.start();
        stop.request_stop();
    });
    const auto opened = SshConnection::open(target, {}, soon(), stop.get_token());
    const qint64 took = sinceStop.elapsed();
    stopper.join();
    VERIFY_ERROR(opened, ErrorCode::Cancelled);
    QVERIFY2(took < 200, qPrintable(QString::number(took)));
}

void TestSshLogin::cancelledBeforehandNeverDials()
{
    std::stop_source stop;
    stop.request_stop();
    VERIFY_ERROR(SshConnection::open(m_sshd.target(), {}, soon(), stop.get_token()), ErrorCode::Cancelled);
}

void TestSshLogin::serverThatHangsUpIsUnreachable()
{
    // As sshd does above MaxStartups, and a load balancer without a machine behind it.
    const SilentServer server;
    std::thread hangUp([&] { server.hangUpOnce(); });
    SshTarget target = m_sshd.target();
    target.port = server.port();
    const auto opened = open(target);
    hangUp.join();
    VERIFY_ERROR(opened, ErrorCode::Unreachable);
    QVERIFY(opened.error().what.contains(QString::number(server.port())));
}

QTEST_GUILESS_MAIN(TestSshLogin)
#include "tst_sshlogin.moc"
