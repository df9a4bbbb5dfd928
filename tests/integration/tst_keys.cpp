// SPDX-License-Identifier: GPL-3.0-or-later
// `yard key …` as a person at a terminal uses it: the generated key opens a real sshd, its passphrase is asked for on the terminal and
// appears nowhere else.
#include "tests/support/labmachine.h"
#include "tests/support/terminal.h"
#include "tests/support/yardcommand.h"

#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

const QString kYard = QStringLiteral(TRAINYARD_BIN_DIR "/yard");
const QByteArray kSecret = "battery \xc3\xb6 staple";

// A started program with a terminal; status() waits for its end.
struct Seated {
    Seated(const YardCommand &yard, const QStringList &arguments)
    {
        terminal.attach(process);
        process.setProcessEnvironment(yard.environment);
        process.setStandardInputFile(QProcess::nullDevice());
        process.start(kYard, arguments);
        process.waitForStarted();
    }
    int status() { return process.waitForFinished() && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1; }

    Terminal terminal;
    QProcess process;
};

}  // namespace

class TestKeys : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_state;

    YardCommand yard() const { return YardCommand(kYard, m_state->path()); }
    YardCommand::Answer run(const QString &words) const { return yard().run(words.split(u' ')); }
    QString folder() const { return m_state->filePath(QStringLiteral("data/keys")); }
    QStringList files() const { return QDir(folder()).entryList(QDir::Files); }

