// SPDX-License-Identifier: GPL-3.0-or-later
// Terminals on a machine that is a private sshd: a real shell in a real pty.
#include "core/execution/registry/executionbackends.h"
#include "core/service/terminals/terminalservice.h"
#include "tests/core/transport/ssh/sshtesting.h"
#include "tests/support/faraway.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace trainyard;

namespace {

constexpr int kPatience = 30'000;  // on a busy computer

// A machine whose connection is the fixture's.
struct Lab : FarAway {
    Lab()
    {
        // A shell that reads no files of this computer's user and whose prompt is known.
        sshd.setEnvironment(QStringLiteral("PS1"), QStringLiteral("ready> "));
        sshd.setEnvironment(QStringLiteral("ENV"), QString());
        context.connect = [this](const Machine &, Interaction, std::stop_token stop) -> Result<std::shared_ptr<SshConnection>> {
            if (connection && connection->isAlive())
                return connection;
            TRY(connection, SshConnection::open(sshd.target(), {}, QDeadlineTimer(kPatience), stop));
            return connection;
        };
        machine = add(QStringLiteral("lab"));
    }
    std::unique_ptr<TerminalSession> open(TerminalSize size = {24, 80})
    {
        auto session = service.open({machine.id, {}}, size, 1000);
        return session;
    }

    SshdFixture sshd;
    std::shared_ptr<SshConnection> connection;
    Machine machine;
    TerminalService service{context};
};

QString shownBy(const TerminalSession &session)
{
    QStringList lines;
    session.reading([&lines](const TerminalScreen &screen) {
        for (qint64 i = screen.grid().firstLine(); i < screen.grid().endLine(); ++i)
            lines << screen.grid().line(i).text(0, 1000);
    });
    return lines.join(u'\n');
}

void type(TerminalSession &session, const QByteArray &line) { QVERIFY(session.send(line + '\r')); }

}  // namespace

#define SHOWS(session, text) \
  QTRY_VERIFY2_WITH_TIMEOUT(shownBy(session).contains(QStringLiteral(text)), qPrintable(shownBy(session)), kPatience)
#define REACHES(session, expected) QTRY_COMPARE_WITH_TIMEOUT(int((session).state().stage), int(TerminalState::expected), kPatience)

class TestTerminalSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aShellRunsInATerminal();
    void aShellStartsInAFolderWhateverItsName();
    void theProgramLearnsTheSizeAndItsChanges();
    void controlCStopsAProgram();
    void theEndIsToldWithItsStatus();
    void aCutIsShownAndTheTerminalConnectsAgain();
    void whatCannotBeOpenedSaysWhy();
    void aProgramThatPrintsWithoutEndIsHeldBack();
    void aClosedTerminalEndsItsProgram();
    void aRunsShellIsQuoted();
};

void TestTerminalSession::aShellStartsInAFolderWhateverItsName()
{
    Lab lab;
    START_OR_SKIP(lab.sshd);
    const QByteArray folder = QFile::encodeName(lab.folder()) + "/it's $(caf\xe9) \"x\"\\n\n";
    QVERIFY(::mkdir(folder.constData(), 0755) == 0);
    const int file = ::open((folder + "/proof").constData(), O_CREAT | O_WRONLY, 0644);
    QVERIFY(file >= 0 && ::write(file, "found it", 8) == 8);
    ::close(file);
    const auto session = lab.service.open({lab.machine.id, {}, folder}, {24, 80}, 1000);
    REACHES(*session, Open);
    type(*session, "cat proof");
    SHOWS(*session, "found it");
}

void TestTerminalSession::aShellRunsInATerminal()
{
    Lab lab;
    START_OR_SKIP(lab.sshd);
    const auto session = lab.open();
    QSignalSpy states(session.get(), &TerminalSession::stateChanged), screens(session.get(), &TerminalSession::screenChanged);
    REACHES(*session, Open);
    type(*session, "echo \"$TERM\" $((6*7)); tty");
    SHOWS(*session, "xterm-256color 42");
    SHOWS(*session, "/dev/pts/");
    QVERIFY(states.count() >= 1);
    QVERIFY(screens.count() >= 1);
    // A second one shares the connection and nothing else.
    const auto other = lab.open();
    REACHES(*other, Open);
    type(*other, "echo an$((1))other");
    SHOWS(*other, "an1other");
    QVERIFY(!shownBy(*session).contains(QStringLiteral("an1other")));
}

void TestTerminalSession::theProgramLearnsTheSizeAndItsChanges()
{
    Lab lab;
    START_OR_SKIP(lab.sshd);
    const auto session = lab.open({30, 100});
    REACHES(*session, Open);
    type(*session, "stty size");
    SHOWS(*session, "30 100");
    session->resize({17, 61});
    QTRY_VERIFY_WITH_TIMEOUT(([&session] {
                                 TerminalSize size;
                                 session->reading([&size](const TerminalScreen &screen) { size = screen.grid().size(); });
                                 return size == TerminalSize{17, 61};
                             }()),
                             kPatience);
    type(*session, "while sleep 0.2; do stty size; done");  // the change may arrive after what is typed
    SHOWS(*session, "17 61");
}

