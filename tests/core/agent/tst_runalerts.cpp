// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of one run, fed with its follower's reports: progress, and the disk space for its checkpoints.
#include "core/agent/runalerts.h"
#include "core/service/runs/diskspacesamples.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

// The open alerts, by the rules' names, as checks open and clear them.
class OpenAlerts {
public:
    void take(const RunAlerts::Changes &changes)
    {
        for (const AlertChange &change : changes.ofSamples + changes.ofTime) {
            const QString kind = alertKindName(change.kind);
            if (change.what == AlertChange::Opened)
                m_kinds << kind;
            else if (change.what == AlertChange::Cleared)
                m_kinds.removeAll(kind);
        }
        m_kinds.sort();
    }
    QString text() const { return m_kinds.join(u' '); }

private:
    QStringList m_kinds;
};

}  // namespace

class TestRunAlerts : public QObject {
    Q_OBJECT

    QDateTime m_now{QDate(2026, 11, 20), QTime(12, 0), Qt::UTC};

    QList<MachineSample> samples(int seconds)
    {
        QList<MachineSample> all;
        for (int i = 0; i < seconds; ++i) {
            m_now = m_now.addSecs(1);
            MachineSample sample;
            sample.timeMs = m_now.toMSecsSinceEpoch();
            all << sample;
        }
        return all;
    }

private Q_SLOTS:
    void aRunThatHangsIsToldUntilItHasGoneOnForAMinute()
    {
        RunAlerts alerts{AlertRules()};
        OpenAlerts open;
        RunProgress progress{ProgressState::Hung, std::chrono::minutes(16), {}, {}};
        open.take(alerts.look(m_now, true, samples(20), progress));
        QCOMPARE(open.text(), QStringLiteral("hung no_progress"));
        progress = {};
        open.take(alerts.look(m_now, true, {}, progress));
        QCOMPARE(open.text(), QStringLiteral("hung no_progress"));  // not knowing clears nothing
        progress.state = ProgressState::Slow;
        open.take(alerts.look(m_now, true, {}, progress));
        QCOMPARE(open.text(), QStringLiteral("hung"));
        for (int i = 0; i < 5; ++i)
            open.take(alerts.look(m_now, true, samples(20), progress));
        QCOMPARE(open.text(), QString());
    }

    void roomForCheckpointsThatEndsBeforeTheRunIsTold()
    {
        QTemporaryDir folder;
        const Paths paths{folder.filePath(QStringLiteral("data")), folder.filePath(QStringLiteral("config"))};
        const RunId run(QStringLiteral("r"));
        RunAlerts alerts{AlertRules()};
        alerts.setDiskSpaceFile(diskSpaceFile(run, paths));
        OpenAlerts open;
        RunProgress progress{ProgressState::Advancing, {}, {}, {}};
        // Four more fit, one every two hours.
        QVERIFY(QDir().mkpath(paths.runs() + u'/' + run.text()));
        QVERIFY(recordDiskSpace(run, {m_now.toSecsSinceEpoch(), 1000, 2, {100, 4, 7200, 5 * 7200}, 0}, paths));
        open.take(alerts.look(m_now, true, {}, progress));
        QCOMPARE(open.text(), QString());
        progress.remaining = std::chrono::hours(30);
        m_now = m_now.addSecs(5);
        open.take(alerts.look(m_now, true, {}, progress));
        QCOMPARE(open.text(), QStringLiteral("checkpoint_room"));
        // There is space again.
        QVERIFY(recordDiskSpace(run, {m_now.toSecsSinceEpoch(), 1000, 2, {100, 400, 7200, 401 * 7200}, 0}, paths));
        QFile file(diskSpaceFile(run, paths));
        QVERIFY(file.open(QIODevice::ReadWrite)
                && file.setFileTime(QDateTime::currentDateTime().addSecs(60), QFileDevice::FileModificationTime));
        file.close();
        m_now = m_now.addSecs(5);
        open.take(alerts.look(m_now, true, {}, progress));
        QCOMPARE(open.text(), QString());
        QVERIFY(file.open(QIODevice::Append) && file.write("spoilt") > 0);
        file.close();
        QVERIFY(readDiskSpaceSamples(diskSpaceFile(run, paths)).isEmpty());
        m_now = m_now.addSecs(5);
        open.take(alerts.look(m_now, true, {}, progress));
        QCOMPARE(open.text(), QString());
    }
};

QTEST_GUILESS_MAIN(TestRunAlerts)
#include "tst_runalerts.moc"
