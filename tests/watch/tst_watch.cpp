// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the real window on real runs in a sandbox and watches it: every second the texts of its widgets are compared with the machine's own
// files. A second is untrue if they differ by more than the stated delays (kSamples, kDeadLink) plus the measured delay of this computer
// itself. TRAINYARD_WATCH_SECONDS: the length of each scene; default: a few seconds.
#include "app/desktop/desktop.h"
#include "tests/watch/delaymeter.h"
#include "tests/watch/machinetruth.h"
#include "tests/watch/sandboxtrial.h"
#include "tests/watch/shownpage.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QDateTime>
#include <QTest>

#include <csignal>

using namespace trainyard;

namespace {

constexpr qint64 kSamples = 3000, kDeadLink = 11'000;  // ms: time allowed until the window shows it
// A link that responds again is found at the next try: after a pause of at most 30 s (core/service/machines/linkstate.h) and a dial. Until
// then the window shows that it receives nothing.
constexpr qint64 kHealed = 35'000;
constexpr qint64 kGap = 5000;                              // ms without samples that a chart may call a gap
constexpr int kHops = 4;                                   // programs between the file and the picture; each may wake up late
constexpr qint64 kHopeless = 8000;                         // ms: a second that late tells nothing about the program
constexpr qint64 kPaceKnown = 12'000, kEndKnown = 30'000;  // ms after the first step
constexpr double kPaceWithin = 0.15, kEndWithin = 0.2;

qint64 nowMs() { return QDateTime::currentMSecsSinceEpoch(); }

// What a scene does to the link, as the watcher knows it.
struct Link {
    bool isDead = false;
    bool isTakenOver = false;  // a silent program is replaced: the display stays live without it
    qint64 since = nowMs();
    qint64 slowness = 0;  // ms that the scene itself adds to each answer

    void set(bool dead)
    {
        if (dead != isDead)
            since = nowMs();
        isDead = dead;
    }
};

class Watcher {
public:
    Watcher(const QString &name, const MainWindow *window, const QString &directory, int gpu)
        : m_name(name), m_window(window), m_truth(directory), m_gpu(gpu)
    {
    }

    // Checks once a second until `seconds` have passed; `act` gets the number of seconds passed.
    void watch(int seconds, const std::function<void(int)> &act = {})
    {
        for (int second = 0; second < seconds; ++second) {
            const qint64 due = nowMs() + 1000;
            if (act)
                act(second);
            QTest::qWait(int(std::max<qint64>(1, due - nowMs())));
            look(std::max<qint64>(0, nowMs() - due));
        }
        const int judged = m_watched - m_hopeless;
        qInfo("%-28s %4d seconds watched, %d untrue, %d not judged; this computer was up to %lld ms late", qPrintable(m_name), m_watched,
              m_untrue, m_hopeless, static_cast<long long>(m_mostLate));
        for (const QString &reason : std::as_const(m_reasons))
            qInfo("    %s", qPrintable(reason));
        QVERIFY2(m_untrue == 0, qPrintable(m_reasons.value(0)));
        QVERIFY2(judged > 0, "this computer is too busy to watch anything");
    }

    Link link;
    bool hasContinuation = false;  // a correct resume: its card may only show a good result

private:
    void look(qint64 ownLate)
    {
        ++m_watched;
        // The worst delay counts for as long as a picture may be on its way.
        const qint64 late = ownLate + kHops * m_delays.worst(std::chrono::milliseconds(kSamples + link.slowness + 2000)).count();
        m_mostLate = std::max(m_mostLate, late);
        if (late > kHopeless) {
            ++m_hopeless;
            return;
        }
        const ShownPage shown = ShownPage::of(m_window);
        m_truth.catchUp();
        const QStringList wrong = judge(shown, nowMs(), late);
        if (wrong.isEmpty())
            return;
        ++m_untrue;
        if (m_reasons.size() < 5)
            m_reasons << QStringLiteral("second %1: %2").arg(m_watched).arg(wrong.join(QStringLiteral("; ")));
    }

