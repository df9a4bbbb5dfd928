// SPDX-License-Identifier: GPL-3.0-or-later
// Object stores that the machine mounts for a run: real programs, a real store (OpenStack Swift's S3), real FUSE.
#include "core/execution/launchplan/storemounter.h"
#include "tests/support/rundirectory.h"
#include "tests/support/storeserver.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonObject>
#include <QStandardPaths>
#include <QTest>

#include <csignal>

using namespace trainyard;

namespace {

const QString kExit = QStringLiteral("exit");

bool isMounted(const QString &folder)
{
    QFile mounts(QStringLiteral("/proc/self/mountinfo"));
    const QByteArray at = ' ' + folder.toUtf8().replace(' ', "\\040") + ' ';
    return mounts.open(QIODevice::ReadOnly) && mounts.readAll().contains(at);
}

}  // namespace

class TestStoreMounts : public QObject {
    Q_OBJECT

    StoreServer m_swift{StoreServer::Kind::Swift};

    static void addProgramRows()
    {
        QTest::addColumn<QString>("program");
        for (const char *name : {"rclone", "s3fs"})  // Debian has no other
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    MountedStore store(const QString &program, const QString &key, bool isWritable, bool isCached = false) const
    {
        MountedStore mounted;
        mounted.target = QStringLiteral("~/in");
        mounted.mount = {QStringLiteral("s3://runs/") + key, isCached, isWritable};
        mounted.store = m_swift.record(QStringLiteral("runs"));
        mounted.key = key;
        mounted.program = program;
        return mounted;
    }

    // Puts a file into the store, by a program other than the one that is tried.
    void putObject(const QString &name, const QByteArray &content) const
    {
        RunDirectory run(QStringLiteral("dash"));
        run.input.stores = {store(QStringLiteral("rclone"), QString(), true)};
        run.input.task.run = QStringLiteral("mkdir -p ~/in/%1; cp ~/content ~/in/%2").arg(name.section(u'/', 0, -2), name);
        run.write();
        QFile file(run.environment.value(QStringLiteral("HOME")) + QStringLiteral("/content"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
        file.close();
        start(run);
        QVERIFY(comesTrue([&] { return run.has(kExit); }));
        QVERIFY2(run.exitRecord()[QLatin1String("code")].toInt(-1) == 0, run.read(QStringLiteral("log")).constData());
    }

    static void start(const RunDirectory &run)
    {
        const Ran started = run.verb({QStringLiteral("start")});
        QVERIFY2(started.code == 0, (started.out + run.read(QStringLiteral("stores-0.log"))).constData());
    }
    static QString place(const RunDirectory &run) { return run.environment.value(QStringLiteral("HOME")) + QStringLiteral("/in"); }
    static qint64 program(const RunDirectory &run) { return run.pidIn(QStringLiteral("stores-0.pid")); }

    static void verifyGone(const RunDirectory &run)
    {
        QVERIFY(!isMounted(place(run)));
        QVERIFY(!QFileInfo::exists(place(run)));  // it was made for the run
        for (const char *name : {"stores.conf", "stores-0.key", "stores-0.pid"})
            QVERIFY2(!run.has(QString::fromLatin1(name)), name);
    }

private Q_SLOTS:
    void initTestCase();
    void isReadAndIsGoneAfterTheRun_data() { addProgramRows(); }
    void isReadAndIsGoneAfterTheRun();
    void isWrittenOnlyIfAsked_data() { addProgramRows(); }
    void isWrittenOnlyIfAsked();
    void whatTheCacheHoldsIsSentBeforeTheEnd();
    void isUnmountedAfterTheSupervisorWasKilled();
    void hungStoreDoesNotHoldUpTheEnd_data() { addProgramRows(); }
    void hungStoreDoesNotHoldUpTheEnd();
    void placeThatIsTakenIsRefused();
    void storeThatRefusesIsToldInOneSentence();
    void programIsChosenByWhatItCan();
};

void TestStoreMounts::initTestCase()
{
    if (!QFileInfo::exists(QStringLiteral("/dev/fuse")))
        QSKIP("No /dev/fuse here: nothing can be mounted.");
    for (const char *name : {"rclone", "s3fs", "fusermount3"}) {
        if (!QStandardPaths::findExecutable(QString::fromLatin1(name)).isEmpty())
            continue;
        const QString problem = QString::fromLatin1(name) + QStringLiteral(" is missing: sudo apt-get install rclone s3fs fuse3");
        if (qEnvironmentVariable("CI") == QLatin1String("true"))
            QFAIL(qPrintable(problem));
        QSKIP(qPrintable(problem));
    }
    if (!m_swift.start())
        QSKIP(qPrintable(m_swift.problem()));
    QVERIFY(m_swift.addBucket(QStringLiteral("runs")));
    putObject(QStringLiteral("data/one.txt"), "content of one\n");
    putObject(QStringLiteral("data/deep/two.txt"), QByteArray(200'000, 't'));
}

void TestStoreMounts::isReadAndIsGoneAfterTheRun()
{
    QFETCH(QString, program);
    RunDirectory run(QStringLiteral("dash"));
    run.input.stores = {store(program, QStringLiteral("data"), false)};
    run.input.task.run = QStringLiteral("cat ~/in/one.txt; wc -c <~/in/deep/two.txt; touch ~/in/new 2>/dev/null || echo read-only; ")
                         + run.waitForGoOn();
    run.write();
    const Ran started = run.verb({QStringLiteral("start")});
    QVERIFY2(started.code == 0, (started.out + run.read(QStringLiteral("stores-0.log"))).constData());
    QVERIFY(comesTrue([&] { return run.read(QStringLiteral("log")).contains("read-only"); }));
    QCOMPARE(run.read(QStringLiteral("log")), QByteArray("content of one\n200000\nread-only\n"));
    QVERIFY(isMounted(place(run)));
    // Whoever lists processes sees no key.
    const QByteArray line = commandLine(this->program(run));
    QVERIFY2(line.contains(program.toUtf8()) && !line.contains("testing"), line.constData());
    run.goOn();
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    verifyGone(run);
}

void TestStoreMounts::isWrittenOnlyIfAsked()
{
    QFETCH(QString, program);
    const QString key = QStringLiteral("out-") + program;
    putObject(key + QStringLiteral("/before.txt"), "before\n");
    {
        RunDirectory run(QStringLiteral("bash"));
        run.input.stores = {store(program, key, true)};
        run.input.task.run = QStringLiteral("echo written >~/in/result.txt");
        run.write();
        start(run);
        QVERIFY(comesTrue([&] { return run.has(kExit); }));
        QVERIFY2(run.exitRecord()[QLatin1String("code")].toInt(-1) == 0, run.read(QStringLiteral("log")).constData());
        verifyGone(run);
    }
    // Read by the other program.
    RunDirectory reader(QStringLiteral("dash"));
    reader.input.stores = {store(program == QLatin1String("rclone") ? QStringLiteral("s3fs") : QStringLiteral("rclone"), key, false)};
    reader.input.task.run = QStringLiteral("cat ~/in/result.txt");
    reader.write();
    start(reader);
    QVERIFY(comesTrue([&] { return reader.has(kExit); }));
    QCOMPARE(reader.read(QStringLiteral("log")), QByteArray("written\n"));
}

void TestStoreMounts::whatTheCacheHoldsIsSentBeforeTheEnd()
{
    {
        RunDirectory run(QStringLiteral("dash"));
        run.input.stores = {store(QStringLiteral("rclone"), QStringLiteral("cached"), true, true)};
        // The program is stopped when the file is closed, as if the store were slow: the end waits for it.
        run.input.task.run = QStringLiteral("head -c 3000000 /dev/zero >~/in/big.bin; echo x >>~/in/big.bin; echo closed");
        run.write();
        start(run);
        QVERIFY(comesTrue([&] { return run.has(kExit); }));
        QVERIFY2(run.exitRecord()[QLatin1String("code")].toInt(-1) == 0, run.read(QStringLiteral("log")).constData());
        QVERIFY(!run.exitRecord().contains(QLatin1String("message")));
        QVERIFY(!run.has(QStringLiteral("stores-0.cache")));
        verifyGone(run);
    }
    RunDirectory reader(QStringLiteral("dash"));
    reader.input.stores = {store(QStringLiteral("s3fs"), QStringLiteral("cached"), false)};
    reader.input.task.run = QStringLiteral("wc -c <~/in/big.bin");
    reader.write();
    start(reader);
    QVERIFY(comesTrue([&] { return reader.has(kExit); }));
    QCOMPARE(reader.read(QStringLiteral("log")), QByteArray("3000002\n"));
}

void TestStoreMounts::isUnmountedAfterTheSupervisorWasKilled()
{
    RunDirectory run(QStringLiteral("dash"));
    run.input.stores = {store(QStringLiteral("rclone"), QStringLiteral("data"), false)};
    run.input.task.run = run.waitForGoOn() + QStringLiteral("; cat ~/in/one.txt");
    run.write();
    start(run);
    const qint64 mounting = program(run);
    killHard(run.pidIn(QStringLiteral("supervisor")));
    QVERIFY(isMounted(place(run)) && isAlive(mounting));
    // The run goes on, and so does what it reads; the next supervisor unmounts.
    run.goOn();
    QVERIFY(comesTrue([&] { return run.has(QStringLiteral("status")); }));
    QCOMPARE(run.read(QStringLiteral("log")), QByteArray("content of one\n"));
    run.verb({QStringLiteral("ensure")});
    QVERIFY(comesTrue([&] { return run.has(kExit); }));
    verifyGone(run);
    QVERIFY(!isAlive(mounting));
}

void TestStoreMounts::hungStoreDoesNotHoldUpTheEnd()
{
    QFETCH(QString, program);
    RunDirectory run(QStringLiteral("dash"));
    run.input.stores = {store(program, QStringLiteral("data"), false)};
    run.input.task.run = QStringLiteral("echo ready; %1; cat ~/in/deep/two.txt").arg(run.waitForGoOn());
    run.write();
    start(run);
    QVERIFY(comesTrue([&] { return run.read(QStringLiteral("log")).contains("ready"); }));
    const qint64 mounting = this->program(run);
    ::kill(static_cast<pid_t>(mounting), SIGSTOP);
    run.goOn();  // it blocks now, where not even SIGKILL ends it
    QTest::qWait(1500);
    QVERIFY(!run.has(QStringLiteral("status")));
    const Ran stopped = run.verb({QStringLiteral("stop"), QStringLiteral("1")});
    QVERIFY2(stopped.code == 0, (stopped.out + stopped.err).constData());
    QVERIFY(!isMounted(place(run)));
    QVERIFY(comesTrue([&] { return !isAlive(mounting); }));
}

void TestStoreMounts::placeThatIsTakenIsRefused()
{
    RunDirectory run(QStringLiteral("dash"));
    run.input.stores = {store(QStringLiteral("rclone"), QStringLiteral("data"), false)};
    run.input.task.run = QStringLiteral("echo ran");
    run.write();
    QDir().mkpath(place(run) + QStringLiteral("/mine"));
    const Ran started = run.verb({QStringLiteral("start")});
    QCOMPARE(started.code, 5);
    QVERIFY2(started.json()[QLatin1String("message")].toString().contains(QLatin1String("is not empty")), started.out.constData());
    QVERIFY(QFileInfo::exists(place(run) + QStringLiteral("/mine")));
    QVERIFY(!run.read(QStringLiteral("log")).contains("ran"));
    QVERIFY(!run.has(QStringLiteral("stores.conf")));
}

void TestStoreMounts::storeThatRefusesIsToldInOneSentence()
{
    RunDirectory run(QStringLiteral("dash"));
    MountedStore wrong = store(QStringLiteral("s3fs"), QStringLiteral("data"), false);
    wrong.store.key.secret = "wrong";
    run.input.stores = {wrong};
    run.write();
    const Ran started = run.verb({QStringLiteral("start")});
    QCOMPARE(started.code, 5);
    QVERIFY2(started.json()[QLatin1String("message")].toString().startsWith(QLatin1String("The object store for ")),
             started.out.constData());
    QVERIFY(!isMounted(place(run)));
}

void TestStoreMounts::programIsChosenByWhatItCan()
{
    ObjectStoreConfig s3, azure, temporary;
    azure.kind = ObjectStoreKind::Azure;
    temporary.key.token = "t";
    const StoreMount plain, cached{{}, true, false}, cachedWritable{{}, true, true};
    const QStringList all = storeMounters();
    QCOMPARE(mounterFor(all, plain, s3), QStringLiteral("rclone"));
    QCOMPARE(mounterFor({QStringLiteral("goofys"), QStringLiteral("s3fs")}, plain, s3), QStringLiteral("s3fs"));
    QCOMPARE(mounterFor({QStringLiteral("goofys"), QStringLiteral("s3fs")}, plain, temporary), QStringLiteral("goofys"));
    QCOMPARE(mounterFor({QStringLiteral("goofys")}, cached, s3), QString());
    QCOMPARE(mounterFor({QStringLiteral("mount-s3")}, cached, s3), QStringLiteral("mount-s3"));
    QCOMPARE(mounterFor({QStringLiteral("mount-s3")}, cachedWritable, s3), QString());
    QCOMPARE(mounterFor(all, plain, azure), QStringLiteral("rclone"));
    QCOMPARE(mounterFor(all.mid(1), plain, azure), QString());
    QCOMPARE(mounterFor({}, plain, s3), QString());
}

QTEST_GUILESS_MAIN(TestStoreMounts)
#include "tst_storemounts.moc"
