// SPDX-License-Identifier: GPL-3.0-or-later
// Dialling, host keys and authentication, with a private sshd.
#include "core/transport/ssh/internal/login.h"
#include "sshtesting.h"

#include <QProcess>

#include <limits>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

using namespace trainyard;

namespace {

// A separate ssh-agent, which SSH_AUTH_SOCK names.
class Agent {
public:
    explicit Agent(const QString &socket)
    {
        m_process.start(QStringLiteral("ssh-agent"), {QStringLiteral("-D"), QStringLiteral("-a"), socket});
        m_process.waitForStarted();
        const QDeadlineTimer deadline(10'000);
        while (!QFileInfo::exists(socket) && !deadline.hasExpired() && !m_process.waitForFinished(20)) {}
        qputenv("SSH_AUTH_SOCK", socket.toUtf8());
    }
    ~Agent()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    bool isRunning() const { return m_process.state() == QProcess::Running; }
    // Its socket is there a moment before it listens.
    bool add(const QString &key) const
    {
        return QTest::qWaitFor([&key] { return QProcess::execute(QStringLiteral("ssh-add"), {QStringLiteral("-q"), key}) == 0; }, 10'000);
    }

private:
    QProcess m_process;
};

}  // namespace

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
    void aliasOfTheHostKeyStandsForTheAddress();
    void keyOfAKnownTypeIsNegotiated();
    void authorityOfHostsIsToldOf();
    void readableKeyFileIsRefusedAsOpenSshDoes();
    void agentSignsForAKeyThatCannotBeRead();
    void identitiesOnlyKeepsTheAgentsOtherKeysBack();
    void agentThatNeverAnswersDoesNotHoldACancel();
    void matchThatIsNotEvaluatedIsTold();
    void ciphersWithAKnownFaultAreNotOffered_data();
    void ciphersWithAKnownFaultAreNotOffered();

    void unknownHostKeyIsRefusedBeforeAuthentication();
    void acceptedHostKeyIsRemembered();
    void changedHostKeyIsRefused();
    void revokedHostKeyIsRefused_data();
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

    void writeConfig(const QByteArray &text)
    {
        QFile config(m_home->path(QStringLiteral(".ssh/config")));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write(text);
    }

