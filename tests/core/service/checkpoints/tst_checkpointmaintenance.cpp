// SPDX-License-Identifier: GPL-3.0-or-later
// Automatic maintenance of a run's checkpoints: rules, trash and manifests; killed at every step, and on a full disk.
#include "core/checkpoint/retention/ownnames.h"
#include "core/service/checkpoints/checkpointmaintenance.h"
#include "core/service/checkpoints/checkpointpins.h"
#include "core/service/checkpoints/internal/manifestkeeper.h"
#include "core/service/checkpoints/localplace.h"
#include "tests/support/dyingplace.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTest>

#include <algorithm>

using namespace trainyard;

namespace {

constexpr int kNever = 1'000'000;

}  // namespace

class TestCheckpointTender : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        for (int step = 100; step <= 600; step += 100) {
            make(QStringLiteral("checkpoint-%1/model.pt").arg(step), QByteArray(1000, 'm'), 10'000 - step);
            make(QStringLiteral("checkpoint-%1/optimizer.pt").arg(step), QByteArray(2000, 'o'), 10'000 - step);
        }
    }

    void rulesMoveToTheTrashAndTellEach()
    {
        LocalPlace place(m_folder->path());
        QStringList told;
        const auto report = CheckpointMaintenance(place).tend(checkpoints(), rules(2),
                                                              [&](const MaintenanceReport::Removed &one) { told << one.name; });
        QVERIFY(report);
        QCOMPARE(present(), (QStringList{"checkpoint-500", "checkpoint-600"}));
        QCOMPARE(told, (QStringList{"checkpoint-100", "checkpoint-200", "checkpoint-300", "checkpoint-400"}));
        QCOMPARE(report->removed.size(), 4);
        QVERIFY(report->room && report->problems.isEmpty() && !report->isUnfinished);
        const auto again = CheckpointMaintenance(place).tend(checkpoints(), rules(2));
        QVERIFY(again && again->removed.isEmpty());
        for (const MaintenanceReport::Removed &one : report->removed)
            QVERIFY(CheckpointTrash(place).restore(one.trashId));
        QCOMPARE(present().size(), 6);
    }

    void nothingGoesWhileOneIsBeingWritten()
    {
        LocalPlace place(m_folder->path());
        QList<Checkpoint> seen = checkpoints();
        seen.last().verdict = Verdict::BeingWritten;
        auto report = CheckpointMaintenance(place).tend(seen, rules(1));
        QVERIFY(report && report->isUnfinished && report->removed.isEmpty());
        seen.last().verdict = Verdict::Partial;  // written slowly, by an unknown trainer
        report = CheckpointMaintenance(place).tend(seen, rules(1));
        QVERIFY(report && report->isUnfinished && report->removed.isEmpty());
        seen = checkpoints();
        make(QStringLiteral("checkpoint-300/model.pt"), "changed since", 0);
        report = CheckpointMaintenance(place).tend(seen, rules(1));
        QVERIFY(report && report->isUnfinished && report->removed.isEmpty());
        QCOMPARE(present().size(), 6);
    }

    void whatIsOlderPinnedNeededOrUnratedStays()
    {
        LocalPlace place(m_folder->path());
        QList<Checkpoint> seen = checkpoints();
        MaintenanceOptions options = rules(1);
        options.keptBefore = seen[1].modified;  // checkpoint-100 was there before the run
        options.needed = {QStringLiteral("checkpoint-300")};
        QVERIFY(setPinned(place, seen[3], true));
        auto report = CheckpointMaintenance(place).tend(seen, options);
        QVERIFY(report);
        QCOMPARE(present(), (QStringList{"checkpoint-100", "checkpoint-300", "checkpoint-400", "checkpoint-600"}));
        options = {};
        options.policy = RetentionPolicy{};
        options.policy->best = 1;
        options.policy->metric = QStringLiteral("eval_accuracy");
        options.policy->direction = BestDirection::Highest;
        seen = checkpoints();
        seen[1].metrics = {{QStringLiteral("eval_accuracy"), 0.9}};  // 300
        seen[3].metrics = {{QStringLiteral("eval_accuracy"), 0.8}};  // 600, the newest
        report = CheckpointMaintenance(place).tend(seen, options);
        QVERIFY(report && report->removed.isEmpty());  // 100 has no accuracy, 400 is pinned
        seen[0].metrics = {{QStringLiteral("eval_accuracy"), 0.1}};
        report = CheckpointMaintenance(place).tend(seen, options);
        QCOMPARE(present(), (QStringList{"checkpoint-300", "checkpoint-400", "checkpoint-600"}));
    }

