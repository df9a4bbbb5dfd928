// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/retention/diskspaceforecast.h"
#include "core/checkpoint/retention/ownnames.h"
#include "core/checkpoint/retention/removal.h"

#include <QTest>

using namespace trainyard;

namespace {

Checkpoint named(const QString &name, const QStringList &files)
{
    Checkpoint checkpoint;
    checkpoint.name = name;
    for (const QString &file : files)
        checkpoint.files << CheckpointFile{file, 100, 1};
    return checkpoint;
}

QList<CheckpointFile> listed(const QStringList &names)
{
    QList<CheckpointFile> files;
    for (const QString &name : names)
        files << CheckpointFile{name, 100, 1};
    return files;
}

Result<Removal> removalAmong(const Checkpoint &checkpoint, const QList<CheckpointFile> &listing, const QList<Checkpoint> &others)
{
    return removalOf(checkpoint, FileOwners(listing, others + QList<Checkpoint>{checkpoint}));
}

Checkpoint complete(qint64 modified, qint64 bytes, Verdict verdict = Verdict::Complete)
{
    Checkpoint checkpoint;
    checkpoint.modified = modified;
    checkpoint.sizeBytes = bytes;
    checkpoint.verdict = verdict;
    return checkpoint;
}

}  // namespace

class TestRemoval : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesWhatIsTheCheckpointsOwn_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("own");
        QTest::addColumn<QStringList>("other");
        QTest::addColumn<QStringList>("strangers");
        QTest::addColumn<QStringList>("paths");
        const auto row = [](const char *what, const QString &name, const QStringList &own, const QStringList &other,
                            const QStringList &strangers,
                            const QStringList &paths) { QTest::newRow(what) << name << own << other << strangers << paths; };
        row("a file", "a-1.pt", {"a-1.pt"}, {"a-2.pt"}, {"train.log"}, {"a-1.pt"});
        row("a file and its state", "a-1.safetensors", {"a-1.safetensors", "a-1.json"}, {}, {}, {"a-1.safetensors", "a-1.json"});
        row("a step's folder goes whole", "checkpoint-5", {"checkpoint-5/m.pt", "checkpoint-5/x/o.pt"}, {"checkpoint-6/m.pt"},
            {"checkpoint-5/README.md"}, {"checkpoint-5"});
        row("a folder known by its main file", "checkpoint-5/m.pt", {"checkpoint-5/m.pt", "checkpoint-5/o.pt"}, {"checkpoint-6/m.pt"}, {},
            {"checkpoint-5"});
        row("what is nobody's keeps that folder", "checkpoint-5/m.pt", {"checkpoint-5/m.pt"}, {}, {"checkpoint-5/notes"},
            {"checkpoint-5/m.pt"});
        row("another one inside keeps it", "step-5", {"step-5/m.pt"}, {"step-5/inner/m.pt"}, {}, {"step-5/m.pt"});
        row("a folder that only holds the file stays", "run1/model.pt", {"run1/model.pt"}, {}, {}, {"run1/model.pt"});
        row("one step's folder in a run's", "run1/step-5", {"run1/step-5/m.pt"}, {"run1/step-6/m.pt"}, {"run1/log"}, {"run1/step-5"});
        row("a file of two stays", "a-1", {"a-1.pt", "common.pt"}, {"a-2.pt", "common.pt"}, {}, {"a-1.pt"});
        row("its manifest goes along", "a-1.pt", {"a-1.pt"}, {}, {".trainyard-manifest.a-1.pt.json", ".trainyard-manifest.a-2.pt.json"},
            {"a-1.pt", ".trainyard-manifest.a-1.pt.json"});
        row("a manifest is no stranger", "checkpoint-5/m.pt", {"checkpoint-5/m.pt"}, {}, {"checkpoint-5/.trainyard-manifest.json"},
            {"checkpoint-5"});
    }
    void takesWhatIsTheCheckpointsOwn()
    {
        QFETCH(QString, name);
        QFETCH(QStringList, own);
        QFETCH(QStringList, other);
        QFETCH(QStringList, strangers);
        const auto removal = removalAmong(named(name, own), listed(own + other + strangers), {named("other", other)});
        QVERIFY(removal);
        QTEST(removal->paths, "paths");
        for (const QString &path : removal->paths) {
            for (const QString &kept : std::as_const(other))
                QVERIFY(kept != path && !kept.startsWith(path + u'/'));
        }
    }

    void refusesNamesThatLeadElsewhere()
    {
        for (const QString &name :
             {QStringLiteral("../a.pt"), QStringLiteral("/etc/passwd"), QStringLiteral("a/../../b"), QStringLiteral("a//b"),
              QStringLiteral("."), QString(), QStringLiteral(".trainyard-trash/20261122T141503Z-1f3a/a.pt")}) {
            const auto removal = removalAmong(named(name, {name}), listed({name}), {});
            QVERIFY(!removal);
            QCOMPARE(removal.error().code, ErrorCode::InvalidInput);
        }
        QVERIFY(!removalAmong(named("a", {"a.pt"}), listed({"a.pt"}), {named("b", {"a.pt"})}));
    }

    void eachCostsWhatItsOwnFilesCost()
    {
        QList<Checkpoint> all;
        QList<CheckpointFile> listing;
        for (int step = 0; step < 20000; ++step) {
            const QString folder = QStringLiteral("checkpoint-%1").arg(step);
            all << named(folder, {folder + QStringLiteral("/a.pt"), folder + QStringLiteral("/b.pt"), QStringLiteral("common.pt")});
            listing << CheckpointFile{folder + QStringLiteral("/a.pt"), step, 1} << CheckpointFile{folder + QStringLiteral("/b.pt"), 1, 1};
        }
        const FileOwners owners(listing, all);
        QCOMPARE(owners.countOf(QStringLiteral("common.pt")), 20000);
        for (int step = 0; step < 20000; ++step) {
            const auto removal = removalOf(all[step], owners);
            QVERIFY(removal && removal->paths == QStringList{all[step].name} && removal->bytes == step + 1);
        }
    }

    void trashNamesSayWhen()
    {
        const QDateTime when(QDate(2026, 11, 22), QTime(14, 15, 3), Qt::UTC);
        const QString name = trashEntryName(when, 0x11f3a);
        QCOMPARE(name, QStringLiteral("20261122T141503Z-1f3a"));
        QCOMPARE(trashedAt(name), when);
        QCOMPARE(entryOfMovingName(movingName(name)), name);
        QVERIFY(isDoomedName(doomedName(name)));
        for (const QString &bad :
             {QStringLiteral("20261122T141503Z-1f3a\n"), QStringLiteral("../20261122T141503Z-1f3a"), QStringLiteral("x"), movingName(name)})
            QVERIFY(!isTrashEntryName(bad));
        QVERIFY(!trashedAt(QStringLiteral("20269922T141503Z-1f3a")));
        QVERIFY(isOwnName(manifestName("a/b.pt", false)) && isOwnName(manifestName("a", true)) && isOwnName(kTrashFolder));
        QVERIFY(!isOwnName("a/b.trainyard-c"));
    }

    void roomIsCountedInTheLargestOfTheLast()
    {
        const QList<Checkpoint> some{complete(1000, 50), complete(1600, 100), complete(2200, 90), complete(2800, 95),
                                     complete(2900, 5000, Verdict::Partial)};
        const auto room = forecastDiskSpace(some, 399, 2900, true);
        QVERIFY(room);
        QCOMPARE(room->nextBytes, 100);
        QCOMPARE(room->more, 3);
        QCOMPARE(room->everySeconds, std::optional<qint64>(600));
        QCOMPARE(room->fullInSeconds, std::optional<qint64>(2800 + 4 * 600 - 2900));
        QVERIFY(!forecastDiskSpace(some, 399, 2900, false)->fullInSeconds);
        QCOMPARE(forecastDiskSpace(some, 0, 9'000'000, true)->fullInSeconds, std::optional<qint64>(0));
        QVERIFY(!forecastDiskSpace({complete(1, 5, Verdict::Partial)}, 399, 2, true));
        QVERIFY(diskSpaceText(*room).contains(QLatin1Char('3')));
    }
};

QTEST_GUILESS_MAIN(TestRemoval)
#include "tst_removal.moc"