void TestTerminalSession::controlCStopsAProgram()
{
    Lab lab;
    START_OR_SKIP(lab.sshd);
    const auto session = lab.open();
    REACHES(*session, Open);
    type(*session, "echo begin$((1)); sleep 1000; echo woken$?");
    SHOWS(*session, "begin1");
    QVERIFY(session->press([](TerminalScreen &screen) { return screen.typed(QStringLiteral("c"), {false, false, true}); }));
    type(*session, "echo after$((2))");
    SHOWS(*session, "after2");
}

void TestTerminalSession::theEndIsToldWithItsStatus()
{
    Lab lab;
    START_OR_SKIP(lab.sshd);
    const auto session = lab.open();
    REACHES(*session, Open);
    type(*session, "echo last$((3)); exit 7");
    REACHES(*session, Ended);
    QCOMPARE(session->state().exitCode, 7);
    SHOWS(*session, "last3");
    QVERIFY(!session->send("x"));
    // It can be opened again; what was seen stays above.
    session->connectAgain();
    REACHES(*session, Open);
    type(*session, "echo again$((4))");
    SHOWS(*session, "again4");
    QVERIFY(shownBy(*session).contains(QStringLiteral("last3")));
}

void TestTerminalSession::aCutIsShownAndTheTerminalConnectsAgain()
{
    Lab lab;
    START_OR_SKIP(lab.sshd);
    const auto session = lab.open();
    REACHES(*session, Open);
    type(*session, "echo before$((1))");
    SHOWS(*session, "before1");
    lab.sshd.dropConnections();
    REACHES(*session, Lost);
    QCOMPARE(session->state().error.code, ErrorCode::ConnectionLost);
    QVERIFY(shownBy(*session).contains(QStringLiteral("before1")));
    session->connectAgain();
    REACHES(*session, Open);
    type(*session, "echo after$((2))");
    SHOWS(*session, "after2");
    QVERIFY(shownBy(*session).contains(QStringLiteral("before1")));
}

void TestTerminalSession::whatCannotBeOpenedSaysWhy()
{
    Lab lab;
    lab.sshd.addConfig(QStringLiteral("PermitTTY no"));
    START_OR_SKIP(lab.sshd);
    const auto session = lab.open();
    REACHES(*session, Failed);
    QCOMPARE(session->state().error.code, ErrorCode::PermissionDenied);
    QVERIFY(session->state().error.what.contains(QStringLiteral("PermitTTY")));
    const auto nowhere = lab.service.open({MachineId(99), {}}, {24, 80}, 10);
    REACHES(*nowhere, Failed);
    QCOMPARE(nowhere->state().error.code, ErrorCode::NotFound);
}

void TestTerminalSession::aProgramThatPrintsWithoutEndIsHeldBack()
{
    Lab lab;
    START_OR_SKIP(lab.sshd);
    const auto session = lab.open();
    REACHES(*session, Open);
    type(*session, "yes 'a line of a program that does not stop'");
    SHOWS(*session, "a line of a program that does not stop");
    // Meanwhile the screen can be read, and Ctrl+C arrives.
    QElapsedTimer timer;
    qint64 longest = 0;
    for (int i = 0; i < 20; ++i) {
        timer.start();
        session->reading([](const TerminalScreen &) {});
        longest = std::max(longest, timer.elapsed());
        QTest::qWait(20);
    }
    QVERIFY2(longest < 1000, qPrintable(QString::number(longest)));
    QVERIFY(session->send("\x03"));
    type(*session, "echo done$((5))");
    SHOWS(*session, "done5");
}

void TestTerminalSession::aClosedTerminalEndsItsProgram()
{
    Lab lab;
    START_OR_SKIP(lab.sshd);
    auto session = lab.open();
    REACHES(*session, Open);
    const QString mark = lab.sshd.directory() + QStringLiteral("/ended");
    type(*session, "trap 'touch " + mark.toUtf8() + "; exit' HUP; echo wait$((1)); while :; do sleep 0.1; done");
    SHOWS(*session, "wait1");
    session.reset();
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(mark), kPatience);
}

void TestTerminalSession::aRunsShellIsQuoted()
{
    Run run;
    run.id = RunId(QStringLiteral("a b'; rm -rf ~-a1"));
    run.head().directory = QStringLiteral("/home/x y/$(reboot)");
    QCOMPARE(executionBackend(EngineKind::Process).shellLine(run), QStringLiteral("cd '/home/x y/$(reboot)' && exec $SHELL -l"));
    const QString line = executionBackend(EngineKind::Docker).shellLine(run);
    QVERIFY2(line.startsWith(QStringLiteral("docker exec -it -e TERM=xterm-256color 'ty-a b'\\''; rm -rf ~-a1' sh -c ")), qPrintable(line));
    QVERIFY(executionBackend(EngineKind::Podman).shellLine(run).startsWith(QStringLiteral("podman exec -it ")));
    QCOMPARE(executionBackend(EngineKind::Podman).scriptLine(run, {QStringLiteral("start"), QStringLiteral("/a $b")}),
             QStringLiteral("podman exec -i 'ty-a b'\\''; rm -rf ~-a1' sh -s -- start '/a $b'"));
    QCOMPARE(executionBackend(EngineKind::Process).scriptLine(run, {QStringLiteral("start")}), QStringLiteral("sh -s -- start"));
}

QTEST_GUILESS_MAIN(TestTerminalSession)
#include "tst_terminalsession.moc"
