// SPDX-License-Identifier: GPL-3.0-or-later
// Logins that ask a person: passwords with a real sshd, several questions and one-time codes with a stand-in server, and a person who
// answers slowly.
#include "core/service/machines/connectionpool.h"
#include "core/storage/database/statedatabase.h"
#include "interactiveserver.h"
#include "sshtesting.h"

#include <QDirIterator>

#include <thread>

using namespace trainyard;

namespace {

const QString kPassword = QStringLiteral("horse Bättery 7");

SshQuestions answering(QStringList *asked, std::function<std::optional<QString>(const SshPrompt &)> answer)
{
    SshQuestions questions;
    questions.secret = [asked, answer](const SshPrompt &prompt, const std::stop_token &) {
        if (asked)
            *asked << prompt.text;
        return answer(prompt);
    };
    return questions;
}

void pause(int milliseconds) { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); }

}  // namespace

class TestSshQuestions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_home = std::make_unique<HomeGuard>(); }
    void cleanup() { m_home.reset(); }

    void passwordLogsIn();
    void passwordIsAskedOncePerMachineAndKeptNowhere();
    void severalQuestionsInOneRoundAndSeveralRounds();
    void wrongAnswersEndInARefusal();
    void serverThatOnlyAsksNothingIsRefused();
    void codesAreAskedForAnew();
    void anOfferedConnectionClosesNoneThatIsFull();

    void timeToThinkDoesNotCount_data();
    void timeToThinkDoesNotCount();
    void serverThatDoesNotWaitIsDialledAgain();
    void cancelWorksDuringAQuestion();
    void waitingForSomebodyElsesAnswerDoesNotCount();

private:
    std::unique_ptr<HomeGuard> m_home;
};

#define START_WITH_PASSWORD(sshd)                                   \
  do {                                                              \
    const QString missing = SshdFixture::missingForPassword();      \
    if (!missing.isEmpty())                                         \
      QSKIP(qPrintable(missing));                                   \
    (sshd).addConfig(QStringLiteral("PasswordAuthentication yes")); \
    (sshd).addConfig(QStringLiteral("PubkeyAuthentication no"));    \
    (sshd).setPassword(kPassword);                                  \
    START_OR_SKIP(sshd);                                            \
  } while (false)

void TestSshQuestions::passwordLogsIn()
{
    SshdFixture sshd;
    START_WITH_PASSWORD(sshd);
    SshTarget target = sshd.target();
    target.identityFiles.clear();
    QStringList asked;
    int tries = 0;
    const auto opened = SshConnection::open(target,
                                            answering(&asked,
                                                      [&](const SshPrompt &prompt) {
                                                          return prompt.kind == SshPrompt::Kind::Password && ++tries == 2
                                                                     ? kPassword
                                                                     : QStringLiteral("wrong");
                                                      }),
                                            soon());
    VERIFY_OK(opened);
    QCOMPARE(asked.size(), 2);
    QVERIFY(asked.first().contains(target.display()));
    const auto result = (*opened)->run(command(QStringLiteral("echo in")), soon());
    VERIFY_OK(result);
    QCOMPARE(result->out, QByteArray("in\n"));

    asked.clear();
    VERIFY_ERROR(SshConnection::open(target, answering(&asked, [](const SshPrompt &) { return QStringLiteral("no"); }), soon()),
                 ErrorCode::AuthenticationFailed);
    QCOMPARE(asked.size(), 3);
}

