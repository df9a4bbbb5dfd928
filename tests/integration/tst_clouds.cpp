// SPDX-License-Identifier: GPL-3.0-or-later
// `yard cloud …` and `yard rent` with a real keyring, up to where a cloud would be asked: no cloud is reached here.
#include "tests/support/desktopkeyring.h"
#include "tests/support/yardcommand.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace trainyard;

namespace {

const QString kProgram = QStringLiteral(TRAINYARD_BIN_DIR "/yard");
const QByteArray kKeyId = "AKIAEXAMPLEOFATEST01", kSecret = "wJalr-battery-staple-horse-correct";

QString s(const char *text) { return QString::fromUtf8(text); }

}  // namespace

class TestClouds : public QObject {
    Q_OBJECT

    QTemporaryDir m_state;
    DesktopKeyring m_desktop;

    YardCommand yard() const
    {
        YardCommand command(kProgram, m_state.path());
        command.environment.insert(s("DBUS_SESSION_BUS_ADDRESS"), QString::fromUtf8(m_desktop.address()));
        for (const char *variable : {"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "TENCENTCLOUD_SECRET_ID", "TENCENTCLOUD_SECRET_KEY",
                                     "RUNPOD_API_KEY", "LAMBDA_API_KEY", "VAST_API_KEY"})
            command.environment.remove(s(variable));
        return command;
    }
    YardCommand::Answer run(const QString &words) const { return yard().run(words.split(u' ')); }
    YardCommand::Answer add(const QStringList &words, const QByteArray &input) const
    {
        QProcess process;
        process.setProcessEnvironment(yard().environment);
        process.start(kProgram, QStringList{s("cloud"), s("add")} + words);
        process.write(input);
        process.closeWriteChannel();
        YardCommand::Answer answer;
        answer.status = process.waitForFinished(60000) ? process.exitCode() : -1;
        answer.out = process.readAllStandardOutput();
        answer.err = process.readAllStandardError();
        return answer;
    }

    // No file, no output and no process has the key.
    void isNowhereElse(const QList<QByteArray> &said) const
    {
        for (const QByteArray &one : said)
            QVERIFY(!one.contains(kSecret) && !one.contains(kKeyId));
        int files = 0;
        QDirIterator all(m_state.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (all.hasNext()) {
            QFile file(all.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray bytes = file.readAll();
            QVERIFY2(!bytes.contains(kSecret) && !bytes.contains(kKeyId), qPrintable(file.fileName()));
            ++files;
        }
        QVERIFY(files > 0);
    }
    // Then the key is in a file, encrypted, and that is said.
    void withoutAKeyring() const
    {
        const auto added = add({s("aws"), s("file"), s("--set"), s("endpoint=http://127.0.0.1:1")}, kKeyId + '\n' + kSecret + '\n');
        QVERIFY2(added.status == 0 && added.err.contains("secrets.json") && added.err.contains("secrets.key"), added.told().constData());
        const auto listed = run(s("--json cloud list"));
        QCOMPARE(listed.array().first().toObject()[s("credentials")].toString(), s("file"));
        for (const char *name : {"secrets.json", "secrets.key"}) {
            QDirIterator found(m_state.path(), {s(name)}, QDir::Files, QDirIterator::Subdirectories);
            QVERIFY(found.hasNext());
            QCOMPARE(int(QFile(found.next()).permissions() & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther)),
                     0);
        }
        // It is taken from there, and nobody answers at that address.
        const auto checked = run(s("cloud check file"));
        QVERIFY2(checked.status == 3 && checked.err.contains("127.0.0.1"), checked.told().constData());
        isNowhereElse({added.out, added.err, listed.out, checked.out, checked.err});
        QCOMPARE(run(s("cloud remove file")).status, 0);
        QCOMPARE(run(s("--json cloud list")).array(), QJsonArray());
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (!m_desktop.startBus()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(m_desktop.problem()));
            QSKIP(qPrintable(m_desktop.problem()));
        }
        withoutAKeyring();
        QVERIFY(m_desktop.startKeyring());
        QVERIFY(QTest::qWaitFor([this] { return run(s("secret list")).status == 0; }, 30000));
    }

