// SPDX-License-Identifier: GPL-3.0-or-later
// The record of seen checkpoints, and when another scan is worthwhile.
#include "core/service/runs/seencheckpoints.h"
#include "sshdfixture.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace trainyard;

namespace {

FoundCheckpoint found(const char *name, qint64 modified, std::optional<qint64> step, Verdict verdict)
{
    FoundCheckpoint one;
    one.checkpoint.name = QLatin1String(name);
    one.checkpoint.modified = modified;
    one.checkpoint.step = step;
    one.checkpoint.verdict = verdict;
    return one;
}

bool put(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

}  // namespace

class TestSeenCheckpoints : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatWasSeenStays()
    {
        QTemporaryDir dir;
        const Paths paths{dir.path(), dir.path()};
        const RunId run(QStringLiteral("r"));
        QVERIFY(seenCheckpoints(run, paths).isEmpty());
        QVERIFY(
            rememberCheckpoints(run, {found("b.pt", 200, 20, Verdict::BeingWritten), found("a.pt", 100, 10, Verdict::Complete)}, paths));
        // The first was removed, the second is complete now; one that is overwritten again and again counts as a new one.
        QVERIFY(rememberCheckpoints(run, {found("b.pt", 205, 20, Verdict::Complete), found("last.pt", 206, {}, Verdict::Corrupt)}, paths));
        QVERIFY(rememberCheckpoints(run, {found("last.pt", 300, {}, Verdict::Complete)}, paths));
        QVERIFY(rememberCheckpoints(run, {found("last.pt", 400, 40, Verdict::Complete)}, paths));
        const QList<SeenCheckpoint> seen = seenCheckpoints(run, paths);
        QCOMPARE(seen.size(), 4);
        QCOMPARE(seen[0], (SeenCheckpoint{QStringLiteral("a.pt"), 100, 10, Verdict::Complete}));
        QCOMPARE(seen[1], (SeenCheckpoint{QStringLiteral("b.pt"), 205, 20, Verdict::Complete}));
        QCOMPARE(seen[3], (SeenCheckpoint{QStringLiteral("last.pt"), 400, 40, Verdict::Complete}));
    }

    void aSpoiltOrHugeRecordDoesNoHarm()
    {
        QTemporaryDir dir;
        const Paths paths{dir.path(), dir.path()};
        QVERIFY(QDir(paths.runs()).mkpath(QStringLiteral("r")));
        for (const QByteArray &spoilt :
             {QByteArray("{"), QByteArray("[1, null, {\"name\": 3}, {\"name\": \"\"}]"), QByteArray(3 << 20, '[')}) {
            QVERIFY(put(paths.runs() + QStringLiteral("/r/checkpoints.json"), spoilt));
            QVERIFY(seenCheckpoints(RunId(QStringLiteral("r")), paths).isEmpty());
        }
        QList<FoundCheckpoint> many;
        for (int i = 0; i < 3000; ++i)
            many << found(QByteArray::number(i).constData(), i, i, Verdict::Complete);
        QVERIFY(rememberCheckpoints(RunId(QStringLiteral("r")), many, paths));
        const QList<SeenCheckpoint> seen = seenCheckpoints(RunId(QStringLiteral("r")), paths);
        QCOMPARE(seen.size(), 2000);
        QCOMPARE(seen.last().step, 2999);
    }

    void theLatestGoodOneIsTheNewestThatIsComplete()
    {
        QVERIFY(!latestGoodStep({}));
        const QList<SeenCheckpoint> seen{{QStringLiteral("a"), 100, 10, Verdict::Complete},
                                         {QStringLiteral("b"), 200, 20, Verdict::Complete},
                                         {QStringLiteral("c"), 300, 30, Verdict::Partial}};
        QCOMPARE(latestGoodStep(seen).value_or(-1), 20);
    }

    // A checkpoint of the first attempt still belongs to the first after the run is resumed.
    void eachIsOfTheAttemptThatSavedIt()
    {
        const QDateTime begin(QDate(2026, 1, 2), QTime(3, 0), Qt::UTC);
        QList<Run> runs;
        for (const int attempt : {2, 1}) {
            Run run;
            run.lineage = QStringLiteral("r");
            run.attempt = attempt;
            run.created = begin.addSecs(attempt * 1000);
            runs << run;
        }
        QList<FoundCheckpoint> all(3);
        for (FoundCheckpoint &one : all)
            one.source = CheckpointSource::ofRun(runs.first());  // the latest attempt
        all[0].saved = begin.addSecs(2500);
        all[1].saved = begin.addSecs(1500);
        all[2].saved = begin.addSecs(10);  // it existed before
        markAttempts(all, runs);
        QCOMPARE(all[0].attempt, 2);
        QCOMPARE(all[1].attempt, 1);
        QCOMPARE(all[2].attempt, 0);
    }

    void anotherLookIsWorthItWhenTheFolderChanged()
    {
        SshdFixture sshd;
        if (const QString missing = sshd.missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        QVERIFY2(sshd.start(), qPrintable(sshd.errorText()));
        const auto connection = SshConnection::open(sshd.target(), {}, QDeadlineTimer(20'000));
        QVERIFY2(connection.has_value(), connection ? "" : qPrintable(connection.error().what));
        QTemporaryDir machine;
        Run run;
        QVERIFY(!CheckpointScanTimer(run).hasChanged(**connection, true, true, {}));  // it declares none
        run.checkpointDir = machine.path();
        QVERIFY(!CheckpointScanTimer(run).hasChanged(**connection, true, false, {}));  // there are none
        QVERIFY(put(machine.filePath(QStringLiteral("step-1.pt")), "1"));
        CheckpointScanTimer glance(run);
        QVERIFY(glance.hasChanged(**connection, false, false, {}));
        QVERIFY(put(machine.filePath(QStringLiteral("step-2.pt")), "2"));
        QVERIFY(!glance.hasChanged(**connection, true, false, {}));  // not so soon
        QVERIFY(glance.hasChanged(**connection, false, true, {}));   // but at the end
        QVERIFY(!glance.hasChanged(**connection, false, true, {}));
    }
};

QTEST_GUILESS_MAIN(TestSeenCheckpoints)
#include "tst_seencheckpoints.moc"