    SshdFixture m_sshd;
    std::unique_ptr<HomeGuard> m_home;
};

void TestSshLogin::initTestCase() { START_OR_SKIP(m_sshd); }

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
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(socket), 30'000);
    qputenv("SSH_AUTH_SOCK", socket.toUtf8());
    SshTarget target = m_sshd.target();
    target.identityFiles.clear();
    VERIFY_ERROR(open(target), ErrorCode::AuthenticationFailed);
    QCOMPARE(QProcess::execute(QStringLiteral("ssh-add"), {QStringLiteral("-q"), m_sshd.clientKey()}), 0);
    verifyWorks(open(target));
    agent.kill();
    agent.waitForFinished();
    // An agent that has gone counts as none.
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
    questions.secret = [&](const SshPrompt &prompt, const std::stop_token &) -> std::optional<QString> {
        asked << prompt.name;
        if (prompt.kind != SshPrompt::Kind::Passphrase || !prompt.text.contains(path))
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
    questions.secret = [&](const SshPrompt &, const std::stop_token &) -> std::optional<QString> {
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
    questions.secret = [](const SshPrompt &, const std::stop_token &) { return std::optional<QString>(); };
    VERIFY_ERROR(open(target, questions), ErrorCode::Cancelled);
}

void TestSshLogin::keyEncryptedWithAeadIsRefusedWithoutCrash()
{
    for (const char *cipher : {"aes256-gcm@openssh.com", "chacha20-poly1305@openssh.com"}) {
        const QString path = m_home->path(QStringLiteral("aead"));
        QVERIFY(SshdFixture::makeKey(path, QStringLiteral("ed25519"),
                                     {QStringLiteral("-N"), QStringLiteral("secret"), QStringLiteral("-Z"), QLatin1String(cipher)}));
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
                     .arg(m_sshd.port())
                     .arg(m_sshd.user(), m_sshd.clientKey(), m_sshd.knownHosts())
                     .toUtf8());
    config.close();
    SshTarget target;
    target.host = QStringLiteral("gpu");
    verifyWorks(open(target));
    target.port = 1;  // the given value takes precedence over the file
    VERIFY_ERROR(open(target), ErrorCode::Unreachable);
}

void TestSshLogin::aliasOfTheHostKeyStandsForTheAddress()
{
    // The address belonged to another machine before; under the alias this one is known.
    QVERIFY(SshdFixture::makeKey(m_home->path(QStringLiteral("other"))));
    QFile other(m_home->path(QStringLiteral("other.pub"))), known(m_sshd.knownHosts());
    QVERIFY(other.open(QIODevice::ReadOnly) && known.open(QIODevice::ReadWrite));
    const QByteArray right = known.readAll();
    const QByteArray place = right.left(right.indexOf(' '));
    known.resize(0);
    known.write(place + ' ' + other.readAll() + "i-0abc12" + right.mid(right.indexOf(' ')));
    known.close();
    VERIFY_ERROR(open(m_sshd.target()), ErrorCode::HostKeyChanged);
    SshTarget target = m_sshd.target();
    target.hostKeyAlias = QStringLiteral("i-0abc12");
    verifyWorks(open(target));
    target.hostKeyAlias = QStringLiteral("i-0other");
    VERIFY_ERROR(open(target), ErrorCode::HostKeyUnknown);
    SshQuestions questions;
    questions.acceptUnknownHostKey = [](const SshTarget &, const HostKey &, const std::stop_token &) { return true; };
    verifyWorks(open(target, questions));
    verifyWorks(open(target));
}

void TestSshLogin::keyOfAKnownTypeIsNegotiated()
{
    SshdFixture sshd;
    START_OR_SKIP(sshd);
    const QString rsa = sshd.directory() + QStringLiteral("/host_rsa");
    QVERIFY(SshdFixture::makeKey(rsa, QStringLiteral("rsa"), {QStringLiteral("-b"), QStringLiteral("2048")}));
    sshd.addConfig(QStringLiteral("HostKey ") + rsa + QStringLiteral("\nHostKey ") + sshd.directory() + QStringLiteral("/host_key"));
    QVERIFY2(sshd.start(), qPrintable(sshd.errorText()));
    QFile key(rsa + QStringLiteral(".pub")), known(sshd.knownHosts());
    QVERIFY(key.open(QIODevice::ReadOnly) && known.open(QIODevice::WriteOnly));
    known.write(QStringLiteral("[127.0.0.1]:%1 ").arg(sshd.port()).toUtf8() + key.readAll());
    known.close();
    const auto opened = open(sshd.target());
    verifyWorks(opened);
    QCOMPARE((*opened)->hostKey().type, QStringLiteral("ssh-rsa"));
}

void TestSshLogin::authorityOfHostsIsToldOf()
{
    QFile known(m_sshd.knownHosts());
    QVERIFY(known.open(QIODevice::ReadWrite));
    const QByteArray line = known.readAll();
    known.resize(0);
    known.write("# first\n@cert-authority [127.0.0.*]:*" + line.mid(line.indexOf(' ')));
    known.close();
    // Here the authority's key is even the machine's own, yet an authority vouches for certificates only.
    const auto refused = open(m_sshd.target());
    VERIFY_ERROR(refused, ErrorCode::HostKeyUnknown);
    QVERIFY2(refused.error().what.contains(QLatin1String("certificate authority")), qPrintable(refused.error().what));
    HostKey shown;
    SshQuestions questions;
    questions.acceptUnknownHostKey = [&](const SshTarget &, const HostKey &key, const std::stop_token &) {
        shown = key;
        return true;
    };
    verifyWorks(open(m_sshd.target(), questions));
    QVERIFY2(shown.note.contains(QLatin1String("Line 2")), qPrintable(shown.note));
}

void TestSshLogin::readableKeyFileIsRefusedAsOpenSshDoes()
{
    const QString path = m_home->path(QStringLiteral("open"));
    QVERIFY(QFile::copy(m_sshd.clientKey(), path));
    QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther));
    SshTarget target = m_sshd.target();
    target.identityFiles = {path};
    const auto opened = open(target);
    VERIFY_ERROR(opened, ErrorCode::PermissionDenied);
    QVERIFY(opened.error().what.contains(QLatin1String("chmod 600 ") + path));
    QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner));
    verifyWorks(open(target));
}

void TestSshLogin::agentSignsForAKeyThatCannotBeRead()
{
    const QString path = m_home->path(QStringLiteral("aead"));
    QVERIFY(SshdFixture::makeKey(path));
    m_sshd.authorize(path + QStringLiteral(".pub"));
    const Agent agent(m_home->path(QStringLiteral("agent")));
    QVERIFY(agent.isRunning());
    QVERIFY(agent.add(path));
    // The agent holds it unencrypted; the file is encrypted in a way that would crash libssh.
    QCOMPARE(QProcess::execute(QStringLiteral("ssh-keygen"), {QStringLiteral("-q"), QStringLiteral("-p"), QStringLiteral("-P"), QString(),
                                                              QStringLiteral("-N"), QStringLiteral("secret"), QStringLiteral("-Z"),
                                                              QStringLiteral("chacha20-poly1305@openssh.com"), QStringLiteral("-f"), path}),
             0);
    SshTarget target = m_sshd.target();
    target.identityFiles = {path};
    verifyWorks(open(target));
}

