// SPDX-License-Identifier: GPL-3.0-or-later
// A machine's answers about its own files, in every shell that it may have, with and without python3; compared with the result of reading
// the files here.
#include "core/base/crc32.h"
#include "core/checkpoint/retention/verification.h"
#include "core/service/checkpoints/internal/onboxverifier.h"
#include "tests/support/sshdfixture.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QTest>

#include <cmath>
#include <sys/stat.h>

using namespace trainyard;
using namespace std::chrono_literals;

class TestOnboxVerifier : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void everyShellAndToolSaysTheSame_data();
    void everyShellAndToolSaysTheSame();
    void machineLooksWithoutMovingAnything();
    void importsNothingFromTheFolder();
    void cancellingEndsIt();
    void answersOfAHostileMachineAreBounded();

private:
    void make(const QString &name, const QByteArray &content)
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    RangeTask task(const QString &file, qint64 offset, qint64 length) const
    {
        RangeTask one;
        one.file = file;
        one.offset = offset;
        one.length = length;
        one.sum = RangeSum::Crc32;
        QFile content(m_folder.filePath(file));
        if (!QFileInfo(content).isSymLink() && QFileInfo(content).isFile() && content.open(QIODevice::ReadOnly) && content.seek(offset))
            one.expected = crc32(content.read(length));
        return one;
    }

    QTemporaryDir m_folder;
    std::vector<RangeTask> m_tasks;
};

