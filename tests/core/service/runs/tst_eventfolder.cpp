// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/trainlog/eventfiles.h"
#include "core/observe/trainlog/trainingcurve.h"
#include "core/service/runs/eventfolder.h"

#include <QDir>
#include <QDirIterator>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

}  // namespace

class TestEventFolder : public QObject {
    Q_OBJECT

    QTemporaryDir m_run;
    TrainingCurve m_curve;

private Q_SLOTS:
    // Output of real writers (tests/data/training/tensorboard), laid out as in a run's local copy.
    void initTestCase()
    {
        const QDir data(s(TRAINYARD_SOURCE_DIR "/tests/data/training/tensorboard"));
        QVERIFY(QDir(m_run.path()).mkpath(kEventFolder));
        QDirIterator files(data.path(), {s("events.*")}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString file = files.next();
            const QString name = eventFileName('w', s("tb/") + data.relativeFilePath(file));
            QVERIFY(!name.isEmpty() && QFile::copy(file, m_run.path() + u'/' + kEventFolder + u'/' + name));
        }
        EventFolder events(m_run.path() + s("/log"));
        const auto take = [this](const QList<TrainingRecord> &records) { m_curve.append(records); };
        events.read(take, [] { return true; });
        const QStringList names = m_curve.names();
        events.read([](const QList<TrainingRecord> &) { QFAIL("nothing is new"); }, [] { return true; });
    }

    void seriesAreNamedAfterFolderAndTag()
    {
        QStringList names = m_curve.names();
        names.sort();
        QCOMPARE(names, (QStringList{s("events:hparams/Loss/train"),
                                     s("events:killed-x/Loss/train"),
                                     s("events:killed/Loss/train"),
                                     s("events:kinds/Loss/train"),
                                     s("events:kinds/grad_norm"),
                                     s("events:loss_train/loss"),
                                     s("events:loss_val/loss"),
                                     s("events:purged/Loss/train"),
                                     s("events:purged/eval/loss"),
                                     s("events:reopened/a"),
                                     s("events:scalars/Loss/train"),
                                     s("events:scalars/lr"),
                                     s("events:scalars/\u51c6\u786e\u7387/\u9a8c\u8bc1"),
                                     s("events:tensorboardX/data/loss"),
                                     s("events:tensorboardX/data/lr"),
                                     s("events:tensors/exact"),
                                     s("events:tensors/new"),
                                     s("events:tensors/not exact"),
                                     s("events:trial_1/hparam/acc"),
                                     s("events:trial_1/hparam/loss")}));
    }

    void whatIsNoNumberIsCounted()
    {
        const TrainingSeries *const loss = m_curve.series(s("events:scalars/Loss/train"));
        QCOMPARE(loss->count(), 500);
        QCOMPARE(loss->brokenCount(), 3);
    }

    void whatWasWrittenAfterTheStepOfARestartNoLongerCounts()
    {
        // 0, 2 ... 98, then again from 60 to 128; the evaluation at 18, 38 ... 98 was not repeated.
        const TrainingSeries *const loss = m_curve.series(s("events:purged/Loss/train"));
        QCOMPARE(loss->count(), 65);
        QCOMPARE(loss->lastStep(), 128.0);
        QVERIFY(loss->near(60)->value > loss->near(58)->value + 0.5);
        QCOMPARE(m_curve.series(s("events:purged/eval/loss"))->lastStep(), 58.0);
    }

    void aSecondFileInAFolderGoesOnWithItsSeries() { QCOMPARE(m_curve.series(s("events:reopened/a"))->count(), 2); }
};

QTEST_APPLESS_MAIN(TestEventFolder)
#include "tst_eventfolder.moc"