    QStringList judge(const ShownPage &shown, qint64 now, qint64 late) const
    {
        QStringList wrong;
        const auto expect = [&wrong](bool isTrue, const QString &what) {
            if (!isTrue)
                wrong << what;
        };
        if (!shown.isThere)
            return {QStringLiteral("the page is not there")};
        const qint64 linkFor = now - link.since;
        const QString said =
            QStringLiteral("link “%1”, GPU busy “%2”, advances “%3”").arg(shown.link, shown.gpuBusy.value, shown.advances.value);
        if (link.isDead && !(link.isTakenOver && linkFor > kDeadLink + late)) {
            if (linkFor > kDeadLink + late) {
                expect(!shown.isLinkLive, QStringLiteral("the link is dead for %1 s: %2").arg(linkFor / 1000).arg(said));
                expect(shown.gpuBusy.lamp == Lamp::Unknown && shown.advances.lamp == Lamp::Unknown,
                       QStringLiteral("a lamp is lit without a link: ") + said);
                expect(shown.isStateStale && shown.progress.isPast, QStringLiteral("not grey without a link: ") + shown.state);
            }
            return wrong;
        }
        if (!shown.isLinkLive) {
            expect(linkFor < (m_wasDead ? kHealed : kDeadLink) + late,
                   QStringLiteral("the link is well for %1 s: %2").arg(linkFor / 1000).arg(said));
            return wrong;
        }
        if (linkFor < kSamples + late)
            return wrong;  // opened or restored just now: the data is still on its way
        const qint64 from = now - kSamples - link.slowness - late;
        judgeLamps(shown, from, now, expect);
        judgeProgress(shown, from, now, expect);
        for (const PlotGap &gap : shown.gaps)
            expect(linkFor < kSamples + late || m_truth.hasSilence(qint64(gap.from), qint64(gap.to), kGap),
                   QStringLiteral("a gap of %1 s is drawn where samples are").arg((gap.to - gap.from) / 1000));
        expect(shown.alerts == 0, QStringLiteral("an alert about a healthy run"));
        const bool isGood = shown.continuation.isEmpty() || shown.continuation == QStringLiteral("Resumed correctly");
        expect(!hasContinuation || isGood, QStringLiteral("a correct resume is called “%1”").arg(shown.continuation));
        return wrong;
    }

    template <typename Expect>
    void judgeLamps(const ShownPage &shown, qint64 from, qint64 now, const Expect &expect) const
    {
        // One second more: a moment is complete when the next one begins.
        const auto busy = m_truth.busy(m_gpu, from - 1000, now);
        const bool isOn = shown.gpuBusy.lamp == Lamp::On, isUnknown = shown.gpuBusy.lamp == Lamp::Unknown;
        if (busy && busy->always && now - m_truth.lastSampleMs() < kSamples)
            expect(isOn, QStringLiteral("the GPU is busy, shown is “%1” (%2)").arg(shown.gpuBusy.value, shown.gpuBusy.context));
        if (busy && !busy->ever)
            expect(!isOn, QStringLiteral("the GPU is idle, shown is “%1”").arg(shown.gpuBusy.value));
        expect(!isUnknown || now - m_truth.lastSampleMs() > kSamples || !busy,
               QStringLiteral("samples come, shown is “%1”").arg(shown.gpuBusy.context));
        const auto first = m_truth.firstStep();
        const auto steps = m_truth.steps(from, now);
        const bool advances = first && first->seenMs < from - 1000 && steps.size() > 1;
        if (advances)
            expect(shown.advances.lamp == Lamp::On,
                   QStringLiteral("steps come, shown is “%1” (%2)").arg(shown.advances.value, shown.advances.context));
    }