void TestOnboxVerifier::initTestCase()
{
    QRandomGenerator random(1);
    QByteArray noise(300'001, Qt::Uninitialized);
    for (char &c : noise)
        c = char(random.generate());
    make(QStringLiteral("a b'$(x)`.pt"), noise);
    make(QStringLiteral("-rf"), noise.left(100));
    std::vector<float> numbers(50'000, 0.5f);
    numbers[7] = NAN;
    numbers[40'000] = -INFINITY;
    const QByteArray floats(reinterpret_cast<const char *>(numbers.data()), qsizetype(numbers.size() * sizeof(float)));
    make(QStringLiteral("f.bin"), "abc" + floats);
    const QByteArray packed = qCompress(floats, 6);
    make(QStringLiteral("z.bin"), packed.mid(6, packed.size() - 10));
    make(QStringLiteral("bf.bin"), QByteArray::fromHex("803f807f81ffc0ff803f"));
    QVERIFY(QFile::link(QStringLiteral("/etc/passwd"), m_folder.filePath(QStringLiteral("link"))));
    QVERIFY(::mkfifo(QFile::encodeName(m_folder.filePath(QStringLiteral("pipe"))).constData(), 0600) == 0);

    m_tasks = {task(QStringLiteral("a b'$(x)`.pt"), 0, 300'001),
               task(QStringLiteral("a b'$(x)`.pt"), 70'001, 100'000),
               task(QStringLiteral("a b'$(x)`.pt"), 5, 0),
               task(QStringLiteral("-rf"), 1, 98),
               task(QStringLiteral("f.bin"), 3, floats.size()),
               task(QStringLiteral("z.bin"), 0, packed.size() - 10),
               task(QStringLiteral("bf.bin"), 0, 10),
               task(QStringLiteral("link"), 0, 5),
               task(QStringLiteral("pipe"), 0, 5),
               task(QStringLiteral("gone"), 0, 5),
               task(QStringLiteral("-rf"), 90, 20),
               task(QStringLiteral("z.bin"), 1, 50),
               task(QStringLiteral("-rf\n"), 0, 1)};
    m_tasks[4].numbers = FloatKind::Float32;
    m_tasks[5].numbers = FloatKind::Float32;
    m_tasks[5].inflatedBytes = floats.size();
    m_tasks[5].expected = crc32(floats);
    m_tasks[6].numbers = FloatKind::BFloat16;
    m_tasks[11].inflatedBytes = 90;
}

void TestOnboxVerifier::everyShellAndToolSaysTheSame_data()
{
    QTest::addColumn<QStringList>("shell");
    QTest::addColumn<QString>("tool");
    for (const QStringList &shell : {QStringList{"dash"}, QStringList{"bash", "--posix"}, QStringList{"busybox", "sh"}}) {
        QTest::addRow("%s with python3", qPrintable(shell.first())) << shell << "python3";
        QTest::addRow("%s with gzip", qPrintable(shell.first())) << shell << "gzip";
    }
}

void TestOnboxVerifier::everyShellAndToolSaysTheSame()
{
    QFETCH(QStringList, shell);
    QFETCH(QString, tool);
    QProcess process;
    process.start(shell.first(), shell.mid(1) + QStringList{QStringLiteral("-s")});
    QVERIFY2(process.waitForStarted(), "a shell is missing: apt-get install dash busybox-static");
    process.write(onboxLookScript(m_folder.path(), m_tasks, tool));
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.readAllStandardError(), QByteArray());
    OnboxLookReader reader(m_tasks);
    const QByteArray answer = process.readAllStandardOutput();
    for (const char c : answer)
        reader.feed(QByteArray(1, c));
    QVERIFY(reader.isDone());
    QCOMPARE(reader.look().tool, tool);
    const auto &outcomes = reader.look().outcomes;
    for (const size_t good : {0, 1, 2, 3, 4, 6}) {
        QCOMPARE(outcomes[good].problem, RangeProblem::None);
        QCOMPARE(*outcomes[good].sum, m_tasks[good].expected);
    }
    for (const size_t gone : {7, 8, 9})
        QCOMPARE(outcomes[gone].problem, RangeProblem::Missing);
    QCOMPARE(outcomes[10].problem, RangeProblem::Short);
    QCOMPARE(outcomes[12].problem, RangeProblem::Unable);
    if (tool == QLatin1String("gzip")) {
        QVERIFY(!outcomes[4].nonFinite);
        QCOMPARE(outcomes[5].problem, RangeProblem::Unable);
        return;
    }
    QCOMPARE(outcomes[5].problem, RangeProblem::None);
    QCOMPARE(*outcomes[5].sum, m_tasks[5].expected);
    QCOMPARE(outcomes[11].problem, RangeProblem::Damaged);
    for (const size_t looked : {4, 5}) {
        QCOMPARE(outcomes[looked].nonFinite->nans, quint64(1));
        QCOMPARE(outcomes[looked].nonFinite->infinities, quint64(1));
    }
    QCOMPARE(outcomes[6].nonFinite->nans, quint64(2));
    QCOMPARE(outcomes[6].nonFinite->infinities, quint64(1));
    QVERIFY(!outcomes[0].nonFinite);
    QVERIFY(reader.bytesDone() > 300'001);
}

void TestOnboxVerifier::machineLooksWithoutMovingAnything()
{
    SshdFixture sshd;
    if (!sshd.missing().isEmpty())
        QSKIP(qPrintable(sshd.missing()));
    QVERIFY2(sshd.start(), qPrintable(sshd.errorText()));
    const auto connection = SshConnection::open(sshd.target(), {}, QDeadlineTimer(20s));
    QVERIFY(connection);
    qint64 told = 0;
    const auto look = lookOnMachine(**connection, m_folder.path(), m_tasks, [&](qint64 bytes) { told = bytes; });
    QVERIFY2(look, qPrintable(look ? QString() : look.error().what + look.error().detail));
    QCOMPARE(look->tool, QStringLiteral("python3"));
    QCOMPARE(*look->outcomes[0].sum, m_tasks[0].expected);
    QVERIFY(told > 0);
    const Verification result = judgeVerification(m_tasks, look->outcomes);
    QCOMPARE(result.verdict, Verdict::Partial);
    QCOMPARE(result.damaged, 5);
    const auto nowhere = lookOnMachine(**connection, QStringLiteral("/dev/null/nothing"), m_tasks);
    QVERIFY(nowhere);
    QVERIFY(nowhere->tool.isEmpty());
    QCOMPARE(nowhere->outcomes[0].problem, RangeProblem::Unable);
}

// A folder of checkpoints may hold files called zlib.py.
void TestOnboxVerifier::importsNothingFromTheFolder()
{
    const QString trap = m_folder.filePath(QStringLiteral("sprung"));
    for (const char *module : {"zlib.py", "os.py", "stat.py", "time.py", "sys.py", "sitecustomize.py", "usercustomize.py"})
        make(QString::fromLatin1(module), "open('" + QFile::encodeName(trap) + "', 'w').close()\n");
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PYTHONPATH"), m_folder.path());
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_folder.path());
    process.start(QStringLiteral("sh"), {QStringLiteral("-s")});
    QVERIFY(process.waitForStarted());
    process.write(onboxLookScript(m_folder.path(), m_tasks));
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(60'000));
    QVERIFY(process.readAllStandardOutput().endsWith("done\n"));
    QVERIFY(!QFileInfo::exists(trap));
}

void TestOnboxVerifier::cancellingEndsIt()
{
    SshdFixture sshd;
    if (!sshd.missing().isEmpty())
        QSKIP(qPrintable(sshd.missing()));
    QVERIFY2(sshd.start(), qPrintable(sshd.errorText()));
    const auto connection = SshConnection::open(sshd.target(), {}, QDeadlineTimer(20s));
    QVERIFY(connection);
    QFile hole(m_folder.filePath(QStringLiteral("hole")));
    QVERIFY(hole.open(QIODevice::WriteOnly) && hole.resize(qint64(1) << 40));
    std::stop_source stop;
    const auto look = lookOnMachine(
        **connection, m_folder.path(),
        {task(QStringLiteral("f.bin"), 0, 3), RangeTask{QStringLiteral("hole"), 0, qint64(1) << 40, RangeSum::Crc32, 0, {}, {}, {}}},
        [&](qint64 bytes) {
            if (bytes > 0)
                stop.request_stop();
        },
        stop.get_token());
    QVERIFY(!look);
    QVERIFY(look.error().isCancelled());
}

void TestOnboxVerifier::answersOfAHostileMachineAreBounded()
{
    const std::vector<RangeTask> tasks(2, task(QStringLiteral("-rf"), 0, 100));
    OnboxLookReader reader(tasks);
    reader.feed(
        "with evil\np 99999999999999999999\np 1000000\nr 2 00000000 - -\nr -1 00000000 - -\nr 0 00000000 -1 -1\nr 1 0000000000 1 1\nr 1\ne\n\n");
    QVERIFY(reader.look().tool.isEmpty());
    QCOMPARE(reader.bytesDone(), 200);
    QVERIFY(!reader.look().outcomes[0].nonFinite);
    QCOMPARE(*reader.look().outcomes[0].sum, 0u);
    QVERIFY(!reader.look().outcomes[1].sum);
    for (int i = 0; i < 1000; ++i)
        reader.feed(QByteArray(1000, 'x'));
    reader.feed("\ndone\n");
    QVERIFY(reader.isDone());
}

QTEST_GUILESS_MAIN(TestOnboxVerifier)
#include "tst_onboxverifier.moc"
