// SPDX-License-Identifier: GPL-3.0-or-later
// Checkpoint places stored on disk, and the parts of a checkpoint's copy.
#include "core/service/runs/checkpointsites.h"
#include "core/service/runs/checkpointtransfers.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

Checkpoint checkpointOf(const QString &name, const QStringList &files)
{
    Checkpoint checkpoint;
    checkpoint.name = name;
    for (const QString &file : files)
        checkpoint.files << CheckpointFile{file, 10, 1'700'000'000};
    checkpoint.sizeBytes = 10 * files.size();
    checkpoint.verdict = Verdict::Complete;
    return checkpoint;
}

const Location kThere = Location::onMachine(MachineId(7), QStringLiteral("/data"));
const Location kStored = Location::inBucket(QStringLiteral("there"), QStringLiteral("s3://bucket/runs"));

FoundCheckpoint foundOf(const Location &location, const Checkpoint &checkpoint)
{
    PlaceSnapshot look;
    look.site.id = QStringLiteral("abc");
    look.site.location = location;
    look.site.machineName = location.isOnMachine() ? QStringLiteral("there") : QString();
    look.folder = location.path;
    look.checkpoints << checkpoint;
    return foundIn(look).first();
}

}  // namespace

class TestCheckpointSites : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        m_paths.data = m_directory->path();
        m_site = {};
        m_site.location = Location::here(QStringLiteral("/data/models"));
    }

    void aPlaceIsRememberedWithWhatWasSeen()
    {
        const auto added = addSite(m_paths, m_site);
        QVERIFY(added && !added->id.isEmpty());
        PlaceSnapshot look{*added, QStringLiteral("/data/models"), {}, QDateTime::fromSecsSinceEpoch(1'700'000'000, Qt::UTC), {}};
        Checkpoint checkpoint = checkpointOf(QStringLiteral("step-5"), {QStringLiteral("step-5/a"), QStringLiteral("step-5/b")});
        checkpoint.step = 5;
        checkpoint.loss = 0.25;
        checkpoint.reason = QStringLiteral("It is complete.");
        checkpoint.missing << QStringLiteral("step-5/c");
        look.checkpoints << checkpoint;
        QVERIFY(saveSnapshot(m_paths, look));
        const auto sites = loadSites(m_paths);
        QVERIFY(sites && *sites == QList<CheckpointSite>{*added});
        const PlaceSnapshot again = loadSnapshot(m_paths, *added);
        QCOMPARE(again.looked, look.looked);
        QCOMPARE(again.folder, look.folder);
        QCOMPARE(again.checkpoints.size(), 1);
        const Checkpoint &one = again.checkpoints.first();
        QCOMPARE(one.name, checkpoint.name);
        QCOMPARE(one.step, checkpoint.step);
        QCOMPARE(one.loss, checkpoint.loss);
        QVERIFY(!one.epoch && !one.tensorCount);
        QCOMPARE(one.verdict, Verdict::Complete);
        QCOMPARE(one.files.size(), 2);
        QCOMPARE(one.files[1].sizeBytes, 10);
        QCOMPARE(one.missing, checkpoint.missing);
    }

    void theSamePlaceIsAddedOnce()
    {
        QVERIFY(addSite(m_paths, m_site));
        const auto again = addSite(m_paths, m_site);
        QVERIFY(!again);
        QCOMPARE(again.error().code, ErrorCode::AlreadyExists);
    }

    void whatIsRemovedComesBackUnderItsOwnId()
    {
        const auto added = addSite(m_paths, m_site);
        QVERIFY(saveSnapshot(m_paths, {*added, {}, {}, QDateTime::currentDateTimeUtc(), {}}));
        QVERIFY(removeSite(m_paths, added->id));
        QVERIFY(loadSites(m_paths)->isEmpty());
        QVERIFY(!loadSnapshot(m_paths, *added).looked.isValid());
        const auto back = addSite(m_paths, *added);
        QVERIFY(back);
        QCOMPARE(back->id, added->id);
    }

    void spoiltFilesAreSaidAndIdsNeverLeaveTheFolder()
    {
        QDir().mkpath(m_paths.places());
        QFile file(m_paths.places() + QStringLiteral("/places.json"));
        QVERIFY(file.open(QIODevice::WriteOnly)
                && file.write("{\"places\":[{\"id\":\"../../x\",\"path\":\"/a\"},{\"id\":\"12ab\",\"path\":\"/b\"}]}") > 0);
        file.close();
        const auto sites = loadSites(m_paths);
        QVERIFY(sites && sites->size() == 1);
        QCOMPARE(sites->first().location.path, QStringLiteral("/b"));
        QVERIFY(!saveSnapshot(m_paths, {CheckpointSite{QStringLiteral("../x"), Location::here(QStringLiteral("/a")), {}}, {}, {}, {}, {}}));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{") > 0);
        file.close();
        QCOMPARE(loadSites(m_paths).error().code, ErrorCode::InvalidInput);
        QVERIFY(!addSite(m_paths, m_site));  // existing files are not overwritten
        QFile seen(m_paths.places() + QStringLiteral("/12ab.seen"));
        QVERIFY(seen.open(QIODevice::WriteOnly) && seen.write("\xff\x00[", 3) == 3);
        seen.close();
        QVERIFY(loadSnapshot(m_paths, sites->first()).checkpoints.isEmpty());
    }

    void aFolderIsCopiedAsOneAndFilesOneByOne()
    {
        const Location store = Location::inBucket(QStringLiteral("there"), QStringLiteral("s3://bucket/runs"));
        const auto folder = transfersFor(
            foundOf(Location::here(QStringLiteral("/data")),
                    checkpointOf(QStringLiteral("out/step-5"), {QStringLiteral("out/step-5/a"), QStringLiteral("out/step-5/b")})),
            store);
        QVERIFY(folder && folder->specs.size() == 1);
        const TransferSpec &spec = folder->specs.first();
        QCOMPARE(spec.local, QByteArray("/data/out/step-5"));
        QCOMPARE(spec.storeAddress, QStringLiteral("s3://bucket/runs/step-5"));
        QCOMPARE(spec.direction, TransferDirection::Upload);
        QVERIFY(spec.isCheckpoint && spec.remote.isEmpty());
        QVERIFY(!folder->machineId.isSet());
        const auto files = transfersFor(
            foundOf(kThere, checkpointOf(QStringLiteral("m-1.safetensors"),
                                         {QStringLiteral("m-1.safetensors"), QStringLiteral("m-2.safetensors")})),
            Location::here(QStringLiteral("/here")));
        QVERIFY(files && files->specs.size() == 2);
        QCOMPARE(files->machineId, MachineId(7));
        QCOMPARE(files->specs[1].remote, QByteArray("/data/m-2.safetensors"));
        QCOMPARE(files->specs[1].local, QByteArray("/here/m-2.safetensors"));
        QCOMPARE(files->specs[1].direction, TransferDirection::Download);
    }

    void aMachineSendsToAStoreByItself()
    {
        const auto up = transfersFor(foundOf(kThere, checkpointOf(QStringLiteral("."), {QStringLiteral("a")})),
                                     Location::inBucket(QStringLiteral("there"), QStringLiteral("s3://bucket")));
        QVERIFY(up && up->specs.size() == 1);
        QCOMPARE(up->specs.first().remote, QByteArray("/data"));
        QCOMPARE(up->specs.first().storeAddress, QStringLiteral("s3://bucket/data"));
        QCOMPARE(up->specs.first().direction, TransferDirection::Upload);
        const auto down = transfersFor(foundOf(kStored, checkpointOf(QStringLiteral("x/a.pt"), {QStringLiteral("x/a.pt")})),
                                       Location::onMachine(MachineId(3), QStringLiteral("~/in")));
        QVERIFY(down && down->specs.size() == 1);
        QCOMPARE(down->machineId, MachineId(3));
        QCOMPARE(down->specs.first().remote, QByteArray("in/x/a.pt"));
        QCOMPARE(down->specs.first().storeAddress, QStringLiteral("s3://bucket/runs/x/a.pt"));
        QCOMPARE(down->specs.first().direction, TransferDirection::Download);
        QVERIFY(!transfersFor(foundOf(kStored, checkpointOf(QStringLiteral("a"), {QStringLiteral("a")})),
                              Location::inBucket(QStringLiteral("x"), QStringLiteral("s3://other"))));
    }

private:
    std::unique_ptr<QTemporaryDir> m_directory;
    Paths m_paths;
    CheckpointSite m_site;
};

QTEST_GUILESS_MAIN(TestCheckpointSites)
#include "tst_checkpointsites.moc"
