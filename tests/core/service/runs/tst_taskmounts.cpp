// SPDX-License-Identifier: GPL-3.0-or-later
// What a task mounts, against what a machine says it has.
#include "core/service/runs/internal/taskmounts.h"

#include "core/storage/database/objectstorefile.h"

#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

MachineFacts facts(const QByteArray &lines)
{
    return *parseMachineFacts("trainyard-facts=1\nhost=lab\nuser=ml\nhome=/home/ml\n" + lines + "end=1\n");
}

}  // namespace

class TestTaskMounts : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    Paths m_paths{m_folder.path(), m_folder.path()};

    Task storeTask(const char *source, bool isCached = false, bool isWritable = false) const
    {
        Task task;
        task.storeMounts.insert(s("/in"), StoreMount{s(source), isCached, isWritable});
        return task;
    }

private Q_SLOTS:
    void initTestCase();
    void storeIsMountedWithWhatTheMachineHas();
    void oneThingThatIsMissingIsNamed_data();
    void oneThingThatIsMissingIsNamed();
    void volumeIsFoundByNameLabelAndDevice_data();
    void volumeIsFoundByNameLabelAndDevice();
};

void TestTaskMounts::initTestCase()
{
    ObjectStoreConfig store;
    store.name = s("results");
    store.preset = s("s3");
    store.endpoint = s("https://minio.example.org");
    store.region = s("us-east-1");
    store.bucket = s("runs");
    store.isPathStyle = true;
    store.key = {"id", "secret", {}};
    const auto added = addObjectStore(m_paths, store);
    QVERIFY2(added, added ? "" : qPrintable(added.error().what));
}

void TestTaskMounts::storeIsMountedWithWhatTheMachineHas()
{
    const MachineFacts machine = facts("mounter=rclone\nmounter=s3fs\nmounter=rm -rf\nfuse=1\n");
    QCOMPARE(machine.storeMounters, (QStringList{s("rclone"), s("s3fs")}));
    const auto stores = mountedStores(storeTask("s3://runs/a/b/", true, true), EngineKind::Process, machine, m_paths);
    QVERIFY2(stores, stores ? "" : qPrintable(stores.error().what));
    QCOMPARE(stores->size(), 1);
    QCOMPARE(stores->first().target, s("/in"));
    QCOMPARE(stores->first().key, s("a/b"));
    QCOMPARE(stores->first().program, s("rclone"));
    QVERIFY(!stores->first().isShared);
    // Docker's daemon is another user.
    const auto shared = mountedStores(storeTask("s3://runs"), EngineKind::Docker, facts("mounter=s3fs\nfuse=1\nfuse-shared=1\n"), m_paths);
    QVERIFY(shared && shared->first().isShared);
    const auto own = mountedStores(storeTask("s3://runs"), EngineKind::Podman, facts("mounter=s3fs\nfuse=1\n"), m_paths);
    QVERIFY(own && !own->first().isShared);
}

void TestTaskMounts::oneThingThatIsMissingIsNamed_data()
{
    QTest::addColumn<Task>("task");
    QTest::addColumn<EngineKind>("engine");
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("program") << storeTask("s3://runs") << EngineKind::Process << QByteArray("fuse=1\n")
                             << s("lab has no program that mounts s3://runs: install rclone, mount-s3, s3fs or goofys there, or use 'mode: "
                                  "COPY'.");
    QTest::newRow("another program") << storeTask("s3://runs", true, true) << EngineKind::Process << QByteArray("fuse=1\nmounter=goofys\n")
                                     << s("lab cannot mount s3://runs in this way with goofys: install rclone there, or use 'mode: COPY'.");
    QTest::newRow("FUSE") << storeTask("s3://runs") << EngineKind::Process << QByteArray("mounter=rclone\n")
                          << s("lab cannot mount object stores, because it has no FUSE: install fuse3 there, or use 'mode: COPY'.");
    QTest::newRow("sharing")
        << storeTask("s3://runs") << EngineKind::Docker << QByteArray("mounter=rclone\nfuse=1\n")
        << s("The daemon of docker may not see what your user mounts on lab: add the line user_allow_other to /etc/fuse.conf there, or "
             "use 'mode: COPY'.");
}

void TestTaskMounts::oneThingThatIsMissingIsNamed()
{
    QFETCH(Task, task);
    QFETCH(EngineKind, engine);
    QFETCH(QByteArray, lines);
    const auto stores = mountedStores(task, engine, facts(lines), m_paths);
    QVERIFY(!stores);
    QTEST(stores.error().what, "sentence");
}

void TestTaskMounts::volumeIsFoundByNameLabelAndDevice_data()
{
    QTest::addColumn<QString>("volume");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *volume, const char *folder, const char *sentence = "") {
        QTest::newRow(volume) << s(volume) << s(folder) << s(sentence);
    };
    row("datasets", "/mnt/datasets");
    row("scratch", "/mnt/my disk");  // by its label, at a folder with a blank
    row("/dev/sdb1", "/mnt/my disk");
    row("/srv/data", "/srv/data");
    row("~/data", "~/data");
    row("none", "", "lab has no volume 'none': mount it there, as at /mnt/none, or write its folder in the task.");
    row("spare", "", "The volume 'spare' is not mounted on lab: mount it there first.");
    row("/dev/sdz9", "", "The volume '/dev/sdz9' is not mounted on lab: mount it there first.");
    row("twice", "", "'twice' can be several volumes of lab: write the folder of one in the task: /mnt/twice, /srv/twice.");
}

void TestTaskMounts::volumeIsFoundByNameLabelAndDevice()
{
    QFETCH(QString, volume);
    QFETCH(QString, folder);
    const MachineFacts machine = facts("volume=datasets\tnfs.example.org:/export\t/mnt/datasets\nvolume=datasets\t\t/mnt/datasets\n"
                                       "volume=scratch\t/dev/sdb1\t/mnt/my\\040disk\nvolume=spare\t/dev/sdc1\t\n"
                                       "volume=twice\t\t/mnt/twice\nvolume=twice\t/dev/sdd\t/srv/twice\n"
                                       "volume=bad\t/dev/sde\t/mnt/a\"b\nvolume=torn\n");
    QCOMPARE(machine.volumes.size(), 5);
    Task task;
    task.volumes.insert(s("/data"), FolderMount{volume, true});
    const auto mounts = volumeMounts(task, machine);
    if (folder.isEmpty()) {
        QVERIFY(!mounts);
        QTEST(mounts.error().what, "sentence");
    } else {
        QVERIFY2(mounts, mounts ? "" : qPrintable(mounts.error().what));
        QCOMPARE(mounts->value(s("/data")), (FolderMount{folder, true}));
    }
}

QTEST_GUILESS_MAIN(TestTaskMounts)
#include "tst_taskmounts.moc"