    void onlyItsOwnTrashIsEmptiedAndSoonerWhereRoomIsShort()
    {
        LocalPlace real(m_folder->path());
        const auto entry = [&](qint64 age, quint32 salt) {
            const QString id = trashEntryName(QDateTime::currentDateTimeUtc().addSecs(-age), salt);
            make(kTrashFolder + u'/' + id + QStringLiteral("/checkpoint-1/model.pt"), "old", age);
            return id;
        };
        const QString old = entry(25 * 3600, 1), fresh = entry(3600, 2), stranger = entry(30LL * 86'400, 3), newest = entry(60, 4);
        MaintenanceOptions options = rules(6);
        options.ownTrash = {old, fresh, newest};
        DyingPlace place(real, kNever);
        place.free = 100'000;
        auto report = CheckpointMaintenance(place).tend(checkpoints(), options);
        QVERIFY(report);
        QCOMPARE(report->emptied, 1);
        place.free = 4000;  // space for one more of 3000 bytes
        report = CheckpointMaintenance(place).tend(checkpoints(), options);
        QCOMPARE(report->emptied, 1);
        QStringList left;
        const auto entries = CheckpointTrash(real).entries();
        for (const TrashEntry &one : *entries)
            left << one.id;
        QCOMPARE(left, (QStringList{newest, stranger}));
        QCOMPARE(present().size(), 6);
    }

    void manifestsAreWrittenOnceBesideWhatIsStill()
    {
        LocalPlace real(m_folder->path());
        make(QStringLiteral("last.pt"), "l", 5000);
        make(QStringLiteral("checkpoint-700/model.pt"), QByteArray(10, 'm'), 5);
        MaintenanceOptions options;
        options.largestManifest = 5000;
        QList<Checkpoint> seen = checkpoints();
        options.manifestsSince = seen[2].modified;  // 100 and 200 are of an earlier attempt
        seen[5].sizeBytes = 6000;                   // 600 is too large
        DyingPlace place(real, kNever);
        QStringList made;
        for (int round = 0; round < 4; ++round) {
            const auto report = CheckpointMaintenance(place).tend(seen, options);
            QVERIFY(report && report->manifests.size() <= CheckpointMaintenance::kMaxManifests);
            QVERIFY(report->isUnfinished);  // 700 was written just now
            made += report->manifests;
        }
        made.sort();
        QCOMPARE(made, (QStringList{"checkpoint-300", "checkpoint-400", "checkpoint-500"}));
        QCOMPARE(place.digestRounds, 3);
        // The next attempt writes the same step again: that is a different checkpoint.
        make(QStringLiteral("checkpoint-300/model.pt"), QByteArray(900, 'n'), -1);
        seen = checkpoints();
        seen.erase(std::remove_if(seen.begin(), seen.end(), [](const Checkpoint &one) { return one.step != 300; }), seen.end());
        QVERIFY(CheckpointMaintenance(place).tend(seen, options)->isUnfinished);
        QCOMPARE(place.digestRounds, 3);
    }

    void manifestsOfWhatIsGoneGoToo()
    {
        LocalPlace real(m_folder->path());
        for (int step = 1; step <= 3; ++step)
            make(QStringLiteral("step-%1.pt").arg(step), QByteArray(100, 'a'), 9000);
        MaintenanceOptions options;
        options.largestManifest = 5000;
        QList<Checkpoint> seen = checkpoints();
        for (const Checkpoint &one : std::as_const(seen))
            QVERIFY(ManifestKeeper(real).make(one));
        // The trainer removes two of its own, and only a part of a third; a program was killed while it wrote others.
        QVERIFY(QFile::remove(m_folder->filePath(QStringLiteral("step-1.pt"))));
        for (const char *name : {"checkpoint-100/model.pt", "checkpoint-100/optimizer.pt", "checkpoint-200/optimizer.pt"})
            QVERIFY(QFile::remove(m_folder->filePath(QString::fromLatin1(name))));
        make(QStringLiteral("checkpoint-300/.trainyard-manifest.json.AbCdEf"), "{", 7200);
        make(QStringLiteral("checkpoint-300/.trainyard-0123456789abcdef.part"), "{", 7200);
        make(QStringLiteral("checkpoint-300/.trainyard-fedcba9876543210.part"), "{", 5);  // it may still be written
        make(QStringLiteral(".trainyard-manifest.mine.json"), "not ours to read", 9000);
        make(QStringLiteral(".trainyard-manifest.step-2.pt.json"), content()[QStringLiteral(".trainyard-manifest.step-2.pt.json")], 9000);
        make(QStringLiteral(".trainyard-manifest.step-1.pt.json"), content()[QStringLiteral(".trainyard-manifest.step-1.pt.json")], 9000);
        make(QStringLiteral("checkpoint-100/.trainyard-manifest.json"),
             content()[QStringLiteral("checkpoint-100/.trainyard-manifest.json")], 9000);
        make(QStringLiteral("checkpoint-200/.trainyard-manifest.json"),
             content()[QStringLiteral("checkpoint-200/.trainyard-manifest.json")], 9000);
        seen = checkpoints();
        const QMap<QString, QByteArray> before = content();
        const auto report = CheckpointMaintenance(real).tend(seen, options);
        QVERIFY(report);
        QCOMPARE(report->orphans, 4);
        QMap<QString, QByteArray> now = content();
        QStringList gone;
        for (const QString &name : before.keys()) {
            if (!now.contains(name))
                gone << name;
        }
        QCOMPARE(gone, (QStringList{QStringLiteral(".trainyard-manifest.step-1.pt.json"),
                                    QStringLiteral("checkpoint-100/.trainyard-manifest.json"),
                                    QStringLiteral("checkpoint-300/.trainyard-0123456789abcdef.part"),
                                    QStringLiteral("checkpoint-300/.trainyard-manifest.json.AbCdEf")}));
    }

    void aFullDiskIsSaidAndTheCheckpointIsAsItWas()
    {
        LocalPlace real(m_folder->path());
        DyingPlace place(real, kNever);
        place.isFull = true;
        MaintenanceOptions options;
        options.largestManifest = 5000;
        const QMap<QString, QByteArray> before = content();
        const auto report = CheckpointMaintenance(place).tend(checkpoints(), options);
        QVERIFY(report);
        QCOMPARE(report->problems.size(), 1);
        QCOMPARE(report->problems.first().code, ErrorCode::NoSpace);
        QVERIFY(report->problems.first().what.contains(QStringLiteral("The disk is full")));
        QCOMPARE(place.digestRounds, 1);  // there would be no space for the next one either
        QCOMPARE(content(), before);
    }

    void killedAtAnyStepNothingIsLost()
    {
        QMap<QString, QByteArray> whole = content();
        bool isDone = false;
        for (int steps = 0; !isDone; ++steps) {
            QVERIFY(steps < 100);
            LocalPlace real(m_folder->path());
            MaintenanceOptions options = rules(2);
            options.largestManifest = 5000;
            QStringList begun;
            options.begins = [&begun](const QString &id) { begun << id; };
            DyingPlace dying(real, steps);
            (void)CheckpointMaintenance(dying).tend(checkpoints(), options);
            isDone = !dying.isDead();
            QVERIFY(present().contains(QStringLiteral("checkpoint-600")));
            CheckpointTrash trash(real);
            QVERIFY(trash.recover(std::chrono::seconds(0)));
            const auto entries = trash.entries();
            for (const TrashEntry &entry : *entries)
                QVERIFY(begun.contains(entry.id) && trash.restore(entry.id));
            QMap<QString, QByteArray> now = content();
            now.removeIf([](const auto &file) { return isOwnName(file.key()); });
            QCOMPARE(now, whole);
        }
    }

private:
    static MaintenanceOptions rules(int last)
    {
        MaintenanceOptions options;
        options.policy = RetentionPolicy{};
        options.policy->last = last;
        return options;
    }
    void make(const QString &name, const QByteArray &content, qint64 age)
    {
        const QString path = m_folder->filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite | QIODevice::Truncate));
        file.write(content);
        file.flush();
        QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(-age), QFileDevice::FileModificationTime));
    }
    QList<Checkpoint> checkpoints() const
    {
        QMap<QString, Checkpoint> all;
        const auto listed = LocalPlace(m_folder->path()).list({}, {});
        for (const CheckpointFile &file : *listed) {
            if (isOwnName(file.name))
                continue;
            Checkpoint &one = all[file.name.section(u'/', 0, 0)];
            one.name = file.name.section(u'/', 0, 0);
            one.files << file;
            one.sizeBytes += file.sizeBytes;
            one.modified = std::max(one.modified, file.modified);
            if (one.name.contains(u'-'))
                one.step = one.name.section(u'-', -1).toLongLong();
            one.verdict = Verdict::Complete;
        }
        return all.values();
    }
    QStringList present() const { return QDir(m_folder->path()).entryList({"checkpoint-*"}, QDir::Dirs, QDir::Name); }
    QMap<QString, QByteArray> content() const
    {
        QMap<QString, QByteArray> all;
        QDirIterator it(m_folder->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (it.hasNext()) {
            QFile file(it.next());
            if (file.open(QIODevice::ReadOnly))
                all[QDir(m_folder->path()).relativeFilePath(it.filePath())] = file.readAll();
        }
        return all;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestCheckpointTender)
#include "tst_checkpointmaintenance.moc"