private Q_SLOTS:
    void init() { m_state = std::make_unique<QTemporaryDir>(); }

    void thePassphraseIsAskedTwiceAndTheKeyLogsIn()
    {
        LabMachine machine(std::nullopt);
        if (!machine.start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(machine.problem()));
            QSKIP(qPrintable(machine.problem()));
        }
        Seated made(yard(), {QStringLiteral("key"), QStringLiteral("generate"), QStringLiteral("--comment"), QStringLiteral("for the lab"),
                             QStringLiteral("lab")});
        QVERIFY2(made.terminal.waitFor("Passphrase for the new key"), made.terminal.seen().constData());
        made.terminal.type(kSecret + '\n');
        QVERIFY2(made.terminal.waitFor("Repeat"), made.terminal.seen().constData());
        made.terminal.type(kSecret + '\n');
        QCOMPARE(made.status(), 0);
        QVERIFY2(!made.terminal.seen().contains("staple"), "what is typed must not show");
        const QByteArray line = made.process.readAllStandardOutput();
        QVERIFY2(line.startsWith("ssh-ed25519 AAAA") && line.endsWith(" for the lab\n") && line.count('\n') == 1, line.constData());
        QCOMPARE(run(QStringLiteral("key show lab")).out, line);

        QFile publicHalf(folder() + QStringLiteral("/lab.pub"));
        QVERIFY(publicHalf.open(QIODevice::ReadOnly));
        QCOMPARE(publicHalf.readAll(), line);
        QCOMPARE(QFile::permissions(folder() + QStringLiteral("/lab")) & ~(QFile::ReadUser | QFile::WriteUser),
                 QFile::ReadOwner | QFile::WriteOwner);

        QVERIFY(machine.sshd().authorize(publicHalf.fileName()));
        Seated added(yard(), {QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("box"),
                              QStringLiteral("ssh -p %1 -i %2/lab -o UserKnownHostsFile=%3 %4@127.0.0.1")
                                  .arg(machine.sshd().port())
                                  .arg(folder(), machine.sshd().knownHosts(), machine.sshd().user())});
        QVERIFY2(added.terminal.waitFor("Passphrase for the key"), added.terminal.seen().constData());
        added.terminal.type(kSecret + '\n');
        QCOMPARE(added.status(), 0);

        const auto listed = run(QStringLiteral("--json key list"));
        QCOMPARE(listed.array().size(), 1);
        const QJsonObject key = listed.array().first().toObject();
        QCOMPARE(key[QLatin1String("name")].toString(), QStringLiteral("lab"));
        QCOMPARE(key[QLatin1String("type")].toString(), QStringLiteral("ssh-ed25519"));
        QCOMPARE(key[QLatin1String("encrypted")].toBool(), true);
        QCOMPARE(key[QLatin1String("comment")].toString(), QStringLiteral("for the lab"));
        QCOMPARE(key[QLatin1String("public")].toString().toUtf8() + '\n', line);
        QCOMPARE(key[QLatin1String("machines")].toArray(), QJsonArray{QStringLiteral("box")});
        QProcess keygen;
        keygen.start(QStringLiteral("ssh-keygen"), {QStringLiteral("-lf"), publicHalf.fileName()});
        QVERIFY(keygen.waitForFinished());
        const QByteArray fingerprint = keygen.readAllStandardOutput().split(' ').value(1);
        QCOMPARE(key[QLatin1String("fingerprint")].toString().toUtf8(), fingerprint);
        const QByteArray table = run(QStringLiteral("key list")).out;
        for (const QByteArray &word : {QByteArray("lab"), QByteArray("yes"), QByteArray("box"), fingerprint})
            QVERIFY2(table.contains(word), table.constData());

        QDirIterator all(m_state->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (all.hasNext()) {
            QFile file(all.next());
            QVERIFY2(file.open(QIODevice::ReadOnly) && !file.readAll().contains(kSecret), qPrintable(file.fileName()));
        }
    }

    void passphrasesThatDifferMakeNoKey()
    {
        Seated made(yard(), {QStringLiteral("key"), QStringLiteral("generate"), QStringLiteral("lab")});
        QVERIFY(made.terminal.waitFor("Passphrase for the new key"));
        made.terminal.type("one\n");
        QVERIFY(made.terminal.waitFor("Repeat"));
        made.terminal.type("another\n");
        QCOMPARE(made.status(), 2);
        QVERIFY2(made.process.readAllStandardError().contains("differ"), "the reason is said");
        QVERIFY(files().isEmpty());
    }

    void ctrlCAtTheQuestionMakesNoKey()
    {
        Seated made(yard(), {QStringLiteral("key"), QStringLiteral("generate"), QStringLiteral("lab")});
        QVERIFY(made.terminal.waitFor("Passphrase for the new key"));
        made.terminal.type("\x03");
        QCOMPARE(made.status(), 130);
        QVERIFY(files().isEmpty());
    }

    void withoutATerminalAPassphraseIsNotGuessed()
    {
        // A separate session, so that it does not have the terminal of the user who runs the tests.
        YardCommand alone(QStringLiteral("setsid"), m_state->path());
        const auto refused = alone.run(
            {QStringLiteral("--wait"), kYard, QStringLiteral("key"), QStringLiteral("generate"), QStringLiteral("lab")});
        QVERIFY2(refused.status == 2 && refused.err.contains("--no-passphrase"), refused.told().constData());
        QVERIFY(files().isEmpty());
        const auto made = run(QStringLiteral("--json key generate --no-passphrase lab"));
        QVERIFY2(made.status == 0, made.told().constData());
        QCOMPARE(made.object()[QLatin1String("encrypted")].toBool(true), false);
        QCOMPARE(made.object()[QLatin1String("comment")].toString(), QStringLiteral("lab"));
        QCOMPARE(made.object()[QLatin1String("machines")].toArray(), QJsonArray());
    }

    void nothingIsOverwritten()
    {
        const auto first = run(QStringLiteral("key generate --no-passphrase lab"));
        QCOMPARE(first.status, 0);
        // Without a question: there is no terminal, and the name is taken.
        const auto again = run(QStringLiteral("key generate lab"));
        QVERIFY2(again.status == 1 && again.err.contains("another name"), again.told().constData());
        const auto imported = yard().run({QStringLiteral("key"), QStringLiteral("import"), folder() + QStringLiteral("/lab")});
        QVERIFY2(imported.status == 1 && imported.err.contains("another name"), imported.told().constData());
        QCOMPARE(run(QStringLiteral("key show lab")).out, first.out);
    }

    void importedKeysTellTheirPublicHalf_data()
    {
        QTest::addColumn<QStringList>("how");
        QTest::addColumn<bool>("isTold");
        QTest::newRow("OpenSSH") << QStringList{"-t", "ed25519", "-N", ""} << true;
        QTest::newRow("OpenSSH, encrypted") << QStringList{"-t", "ed25519", "-N", "secret"} << true;
        QTest::newRow("PEM") << QStringList{"-t", "rsa", "-b", "2048", "-m", "PEM", "-N", ""} << true;
        QTest::newRow("PEM, encrypted") << QStringList{"-t", "rsa", "-b", "2048", "-m", "PEM", "-N", "secret"} << false;
    }
    void importedKeysTellTheirPublicHalf()
    {
        QFETCH(QStringList, how);
        QFETCH(bool, isTold);
        // A provider's download: readable by all, and without its public half.
        const QString file = m_state->filePath(QStringLiteral("gpu key.pem"));
        QCOMPARE(QProcess::execute(QStringLiteral("ssh-keygen"), QStringList{QStringLiteral("-q"), QStringLiteral("-f"), file} + how), 0);
        QFile original(file + QStringLiteral(".pub"));
        QVERIFY(original.open(QIODevice::ReadOnly));
        const QByteArrayList words = original.readAll().split(' ');
        QVERIFY(original.remove());
        QVERIFY(QFile::setPermissions(file, QFile::ReadOwner | QFile::ReadGroup | QFile::ReadOther));

        const auto unnamed = yard().run({QStringLiteral("key"), QStringLiteral("import"), file});
        QVERIFY2(unnamed.status == 2, unnamed.told().constData());  // a blank cannot be in a key's name
        const auto imported = yard().run({QStringLiteral("key"), QStringLiteral("import"), file, QStringLiteral("gpu")});
        QVERIFY2(imported.status == 0, imported.told().constData());
        const auto shown = run(QStringLiteral("key show gpu"));
        if (isTold) {
            QCOMPARE(imported.out, words.mid(0, 2).join(' ') + '\n');
            QCOMPARE(shown.out, imported.out);
        } else {
            QVERIFY2(shown.status == 1 && shown.err.contains("ssh-keygen -y -f"), shown.told().constData());
        }
        QCOMPARE(QFile::permissions(folder() + QStringLiteral("/gpu")) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
        QVERIFY(QFile::exists(file));
    }

    void whatIsNoKeyIsRefused_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<int>("status");
        QTest::newRow("no file") << QStringList{"import", "/no/such/key"} << 1;
        QTest::newRow("no key") << QStringList{"import", "/etc/passwd"} << 2;
        QTest::newRow("folder") << QStringList{"import", "/etc"} << 2;
        QTest::newRow("unknown key") << QStringList{"show", "nobody"} << 1;
        QTest::newRow("name that leaves the folder") << QStringList{"generate", "--no-passphrase", "../x"} << 2;
        QTest::newRow("name that is an option") << QStringList{"generate", "--no-passphrase", "--", "-x"} << 2;
        QTest::newRow("name with a newline") << QStringList{"generate", "--no-passphrase", "a\nb"} << 2;
        QTest::newRow("passphrase as an option") << QStringList{"generate", "--passphrase", "x", "lab"} << 2;
        QTest::newRow("no name") << QStringList{"generate"} << 2;
    }
    void whatIsNoKeyIsRefused()
    {
        QFETCH(QStringList, words);
        QFETCH(int, status);
        const auto answer = yard().run(QStringList{QStringLiteral("--json"), QStringLiteral("key")} + words);
        QVERIFY2(answer.status == status, answer.told().constData());
        QVERIFY(answer.err.startsWith("yard: "));
        QVERIFY(!answer.object()[QLatin1String("error")].toObject().isEmpty());
        QVERIFY(files().isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestKeys)
#include "tst_keys.moc"