    template <typename Expect>
    void judgeProgress(const ShownPage &shown, qint64 from, qint64 now, const Expect &expect) const
    {
        const auto steps = m_truth.steps(from, now);
        const auto first = m_truth.firstStep();
        if (!first || first->seenMs > from)
            return;
        const auto step = shown.step();
        expect(step && *step >= steps.front().step && *step <= steps.back().step,
               QStringLiteral("the log is at step %1 to %2, shown is “%3”")
                   .arg(steps.front().step)
                   .arg(steps.back().step)
                   .arg(shown.progress.value));
        if (const auto pace = shown.stepsPerSecond(); pace && now - first->seenMs > kPaceKnown) {
            double least = 1e9, most = 0;
            for (qint64 at = first->seenMs; at + 5000 <= now; at += 1000) {
                const double one = m_truth.pace(at, at + 5000).value_or(least);
                least = std::min(least, one);
                most = std::max(most, one);
            }
            expect(*pace > least * (1 - kPaceWithin) && *pace < most * (1 + kPaceWithin),
                   QStringLiteral("the log makes %1 to %2 steps/s, shown is “%3”").arg(least).arg(most).arg(shown.advances.value));
        }
        if (now - first->seenMs < kEndKnown)
            return;
        const auto pace = m_truth.pace(first->seenMs, now);
        const auto range = shown.remainingSeconds();
        const double left = pace ? double(m_truth.totalSteps() - steps.back().step) / *pace : 0;
        const double rounded = left < 120 ? 5 : left < 1200 ? 60 : left < 36000 ? 300 : 900;
        if (!pace || left < 20)
            return;
        expect(range && range->least > left * (1 - kEndWithin) - rounded && range->most < left * (1 + kEndWithin) + rounded,
               QStringLiteral("%1 s remain, shown is “%2”").arg(left).arg(shown.remaining.value));
    }

public:
    bool m_wasDead = false;  // since then the link recovers at its own pace

private:
    const QString m_name;
    const MainWindow *const m_window;
    MachineTruth m_truth;
    const int m_gpu;
    DelayMeter m_delays;
    int m_watched = 0, m_untrue = 0, m_hopeless = 0;
    qint64 m_mostLate = 0;
    QStringList m_reasons;
};

}  // namespace

class TestWatch : public QObject {
    Q_OBJECT

    std::unique_ptr<SandboxTrial> m_sandbox;
    int m_seconds = 14;

    const QString kSteady = QStringLiteral("--steps-per-second 20 --metrics-every 10 --checkpoint-every 200");

    // The window with this run's page, as `trainyard --run` opens it.
    static std::unique_ptr<Desktop> open(const RunId &runId)
    {
        StartOptions options;
        options.runId = runId;
        auto desktop = std::make_unique<Desktop>(*qApp, options);
        desktop->window()->resize(1440, 900);
        return waitFor([&] { return ShownPage::of(desktop->window()).isLinkLive; }, 60'000) ? std::move(desktop) : nullptr;
    }

    RunId launched(const QString &name, const QString &options)
    {
        const RunId run = m_sandbox->launch(name, options);
        if (!run.isSet())
            qWarning("%s", qPrintable(m_sandbox->problem()));
        return run;
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (const int wanted = qEnvironmentVariableIntValue("TRAINYARD_WATCH_SECONDS"); wanted > 0)
            m_seconds = wanted;
        m_sandbox = std::make_unique<SandboxTrial>();
        if (const QString problem = m_sandbox->start(); !problem.isEmpty()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(problem));
            QSKIP(qPrintable(problem));
        }
    }

    void cleanup()
    {
        m_sandbox->setServerStopped(false);
        m_sandbox->crash();
    }

    void cleanupTestCase() { m_sandbox.reset(); }

    void untouched()
    {
        const RunId run = launched(QStringLiteral("untouched"), kSteady);
        QVERIFY(run.isSet());
        const auto desktop = open(run);
        QVERIFY(desktop);
        Watcher(QStringLiteral("untouched"), desktop->window(), m_sandbox->directory(run), 0).watch(m_seconds);
    }

    // No checkpoint, a log line every few seconds: nothing about the run changes for a long time.
    void silenceBetweenEvents()
    {
        const RunId run = launched(QStringLiteral("silence"),
                                   QStringLiteral("--steps-per-second 0.5 --metrics-every 100000 --checkpoint-every 0"));
        QVERIFY(run.isSet());
        const auto desktop = open(run);
        QVERIFY(desktop);
        Watcher(QStringLiteral("a silence between events"), desktop->window(), m_sandbox->directory(run), 0).watch(m_seconds);
    }

