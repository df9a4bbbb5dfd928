// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts of runs from real files and a real database, with a clock that the test sets: what is stored, what is reported, and by which
// program.
#include "core/agent/alertwatch.h"
#include "core/service/runs/runseries.h"
#include "core/service/runs/services.h"
#include "core/storage/database/alertfiles.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

const QDateTime kStart(QDate(2026, 11, 20), QTime(12, 0), Qt::UTC);

struct Program {
    std::unique_ptr<Services> services;
    std::unique_ptr<AlertWatch> watch;
    std::unique_ptr<QSignalSpy> notices;
};

}  // namespace

class TestAlertWatch : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    Paths m_paths;
    QDateTime m_now;
    Program m_mine;
    QHash<RunId, qint64> m_logSizes;  // as the sampler wrote them

    Program opened(const QList<RunId> &runs = {})
    {
        Program program;
        auto services = Services::open(m_paths, {});
        if (!services)
            return program;
        program.services = *std::move(services);
        program.watch = std::make_unique<AlertWatch>(*program.services, nullptr, [this] { return m_now; });
        program.notices = std::make_unique<QSignalSpy>(program.watch.get(), &AlertWatch::desktopNoticeWanted);
        QSignalSpy looked(program.watch.get(), &AlertWatch::looked);
        program.watch->start(runs);
        waitFor(looked);
        return program;
    }

    static void waitFor(QSignalSpy &looked) { QVERIFY(!looked.isEmpty() || looked.wait(60'000)); }

    static void look(const Program &program)
    {
        QSignalSpy looked(program.watch.get(), &AlertWatch::looked);
        program.watch->look();
        waitFor(looked);
    }

    QString copy(const RunId &run, const char *file) const { return m_paths.runs() + u'/' + run.text() + u'/' + QLatin1String(file); }

    bool append(const RunId &run, const char *name, const QByteArray &bytes) const
    {
        QDir().mkpath(QFileInfo(copy(run, name)).absolutePath());
        QFile file(copy(run, name));
        return file.open(QIODevice::Append) && file.write(bytes) == bytes.size();
    }

    // An active run on a machine that is gone: no machine is asked.
    Result<void> addRun(StateDatabase &store, const char *id) const
    {
        Run run;
        run.lineage = QLatin1String(id);
        run.id = RunId(run.lineage);
        run.name = QStringLiteral("name of ") + run.lineage;
        run.head().machineName = QStringLiteral("box");
        run.state = RunState::Running;
        run.created = run.started = kStart;
        return store.runs.add(run);
    }

    // Samples a second apart up to now, of GPUs at this temperature.
    bool sample(const RunId &run, int seconds, int celsius, const QList<int> &gpus = {0, 1})
    {
        QByteArray lines;
        for (int i = 0; i < seconds; ++i) {
            const QByteArray time = QByteArray::number(m_now.toMSecsSinceEpoch() + i * 1000);
            lines += time + " gpufields index,name,utilization.gpu,temperature.gpu,memory.used,memory.total\n";
            for (const int gpu : gpus)
                lines += time + " gpu " + QByteArray::number(gpu) + ", X, 90, " + QByteArray::number(celsius) + ", 10, 100\n";
            lines += time + " cpu 1 0 0 " + QByteArray::number(i) + " 0 0 0 0 4\n";
            if (const qint64 size = QFileInfo(copy(run, "log")).size(); std::exchange(m_logSizes[run], size) != size)
                lines += time + " log " + QByteArray::number(size) + '\n';
        }
        m_now = m_now.addSecs(seconds);
        return append(run, "metrics", lines);
    }

    static QStringList titles(const QSignalSpy &notices)
    {
        QStringList all;
        for (const auto &notice : notices)
            all << notice.first().toString();
        return all;
    }

    static QString kindsOf(const QList<Alert> &alerts)
    {
        QStringList kinds;
        for (const Alert &alert : alerts)
            kinds << alertKindName(alert.kind);
        return kinds.join(u' ');
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_paths.data = m_folder->filePath(QStringLiteral("data"));
        m_paths.config = m_folder->filePath(QStringLiteral("config"));
        m_now = kStart;
        m_logSizes.clear();
        m_mine = opened();
        QVERIFY(m_mine.watch);
    }

    void cleanup() { m_mine = {}; }

    void aHotGpuOpensIsToldOnceAndClears()
    {
        QVERIFY(addRun(m_mine.services->database(), "r"));
        const RunId run(QStringLiteral("r"));
        QVERIFY(sample(run, 60, 91));
        look(m_mine);
        QVERIFY(m_mine.watch->open().isEmpty());
        QVERIFY(sample(run, 90, 91));
        look(m_mine);
        QCOMPARE(m_mine.watch->open().size(), 1);
        const Alert alert = m_mine.watch->open().first();
        QCOMPARE(alert.gpus, (QList<int>{0, 1}));
        QCOMPARE(alert.value, 91.0);
        QVERIFY(std::abs(alert.opened.secsTo(kStart.addSecs(120))) <= 2);
        m_now = m_now.addSecs(5);
        look(m_mine);
        look(m_mine);
        QCOMPARE(titles(*m_mine.notices), QStringList{QStringLiteral("name of r: GPUs 0, 1 hot (91\u00a0°C)")});
        QVERIFY(sample(run, 180, 60));
        look(m_mine);
        QVERIFY(m_mine.watch->open().isEmpty());
        const auto history = m_mine.services->database().alerts.newest(500, run);
        QCOMPARE(history->size(), 1);
        QVERIFY(history->first().cleared.isValid() && history->first().told.isValid());
        QCOMPARE(m_mine.notices->size(), 1);
    }

    void whatWasOverWhenItWasFetchedIsHistoryOnly()
    {
        QVERIFY(addRun(m_mine.services->database(), "r"));
        QVERIFY(sample(RunId(QStringLiteral("r")), 200, 95));
        QVERIFY(sample(RunId(QStringLiteral("r")), 200, 60));
        look(m_mine);
        m_now = m_now.addSecs(60);
        look(m_mine);
        QCOMPARE(m_mine.notices->size(), 0);
        QCOMPARE(m_mine.services->database().alerts.newest(500, RunId(QStringLiteral("r")))->size(), 1);
    }

    void twoProgramsTellOnce()
    {
        QVERIFY(addRun(m_mine.services->database(), "r"));
        Program other = opened();
        QVERIFY(sample(RunId(QStringLiteral("r")), 150, 91));
        look(m_mine);
        look(other);
        m_now = m_now.addSecs(10);
        look(other);
        look(m_mine);
        QCOMPARE(m_mine.notices->size() + other.notices->size(), 1);
        QCOMPARE(m_mine.services->database().alerts.newest(500, RunId(QStringLiteral("r")))->size(), 1);
        // A program that starts while it is open takes it over, and clears it.
        m_mine = {};
        other = {};
        Program later = opened();
        QCOMPARE(later.watch->open().size(), 1);
        QVERIFY(sample(RunId(QStringLiteral("r")), 200, 60));
        look(later);
        QVERIFY(later.watch->open().isEmpty());
        QCOMPARE(later.notices->size(), 0);
    }

    void aRunThatStandsStillIsMissed()
    {
        QVERIFY(addRun(m_mine.services->database(), "r"));
        const RunId run(QStringLiteral("r"));
        QVERIFY(append(run, "log", "step=1 loss=2.5\nstep=2 loss=2.4\nno end of line step=3\r"));
        for (int minute = 0; minute < 14; ++minute) {
            for (int i = 0; i < 4; ++i) {
                QVERIFY(sample(run, 15, 60));
                look(m_mine);
            }
        }
        QVERIFY(m_mine.watch->open().isEmpty());
        for (int i = 0; i < 8; ++i) {
            QVERIFY(sample(run, 15, 60));
            look(m_mine);
        }
        QCOMPARE(kindsOf(m_mine.watch->open()), QStringLiteral("no_progress"));
        QCOMPARE(m_mine.notices->size(), 1);
        QVERIFY(append(run, "log", "step=4 loss=2.3\n"));
        QVERIFY(sample(run, 15, 60));
        look(m_mine);
        QVERIFY(m_mine.watch->open().isEmpty());
    }

    void stepsThatOnlyAPersonsExpressionFindsCount()
    {
        saveSeriesExpression(QStringLiteral("name of r"), QStringLiteral("tick (?P<step>\\d+) err (?P<err>\\d+)"), m_paths);
        QVERIFY(addRun(m_mine.services->database(), "r"));
        const RunId run(QStringLiteral("r"));
        for (int i = 0; i < 66; ++i) {
            if (i < 3)
                QVERIFY(append(run, "log", "tick " + QByteArray::number(i) + " err 4\n"));
            QVERIFY(sample(run, 15, 60));
            look(m_mine);
        }
        QCOMPARE(kindsOf(m_mine.watch->open()), QStringLiteral("no_progress"));
    }

    void sleepIsNoSilence()
    {
        QVERIFY(addRun(m_mine.services->database(), "r"));
        QVERIFY(append(RunId(QStringLiteral("r")), "log", "step=1 loss=2.5\nstep=2 loss=2.4\n"));
        QVERIFY(sample(RunId(QStringLiteral("r")), 20, 60));
        look(m_mine);
        m_now = m_now.addSecs(3 * 3600);
        look(m_mine);
        QVERIFY(m_mine.watch->open().isEmpty());
        for (int i = 0; i < 21; ++i) {
            m_now = m_now.addSecs(30);
            look(m_mine);
        }
        // Without samples the log may be missing as well: all that is known is that no data arrives.
        QCOMPARE(kindsOf(m_mine.watch->open()), QStringLiteral("no_data"));
    }

    void endsAreToldAndWhatWasOpenClears()
    {
        StateDatabase &store = m_mine.services->database();
        QVERIFY(addRun(store, "failing") && addRun(store, "finishing") && addRun(store, "stopped"));
        QVERIFY(sample(RunId(QStringLiteral("failing")), 150, 91));
        look(m_mine);
        QCOMPARE(kindsOf(m_mine.watch->open()), QStringLiteral("gpu_temperature"));
        const auto end = [&](const char *id, RunState state) {
            return store.runs
                .update(RunId(QLatin1String(id)),
                        [&](Run &run) {
                            run.state = state;
                            run.ended = m_now;
                            run.message = QStringLiteral("exit code 1");
                        })
                .has_value();
        };
        QVERIFY(end("failing", RunState::Failed) && end("finishing", RunState::Finished) && end("stopped", RunState::Stopped));
        look(m_mine);
        QCOMPARE(kindsOf(m_mine.watch->open()), QStringLiteral("run_failed"));
        QCOMPARE(titles(*m_mine.notices),
                 (QStringList{QStringLiteral("name of failing: the run failed"), QStringLiteral("name of finishing: the run finished")}));
        QVERIFY(m_mine.notices->first().last().toString().startsWith(QStringLiteral("exit code 1\n")));
        m_mine.watch->acknowledge(m_mine.watch->open().first().id);
        QVERIFY(m_mine.watch->open().isEmpty());
        // A program that starts afterwards does not report what ended before.
        Program later = opened();
        look(later);
        QCOMPARE(later.notices->size(), 0);
    }

    void theTaskOfARunHasTheLastWord()
    {
        QVERIFY(addRun(m_mine.services->database(), "r"));
        QVERIFY(append(RunId(QStringLiteral("r")), "task.yaml", "run: x\nalerts:\n  gpu_temperature: {at: 50, for: 10s}\n  notify: off\n"));
        QVERIFY(sample(RunId(QStringLiteral("r")), 30, 55));
        look(m_mine);
        m_now = m_now.addSecs(10);
        look(m_mine);
        QCOMPARE(kindsOf(m_mine.watch->open()), QStringLiteral("gpu_temperature"));
        QCOMPARE(m_mine.watch->open().first().threshold, 50.0);
        QCOMPARE(m_mine.notices->size(), 0);
    }

    void rulesThatAreSwitchedOffClear()
    {
        QVERIFY(addRun(m_mine.services->database(), "r"));
        QVERIFY(sample(RunId(QStringLiteral("r")), 150, 91));
        look(m_mine);
        AlertSettings settings;
        settings.rules.apply({AlertKind::GpuTemperature, false, {}, {}});
        QVERIFY(saveAlertSettings(m_paths, settings));
        m_mine.watch->reloadSettings();
        QVERIFY(m_mine.watch->open().isEmpty());
    }

    void theCommandIsRunAndItsFailureSaidOnce()
    {
        AlertSettings settings;
        settings.ways = {AlertChannel::Command};
        settings.command = {QStringLiteral("/bin/sh"), QStringLiteral("-c"), QStringLiteral("cat >> \"$0\"; exit 3"),
                            m_folder->filePath(QStringLiteral("told"))};
        QVERIFY(saveAlertSettings(m_paths, settings));
        m_mine.watch->reloadSettings();
        QSignalSpy failed(m_mine.watch.get(), &AlertWatch::failed);
        StateDatabase &store = m_mine.services->database();
        for (const char *id : {"a", "b"}) {
            QVERIFY(addRun(store, id));
            look(m_mine);
            QVERIFY(store.runs.update(RunId(QLatin1String(id)), [](Run &run) { run.state = RunState::Failed; }));
            look(m_mine);
        }
        QFile told(m_folder->filePath(QStringLiteral("told")));
        QTRY_VERIFY(told.exists() && told.size() > 0);
        QTRY_COMPARE(failed.size(), 1);
        QCOMPARE(m_mine.notices->size(), 0);
    }

    void spoiledSettingsAreSaidAndTheRestGoesOn()
    {
        QDir().mkpath(m_paths.config);
        QFile file(m_paths.alerts());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{") == 1);
        file.close();
        QSignalSpy failed(m_mine.watch.get(), &AlertWatch::failed);
        m_mine.watch->reloadSettings();
        m_mine.watch->reloadSettings();
        QCOMPARE(failed.size(), 1);
        QVERIFY(addRun(m_mine.services->database(), "r"));
        QVERIFY(sample(RunId(QStringLiteral("r")), 150, 91));
        look(m_mine);
        QCOMPARE(m_mine.watch->open().size(), 1);
    }

    void budgetsAreToldAndClearWhenTheyHoldAgain()
    {
        BudgetState state;
        state.budget = {BudgetScope::Month, {}, Money(100 * Money::kNanosPerUnit, Currency::USD)};
        state.period = QStringLiteral("2026-11");
        state.use.step = BudgetStep::Save;
        state.use.permille = 812;
        m_mine.watch->budgetReached(state, QStringLiteral("The budget is used by 81 %."));
        QCOMPARE(titles(*m_mine.notices), QStringList{QStringLiteral("The budget is used by 81 %.")});
        m_mine.watch->setBudgets({state});
        QCOMPARE(m_mine.watch->open().size(), 1);
        m_mine.watch->setBudgets({});
        QVERIFY(m_mine.watch->open().isEmpty());
    }

    void aLongCopyIsReadFromItsEnd()
    {
        QVERIFY(addRun(m_mine.services->database(), "r"));
        QList<int> gpus;
        for (int gpu = 0; gpu < 64; ++gpu)
            gpus << gpu;
        // About 12 MB, hot only at the beginning and at the end.
        QVERIFY(sample(RunId(QStringLiteral("r")), 600, 95, gpus));
        QVERIFY(sample(RunId(QStringLiteral("r")), 4000, 60, gpus));
        QVERIFY(sample(RunId(QStringLiteral("r")), 300, 95, gpus));
        look(m_mine);
        QTRY_COMPARE(m_mine.watch->open().size(), 1);
        QCOMPARE(m_mine.watch->open().first().gpus.size(), 64);
        QCOMPARE(m_mine.services->database().alerts.newest(500, RunId(QStringLiteral("r")))->size(), 1);
    }
};

QTEST_GUILESS_MAIN(TestAlertWatch)
#include "tst_alertwatch.moc"