void TestSshQuestions::passwordIsAskedOncePerMachineAndKeptNowhere()
{
    SshdFixture sshd;
    START_WITH_PASSWORD(sshd);
    QTemporaryDir folder;
    auto store = StateDatabase::open(folder.filePath(QStringLiteral("trainyard.db")));
    VERIFY_OK(store);
    Machine machine;
    machine.name = QStringLiteral("box");
    machine.target = sshd.target();
    machine.target.identityFiles.clear();
    machine.added = QDateTime::currentDateTimeUtc();
    const auto added = (*store)->machines.add(machine);
    VERIFY_OK(added);

    QStringList asked;
    ConnectionPool pool(answering(&asked, [](const SshPrompt &) { return kPassword; }));
    VERIFY_ERROR(pool.get(*added, Interaction::None, soon()), ErrorCode::AuthenticationFailed);
    QCOMPARE(asked.size(), 0);
    const auto first = pool.get(*added, Interaction::Allowed, soon());
    VERIFY_OK(first);
    QCOMPARE(asked.size(), 1);
    sshd.dropConnections();
    QTRY_VERIFY_WITH_TIMEOUT(!(*first)->isAlive(), 20'000);
    VERIFY_OK(pool.get(*added, Interaction::None, soon()));
    QCOMPARE(asked.size(), 1);

    // Verifies that it is stored nowhere: not in our files, not in any process's arguments, not in sshd's log.
    const QByteArray secret = kPassword.toUtf8();
    store->reset();
    int files = 0;
    for (const QString &place : {folder.path(), m_home->path(QString())}) {
        QDirIterator all(place, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (all.hasNext()) {
            QFile file(all.next());
            QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
            QVERIFY2(!file.readAll().contains(secret), qPrintable(file.fileName()));
            ++files;
        }
    }
    QVERIFY(files > 0);
    QDirIterator processes(QStringLiteral("/proc"), {QStringLiteral("[0-9]*")}, QDir::Dirs);
    while (processes.hasNext()) {
        QFile arguments(processes.next() + QStringLiteral("/cmdline"));
        if (arguments.open(QIODevice::ReadOnly))
            QVERIFY(!arguments.readAll().contains(secret));
    }
    QVERIFY(!sshd.log().contains(secret));
}

void TestSshQuestions::severalQuestionsInOneRoundAndSeveralRounds()
{
    const QString code = QStringLiteral("123456"), place = QStringLiteral("lab");
    InteractiveServer server(
        {{{QStringLiteral("Password: "), false, kPassword}, {QStringLiteral("Verification\x1b[2J code: "), true, code}},
         {},
         {{QStringLiteral("Where are you? "), true, place}}});
    QVERIFY(server.start());
    QList<SshPrompt> seen;
    const auto opened = SshConnection::open(server.target(),
                                            answering(nullptr,
                                                      [&](const SshPrompt &prompt) {
                                                          seen << prompt;
                                                          return prompt.kind == SshPrompt::Kind::Password      ? kPassword
                                                                 : prompt.text.contains(QLatin1String("code")) ? code
                                                                                                               : place;
                                                      }),
                                            soon());
    VERIFY_OK(opened);
    QCOMPARE(seen.size(), 3);
    QCOMPARE(seen[0].kind, SshPrompt::Kind::Password);
    QVERIFY(!seen[0].isEchoed);
    QVERIFY2(seen[0].text.contains(QLatin1String("Stand-in server")), qPrintable(seen[0].text));
    QCOMPARE(seen[1].kind, SshPrompt::Kind::Code);
    QVERIFY(seen[1].isEchoed);
    QVERIFY2(!seen[1].text.contains(QChar(0x1b)), "a machine must not steer the terminal");
    QCOMPARE(seen[2].kind, SshPrompt::Kind::Code);
    QCOMPARE(seen[2].target, server.target());
    QCOMPARE(server.logins(), 1);
}

void TestSshQuestions::wrongAnswersEndInARefusal()
{
    InteractiveServer server({{{QStringLiteral("Code: "), false, QStringLiteral("1")}}});
    QVERIFY(server.start());
    QStringList asked;
    VERIFY_ERROR(SshConnection::open(server.target(), answering(&asked, [](const SshPrompt &) { return QStringLiteral("2"); }), soon()),
                 ErrorCode::AuthenticationFailed);
    QCOMPARE(asked.size(), 3);
    VERIFY_ERROR(
        SshConnection::open(server.target(), answering(&asked, [](const SshPrompt &) { return std::optional<QString>(); }), soon()),
        ErrorCode::Cancelled);
    QCOMPARE(asked.size(), 4);
    VERIFY_ERROR(SshConnection::open(server.target(), {}, soon()), ErrorCode::AuthenticationFailed);
}

void TestSshQuestions::serverThatOnlyAsksNothingIsRefused()
{
    QList<QList<InteractiveServer::Prompt>> rounds;
    for (int i = 0; i < 1000; ++i)
        rounds << QList<InteractiveServer::Prompt>();
    InteractiveServer server(rounds);
    QVERIFY(server.start());
    QElapsedTimer clock;
    clock.start();
    VERIFY_ERROR(SshConnection::open(server.target(), answering(nullptr, [](const SshPrompt &) { return QString(); }), soon()),
                 ErrorCode::AuthenticationFailed);
    QVERIFY(clock.elapsed() < 20'000);
}

void TestSshQuestions::codesAreAskedForAnew()
{
    InteractiveServer server(
        {{{QStringLiteral("Password: "), false, kPassword}, {QStringLiteral("One-time password: "), false, QStringLiteral("42")}}});
    QVERIFY(server.start());
    Machine machine;
    machine.id = MachineId(1);
    machine.target = server.target();
    QStringList asked;
    ConnectionPool pool(answering(
        &asked, [](const SshPrompt &prompt) { return prompt.kind == SshPrompt::Kind::Password ? kPassword : QStringLiteral("42"); }));
    const auto first = pool.get(machine, Interaction::Allowed, soon());
    VERIFY_OK(first);
    (*first)->close();
    VERIFY_ERROR(pool.get(machine, Interaction::None, soon()), ErrorCode::AuthenticationFailed);
    VERIFY_OK(pool.get(machine, Interaction::Allowed, soon()));
    QCOMPARE(asked.filter(QStringLiteral("One-time")).size(), 2);
}

void TestSshQuestions::anOfferedConnectionClosesNoneThatIsFull()
{
    SshdFixture sshd;
    sshd.addConfig(QStringLiteral("MaxSessions 1"));
    START_OR_SKIP(sshd);
    Machine machine;
    machine.id = MachineId(1);
    machine.target = sshd.target();
    ConnectionPool pool({});
    const auto first = pool.get(machine, Interaction::None, soon());
    VERIFY_OK(first);
    const auto busy = (*first)->start(command(QStringLiteral("cat")), soon());
    VERIFY_OK(busy);
    QVERIFY(!(*first)->run(command(QStringLiteral("true")), soon()));
    QVERIFY((*first)->isFull());
    const auto tested = SshConnection::open(machine.target, {}, soon());
    VERIFY_OK(tested);
    pool.offer(machine, *tested, LoginMemory());
    QVERIFY((*first)->isAlive());
    const auto next = pool.get(machine, Interaction::None, soon());
    VERIFY_OK(next);
    QCOMPARE(next->get(), tested->get());
    VERIFY_OK((*next)->run(command(QStringLiteral("true")), soon()));
    (*busy)->closeInput();
}

void TestSshQuestions::timeToThinkDoesNotCount_data()
{
    QTest::addColumn<QString>("question");
    QTest::newRow("host key") << QStringLiteral("host key");
    QTest::newRow("passphrase") << QStringLiteral("passphrase");
    QTest::newRow("code") << QStringLiteral("code");
}

void TestSshQuestions::timeToThinkDoesNotCount()
{
    QFETCH(QString, question);
    // Longer than the whole deadline.
    constexpr int kDeadlineMs = 6000, kThinkingMs = 7000;
    SshdFixture sshd;
    InteractiveServer server({{{QStringLiteral("Code: "), false, QStringLiteral("1")}}});
    SshQuestions questions = answering(nullptr, [&](const SshPrompt &prompt) {
        pause(kThinkingMs);
        return prompt.kind == SshPrompt::Kind::Passphrase ? QStringLiteral("secret") : QStringLiteral("1");
    });
    questions.acceptUnknownHostKey = [&](const SshTarget &, const HostKey &, const std::stop_token &) {
        pause(kThinkingMs);
        return true;
    };
    SshTarget target;
    if (question == QLatin1String("code")) {
        QVERIFY(server.start());
        target = server.target();
    } else {
        START_OR_SKIP(sshd);
        target = sshd.target();
        if (question == QLatin1String("host key")) {
            sshd.forgetHostKey();
        } else {
            target.identityFiles = {m_home->path(QStringLiteral("locked"))};
            QVERIFY(SshdFixture::makeKey(target.identityFiles.first(), QStringLiteral("ed25519"),
                                         {QStringLiteral("-N"), QStringLiteral("secret")}));
            sshd.authorize(target.identityFiles.first() + QStringLiteral(".pub"));
        }
    }
    VERIFY_OK(SshConnection::open(target, questions, QDeadlineTimer(kDeadlineMs)));
}

void TestSshQuestions::serverThatDoesNotWaitIsDialledAgain()
{
    SshdFixture sshd;
    sshd.addConfig(QStringLiteral("LoginGraceTime 3"));
    START_OR_SKIP(sshd);
    const QString path = m_home->path(QStringLiteral("locked"));
    QVERIFY(SshdFixture::makeKey(path, QStringLiteral("ed25519"), {QStringLiteral("-N"), QStringLiteral("secret")}));
    sshd.authorize(path + QStringLiteral(".pub"));
    SshTarget target = sshd.target();
    target.identityFiles = {path};
    QStringList asked;
    const auto opened = SshConnection::open(target,
                                            answering(&asked,
                                                      [&](const SshPrompt &) {
                                                          const QDeadlineTimer deadline(20'000);
                                                          while (!sshd.log().contains("Timeout before authentication")
                                                                 && !deadline.hasExpired())
                                                              pause(50);
                                                          pause(200);  // the log comes before the hang-up
                                                          return QStringLiteral("secret");
                                                      }),
                                            soon());
    VERIFY_OK(opened);
    QCOMPARE(asked.size(), 1);                                                    // the answer was remembered for the second dial
    QTRY_VERIFY_WITH_TIMEOUT(sshd.log().contains("Accepted publickey"), 30'000);  // written independently of the answer
}

void TestSshQuestions::cancelWorksDuringAQuestion()
{
    InteractiveServer server({{{QStringLiteral("Code: "), false, QStringLiteral("1")}}});
    QVERIFY(server.start());
    std::stop_source stop;
    SshQuestions questions;
    questions.secret = [&](const SshPrompt &, const std::stop_token &end) -> std::optional<QString> {
        stop.request_stop();
        const QDeadlineTimer deadline(10'000);
        while (!end.stop_requested() && !deadline.hasExpired())
            pause(5);
        return QStringLiteral("1");  // too late
    };
    QElapsedTimer clock;
    clock.start();
    VERIFY_ERROR(SshConnection::open(server.target(), questions, soon(), stop.get_token()), ErrorCode::Cancelled);
    QVERIFY(clock.elapsed() < 8000);
    QCOMPARE(server.logins(), 0);
}

void TestSshQuestions::waitingForSomebodyElsesAnswerDoesNotCount()
{
    InteractiveServer server({{{QStringLiteral("Code: "), false, QStringLiteral("1")}}});
    QVERIFY(server.start());
    Machine machine;
    machine.id = MachineId(1);
    machine.target = server.target();
    std::atomic<bool> isAsked = false;
    ConnectionPool pool(answering(nullptr, [&](const SshPrompt &) {
        isAsked = true;
        pause(5000);
        return QStringLiteral("1");
    }));
    std::thread dialler([&] { static_cast<void>(pool.get(machine, Interaction::Allowed, soon())); });
    QTRY_VERIFY_WITH_TIMEOUT(isAsked, 20'000);
    const auto waited = pool.get(machine, Interaction::None, QDeadlineTimer(3000));
    dialler.join();
    VERIFY_OK(waited);
    QCOMPARE(server.connections(), 1);
}

QTEST_GUILESS_MAIN(TestSshQuestions)
#include "tst_sshquestions.moc"
