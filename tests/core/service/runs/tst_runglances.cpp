// SPDX-License-Identifier: GPL-3.0-or-later
// Facts about runs for lists: read from the local copy of the log, once if the run has ended.
#include "core/observe/diagnosis/runglance.h"
#include "core/service/runs/services.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

class TestRunGlances : public QObject {
    Q_OBJECT
    QTemporaryDir m_directory;
    std::unique_ptr<Services> m_services;

    Run runOf(const char *id, RunState state, const QByteArray &log)
    {
        Run run;
        run.lineage = run.name = QLatin1String(id);
        run.id = RunId(run.lineage);
        run.state = state;
        run.exitCode = 0;
        const QString folder = m_services->paths().runs() + u'/' + run.id.text();
        QFile file(folder + QStringLiteral("/log"));
        if (!QDir().mkpath(folder) || !file.open(QIODevice::WriteOnly) || file.write(log) != log.size())
            qFatal("cannot write");
        return run;
    }

private Q_SLOTS:
    void initTestCase()
    {
        auto opened = Services::open({m_directory.filePath(QStringLiteral("data")), m_directory.filePath(QStringLiteral("config"))}, {});
        QVERIFY(opened);
        m_services = std::move(*opened);
    }
    void cleanupTestCase() { m_services->endWork(); }

    void aRunThatIsOverIsReadFromTheEndOfItsLog()
    {
        QByteArray log;
        for (int step = 1; log.size() < 1 << 20; ++step)
            log += "step=" + QByteArray::number(step) + "/50000 loss=" + QByteArray::number(9.0 - step * 1e-4) + '\n';
        log += "step=49999/50000 loss=1.25\n";
        const Run run = runOf("over", RunState::Finished, log);
        RunFollowers watch(m_services->paths());
        QVERIFY(!watch.glanceOf(run));
        QTRY_VERIFY(watch.glanceOf(run));
        const auto glance = watch.glanceOf(run);
        QCOMPARE(glance->step.value_or(0), 49999.0);
        QCOMPARE(glance->totalSteps.value_or(0), 50000.0);
        QCOMPARE(glance->loss.value_or(0), 1.25);
        // The rest of the copy arrives later.
        QFile file(m_services->paths().runs() + QStringLiteral("/over/log"));
        QVERIFY(file.open(QIODevice::Append) && file.write("step=50000/50000 loss=1.5\n") > 0);
        file.close();
        QTRY_COMPARE(watch.glanceOf(run)->step.value_or(0), 50000.0);
    }

    void aRunThatGoesOnIsReadAsItGrows()
    {
        const Run run = runOf("live", RunState::Running, "step=1/100 loss=4\n");
        RunFollowers watch(m_services->paths());
        QTRY_VERIFY(watch.glanceOf(run) && watch.glanceOf(run)->loss.value_or(0) == 4.0);
        QFile file(m_services->paths().runs() + QStringLiteral("/live/log"));
        QVERIFY(file.open(QIODevice::Append) && file.write("step=2/100 loss=3\n") > 0);
        file.close();
        QTRY_COMPARE(watch.glanceOf(run)->loss.value_or(0), 3.0);
    }

    // Pieces of a long log are enough; the curve covers all of it.
    void theCourseOfTheLossIsOfTheWholeLog()
    {
        QByteArray log;
        const int steps = 100'000;
        for (int step = 1; step <= steps; ++step)
            log += "step=" + QByteArray::number(step) + "/100000 loss=" + QByteArray::number(1.0 + 8.0 * (1.0 - double(step) / steps))
                   + '\n';
        const Run run = runOf("long", RunState::Finished, log);
        RunFollowers watch(m_services->paths());
        QTRY_VERIFY(watch.glanceOf(run));
        const QList<QPointF> losses = watch.glanceOf(run)->losses;
        QVERIFY2(losses.size() >= 20 && losses.size() <= 90, qPrintable(QString::number(losses.size())));
        QVERIFY(losses.first().x() < 1000 && losses.last().x() > 99'000);
        for (const QPointF &point : losses)
            QVERIFY2(std::abs(point.y() - (1.0 + 8.0 * (1.0 - point.x() / steps))) < 0.3,
                     qPrintable(QStringLiteral("%1 %2").arg(point.x()).arg(point.y())));
        QVERIFY(watch.glanceOf(runOf("silent2", RunState::Failed, "hello\n")).value_or(RunGlance()).losses.isEmpty());
    }

    void aLogThatSaysNothingIsNotMadeUp()
    {
        const Run run = runOf("silent", RunState::Failed, "hello\n");
        RunFollowers watch(m_services->paths());
        QTRY_VERIFY(watch.glanceOf(run));
        QVERIFY(!watch.glanceOf(run)->step && !watch.glanceOf(run)->loss && !watch.glanceOf(run)->totalSteps);
    }
};

QTEST_GUILESS_MAIN(TestRunGlances)
#include "tst_runglances.moc"
