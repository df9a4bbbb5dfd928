// SPDX-License-Identifier: GPL-3.0-or-later
// Checks of the scripts without running them, and that the embedded copies equal these files.
#include "core/execution/launchplan/onboxfiles.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTest>

using namespace trainyard;

class ScriptsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void shellcheckHasNothingToSay();
    void everyShellParsesThem();
    void embeddedFilesAreTheseFiles();
    void embeddedStarterIsTheProgram();

private:
    QDir m_dir{QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/onbox")};
};

void ScriptsTest::shellcheckHasNothingToSay()
{
    QProcess check;
    QStringList arguments{QStringLiteral("--shell=sh")};
    for (const QString &name : m_dir.entryList({QStringLiteral("*.sh")}))
        arguments << m_dir.filePath(name);
    QVERIFY(arguments.size() > 3);
    check.start(QStringLiteral("shellcheck"), arguments);
    if (!check.waitForStarted()) {
        if (qEnvironmentVariable("CI") == QLatin1String("true"))
            QFAIL("shellcheck is missing");
        QSKIP("shellcheck is missing: apt-get install shellcheck");
    }
    QVERIFY(check.waitForFinished(60000));
    QVERIFY2(check.exitCode() == 0, check.readAll().constData());
}

void ScriptsTest::everyShellParsesThem()
{
    const QList<QStringList> shells{
        {QStringLiteral("dash")}, {QStringLiteral("bash"), QStringLiteral("--posix")}, {QStringLiteral("busybox"), QStringLiteral("sh")}};
    for (const QString &name : m_dir.entryList({QStringLiteral("*.sh")})) {
        for (const QStringList &shell : shells)
            QCOMPARE(QProcess::execute(shell.first(), shell.mid(1) + QStringList{QStringLiteral("-n"), m_dir.filePath(name)}), 0);
    }
}

void ScriptsTest::embeddedFilesAreTheseFiles()
{
    for (const char *name : {"starter.sh", "profile.sh", "supervise.sh", "sample.sh", "guard.sh", "gpus.sh", "slurm.sh"}) {
        QFile file(m_dir.filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(onboxFile(QString::fromLatin1(name)), file.readAll());
    }
    QCOMPARE(onboxFile(QStringLiteral("nothing")), QByteArray());
}

void ScriptsTest::embeddedStarterIsTheProgram()
{
    QFile file(QStringLiteral(TRAINYARD_BIN_DIR "/yard-starter"));
    if (!file.open(QIODevice::ReadOnly))
        QSKIP("The static starter is built on x86-64 Linux only");
    const QByteArray program = file.readAll();
    QCOMPARE(onboxFile(QStringLiteral("starter")), program);
    QVERIFY2(program.size() < 64 * 1024, "it travels with every run");
    QVERIFY2(!program.contains("ld-linux"), "it must be static");
}

QTEST_GUILESS_MAIN(ScriptsTest)
#include "tst_scripts.moc"
