// SPDX-License-Identifier: GPL-3.0-or-later
// Which terminal opens on a machine, and what runs in it.
#include "core/model/sshcommand.h"
#include "core/service/machines/terminalcommand.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestTerminalCommand : public QObject {
    Q_OBJECT

    static QStringList opened(const QString &wanted, const QStringList &there)
    {
        return terminalCommand(QStringLiteral("ssh lab"), wanted, [&](const QString &name) { return there.contains(name); });
    }

private Q_SLOTS:
    void theOneThatIsThereIsTaken_data()
    {
        QTest::addColumn<QString>("wanted");
        QTest::addColumn<QStringList>("there");
        QTest::addColumn<QStringList>("begins");
        const auto row = [](const char *name, const char *wanted, const char *there, const char *begins) {
            QTest::newRow(name) << QString::fromLatin1(wanted) << QString::fromLatin1(there).split(u' ')
                                << QString::fromLatin1(begins).split(u' ');
        };
        row("what the desktop says", "", "xterm xdg-terminal-exec gnome-terminal", "xdg-terminal-exec sh -c");
        row("what Debian says", "", "xterm x-terminal-emulator", "x-terminal-emulator -e sh -c");
        row("two dashes", "", "gnome-terminal xterm", "gnome-terminal -- sh -c");
        row("the person's own first", "kitty", "kitty x-terminal-emulator", "kitty sh -c");
        row("the person's own by its path", "/opt/bin/wezterm", "/opt/bin/wezterm xterm", "/opt/bin/wezterm start -- sh -c");
        row("the person's own that nobody knows", "st", "st xterm", "st -e sh -c");
        row("the person's own that is gone", "st", "xterm", "xterm -e sh -c");
    }
    void theOneThatIsThereIsTaken()
    {
        QFETCH(QString, wanted);
        QFETCH(QStringList, there);
        QFETCH(QStringList, begins);
        const QStringList words = opened(wanted, there);
        QCOMPARE(words.mid(0, begins.size()), begins);
        QCOMPARE(words.size(), begins.size() + 1);
        QVERIFY(words.last().startsWith(QStringLiteral("ssh lab")));
    }

    void withoutAnyThereIsNone() { QVERIFY(opened(QStringLiteral("st"), {}).isEmpty()); }

    // The command really runs, and each value of a machine's record stays a single word.
    void onlySshRunsAndItsFailureCanBeRead()
    {
        QTemporaryDir directory;
        QFile ssh(directory.filePath(QStringLiteral("ssh")));
        QVERIFY(ssh.open(QIODevice::WriteOnly));
        ssh.write("#!/bin/sh\nfor word; do printf '[%s]' \"$word\"; done\nexit ${STATUS:-0}\n");
        ssh.close();
        QVERIFY(ssh.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        SshTarget target;
        target.host = QStringLiteral("lab");
        target.user = QStringLiteral("u");
        target.identityFiles = {QStringLiteral("/k/a'b; touch HERE $(touch HERE)")};
        const QStringList words = terminalCommand(sshCommandFor(target), QStringLiteral("xterm"), [](const QString &) {
                                      return true;
                                  }).mid(2);
        const auto answer = [&](const char *status) {
            QProcess process;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("PATH"), directory.path() + u':' + environment.value(QStringLiteral("PATH")));
            environment.insert(QStringLiteral("STATUS"), QLatin1String(status));
            process.setProcessEnvironment(environment);
            process.setWorkingDirectory(directory.path());
            process.start(words.first(), words.mid(1));
            process.closeWriteChannel();
            process.waitForFinished();
            return QString::fromUtf8(process.readAllStandardOutput());
        };
        QCOMPARE(answer("1"), QStringLiteral("[-i][/k/a'b; touch HERE $(touch HERE)][u@lab]"));
        QVERIFY(answer("255").contains(QStringLiteral("Press Enter")));
        QVERIFY(!QFile::exists(directory.filePath(QStringLiteral("HERE"))));
    }
};

QTEST_GUILESS_MAIN(TestTerminalCommand)
#include "tst_terminalcommand.moc"