void TestSshLogin::identitiesOnlyKeepsTheAgentsOtherKeysBack()
{
    const QString wanted = m_home->path(QStringLiteral("wanted")), other = m_home->path(QStringLiteral("other"));
    QVERIFY(SshdFixture::makeKey(wanted));
    QVERIFY(SshdFixture::makeKey(other));
    m_sshd.authorize(other + QStringLiteral(".pub"));
    const Agent agent(m_home->path(QStringLiteral("agent")));
    QVERIFY(agent.isRunning() && agent.add(other) && agent.add(wanted));
    SshTarget target = m_sshd.target();
    target.identityFiles = {wanted};
    verifyWorks(open(target));  // with the other key, which the agent offers too
    writeConfig("Host *\n IdentitiesOnly yes\n");
    VERIFY_ERROR(open(target), ErrorCode::AuthenticationFailed);
    m_sshd.authorize(wanted + QStringLiteral(".pub"));
    verifyWorks(open(target));
}

void TestSshLogin::agentThatNeverAnswersDoesNotHoldACancel()
{
    // Accepts in the kernel and never sends anything.
    const QByteArray path = m_home->path(QStringLiteral("mute")).toUtf8();
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    QVERIFY(path.size() < static_cast<qsizetype>(sizeof address.sun_path));
    qstrcpy(address.sun_path, path.constData());
    const int agent = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    QCOMPARE(::bind(agent, reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
    QCOMPARE(::listen(agent, 5), 0);
    qputenv("SSH_AUTH_SOCK", path);
    SshTarget target = m_sshd.target();
    target.identityFiles.clear();
    std::stop_source stop;
    QElapsedTimer clock;
    clock.start();
    std::thread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(1000));  // long enough to be waiting for the agent
        stop.request_stop();
    });
    const auto opened = SshConnection::open(target, {}, soon(), stop.get_token());
    stopper.join();
    ::close(agent);
    VERIFY_ERROR(opened, ErrorCode::Cancelled);
    QVERIFY2(clock.elapsed() < 10'000, qPrintable(QString::number(clock.elapsed())));
}

void TestSshLogin::matchThatIsNotEvaluatedIsTold()
{
    const QString proof = m_home->path(QStringLiteral("proof"));
    writeConfig("Match exec \"touch " + proof.toUtf8() + "\"\n User somebody\n");
    SshTarget target = m_sshd.target();
    target.user = QStringLiteral("nobody-of-that-name");
    const auto opened = open(target);
    VERIFY_ERROR(opened, ErrorCode::AuthenticationFailed);
    QVERIFY2(opened.error().what.contains(QLatin1String("Match")), qPrintable(opened.error().what));
    QVERIFY(!QFileInfo::exists(proof));
}

void TestSshLogin::ciphersWithAKnownFaultAreNotOffered_data()
{
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<bool>("hasGcm");
    QTest::newRow("Debian 12") << QByteArray("0.10.6/openssl/zlib") << false;
    QTest::newRow("0.11.4") << QByteArray("0.11.4/openssl") << false;
    QTest::newRow("0.11.5") << QByteArray("0.11.5/openssl") << true;
    QTest::newRow("0.12.0") << QByteArray("0.12.0") << false;
    QTest::newRow("0.12.1") << QByteArray("0.12.1") << true;
    QTest::newRow("unreadable") << QByteArray() << false;
}