    void theKeyIsInTheKeyringAndNowhereElse()
    {
        const auto added = add({s("aws"), s("work"), s("--region"), s("us-east-1"), s("--from"), s("203.0.113.7")},
                               kKeyId + '\n' + kSecret + '\n');
        QVERIFY2(added.status == 0, added.told().constData());
        const auto again = add({s("tencent"), s("work")}, "other\nother\n");
        QVERIFY2(again.status == 1 && again.err.contains("already"), again.told().constData());
        const auto listed = run(s("--json cloud list"));
        const QJsonObject account = listed.array().first().toObject();
        QCOMPARE(account[s("name")].toString(), s("work"));
        QCOMPARE(account[s("kind")].toString(), s("aws"));
        QCOMPARE(account[s("credentials")].toString(), s("keyring"));
        QCOMPARE(account[s("settings")].toObject()[s("own-address")].toString(), s("203.0.113.7/32"));
        QCOMPARE(run(s("secret list")).out, QByteArray("cloud/work\n"));
        isNowhereElse({added.out, added.err, again.err, listed.out, listed.err, run(s("cloud check work")).err});
    }

    void keysAreInNoCoreFile_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("yard") << QStringList{kProgram, s("cloud"), s("add"), s("aws"), s("dumped")};
        QTest::newRow("window") << QStringList{s(TRAINYARD_BIN_DIR "/trainyard")};
    }
    // Killed by a signal that writes core files, where the person allows them, the program writes none.
    void keysAreInNoCoreFile()
    {
        QFETCH(QStringList, command);
        const QTemporaryDir folder;
        QProcess process;
        process.setWorkingDirectory(folder.path());
        QProcessEnvironment environment = yard().environment;
        environment.insert(s("AWS_SECRET_ACCESS_KEY"), QString::fromUtf8(kSecret));
        environment.insert(s("QT_QPA_PLATFORM"), s("offscreen"));
        process.setProcessEnvironment(environment);
        process.start(s("sh"), QStringList{s("-c"), s("ulimit -c unlimited && exec \"$@\""), s("sh")} + command);
        const auto limit = [&process] {
            QFile limits(s("/proc/%1/limits").arg(process.processId()));
            if (!limits.open(QIODevice::ReadOnly))
                return QByteArray();
            static const QRegularExpression line(s("Max core file size +(\\S+)"));
            return line.match(QString::fromUtf8(limits.readAll())).captured(1).toUtf8();
        };
        QTRY_COMPARE_WITH_TIMEOUT(limit(), QByteArray("0"), 30000);
        QCOMPARE(::kill(pid_t(process.processId()), SIGQUIT), 0);
        QVERIFY(process.waitForFinished(30000));
        QCOMPARE(process.exitStatus(), QProcess::CrashExit);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList());
    }

    void anApiKeyNeedsNoId()
    {
        const auto added = add({s("lambda"), s("gpus"), s("--set"), s("endpoint=http://127.0.0.1:1")}, kSecret + '\n');
        QVERIFY2(added.status == 0, added.told().constData());
        QVERIFY(run(s("secret list")).out.contains("cloud/gpus"));
        // It is taken from the keyring, and nobody answers at that address.
        const auto checked = run(s("cloud check gpus"));
        QVERIFY2(checked.status == 3 && checked.err.contains("127.0.0.1") && !checked.err.contains(kSecret), checked.told().constData());
        QCOMPARE(run(s("cloud remove gpus")).status, 0);
    }

    void whatItCostsIsSaidBeforeAnythingIsAskedFor()
    {
        const auto asked = run(s("rent aws/g6.2xlarge/us-east-1/on-demand --until 8h,5USD --or g6.2xlarge@us-west-2"));
        QCOMPARE(asked.status, 2);
        QVERIFY2(asked.err.contains("0.9776 USD per hour, at most 5.00") && asked.err.contains("us-west-2") && asked.err.contains("--yes"),
                 asked.told().constData());
    }

    void badInputIsOneSentence_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("said");
        const auto row = [](const char *words, const char *said) { QTest::newRow(words) << s(words) << s(said); };
        row("cloud add", "Name a cloud");
        row("cloud add mars", "aws, alibaba, tencent");
        row("cloud add aws a/b --from-environment", "cannot name an account");
        row("cloud add aws e --from-environment", "AWS_ACCESS_KEY_ID");
        row("cloud add tencent e --from-environment", "TENCENTCLOUD_SECRET_KEY");
        row("cloud add runpod e --from-environment", "RUNPOD_API_KEY");
        row("cloud add vast empty", "An API key is needed");
        row("cloud add lambda p --profile x", "--from-environment");
        row("cloud add gcp e --from-environment", "GOOGLE_APPLICATION_CREDENTIALS");
        row("cloud add gcp e", "not a complete key file");
        row("cloud add aws p --profile no-such-profile", "no-such-profile");
        row("cloud add alibaba p --profile x", "--from-environment");
        row("cloud add aws x --profile a --from-environment", "either");
        row("cloud add aws x --from-environment --set endpoint", "NAME=VALUE");
        row("cloud add aws x --from-environment --set api_key=abc", "looks like a secret");
        row("cloud add aws x --from-environment --from 0.0.0.0/0", "open to everyone");
        row("cloud add aws empty", "A key id and its secret are needed");
        row("cloud policy mars", "aws, alibaba, tencent");
        row("cloud remove none", "yard cloud list");
        row("cloud check none", "yard cloud list");
        row("cloud sweep --account none", "yard cloud list");
        row("cloud sweep --give-back i-none", "yard cloud sweep");
        row("cloud sweep what", "--give-back");
        row("rent", "--until");
        row("rent aws/g6.2xlarge/us-east-1/on-demand", "--until");
        row("rent aws/g6.2xlarge/us-east-1/on-demand --until soon", "8h");
        row("rent aws/g6.2xlarge/us-east-1/on-demand --until 0h", "from now on");
        row("rent aws/g6.2xlarge/us-east-1/on-demand --until 40CNY", "in this currency");
        row("rent no/such/offer/on-demand --until 8h", "yard offer list");
        row("rent a b --until 8h", "one too many");
        row("rent --type g6.2xlarge --account none --until 8h", "yard cloud list");
        row("rent --type no-such-type --until 8h", "--price");
        row("rent --type no-such-type --price 2.49 --until 8h", "currency");
        row("rent --type no-such-type --price 2USD --max-price 3USD --until 8h", "--spot");
        row("rent --type no-such-type --price 2USD --or nowhere --until 8h", "TYPE@REGION");
        row("rent --type no-such-type --price 2USD --from everyone --until 8h", "--from 203.0.113.7");
        row("rent --type no-such-type --price 2USD --disk 0 --until 8h", "--disk");
        row("rent --type no-such-type --price 2USD --name -x --until 8h", "name");
        row("machine give-back", "Name one machine");
        row("machine give-back none", "none");
    }
    void badInputIsOneSentence()
    {
        QFETCH(QString, words);
        QFETCH(QString, said);
        const auto answer = run(words);
        QVERIFY2(answer.status > 0 && answer.status < 6, answer.told().constData());
        QVERIFY2(answer.err.contains(said.toUtf8()), answer.told().constData());
        QVERIFY2(answer.err.startsWith("yard: ") && answer.err.count('\n') <= 2, answer.told().constData());
    }

    void removingAnAccountForgetsItsKey()
    {
        QCOMPARE(run(s("cloud remove work")).status, 0);
        QCOMPARE(run(s("secret list")).out, QByteArray());
        QCOMPARE(run(s("--json cloud list")).array(), QJsonArray());
        const auto none = run(s("rent aws/g6.2xlarge/us-east-1/on-demand --until 8h"));
        QVERIFY2(none.status == 1 && none.err.contains("yard cloud add aws"), none.told().constData());
    }
};

QTEST_GUILESS_MAIN(TestClouds)
#include "tst_clouds.moc"
