// SPDX-License-Identifier: GPL-3.0-or-later
// `yard checkpoint push|pull` with user mistakes, odd names, full disks and malice: a wrong or incomplete copy is never taken for a
// complete one, and nothing is lost.
#include "tests/support/faultystore.h"
#include "tests/support/filetrees.h"
#include "tests/support/labmachine.h"
#include "tests/support/storeserver.h"
#include "tests/support/yardcommand.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QScopeGuard>
#include <QTest>

#include <csignal>
#include <sys/mount.h>
#include <unistd.h>

using namespace trainyard;

class TestCheckpointCopies : public QObject {
    Q_OBJECT

    QTemporaryDir m_state, m_here;
    StoreServer m_swift{StoreServer::Kind::Swift};
    std::unique_ptr<FaultyStore> m_way;
    enum class Stage { Nowhere, List, Parts };
    std::atomic<Stage> m_stuckAt = Stage::Nowhere;
    std::atomic<const char *> m_inTarget = "";  // of the requests that get stuck
    std::atomic<int> m_stuck = 0;
    std::unique_ptr<LabMachine> m_machine;

    YardCommand yard() const
    {
        YardCommand yard(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), m_state.path());
        for (const char *name : {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"})
            yard.environment.remove(QString::fromLatin1(name));
        return yard;
    }
    YardCommand::Answer copy(const char *verb, const QStringList &words) const
    {
        return yard().run(QStringList{QStringLiteral("--json"), QStringLiteral("checkpoint"), QString::fromLatin1(verb)} + words, 120'000);
    }
    static QJsonObject done(const YardCommand::Answer &answer)
    {
        return QJsonDocument::fromJson(answer.out.trimmed().split('\n').last()).object();
    }
    static int number(const YardCommand::Answer &answer, const char *name) { return done(answer).value(QLatin1String(name)).toInt(-1); }
    QString here(const char *name) const { return m_here.filePath(QString::fromUtf8(name)); }
    QString there(const char *name) const { return m_machine->home() + u'/' + QString::fromUtf8(name); }
    QString lab(const char *name) const { return QStringLiteral("lab:") + there(name); }

    static bool makeCheckpoint(const QString &folder, char fill, const QByteArray &state)
    {
        return writeFile(folder + QStringLiteral("/model.safetensors"), QByteArray(3'000'000, fill))
               && writeFile(folder + QStringLiteral("/optimizer.pt"), QByteArray(50'000, fill))
               && writeFile(folder + QStringLiteral("/trainer_state.json"), state);
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (!m_swift.start())
            QSKIP(qPrintable(m_swift.problem()));
        QVERIFY2(m_swift.addBucket(QStringLiteral("runs")), qPrintable(m_swift.problem()));
        m_way = std::make_unique<FaultyStore>(m_swift.base(), [this](FaultyStore::Request &request) -> std::optional<FaultyStore::Answer> {
            const bool isMeant = m_stuckAt == Stage::List ? request.method == "GET" && request.target.contains("list-type")
                                                          : m_stuckAt == Stage::Parts
                                                                && ((request.method == "PUT" && request.target.contains("partNumber="))
                                                                    || request.headers.contains("range"));
            if (!isMeant || !request.target.contains(QByteArrayView(m_inTarget.load())))
                return {};
            ++m_stuck;
            FaultyStore::Answer nothing;
            nothing.isSilent = true;
            return nothing;
        });
        m_machine = std::make_unique<LabMachine>(std::nullopt);
        if (!m_machine->start())
            QSKIP(qPrintable(m_machine->problem()));
        const auto added = yard().run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("lab"), m_machine->sshCommand()});
        QVERIFY2(added.status == 0, added.told().constData());
        QVERIFY(writeFile(here("keys"), "test:tester\ntesting\n"));
        const auto store = yard().run({QStringLiteral("store"), QStringLiteral("add"), QStringLiteral("--endpoint"), m_way->base(),
                                       QStringLiteral("--keys"), here("keys"), QStringLiteral("bucket"), QStringLiteral("s3://runs")});
        QVERIFY2(store.status == 0, store.told().constData());
    }

    void onAMachineNothingElseIsWrittenOver()
    {
        QVERIFY(makeCheckpoint(here("a/checkpoint-10"), 'a', "{\"global_step\":10}"));
        QVERIFY(makeCheckpoint(here("b/checkpoint-10"), 'b', "{\"global_step\":10}"));
        const auto pushed = copy("push", {here("a/checkpoint-10"), lab("runs/")});
        QVERIFY2(pushed.status == 0, pushed.told().constData());
        QCOMPARE(number(pushed, "files"), 3);
        const auto again = copy("push", {here("a/checkpoint-10"), lab("runs/")});
        QVERIFY2(again.status == 0, again.told().constData());
        QCOMPARE(number(again, "files"), 0);
        QCOMPARE(number(again, "unchanged"), 3);
        QCOMPARE(done(again).value(QLatin1String("check")).toString(), QStringLiteral("sha256"));
        const auto refused = copy("push", {here("b/checkpoint-10"), lab("runs/")});
        QVERIFY2(refused.status == 1 && refused.err.contains("--replace"), refused.told().constData());
        QCOMPARE(treeOf(there("runs/checkpoint-10")), treeOf(here("a/checkpoint-10")));
        const auto replaced = copy("push", {QStringLiteral("--replace"), here("b/checkpoint-10"), lab("runs/")});
        QVERIFY2(replaced.status == 0, replaced.told().constData());
        QCOMPARE(treeOf(there("runs/checkpoint-10")), treeOf(here("b/checkpoint-10")));
        // And in the other direction.
        const auto kept = copy("pull", {lab("runs/checkpoint-10"), here("a/checkpoint-10")});
        QVERIFY2(kept.status == 1 && kept.err.contains("--replace"), kept.told().constData());
        QCOMPARE(contentOf(here("a/checkpoint-10/model.safetensors")), QByteArray(3'000'000, 'a'));
        const auto pulled = copy("pull", {QStringLiteral("--replace"), lab("runs/checkpoint-10"), here("a/checkpoint-10")});
        QVERIFY2(pulled.status == 0, pulled.told().constData());
        QCOMPARE(treeOf(here("a/checkpoint-10")), treeOf(here("b/checkpoint-10")));
    }

    // Equal size and time do not prove that an earlier copy is intact.
    void aDamagedCopyOfEqualSizeAndTimeIsSeen()
    {
        QVERIFY(makeCheckpoint(here("c/checkpoint-1"), 'c', "{}"));
        QVERIFY(copy("push", {here("c/checkpoint-1"), lab("damaged/")}).status == 0);
        const QString file = there("damaged/checkpoint-1/optimizer.pt");
        const QDateTime time = QFileInfo(file).lastModified();
        QFile broken(file);
        QVERIFY(broken.open(QIODevice::ReadWrite) && broken.seek(100) && broken.write("x") == 1 && broken.flush()
                && broken.setFileTime(time, QFileDevice::FileModificationTime));
        broken.close();
        QCOMPARE(copy("push", {here("c/checkpoint-1"), lab("damaged/")}).status, 1);
        QCOMPARE(copy("push", {QStringLiteral("--replace"), here("c/checkpoint-1"), lab("damaged/")}).status, 0);
        QCOMPARE(treeOf(there("damaged/checkpoint-1")), treeOf(here("c/checkpoint-1")));
    }

    // The mark is the same in the old and the new copy; in between it would make a mixture look complete.
    void aReplacementThatFailsHalfwayIsNotMarkedAsComplete_data()
    {
        QTest::addColumn<bool>("isToMachine");
        QTest::newRow("to a machine") << true;
        QTest::newRow("to this computer") << false;
    }
    void aReplacementThatFailsHalfwayIsNotMarkedAsComplete()
    {
        QFETCH(bool, isToMachine);
        const QString from = isToMachine ? here("new/checkpoint-5") : there("new/checkpoint-5");
        const QString to = isToMachine ? there("old/checkpoint-5") : here("old/checkpoint-5");
        QVERIFY(makeCheckpoint(from, 'n', "{\"global_step\":5}"));
        QVERIFY(makeCheckpoint(to, 'o', "{\"global_step\":5}"));
        QVERIFY(QFile::remove(to + QStringLiteral("/optimizer.pt")) && QDir().mkpath(to + QStringLiteral("/optimizer.pt/in the way")));
        const auto failed = copy(isToMachine ? "push" : "pull",
                                 {QStringLiteral("--replace"), isToMachine ? from : QStringLiteral("lab:") + from,
                                  isToMachine ? QStringLiteral("lab:") + to : to});
        QVERIFY2(failed.status != 0, failed.told().constData());
        QVERIFY(!QFile::exists(to + QStringLiteral("/trainer_state.json")));
        QVERIFY(QDir(to + QStringLiteral("/optimizer.pt")).removeRecursively());
        const auto again = copy(isToMachine ? "push" : "pull",
                                {QStringLiteral("--replace"), isToMachine ? from : QStringLiteral("lab:") + from,
                                 isToMachine ? QStringLiteral("lab:") + to : to});
        QVERIFY2(again.status == 0, again.told().constData());
        QCOMPARE(treeOf(to), treeOf(from));
    }

    void anyNameGoesRoundAllPlaces()
    {
        const QString folder = here("odd names/it's $(touch gone) `id` \"50%2 %1 %L1\"\n-n 检查点");
        const QByteArray longest = QByteArray("\xe6\x96\x87").repeated(84) + ".pt";
        QVERIFY(writeFile(folder + QStringLiteral("/-n"), "1"));
        QVERIFY(writeFile(folder + QStringLiteral("/a%1b%2c%3d%4e%5 %20+&?#;|*.pt"), QByteArray(2'500'000, 'p')));
        QVERIFY(writeFile(folder + QStringLiteral("/'; touch gone; '/\"$HOME\".pt"), "3"));
        QVERIFY(writeFile(folder + QStringLiteral("/back\\slash\\n~"), "4"));
        QVERIFY(writeFile(folder + u'/' + QString::fromUtf8(longest), "5"));
        QVERIFY(writeFile(folder + QStringLiteral("/empty"), {}));
        const QString line = folder + QStringLiteral("/new\nline\ttab.pt");
        QVERIFY(writeFile(line, "6"));
        const auto wanted = treeOf(folder);
        QCOMPARE(wanted.size(), 7);
        const auto toLab = copy("push", {folder, lab("odd 1")});
        QVERIFY2(toLab.status == 0, toLab.told().constData());
        QCOMPARE(done(toLab).value(QLatin1String("check")).toString(), QStringLiteral("sha256"));
        QCOMPARE(treeOf(there("odd 1")), wanted);
        const auto fromLab = copy("pull", {lab("odd 1"), here("odd 2")});
        QVERIFY2(fromLab.status == 0, fromLab.told().constData());
        QCOMPARE(done(fromLab).value(QLatin1String("check")).toString(), QStringLiteral("sha256"));
        QCOMPARE(treeOf(here("odd 2")), wanted);
        const auto toStore = copy("push", {folder, QStringLiteral("s3://runs/odd 3 %2")});
        QVERIFY2(toStore.status == 0, toStore.told().constData());
        const auto fromStore = copy("pull", {QStringLiteral("s3://runs/odd 3 %2"), here("odd 4")});
        QVERIFY2(fromStore.status == 0, fromStore.told().constData());
        QCOMPARE(treeOf(here("odd 4")), wanted);
        const auto labToStore = copy("push", {lab("odd 1"), QStringLiteral("s3://runs/odd 5")});
        QVERIFY2(labToStore.status == 0, labToStore.told().constData());
        const auto storeToLab = copy("pull", {QStringLiteral("s3://runs/odd 5"), lab("odd %1 6")});
        QVERIFY2(storeToLab.status == 0, storeToLab.told().constData());
        QCOMPARE(treeOf(there("odd %1 6")), wanted);
        QVERIFY(!QFile::exists(there("gone")) && !QFile::exists(QStringLiteral("gone")));
    }

    void aFullDiskLeavesNothingThatLooksWhole_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<bool>("isMachine");
        QTest::newRow("from a machine to here") << QStringLiteral("lab") << false;
        QTest::newRow("from a store to here") << QStringLiteral("store") << false;
        QTest::newRow("from here to a machine") << QStringLiteral("here") << true;
        QTest::newRow("from a store to a machine") << QStringLiteral("store") << true;
    }
    void aFullDiskLeavesNothingThatLooksWhole()
    {
        QFETCH(QString, from);
        QFETCH(bool, isMachine);
        const QString disk = isMachine ? there("disk") : here("disk");
        QVERIFY(QDir().mkpath(disk));
        if (::mount("none", QFile::encodeName(disk).constData(), "tmpfs", 0, "size=2m") != 0)
            QSKIP("a small disk needs root: run the tests as root");
        const auto gone = qScopeGuard([&] { ::umount2(QFile::encodeName(disk).constData(), MNT_DETACH); });
        QVERIFY(makeCheckpoint(here("full/checkpoint-9"), 'f', "{}"));
        QVERIFY(makeCheckpoint(there("full/checkpoint-9"), 'f', "{}"));
        if (from == QLatin1String("store"))
            QCOMPARE(copy("push", {here("full/checkpoint-9"), QStringLiteral("s3://runs/full/")}).status, 0);
        const QString source = from == QLatin1String("lab")    ? lab("full/checkpoint-9")
                               : from == QLatin1String("here") ? here("full/checkpoint-9")
                                                               : QStringLiteral("s3://runs/full/checkpoint-9");
        const QStringList words{source, (isMachine ? QStringLiteral("lab:") : QString()) + disk + u'/'};
        const auto failed = copy(isMachine && from == QLatin1String("here") ? "push" : "pull", words);
        QVERIFY2(failed.status == 1, failed.told().constData());
        QCOMPARE(done(failed).value(QLatin1String("error")).toObject().value(QLatin1String("code")).toString(), QStringLiteral("no-space"));
        QVERIFY(!QFile::exists(disk + QStringLiteral("/checkpoint-9/model.safetensors")));
        QVERIFY(!QFile::exists(disk + QStringLiteral("/checkpoint-9/trainer_state.json")));
        // Once there is space again, the same command finishes it.
        QCOMPARE(::mount("none", QFile::encodeName(disk).constData(), "tmpfs", MS_REMOUNT, "size=20m"), 0);
        const auto again = copy(isMachine && from == QLatin1String("here") ? "push" : "pull", words);
        QVERIFY2(again.status == 0, again.told().constData());
        QCOMPARE(treeOf(disk + QStringLiteral("/checkpoint-9")), treeOf(here("full/checkpoint-9")));
    }

    void aDiskThatCannotBeWrittenIsSaid()
    {
        const QString disk = here("readonly");
        QVERIFY(QDir().mkpath(disk));
        if (::mount("none", QFile::encodeName(disk).constData(), "tmpfs", MS_RDONLY, "size=2m") != 0)
            QSKIP("a small disk needs root: run the tests as root");
        const auto gone = qScopeGuard([&] { ::umount2(QFile::encodeName(disk).constData(), MNT_DETACH); });
        QVERIFY(makeCheckpoint(there("ro/checkpoint-9"), 'f', "{}"));
        QCOMPARE(copy("push", {lab("ro/checkpoint-9"), QStringLiteral("s3://runs/ro/")}).status, 0);
        for (const QString &source : {lab("ro/checkpoint-9"), QStringLiteral("s3://runs/ro/checkpoint-9")}) {
            const auto failed = copy("pull", {source, disk + u'/'});
            QVERIFY2(failed.status == 1, failed.told().constData());
            QVERIFY2(failed.err.contains("readonly"), failed.told().constData());
        }
    }

    void linksThatLeadOutAreNotFollowed()
    {
        QVERIFY(writeFile(here("secret"), "secret"));
        QVERIFY(makeCheckpoint(here("links/checkpoint-1"), 'l', "{}"));
        QCOMPARE(::symlink("../../secret", QFile::encodeName(here("links/checkpoint-1/extra.pt")).constData()), 0);
        const auto pushed = copy("push", {here("links/checkpoint-1"), QStringLiteral("s3://runs/links/")});
        QVERIFY2(pushed.status == 1, pushed.told().constData());  // the user asked for a copy and got less than that
        QCOMPARE(done(pushed).value(QLatin1String("left_out")).toArray(), QJsonArray{QStringLiteral("extra.pt")});
        // The copy is not written through a link either.
        QVERIFY(QDir().mkpath(here("links/victim")));
        QVERIFY(writeFile(there("links/checkpoint-1/deep/model.pt"), "x"));
        QVERIFY(QDir().mkpath(here("links/deep")));
        QCOMPARE(::symlink(QFile::encodeName(here("links/victim")).constData(), QFile::encodeName(here("links/deep/deep")).constData()), 0);
        QVERIFY(copy("pull", {lab("links/checkpoint-1"), here("links/deep")}).status != 0);
        QVERIFY(treeOf(here("links/victim")).isEmpty());
        QCOMPARE(contentOf(here("secret")), QByteArray("secret"));
    }

    void stoppedAtAnyStageItSaysSoAndGoesOnLater()
    {
        QVERIFY(writeFile(here("stop/model.bin"), QByteArray(40'000'000, 's')));
        // A part of an ended process may still be on its way when the next one starts: each has a destination of its own.
        for (const auto &[signal, stage, folder] :
             {std::tuple(SIGINT, Stage::List, "first"), std::tuple(SIGINT, Stage::Parts, "second"),
              std::tuple(SIGTERM, Stage::Parts, "third"), std::tuple(SIGKILL, Stage::Parts, "fourth")}) {
            const QString destination = QStringLiteral("s3://runs/%1/").arg(QLatin1String(folder));
            const QStringList push{QStringLiteral("--json"), QStringLiteral("checkpoint"), QStringLiteral("push"), here("stop"),
                                   destination};
            m_inTarget = folder;
            m_stuck = 0;
            m_stuckAt = stage;
            const auto running = yard().start(push);
            QTRY_VERIFY_WITH_TIMEOUT(m_stuck > 0, 60'000);
            ::kill(static_cast<pid_t>(running->processId()), signal);
            QVERIFY(running->waitForFinished(20'000));
            if (signal != SIGKILL)
                QCOMPARE(running->exitCode(), 130);
            m_stuckAt = Stage::Nowhere;
            const auto listed = yard().run(
                {QStringLiteral("--json"), QStringLiteral("store"), QStringLiteral("ls"), QStringLiteral("--recursive"), destination});
            QCOMPARE(listed.array().size(), 0);
            const auto pushed = yard().run(push, 120'000);
            QVERIFY2(pushed.status == 0, pushed.told().constData());
        }
        m_stuck = 0;
        m_stuckAt = Stage::Parts;
        const auto pulling = yard().start({QStringLiteral("--json"), QStringLiteral("checkpoint"), QStringLiteral("pull"),
                                           QStringLiteral("s3://runs/fourth/stop"), here("stop back")});
        QTRY_VERIFY_WITH_TIMEOUT(m_stuck > 0, 60'000);
        ::kill(static_cast<pid_t>(pulling->processId()), SIGINT);
        QVERIFY(pulling->waitForFinished(20'000));
        QCOMPARE(pulling->exitCode(), 130);
        m_stuckAt = Stage::Nowhere;
        const auto pulled = copy("pull", {QStringLiteral("s3://runs/fourth/stop"), here("stop back")});
        QVERIFY2(pulled.status == 0, pulled.told().constData());
        QCOMPARE(treeOf(here("stop back")), treeOf(here("stop")));
    }

    void ofTwoAtOnceTheSecondIsToldSo()
    {
        QVERIFY(writeFile(here("two/model.bin"), QByteArray(40'000'000, 't')));
        m_inTarget = "two";
        m_stuck = 0;
        m_stuckAt = Stage::Parts;
        const QStringList push{QStringLiteral("checkpoint"), QStringLiteral("push"), here("two"), QStringLiteral("s3://runs/")};
        const auto first = yard().start(push);
        QTRY_VERIFY_WITH_TIMEOUT(m_stuck > 0, 60'000);
        m_stuckAt = Stage::Nowhere;
        const auto second = yard().run(push, 60'000);
        ::kill(static_cast<pid_t>(first->processId()), SIGKILL);
        first->waitForFinished();
        QCOMPARE(second.status, 1);
        QVERIFY2(second.err.contains("already being copied"), second.told().constData());
        const auto third = yard().run(push, 120'000);
        QVERIFY2(third.status == 0, third.told().constData());
    }
};

QTEST_GUILESS_MAIN(TestCheckpointCopies)
#include "tst_checkpointcopies.moc"
