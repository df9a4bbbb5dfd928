// SPDX-License-Identifier: GPL-3.0-or-later
// Logins through PAM, logins in several parts and with several questions, with a real sshd.
#include "core/service/machines/connectionpool.h"
#include "sshtesting.h"

using namespace trainyard;

namespace {

const QString kPassword = QStringLiteral("horse Bättery 7");
const QString kCode = QStringLiteral("246810");

// What PAM allows sshd to do with an account after the login.
const QStringList kNoMore{QStringLiteral("account required pam_permit.so"), QStringLiteral("session required pam_permit.so"),
                          QStringLiteral("password required pam_deny.so")};
const QString kUnix = QStringLiteral("auth required pam_unix.so nodelay");
const QString kUnixAndCode = kUnix + QStringLiteral("\nauth required " TRAINYARD_PAM_CODE " ") + kCode;

// Answers in the order of the questions asked, and records them.
struct Person {
    explicit Person(QStringList toSay) : answers(std::move(toSay)) {}
    SshQuestions questions()
    {
        SshQuestions questions;
        questions.secret = [this](const SshPrompt &prompt, const std::stop_token &) -> std::optional<QString> {
            asked << prompt;
            return answers.isEmpty() ? std::nullopt : std::optional(answers.takeFirst());
        };
        return questions;
    }
    QStringList answers;
    QList<SshPrompt> asked;
};

}  // namespace

class TestSshPam : public QObject {
    Q_OBJECT

    std::unique_ptr<HomeGuard> m_home;

