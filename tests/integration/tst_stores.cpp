// SPDX-License-Identifier: GPL-3.0-or-later
// `yard store` and `yard checkpoint push|pull` as a user meets them: a real store that checks signatures, a real machine, and keys in a
// single file only.
#include "tests/support/filetrees.h"
#include "tests/support/labmachine.h"
#include "tests/support/storetrials.h"
#include "tests/support/yardcommand.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStandardPaths>
#include <QTest>

#include <csignal>

using namespace trainyard;

class TestStores : public QObject {
    Q_OBJECT

    QTemporaryDir m_state, m_project;
    StoreServer m_swift{StoreServer::Kind::Swift};
    std::unique_ptr<LabMachine> m_machine;

    YardCommand::Answer run(const QStringList &words, int timeoutMs = 120'000) const
    {
        YardCommand yard(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), m_state.path());
        for (const char *name : {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"})
            yard.environment.remove(QString::fromLatin1(name));
        return yard.run(words, timeoutMs);
    }
    YardCommand::Answer run(const char *words) const { return run(QString::fromUtf8(words).split(u' ')); }
    QJsonObject done(const YardCommand::Answer &answer) const
    {
        const QByteArrayList lines = answer.out.trimmed().split('\n');
        return QJsonDocument::fromJson(lines.last()).object();
    }

    void makeCheckpoint(const QString &folder) const
    {
        QVERIFY(writeFile(folder + QStringLiteral("/model.safetensors"), randomBytes(20'000'000, 1)));
        QVERIFY(writeFile(folder + QStringLiteral("/optimizer.pt"), randomBytes(300'001, 2)));
        QVERIFY(writeFile(folder + QStringLiteral("/global_step10/rank 0.pt"), randomBytes(1000, 3)));
        QVERIFY(writeFile(folder + QStringLiteral("/latest"), "global_step10"));
        QVERIFY(writeFile(folder + QStringLiteral("/trainer_state.json"), "{\"global_step\":10}"));
    }
    static void compareFolders(const QString &a, const QString &b) { QCOMPARE(treeOf(b), treeOf(a)); }

private Q_SLOTS:
    void initTestCase()
    {
        if (!m_swift.start())
            QSKIP(qPrintable(m_swift.problem()));
        QVERIFY2(m_swift.addBucket(QStringLiteral("runs")), qPrintable(m_swift.problem()));
        m_machine = std::make_unique<LabMachine>(std::nullopt);
        // A curl that records its arguments.
        const QString tools = m_machine->home() + QStringLiteral("/tools");
        const QString curl = QStandardPaths::findExecutable(QStringLiteral("curl"));
        QVERIFY(!curl.isEmpty());
        QVERIFY(writeFile(tools + QStringLiteral("/curl"),
                          "#!/bin/sh\necho \"$@\" >>" + tools.toUtf8() + "/started\nexec " + curl.toUtf8() + " \"$@\"\n"));
        QFile::setPermissions(tools + QStringLiteral("/curl"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        m_machine->sshd().setEnvironment(QStringLiteral("PATH"), tools + QStringLiteral(":/usr/local/bin:/usr/bin:/bin"));
        if (!m_machine->start())
            QSKIP(qPrintable(m_machine->problem()));
        const auto added = run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("lab"), m_machine->sshCommand()});
        QVERIFY2(added.status == 0, added.told().constData());
        makeCheckpoint(m_project.filePath(QStringLiteral("checkpoint-10")));
    }

    void aStoreIsSetUp()
    {
        const QString keys = m_project.filePath(QStringLiteral("keys"));
        QVERIFY(writeFile(keys, "test:tester\nwrong-secret\n"));
        const QStringList add{QStringLiteral("store"),      QStringLiteral("add"),
                              QStringLiteral("--endpoint"), m_swift.base(),
                              QStringLiteral("--keys"),     keys,
                              QStringLiteral("lab-store"),  QStringLiteral("s3://runs")};
        const auto refused = run(add);
        QCOMPARE(refused.status, 4);
        QVERIFY(!QFile::exists(m_state.filePath(QStringLiteral("config/stores.json")))
                || !contentOf(m_state.filePath(QStringLiteral("config/stores.json"))).contains("wrong-secret"));
        QVERIFY(writeFile(keys, "test:tester\ntesting\n"));
        const auto added = run(add);
        QVERIFY2(added.status == 0, added.told().constData());
        QCOMPARE(run(add).status, 1);
        const auto listed = run("--json store list");
        QCOMPARE(listed.array().size(), 1);
        QCOMPARE(listed.array().first().toObject().value(QLatin1String("address")).toString(), QStringLiteral("s3://runs/"));
        QVERIFY(!listed.out.contains("testing"));
        const auto checked = run("store check lab-store");
        QVERIFY2(checked.status == 0, checked.told().constData());
        QCOMPARE(run("--json store check lab-store").object().value(QLatin1String("unfinished_uploads")).toArray().size(), 0);
        QCOMPARE(run("store check nobody").status, 1);
        QCOMPARE(run("store add x nonsense").status, 2);
        // Readable by its owner only, and trusted only then.
        const QString file = m_state.filePath(QStringLiteral("config/stores.json"));
        QVERIFY(contentOf(file).contains("testing"));
        QVERIFY((QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther)) == 0);
        QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther);
        QVERIFY(run("store list").status != 0);
        QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner);
    }

    void aFolderGoesToTheStoreAndBack()
    {
        const QString folder = m_project.filePath(QStringLiteral("checkpoint-10"));
        const auto pushed = run(
            {QStringLiteral("--json"), QStringLiteral("checkpoint"), QStringLiteral("push"), folder, QStringLiteral("s3://runs/run-1/")});
        QVERIFY2(pushed.status == 0, pushed.told().constData());
        QCOMPARE(done(pushed).value(QLatin1String("files")).toInt(), 5);
        QCOMPARE(done(pushed).value(QLatin1String("check")).toString(), QStringLiteral("sha256"));
        const auto listed = run("--json store ls --recursive s3://runs/run-1/");
        QCOMPARE(listed.array().size(), 5);
        QCOMPARE(run("--json store ls s3://runs/run-1/checkpoint-10/").array().size(), 5);
        // The file that marks it as complete was written last.
        QMap<QString, qint64> times;
        for (const auto &value : listed.array())
            times[value.toObject().value(QLatin1String("key")).toString()] =
                QDateTime::fromString(value.toObject().value(QLatin1String("modified")).toString(), Qt::ISODate).toSecsSinceEpoch();
        QVERIFY(times.value(QStringLiteral("run-1/checkpoint-10/trainer_state.json"))
                >= times.value(QStringLiteral("run-1/checkpoint-10/model.safetensors")));

        const QString back = m_project.filePath(QStringLiteral("back"));
        const auto pulled = run({QStringLiteral("--json"), QStringLiteral("checkpoint"), QStringLiteral("pull"),
                                 QStringLiteral("s3://runs/run-1/checkpoint-10"), back});
        QVERIFY2(pulled.status == 0, pulled.told().constData());
        compareFolders(folder, back);
        // Again: there is nothing to do.
        const auto again = run(
            {QStringLiteral("--json"), QStringLiteral("checkpoint"), QStringLiteral("push"), folder, QStringLiteral("s3://runs/run-1/")});
        QCOMPARE(done(again).value(QLatin1String("unchanged")).toInt(), 5);
        QCOMPARE(done(again).value(QLatin1String("files")).toInt(), 0);
    }

    void aRunsFilesAreFetchedByItsMachine()
    {
        const QString file = m_project.filePath(QStringLiteral("task.yaml"));
        const auto launch = [&](const QByteArray &mounts) {
            if (!writeFile(file, "envs: {BUCKET: runs}\nfile_mounts:\n" + mounts + "run: cd ~/in && find . -type f | sort && cat one\n"))
                return YardCommand::Answer();
            return run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("launch"), QStringLiteral("--machine"),
                        QStringLiteral("lab"), file});
        };
        const auto launched = launch("  ~/in/all:\n    source: s3://${BUCKET}/run-1/checkpoint-10/\n    mode: COPY\n"
                                     "  in/one: s3://runs/run-1/checkpoint-10/latest\n");
        QVERIFY2(launched.status == 0, launched.told().constData());
        const QString id = launched.object().value(QLatin1String("id")).toString();
        const auto state = [&] { return run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("show"), id}).object(); };
        QTRY_COMPARE_WITH_TIMEOUT(state().value(QLatin1String("state")).toString(), QStringLiteral("finished"), 60000);
        QCOMPARE(run({QStringLiteral("run"), QStringLiteral("logs"), id}).out,
                 QByteArray("./all/global_step10/rank 0.pt\n./all/latest\n./all/model.safetensors\n./all/optimizer.pt\n"
                            "./all/trainer_state.json\n./one\nglobal_step10"));
        compareFolders(m_project.filePath(QStringLiteral("checkpoint-10")), m_machine->home() + QStringLiteral("/in/all"));
        // No key was given to the machine, and the same again is not fetched twice.
        QVERIFY(!contentOf(m_machine->home() + QStringLiteral("/tools/started")).contains("testing"));
        QCOMPARE(launch("  ~/in/one: s3://runs/run-1/checkpoint-10/latest\n").status, 0);

        const auto unknown = launch("  ~/in/x: s3://nobody/x\n");
        QVERIFY2(unknown.status != 0 && (unknown.out + unknown.err).contains("nobody"), unknown.told().constData());
        const auto absent = launch("  ~/in/x: s3://runs/no-such-key\n");
        QVERIFY2(absent.status != 0, absent.told().constData());
        QVERIFY(!QFile::exists(m_machine->home() + QStringLiteral("/in/x")));
    }

    void aRunReadsAndWritesWhatItsMachineMounts()
    {
        if (!QFile::exists(QStringLiteral("/dev/fuse")))
            QSKIP("No /dev/fuse here: nothing can be mounted.");
        if (QStandardPaths::findExecutable(QStringLiteral("rclone")).isEmpty() && qEnvironmentVariable("CI") != QLatin1String("true"))
            QSKIP("rclone is missing: sudo apt-get install rclone fuse3");
        const QString file = m_project.filePath(QStringLiteral("task.yaml"));
        QVERIFY(QDir().mkpath(m_machine->home() + QStringLiteral("/sets")));
        QVERIFY(writeFile(
            file, "envs: {BUCKET: runs}\nfile_mounts:\n  ~/mounted/in: {source: 's3://$BUCKET/run-1/checkpoint-10', read_only: true}\n"
                  "  ~/mounted/out: {name: $BUCKET, mode: MOUNT_CACHED, read_only: false}\n"
                  "run: cat ~/mounted/in/latest && mkdir -p ~/mounted/out/made && echo result >~/mounted/out/made/result.txt\n"));
        const QStringList launch{QStringLiteral("run"), QStringLiteral("launch"), QStringLiteral("--machine"), QStringLiteral("lab"), file};
        const auto shown = run(QStringList{launch} << QStringLiteral("--dry-run"));
        QVERIFY2(shown.out.contains("rclone mount --config ~/.trainyard/runs/") && shown.out.contains("--read-only --vfs-cache-mode off")
                     && shown.out.contains("s0:runs/run-1/checkpoint-10 ~/mounted/in\n"),
                 shown.told().constData());
        QVERIFY(!(shown.out + shown.err).contains("testing"));
        const auto launched = run(QStringList{QStringLiteral("--json")} << launch);
        QVERIFY2(launched.status == 0, launched.told().constData());
        const QString id = launched.object().value(QLatin1String("id")).toString();
        const auto state = [&] { return run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("show"), id}).object(); };
        QTRY_COMPARE_WITH_TIMEOUT(state().value(QLatin1String("state")).toString(), QStringLiteral("finished"), 60000);
        QCOMPARE(run({QStringLiteral("run"), QStringLiteral("logs"), id}).out, QByteArray("global_step10"));
        // What it wrote is in the store, and the key is neither on the machine nor in the records here.
        const QString back = m_project.filePath(QStringLiteral("result.txt"));
        const auto pulled = run({QStringLiteral("checkpoint"), QStringLiteral("pull"), QStringLiteral("s3://runs/made/result.txt"), back});
        QVERIFY2(pulled.status == 0, pulled.told().constData());
        QCOMPARE(contentOf(back), QByteArray("result\n"));
        QVERIFY(!QFile::exists(m_machine->home() + QStringLiteral("/mounted/in")));
        const QString directory = m_machine->runDirectory(RunId(id));
        for (const QString &name : QDir(directory).entryList(QDir::Files)) {
            if (name != QLatin1String("starter"))
                QVERIFY2(!contentOf(directory + u'/' + name).contains("testing"), qPrintable(name));
        }
        // A volume of the machine that it does not have.
        QVERIFY(writeFile(file, "resources: {image_id: 'docker:demo:1'}\nengine: process\nvolumes: {/data: no-such-volume}\nrun: ls\n"));
        const auto refused = run(launch);
        QVERIFY2(refused.status != 0 && refused.err.contains("has no volume 'no-such-volume'"), refused.told().constData());
    }

    void somethingElseIsNotWrittenOver()
    {
        const QString other = m_project.filePath(QStringLiteral("other/checkpoint-10"));
        QVERIFY(writeFile(other + QStringLiteral("/model.safetensors"), "something else"));
        QVERIFY(writeFile(other + QStringLiteral("/trainer_state.json"), "{\"global_step\":11}"));
        const QStringList push{QStringLiteral("checkpoint"), QStringLiteral("push"), other, QStringLiteral("s3://runs/run-1/")};
        const auto refused = run(push);
        QCOMPARE(refused.status, 1);
        QVERIFY2(refused.err.contains("--replace"), refused.told().constData());
        const auto replaced = run(QStringList{QStringLiteral("checkpoint"), QStringLiteral("push"), QStringLiteral("--replace"), other,
                                              QStringLiteral("s3://runs/run-1/")});
        QVERIFY2(replaced.status == 0, replaced.told().constData());
        const QString back = m_project.filePath(QStringLiteral("back"));
        QCOMPARE(run({QStringLiteral("checkpoint"), QStringLiteral("pull"), QStringLiteral("s3://runs/run-1/checkpoint-10"), back}).status,
                 1);
        QVERIFY(contentOf(back + QStringLiteral("/model.safetensors")).size() == 20'000'000);
    }

    void aMachineSendsAndFetchesByItself()
    {
        makeCheckpoint(m_machine->home() + QStringLiteral("/run 2/checkpoint-10"));
        const auto pushed = run({QStringLiteral("--json"), QStringLiteral("checkpoint"), QStringLiteral("push"),
                                 QStringLiteral("lab:") + m_machine->home() + QStringLiteral("/run 2/checkpoint-10"),
                                 QStringLiteral("s3://runs/run-2/")});
        QVERIFY2(pushed.status == 0, pushed.told().constData());
        QCOMPARE(done(pushed).value(QLatin1String("files")).toInt(), 5);
        QCOMPARE(done(pushed).value(QLatin1String("check")).toString(), QStringLiteral("read-back"));
        const auto pulled = run({QStringLiteral("--json"), QStringLiteral("checkpoint"), QStringLiteral("pull"),
                                 QStringLiteral("s3://runs/run-2/checkpoint-10"),
                                 QStringLiteral("lab:") + m_machine->home() + QStringLiteral("/fetched")});
        QVERIFY2(pulled.status == 0, pulled.told().constData());
        QCOMPARE(done(pulled).value(QLatin1String("check")).toString(), QStringLiteral("sha256"));
        compareFolders(m_machine->home() + QStringLiteral("/run 2/checkpoint-10"), m_machine->home() + QStringLiteral("/fetched"));
        // Neither key nor address was in any list of processes.
        const QByteArray started = contentOf(m_machine->home() + QStringLiteral("/tools/started"));
        QVERIFY(!started.isEmpty());
        QVERIFY2(!started.contains("Signature") && !started.contains("://") && !started.contains("testing"), started.constData());
    }

    void betweenAMachineAndHereTheMarkComesLast()
    {
        const QString here = m_project.filePath(QStringLiteral("from-lab"));
        const auto pulled = run({QStringLiteral("--json"), QStringLiteral("checkpoint"), QStringLiteral("pull"),
                                 QStringLiteral("lab:") + m_machine->home() + QStringLiteral("/fetched"), here});
        QVERIFY2(pulled.status == 0, pulled.told().constData());
        compareFolders(m_machine->home() + QStringLiteral("/fetched"), here);
        QCOMPARE(done(pulled).value(QLatin1String("files")).toInt(), 5);
    }

    void checkpointsAreLookedIntoWhereTheyLie()
    {
        const QString source = QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/");
        const QString steps = m_project.filePath(QStringLiteral("looked-into"));
        QVERIFY(writeFile(steps + QStringLiteral("/step-100.pt"), contentOf(source + QStringLiteral("torch-1.13.pt"))));
        QVERIFY(writeFile(steps + QStringLiteral("/step-200.pt"), contentOf(source + QStringLiteral("torch-1.13.pt")).chopped(30)));
        const auto pushed = run({QStringLiteral("checkpoint"), QStringLiteral("push"), steps, QStringLiteral("s3://runs/looked-into")});
        QVERIFY2(pushed.status == 0, pushed.told().constData());

        const auto listed = run("--json checkpoint list s3://runs/looked-into");
        QVERIFY2(listed.status == 0, listed.told().constData());
        const QJsonArray array = QJsonDocument::fromJson(listed.out).array();
        QCOMPARE(array.size(), 2);
        QCOMPARE(array[1].toObject()[QStringLiteral("path")].toString(), QStringLiteral("s3://runs/looked-into/step-100.pt"));
        QCOMPARE(array[1].toObject()[QStringLiteral("verdict")].toString(), QStringLiteral("complete"));
        QVERIFY(array[1].toObject()[QStringLiteral("latest_good")].toBool());
        QVERIFY(array[0].toObject()[QStringLiteral("verdict")].toString() != QLatin1String("complete"));

        const auto seen = run("--json checkpoint inspect s3://runs/looked-into/step-100.pt");
        QVERIFY2(seen.status == 0, seen.told().constData());
        const QJsonObject inspected = seen.object();
        QCOMPARE(inspected[QStringLiteral("verdict")].toString(), QStringLiteral("complete"));
        QVERIFY(inspected[QStringLiteral("tensorCount")].toInt() > 0);
        QVERIFY(inspected[QStringLiteral("requests")].toInt() >= 3);  // the listing, the files beside it, its bytes
        QVERIFY(inspected[QStringLiteral("bytesRead")].toInteger() > 0);
        const auto whole = run("--json checkpoint verify --full s3://runs/looked-into 100");
        QVERIFY2(whole.status == 0, whole.told().constData());
        QVERIFY(whole.object()[QStringLiteral("transferred_bytes")].toInteger() > 0);
        const auto same = run({QStringLiteral("checkpoint"), QStringLiteral("diff"), steps + QStringLiteral("/step-100.pt"),
                               QStringLiteral("s3://runs/looked-into@100")});
        QVERIFY2(same.status == 0, same.told().constData());

        const auto none = run("checkpoint inspect s3://runs/nothing/here.pt");
        QVERIFY2(none.status == 3 || none.status == 1, none.told().constData());
        QVERIFY2(none.told().contains("nothing/here.pt"), none.told().constData());
        const auto unknown = run("checkpoint inspect s3://somebodys/here.pt");
        QVERIFY2(unknown.status != 0 && unknown.told().contains("yard store add"), unknown.told().constData());
        const auto kept = run("checkpoint prune --last 1 --yes s3://runs/looked-into");
        QVERIFY2(kept.status != 0 && kept.err.contains("--for-good"), kept.told().constData());
        const auto wrong = run("store add --endpoint ftp://example.com files s3://files");
        QVERIFY2(wrong.status != 0 && wrong.told().contains("ftp://"), wrong.told().constData());
    }

    void aProgramThatWasKilledGoesOnWhereItWas()
    {
        std::atomic<int> parts = 0;
        std::atomic<bool> isStuck = true;
        FaultyStore way(m_swift.base(), [&](FaultyStore::Request &request) -> std::optional<FaultyStore::Answer> {
            if (request.method == "PUT" && request.target.contains("partNumber=") && ++parts > 2 && isStuck) {
                FaultyStore::Answer nothing;
                nothing.isSilent = true;
                return nothing;
            }
            return {};
        });
        const QString keys = m_project.filePath(QStringLiteral("keys"));
        const auto added = run({QStringLiteral("store"), QStringLiteral("add"), QStringLiteral("--endpoint"), way.base(),
                                QStringLiteral("--keys"), keys, QStringLiteral("bad-way"), QStringLiteral("s3://runs")});
        QVERIFY2(added.status == 0, added.told().constData());
        const QString big = m_project.filePath(QStringLiteral("big.bin"));
        const QByteArray content = randomBytes(70'000'000, 9);
        QVERIFY(writeFile(big, content));
        const QStringList push{QStringLiteral("--json"),           QStringLiteral("checkpoint"), QStringLiteral("push"),
                               QStringLiteral("--store"),          QStringLiteral("bad-way"),    big,
                               QStringLiteral("s3://runs/big.bin")};
        YardCommand yard(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), m_state.path());
        const auto first = yard.start(push);
        QTRY_VERIFY_WITH_TIMEOUT(parts > 4, 60'000);  // all are in flight, so two have arrived and are remembered
        QTest::qWait(2500);
        ::kill(static_cast<pid_t>(first->processId()), SIGKILL);
        first->waitForFinished();
        QCOMPARE(run("--json store ls --store lab-store s3://runs/big.bin").array().size(), 0);
        isStuck = false;
        const auto pushed = run(push);
        QVERIFY2(pushed.status == 0, pushed.told().constData());
        QVERIFY2(done(pushed).value(QLatin1String("bytes_kept")).toInteger() > 0, pushed.told().constData());
        const QString back = m_project.filePath(QStringLiteral("big-back.bin"));
        const auto pulled = run({QStringLiteral("checkpoint"), QStringLiteral("pull"), QStringLiteral("--store"),
                                 QStringLiteral("lab-store"), QStringLiteral("s3://runs/big.bin"), back});
        QVERIFY2(pulled.status == 0, pulled.told().constData());
        QVERIFY(contentOf(back) == content);
        QCOMPARE(run("store ls s3://runs/").status, 2);  // two stores have this bucket
    }

    void keysAreNowhereElse()
    {
        for (QDirIterator it(m_state.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); it.hasNext();) {
            const QString path = it.next();
            if (!path.endsWith(QLatin1String("/stores.json")))
                QVERIFY2(!contentOf(path).contains("testing"), qPrintable(path));
        }
        QCOMPARE(run("store remove lab-store").status, 0);
        QCOMPARE(run("store remove lab-store").status, 1);
        QVERIFY(run("store ls --store lab-store s3://runs/").status != 0);
    }
};

QTEST_GUILESS_MAIN(TestStores)
#include "tst_stores.moc"
