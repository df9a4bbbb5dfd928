// SPDX-License-Identifier: GPL-3.0-or-later
// `yard secret …` with a real keyring, and a run that gets a secret from there: its value reaches the run's own variables and nothing else.
#include "tests/support/desktopkeyring.h"
#include "tests/support/labmachine.h"
#include "tests/support/yardcommand.h"

#include <QCryptographicHash>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

const QString kProgram = QStringLiteral(TRAINYARD_BIN_DIR "/yard");
const QByteArray kValue = "hf_battery'staple";

QString s(const char *text) { return QString::fromUtf8(text); }

}  // namespace

class TestSecrets : public QObject {
    Q_OBJECT

    QTemporaryDir m_state;
    DesktopKeyring m_desktop;

    YardCommand yard() const
    {
        YardCommand command(kProgram, m_state.path());
        command.environment.insert(s("DBUS_SESSION_BUS_ADDRESS"), QString::fromUtf8(m_desktop.address()));
        return command;
    }
    YardCommand::Answer run(const QString &words) const { return yard().run(words.split(u' ')); }
    int setSecret(const QString &name, const QByteArray &value) const
    {
        QProcess process;
        process.setProcessEnvironment(yard().environment);
        process.start(kProgram, {s("secret"), s("set"), name});
        process.write(value);
        process.closeWriteChannel();
        return process.waitForFinished(60000) ? process.exitCode() : -1;
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (!m_desktop.startBus()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(m_desktop.problem()));
            QSKIP(qPrintable(m_desktop.problem()));
        }
        const auto none = run(s("secret list"));
        QVERIFY2(none.status == 1 && none.err.contains("There is no keyring here"), none.told().constData());
        QVERIFY(m_desktop.startKeyring());
        QVERIFY(QTest::qWaitFor([this] { return run(s("secret list")).status == 0; }, 30000));
    }

    void namesAreListedAndValuesAreNot()
    {
        QCOMPARE(setSecret(s("lab/hf"), kValue + '\n'), 0);
        QCOMPARE(setSecret(s("other"), "x"), 0);
        QCOMPARE(setSecret(s("other"), ""), 2);
        QCOMPARE(setSecret(s("a'; b"), "x"), 2);
        QCOMPARE(run(s("secret list")).out, QByteArray("lab/hf\nother\n"));
        QCOMPARE(run(s("--json secret list")).array(), (QJsonArray{s("lab/hf"), s("other")}));
        QCOMPARE(run(s("secret remove other")).status, 0);
        QCOMPARE(run(s("secret remove other")).status, 1);
        QCOMPARE(run(s("secret list")).out, QByteArray("lab/hf\n"));
    }

    void aRunGetsItsSecretFromTheKeyring()
    {
        LabMachine machine(std::nullopt);
        if (!machine.start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(machine.problem()));
            QSKIP(qPrintable(machine.problem()));
        }
        QCOMPARE(setSecret(s("lab/hf"), kValue), 0);
        const auto added = yard().run({s("machine"), s("add"), s("lab"), machine.sshCommand()});
        QVERIFY2(added.status == 0, added.told().constData());
        QFile task(m_state.filePath(s("task.yaml")));
        QVERIFY(task.open(QIODevice::WriteOnly));
        task.write("name: secret\nengine: process\nsecrets:\n  HF_TOKEN: {keyring: lab/hf}\n"
                   "run: printf %s \"$HF_TOKEN\" | sha256sum\n");
        task.close();
        const QStringList launch{s("run"), s("launch"), s("--machine"), s("lab")};
        // Looking asks the keyring for nothing.
        YardCommand without = yard();
        without.environment.insert(s("DBUS_SESSION_BUS_ADDRESS"), s("unix:path=/nowhere/bus"));
        const auto seen = without.run(launch + QStringList{s("--dry-run"), task.fileName()});
        QVERIFY2(seen.status == 0 && seen.out.contains("HF_TOKEN (secret)"), seen.told().constData());
        const auto refused = without.run(launch + QStringList{task.fileName()});
        QVERIFY2(refused.status == 1 && refused.err.contains("There is no keyring here"), refused.told().constData());

        const auto ran = yard().run(launch + QStringList{s("--follow"), task.fileName()});
        QVERIFY2(ran.status == 0 && ran.out.contains(QCryptographicHash::hash(kValue, QCryptographicHash::Sha256).toHex()),
                 ran.told().constData());
        QDirIterator files(m_state.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(!file.readAll().contains("staple"), qPrintable(file.fileName()));
        }
    }
};

QTEST_GUILESS_MAIN(TestSecrets)
#include "tst_secrets.moc"