    static SshTarget withoutKey(const SshdFixture &sshd)
    {
        SshTarget target = sshd.target();
        target.identityFiles.clear();
        return target;
    }
    static void verifyWorks(const Result<std::shared_ptr<SshConnection>> &opened)
    {
        VERIFY_OK(opened);
        const auto result = (*opened)->run(command(QStringLiteral("echo in")), soon());
        VERIFY_OK(result);
        QCOMPARE(result->out, QByteArray("in\n"));
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (const QString missing = SshdFixture::missingForPassword(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
    }
    void init() { m_home = std::make_unique<HomeGuard>(); }
    void cleanup() { m_home.reset(); }

    void passwordByPamLogsIn_data();
    void passwordByPamLogsIn();
    void wrongPasswordIsAskedAgainThenRefused_data() { passwordByPamLogsIn_data(); }
    void wrongPasswordIsAskedAgainThenRefused();
    void codeBesideThePasswordIsAskedAnewEachTime();
    void wrongCodeRefusesTheRightPassword();
    void loginInTwoParts_data();
    void loginInTwoParts();
    void firstPartAloneIsNotEnough_data();
    void firstPartAloneIsNotEnough();
    void lockedKeyAndPasswordAreBothAskedOnce();
};

void TestSshPam::passwordByPamLogsIn_data()
{
    QTest::addColumn<QStringList>("config");
    QTest::newRow("password") << QStringList{"PasswordAuthentication yes", "KbdInteractiveAuthentication no"};
    QTest::newRow("keyboard-interactive") << QStringList{"PasswordAuthentication no", "KbdInteractiveAuthentication yes"};
    QTest::newRow("both") << QStringList{"PasswordAuthentication yes", "KbdInteractiveAuthentication yes"};
}

void TestSshPam::passwordByPamLogsIn()
{
    QFETCH(QStringList, config);
    SshdFixture sshd;
    for (const QString &line : config)
        sshd.addConfig(line);
    sshd.setPassword(kPassword);
    sshd.setPam(QStringList{kUnix} + kNoMore);
    START_OR_SKIP(sshd);
    Person person({QStringLiteral("wrong"), kPassword});
    verifyWorks(SshConnection::open(withoutKey(sshd), person.questions(), soon(60'000)));
    QCOMPARE(person.asked.size(), 2);
    QCOMPARE(person.asked.first().kind, SshPrompt::Kind::Password);
    QVERIFY(!person.asked.first().isEchoed);
    QVERIFY2(!sshd.log().contains(kPassword.toUtf8()), "sshd must not see it where it logs");
}

void TestSshPam::wrongPasswordIsAskedAgainThenRefused()
{
    QFETCH(QStringList, config);
    SshdFixture sshd;
    for (const QString &line : config)
        sshd.addConfig(line);
    sshd.addConfig(QStringLiteral("MaxAuthTries 20"));
    sshd.setPassword(kPassword);
    sshd.setPam(QStringList{kUnix} + kNoMore);
    START_OR_SKIP(sshd);
    Person person(QStringList(20, QStringLiteral("wrong")));
    VERIFY_ERROR(SshConnection::open(withoutKey(sshd), person.questions(), soon(120'000)), ErrorCode::AuthenticationFailed);
    // Three tries with each offered method, as OpenSSH does.
    QCOMPARE(person.asked.size(), QTest::currentDataTag() == QByteArray("both") ? 6 : 3);
}

void TestSshPam::codeBesideThePasswordIsAskedAnewEachTime()
{
    SshdFixture sshd;
    sshd.addConfig(QStringLiteral("KbdInteractiveAuthentication yes"));
    sshd.setPassword(kPassword);
    sshd.setPam(QStringList{kUnixAndCode} + kNoMore);
    START_OR_SKIP(sshd);
    Machine machine;
    machine.id = MachineId(1);
    machine.target = withoutKey(sshd);
    Person person({kPassword, kCode});
    ConnectionPool pool(person.questions());
    const auto first = pool.get(machine, Interaction::Allowed, soon(60'000));
    verifyWorks(first);
    QCOMPARE(person.asked.size(), 2);
    QCOMPARE(person.asked[0].kind, SshPrompt::Kind::Password);
    QCOMPARE(person.asked[1].kind, SshPrompt::Kind::Code);
    QVERIFY(person.asked[1].text.contains(QLatin1String("Verification code")));
    (*first)->close();
    VERIFY_ERROR(pool.get(machine, Interaction::None, soon(60'000)), ErrorCode::AuthenticationFailed);
    person.answers = {kCode};
    verifyWorks(pool.get(machine, Interaction::Allowed, soon(60'000)));
    QCOMPARE(person.asked.size(), 3);
    QCOMPARE(person.asked.last().kind, SshPrompt::Kind::Code);
}

void TestSshPam::wrongCodeRefusesTheRightPassword()
{
    SshdFixture sshd;
    sshd.addConfig(QStringLiteral("KbdInteractiveAuthentication yes"));
    sshd.setPassword(kPassword);
    sshd.setPam(QStringList{kUnixAndCode} + kNoMore);
    START_OR_SKIP(sshd);
    Person person({kPassword, QStringLiteral("111111"), kPassword, kCode});
    verifyWorks(SshConnection::open(withoutKey(sshd), person.questions(), soon(60'000)));
    QCOMPARE(person.asked.size(), 4);
    Person gaveUp({kPassword});
    VERIFY_ERROR(SshConnection::open(withoutKey(sshd), gaveUp.questions(), soon(60'000)), ErrorCode::Cancelled);
    QCOMPARE(gaveUp.asked.size(), 2);
}

void TestSshPam::loginInTwoParts_data()
{
    QTest::addColumn<QString>("methods");
    QTest::addColumn<bool>("byPam");
    QTest::addColumn<QStringList>("answers");
    QTest::newRow("key and password") << "publickey,password" << false << QStringList{kPassword};
    QTest::newRow("key and password by PAM") << "publickey,password" << true << QStringList{kPassword};
    QTest::newRow("key and questions") << "publickey,keyboard-interactive" << true << QStringList{kPassword, kCode};
    QTest::newRow("password first") << "password,publickey" << false << QStringList{kPassword};
    QTest::newRow("three parts") << "publickey,password,keyboard-interactive" << true << QStringList{kPassword, kPassword, kCode};
    QTest::newRow("either way") << "publickey,password publickey,keyboard-interactive" << true << QStringList{kPassword, kCode};
}

static void prepare(SshdFixture &sshd, const QString &methods, bool byPam)
{
    sshd.addConfig(QStringLiteral("AuthenticationMethods ") + methods);
    sshd.addConfig(QStringLiteral("PasswordAuthentication yes"));
    sshd.setPassword(kPassword);
    if (!byPam)
        return;
    sshd.addConfig(QStringLiteral("KbdInteractiveAuthentication yes"));
    sshd.setPam(QStringList{methods.contains(QLatin1String("keyboard")) ? kUnixAndCode : kUnix} + kNoMore);
}

void TestSshPam::loginInTwoParts()
{
    QFETCH(QString, methods);
    QFETCH(bool, byPam);
    QFETCH(QStringList, answers);
    SshdFixture sshd;
    prepare(sshd, methods, byPam);
    if (methods == QLatin1String("publickey,password,keyboard-interactive")) {
        // One PAM service handles both; a plain password login cannot provide a code.
        sshd.setPam(QStringList{kUnix} + kNoMore);
        answers = QStringList{kPassword, kPassword};
    }
    START_OR_SKIP(sshd);
    Person person(answers);
    verifyWorks(SshConnection::open(sshd.target(), person.questions(), soon(60'000)));
    QCOMPARE(person.asked.size(), answers.size());

    // Again through a pool: it asks once, then never again for what may be remembered.
    Machine machine;
    machine.id = MachineId(1);
    machine.target = sshd.target();
    Person once(answers);
    ConnectionPool pool(once.questions());
    const auto first = pool.get(machine, Interaction::Allowed, soon(60'000));
    verifyWorks(first);
    (*first)->close();
    const bool hasCode = answers.contains(kCode);
    const auto again = pool.get(machine, Interaction::None, soon(60'000));
    if (hasCode)
        VERIFY_ERROR(again, ErrorCode::AuthenticationFailed);
    else
        verifyWorks(again);
    QCOMPARE(once.asked.size(), answers.size());
}

void TestSshPam::firstPartAloneIsNotEnough_data()
{
    QTest::addColumn<QString>("methods");
    QTest::addColumn<bool>("hasKey");
    QTest::newRow("key without the password") << "publickey,password" << true;
    QTest::newRow("password without the key") << "password,publickey" << false;
}

void TestSshPam::firstPartAloneIsNotEnough()
{
    QFETCH(QString, methods);
    QFETCH(bool, hasKey);
    SshdFixture sshd;
    prepare(sshd, methods, false);
    START_OR_SKIP(sshd);
    Person person(hasKey ? QStringList(3, QStringLiteral("wrong")) : QStringList{kPassword});
    const auto opened = SshConnection::open(hasKey ? sshd.target() : withoutKey(sshd), person.questions(), soon(60'000));
    VERIFY_ERROR(opened, ErrorCode::AuthenticationFailed);
    // The error names what is still missing.
    QVERIFY2(opened.error().detail.contains(QLatin1String(hasKey ? "password" : "publickey")), qPrintable(opened.error().detail));
    VERIFY_ERROR(SshConnection::open(sshd.target(), {}, soon(60'000)), ErrorCode::AuthenticationFailed);
}

void TestSshPam::lockedKeyAndPasswordAreBothAskedOnce()
{
    SshdFixture sshd;
    prepare(sshd, QStringLiteral("publickey,password"), false);
    START_OR_SKIP(sshd);
    const QString key = m_home->path(QStringLiteral("locked"));
    QVERIFY(SshdFixture::makeKey(key, QStringLiteral("ed25519"), {QStringLiteral("-N"), QStringLiteral("secret")}));
    QVERIFY(sshd.authorize(key + QStringLiteral(".pub")));
    Machine machine;
    machine.id = MachineId(1);
    machine.target = sshd.target();
    machine.target.identityFiles = {key};
    Person person({QStringLiteral("secret"), kPassword});
    ConnectionPool pool(person.questions());
    const auto first = pool.get(machine, Interaction::Allowed, soon(60'000));
    verifyWorks(first);
    QCOMPARE(person.asked.size(), 2);
    QCOMPARE(person.asked[0].kind, SshPrompt::Kind::Passphrase);
    QCOMPARE(person.asked[1].kind, SshPrompt::Kind::Password);
    (*first)->close();
    verifyWorks(pool.get(machine, Interaction::None, soon(60'000)));
    QCOMPARE(person.asked.size(), 2);
}

QTEST_GUILESS_MAIN(TestSshPam)
#include "tst_sshpam.moc"
