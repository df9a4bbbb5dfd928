// SPDX-License-Identifier: GPL-3.0-or-later
// Whole runs as their machine would write them, read and judged as by a program that follows them: files, series, lamp, alerts. Ten healthy
// ones with long validations, and one that hangs. Every figure is simulated (tests/core/observe/diagnosis/simulatedrun.h).
#include "core/agent/runalerts.h"
#include "core/service/runs/runfeed.h"
#include "tests/core/observe/diagnosis/simulatedrun.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

// What opened, and how long after the last step.
struct Alarm {
    AlertKind kind = AlertKind::GpuIdle;
    qint64 afterMs = 0;
};

class Follower {
public:
    explicit Follower(const QString &folder)
        : m_log(folder + QStringLiteral("/log")), m_metrics(folder + QStringLiteral("/metrics")),
          m_feed({m_log.fileName(), m_metrics.fileName()}), m_alerts(AlertRules())
    {
        m_feed.beginRules();
        m_isOpen = m_log.open(QIODevice::WriteOnly | QIODevice::Unbuffered) && m_metrics.open(QIODevice::WriteOnly | QIODevice::Unbuffered);
    }

    QList<Alarm> replay(const SimulatedRun &run)
    {
        SimulatedListener listener;
        listener.stepped = [&](qint64 ms, int step) {
            m_lines += "step=" + QByteArray::number(step) + "/100000 loss=2.5 lr=1e-4\n";
            m_lastStep = ms;
        };
        listener.said = [&](qint64) { m_lines += "evaluating\n"; };
        listener.sampled = [&](qint64 ms, const QList<GpuLoad> &loads) { sample(ms, loads); };
        play(run, listener);
        return m_alarms;
    }
    bool isOpen() const { return m_isOpen; }

private:
    void sample(qint64 ms, const QList<GpuLoad> &loads)
    {
        const QByteArray time = QByteArray::number(ms);
        if (m_samples.isEmpty() && m_looked == 0)
            m_samples = time + " gpufields index,uuid,name,utilization.gpu,power.draw,power.limit\n";
        m_samples += time + " cpu 1 1 1 1 1 1 1 1 4\n";
        if (!m_lines.isEmpty()) {
            m_log.write(m_lines);
            m_lines.clear();
            m_samples += time + " log " + QByteArray::number(m_log.size()) + '\n';
        }
        for (const GpuLoad &load : loads) {
            m_samples += time + " gpu " + QByteArray::number(load.index) + ", SIM-" + QByteArray::number(load.index) + ", Simulated GPU, "
                         + QByteArray::number(load.busyPercent.value_or(0)) + ", " + QByteArray::number(load.watts.value_or(0), 'f', 1)
                         + ", " + QByteArray::number(load.limitWatts.value_or(0)) + '\n';
        }
        constexpr qint64 kLookMs = 10'000;
        if (ms < m_looked + kLookMs)
            return;
        m_looked = ms;
        m_metrics.write(m_samples);
        m_samples.clear();
        QList<MachineSample> samples;
        for (bool hasMore = true; hasMore;) {
            const RunFeed::News news = m_feed.read();
            samples += news.recent;
            hasMore = news.hasMore;
        }
        const RunObservation seen = m_feed.readAll();
        const auto changes = m_alerts.look(QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC), true, samples, progressFrom(seen));
        for (const AlertChange &change : changes.ofSamples + changes.ofTime) {
            if (change.what == AlertChange::Opened)
                m_alarms << Alarm{change.kind, ms - m_lastStep};
        }
    }

    QFile m_log, m_metrics;
    RunFeed m_feed;
    RunAlerts m_alerts;
    QByteArray m_lines, m_samples;
    qint64 m_looked = 0, m_lastStep = 0;
    QList<Alarm> m_alarms;
    bool m_isOpen = false;
};

SimulatedRun shortRun()
{
    SimulatedRun run;
    run.gpus = 4;
    run.hours = 1.2;
    run.samplerSeconds = 2;
    return run;
}

}  // namespace

class TestReplays : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aHealthyRunRaisesNoAlarm_data()
    {
        QTest::addColumn<SimulatedRun>("run");
        const auto row = [](const char *name, const QList<SimulatedPhase> &phases, double stepSeconds = 1) {
            SimulatedRun run = shortRun();
            run.phases = phases;
            run.stepSeconds = stepSeconds;
            QTest::newRow(name) << run;
        };
        row("five minutes of evaluation", {{500, 300, 90, 380}});
        row("ten minutes of evaluation, silent, at two thirds of the power", {{900, 600, 90, 380}});
        row("25 minutes of evaluation with a line every 20 seconds", {{900, 1500, 97, 330, -1, -1, 20}});
        row("ten minutes of generated text, silent, at half of the power", {{700, 600, 95, 290}});
        row("rank 0 saves for eight minutes while the others wait busily", {{900, 480, 100, 120, 0, 75}});
        row("rank 0 evaluates alone for eight minutes", {{900, 480, 100, 120, 35, 210}});
        row("five minutes of saving with idle GPUs", {{600, 300, 0, 75}});
        row("barriers of 25 seconds with every GPU waiting busily", {{200, 25, 100, 125}});
        row("such barriers, and evaluations of ten minutes", {{200, 30, 100, 125}, {1000, 600, 92, 400}});
        row("steps of 20 seconds, with evaluations and saves", {{60, 600, 90, 350}, {90, 240, 100, 120, 0, 80}}, 20);
    }

    void aHealthyRunRaisesNoAlarm()
    {
        QFETCH(SimulatedRun, run);
        QTemporaryDir dir;
        Follower follower(dir.path());
        QVERIFY(follower.isOpen());
        const QList<Alarm> alarms = follower.replay(run);
        for (const Alarm &alarm : alarms) {
            // Alerts about GPUs that idle while a checkpoint is saved are allowed: they are not about progress.
            QVERIFY2(alarm.kind != AlertKind::Hung && alarm.kind != AlertKind::NoProgress && alarm.kind != AlertKind::NoData,
                     qPrintable(alertKindName(alarm.kind) + QStringLiteral(" after %1 s").arg(alarm.afterMs / 1000)));
        }
    }

    void aHangIsTheOnlyAlarmAndComesWithin90Seconds()
    {
        SimulatedRun run = shortRun();
        run.hangsAt = 1500;  // between two evaluations
        run.hours = 0.7;
        run.phases = {{700, 300, 90, 380}};
        QTemporaryDir dir;
        Follower follower(dir.path());
        QVERIFY(follower.isOpen());
        const QList<Alarm> alarms = follower.replay(run);
        QVERIFY(!alarms.isEmpty());
        QCOMPARE(alarms.first().kind, AlertKind::Hung);
        QVERIFY2(alarms.first().afterMs <= 90'000, qPrintable(QString::number(alarms.first().afterMs)));
    }
};

QTEST_GUILESS_MAIN(TestReplays)
#include "tst_replays.moc"