    void resumed()
    {
        const RunId first = launched(QStringLiteral("resumed"), kSteady);
        QVERIFY(first.isSet());
        const MachineTruth before(m_sandbox->directory(first));
        const auto step = [&before] {
            const auto all = before.steps(nowMs() - 1000, nowMs());
            return all.empty() ? 0 : all.back().step;
        };
        QVERIFY(waitFor([&] { return step() > 260; }, 60'000));
        m_sandbox->crash();
        QVERIFY(waitFor([&] { return before.hasExit(); }, 30'000));
        const RunId run = m_sandbox->resume(first, QStringLiteral("200"));
        QVERIFY2(run.isSet(), qPrintable(m_sandbox->problem()));
        const auto desktop = open(run);
        QVERIFY(desktop);
        Watcher watcher(QStringLiteral("a resume"), desktop->window(), m_sandbox->directory(run), 0);
        watcher.hasContinuation = true;
        // The estimated end must be shown half a minute after the first step.
        watcher.watch(std::max(m_seconds, 38));
    }

    void aSecondRunOnTheOtherGpu()
    {
        const RunId run = launched(QStringLiteral("first"), kSteady);
        QVERIFY(run.isSet());
        const auto desktop = open(run);
        QVERIFY(desktop);
        const RunId other = launched(QStringLiteral("second"), kSteady);
        QVERIFY(other.isSet());
        Watcher(QStringLiteral("a second run"), desktop->window(), m_sandbox->directory(run), 0).watch(m_seconds);
    }

    void theLinkIsCutAndHeals()
    {
        const RunId run = launched(QStringLiteral("cut"), kSteady);
        QVERIFY(run.isSet());
        const auto desktop = open(run);
        QVERIFY(desktop);
        Watcher watcher(QStringLiteral("a link cut and healed"), desktop->window(), m_sandbox->directory(run), 0);
        const int seconds = std::max(m_seconds, 30);
        watcher.m_wasDead = true;
        watcher.watch(seconds, [&](int second) {
            if (second != seconds / 6 && second != seconds * 2 / 3)
                return;
            m_sandbox->setServerStopped(second == seconds / 6);
            watcher.link.set(second == seconds / 6);
        });
    }

    // Ctrl+Z on the program that follows the run for all others.
    void aFollowerIsStopped()
    {
        const RunId run = launched(QStringLiteral("followed"), kSteady);
        QVERIFY(run.isSet());
        const auto follower = m_sandbox->yard().start({QStringLiteral("run"), QStringLiteral("logs"), QStringLiteral("-f"), run.text()});
        QVERIFY(waitFor([&] { return QFile::exists(m_sandbox->paths().runs() + u'/' + run.text() + QStringLiteral("/log")); }, 30'000));
        QTest::qWait(1000);
        const auto desktop = open(run);
        QVERIFY(desktop);
        Watcher watcher(QStringLiteral("a stopped follower"), desktop->window(), m_sandbox->directory(run), 0);
        const int seconds = std::max(m_seconds, 26);
        watcher.m_wasDead = true;
        watcher.link.isTakenOver = true;
        watcher.watch(seconds, [&](int second) {
            if (second != seconds / 5 && second != seconds * 4 / 5)
                return;
            ::kill(pid_t(follower->processId()), second == seconds / 5 ? SIGSTOP : SIGCONT);
            watcher.link.set(second == seconds / 5);
        });
        ::kill(pid_t(follower->processId()), SIGCONT);
        follower->kill();
        follower->waitForFinished();
    }

    // The machine answers only during a part of each second: the display is late, but still true.
    void aSlowMachine()
    {
        constexpr int kStopped = 700, kGoing = 300;
        const RunId run = launched(QStringLiteral("slow"), kSteady);
        QVERIFY(run.isSet());
        const auto desktop = open(run);
        QVERIFY(desktop);
        Watcher watcher(QStringLiteral("a slow machine"), desktop->window(), m_sandbox->directory(run), 0);
        watcher.link.slowness = 3 * kStopped;  // the requests of one check
        QTimer turns;
        bool isStopped = false;
        connect(&turns, &QTimer::timeout, this, [&] {
            isStopped = !isStopped;
            m_sandbox->setServerStopped(isStopped);
            turns.start(isStopped ? kStopped : kGoing);
        });
        turns.start(kGoing);
        watcher.watch(m_seconds);
        turns.stop();
    }
};

QTEST_MAIN(TestWatch)
#include "tst_watch.moc"