void TestSshLogin::ciphersWithAKnownFaultAreNotOffered()
{
    QFETCH(QByteArray, version);
    const QByteArray ciphers = offeredCiphers(version);
    QVERIFY(ciphers.startsWith("chacha20-poly1305@openssh.com,"));
    QTEST(ciphers.contains("gcm"), "hasGcm");
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
    QTRY_COMPARE_WITH_TIMEOUT(m_sshd.log().mid(logged).count("Accepted publickey"), 1, 30'000);
}

void TestSshLogin::acceptedHostKeyIsRemembered()
{
    SshTarget target = m_sshd.target();
    target.knownHostsFile = m_home->path(QStringLiteral("new/folder/known"));
    HostKey shown;
    int asked = 0;
    SshQuestions questions;
    questions.acceptUnknownHostKey = [&](const SshTarget &about, const HostKey &key, const std::stop_token &) {
        shown = key;
        ++asked;
        return about == target;
    };
    verifyWorks(open(target, questions));
    QCOMPARE(shown.fingerprint, m_sshd.hostFingerprint());
    QCOMPARE(shown.type, QStringLiteral("ssh-ed25519"));
    QProcess artist;
    artist.start(QStringLiteral("ssh-keygen"), {QStringLiteral("-lvf"), m_sshd.directory() + QStringLiteral("/host_key.pub")});
    QVERIFY(artist.waitForFinished());
    QCOMPARE(shown.randomart, QString::fromUtf8(artist.readAllStandardOutput()).section(u'\n', 1).trimmed());
    QCOMPARE(QFile::permissions(target.knownHostsFile) & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteOther), QFile::Permissions());
    QCOMPARE(QFile::permissions(m_home->path(QStringLiteral("new/folder")))
                 & (QFile::ReadGroup | QFile::ExeGroup | QFile::ReadOther | QFile::ExeOther),
             QFile::Permissions());
    const auto again = open(target, questions);
    verifyWorks(again);
    QCOMPARE(asked, 1);
    QCOMPARE((*again)->hostKey().fingerprint, m_sshd.hostFingerprint());

    // OpenSSH can read the written file.
    QProcess keygen;
    keygen.start(QStringLiteral("ssh-keygen"),
                 {QStringLiteral("-F"), QStringLiteral("[127.0.0.1]:%1").arg(m_sshd.port()), QStringLiteral("-f"), target.knownHostsFile});
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
    questions.acceptUnknownHostKey = [](const SshTarget &, const HostKey &, const std::stop_token &) { return true; };
    const auto opened = open(sshd.target(), questions);
    VERIFY_ERROR(opened, ErrorCode::HostKeyChanged);
    QVERIFY(opened.error().detail.contains(old));
    QVERIFY(opened.error().detail.contains(sshd.hostFingerprint()));
    QVERIFY(opened.error().what.contains(sshd.knownHosts()));
    QVERIFY(!sshd.log().contains("Accepted"));
}

void TestSshLogin::revokedHostKeyIsRefused_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("everywhere") << QByteArray("*");
    QTest::newRow("wildcard") << QByteArray("[127.0.?.*]:*");
    QTest::newRow("hashed") << QStringLiteral("[127.0.0.1]:%1").arg(m_sshd.port()).toUtf8();
}

void TestSshLogin::revokedHostKeyIsRefused()
{
    QFile known(m_sshd.knownHosts());
    QVERIFY(known.open(QIODevice::ReadOnly));
    const QByteArray line = known.readAll();
    known.close();
    QVERIFY(known.open(QIODevice::WriteOnly));
    QFETCH(QByteArray, name);
    known.write("@revoked " + name + line.mid(line.indexOf(' ')));
    known.close();
    if (name.startsWith("[127.0.0.1]")) {
        QCOMPARE(QProcess::execute(QStringLiteral("ssh-keygen"),
                                   {QStringLiteral("-q"), QStringLiteral("-H"), QStringLiteral("-f"), m_sshd.knownHosts()}),
                 0);
    }
    SshQuestions questions;
    questions.acceptUnknownHostKey = [](const SshTarget &, const HostKey &, const std::stop_token &) { return true; };
    VERIFY_ERROR(open(m_sshd.target(), questions), ErrorCode::HostKeyChanged);
}

void TestSshLogin::hashedHostKeyIsKnown()
{
    QCOMPARE(QProcess::execute(QStringLiteral("ssh-keygen"),
                               {QStringLiteral("-q"), QStringLiteral("-H"), QStringLiteral("-f"), m_sshd.knownHosts()}),
             0);
    verifyWorks(open(m_sshd.target()));
}

void TestSshLogin::closedPortIsUnreachable()
{
    SshdFixture sshd;  // never started: a port without a listener
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
    // Without a name server, the lookup fails only after the resolver's own time limit.
    const auto opened = SshConnection::open(target, {}, soon(150'000));
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
    QVERIFY2(clock.elapsed() >= 650 && clock.elapsed() < 6000, qPrintable(QString::number(clock.elapsed())));
}

void TestSshLogin::cancellingALoginIsPrompt()
{
    const SilentServer server;
    SshTarget target = m_sshd.target();
    target.port = server.port();
    // The best of a few: a busy computer may be late once, but code that waits is late each time.
    qint64 best = std::numeric_limits<qint64>::max();
    for (int i = 0; i < 5; ++i) {
        std::stop_source stop;
        QElapsedTimer sinceStop;
        std::thread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));  // long enough to be inside the handshake
            sinceStop.start();
            stop.request_stop();
        });
        const auto opened = SshConnection::open(target, {}, soon(), stop.get_token());
        const qint64 took = sinceStop.elapsed();
        stopper.join();
        VERIFY_ERROR(opened, ErrorCode::Cancelled);
        best = std::min(best, took);
    }
    qInfo("a cancelled login returns after %lld ms at best", best);
    QVERIFY2(best < 200, qPrintable(QString::number(best)));
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
