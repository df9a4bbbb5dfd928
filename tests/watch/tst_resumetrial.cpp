// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that the program distinguishes right resumes from wrong ones. Real runs of the demo trainer in a sandbox are judged as `yard run
// show` judges them. TRAINYARD_RESUMES: how many of each; default: a few. Correct ones must never be called wrong, at any time. One in ten
// of the wrong ones may be missed.
#include "tests/watch/machinetruth.h"
#include "tests/watch/sandboxtrial.h"

#include <QDateTime>
#include <QTest>

using namespace trainyard;

namespace {

const QStringList kWrong{QStringLiteral("optimizer"), QStringLiteral("step"), QStringLiteral("data"), QStringLiteral("rate")};

qint64 stepOf(const MachineTruth &run)
{
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    const auto all = run.steps(now - 1000, now);
    return all.empty() ? 0 : all.back().step;
}

}  // namespace

class TestResumeTrial : public QObject {
    Q_OBJECT

    std::unique_ptr<SandboxTrial> m_sandbox;
    int m_count = 2;

    // A run that ends some steps after its checkpoint of step 400: it crashes, or is asked to stop and saves there.
    RunId begun(int seed, bool hasCrashed)
    {
        const RunId run = m_sandbox->launch(
            QStringLiteral("trial-%1").arg(seed),
            QStringLiteral("--steps-per-second 100 --metrics-every 1 --checkpoint-every 200 --seed %1").arg(seed));
        if (!run.isSet())
            return {};
        const MachineTruth truth(m_sandbox->directory(run));
        if (!waitFor([&] { return stepOf(truth) > 470; }, 60'000))
            return {};
        if (hasCrashed)
            m_sandbox->crash();
        else
            m_sandbox->stop(run);
        return waitFor([&] { return truth.hasExit(); }, 30'000) ? run : RunId();
    }

    QString verdictOf(const RunId &run) const
    {
        return m_sandbox->yard()
            .run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("show"), run.text()})
            .object()
            .value(QStringLiteral("continuation"))
            .toObject()
            .value(QStringLiteral("verdict"))
            .toString();
    }

    // The verdicts of all checks until 250 steps have been done.
    QStringList verdicts(const RunId &run, bool isLastOnly) const
    {
        const MachineTruth truth(m_sandbox->directory(run));
        if (!waitFor([&] { return truth.firstStep().has_value(); }, 60'000))
            return {};
        const qint64 until = truth.firstStep()->step + 250;
        QStringList said;
        while (stepOf(truth) < until) {
            if (!isLastOnly)
                said << verdictOf(run);
            QTest::qWait(100);
        }
        return said << verdictOf(run);
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (const int wanted = qEnvironmentVariableIntValue("TRAINYARD_RESUMES"); wanted > 0)
            m_count = wanted;
        m_sandbox = std::make_unique<SandboxTrial>();
        if (const QString problem = m_sandbox->start(); !problem.isEmpty()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(problem));
            QSKIP(qPrintable(problem));
        }
    }

    void cleanupTestCase() { m_sandbox.reset(); }

    void correctResumesAreNeverCalledWrong()
    {
        int wrong = 0, good = 0;
        for (int i = 0; i < m_count; ++i) {
            const bool hasCrashed = i % 2 == 0;
            const RunId first = begun(100 + i, hasCrashed);
            QVERIFY2(first.isSet(), qPrintable(m_sandbox->problem()));
            const RunId run = m_sandbox->resume(first, hasCrashed ? QStringLiteral("400") : QStringLiteral("latest"));
            QVERIFY2(run.isSet(), qPrintable(m_sandbox->problem()));
            const QStringList said = verdicts(run, false);
            QVERIFY(!said.isEmpty());
            for (const QString &one : said) {
                if (one == QStringLiteral("as-before") || one == QStringLiteral("too-early"))
                    continue;
                ++wrong;
                qInfo("seed %d, %s: called %s", 100 + i, hasCrashed ? "crashed" : "stopped", qPrintable(one));
                break;
            }
            good += said.last() == QStringLiteral("as-before");
            m_sandbox->crash();
        }
        qInfo("%d correct resumes, %d called wrong, %d called right", m_count, wrong, good);
        QCOMPARE(wrong, 0);
        QVERIFY(good >= m_count - m_count / 10);
    }

    void wrongResumesAreFound()
    {
        int found = 0;
        for (int i = 0; i < m_count; ++i) {
            const QString kind = kWrong[i % kWrong.size()];
            const RunId first = begun(200 + i, true);
            QVERIFY2(first.isSet(), qPrintable(m_sandbox->problem()));
            const RunId run = m_sandbox->resume(first, QStringLiteral("400"), QStringLiteral("--wrong-resume ") + kind);
            QVERIFY2(run.isSet(), qPrintable(m_sandbox->problem()));
            const QString said = verdicts(run, true).last();
            const bool isFound = said != QStringLiteral("as-before") && said != QStringLiteral("too-early") && !said.isEmpty();
            found += isFound;
            qInfo("seed %d, wrong: %-10s said: %s", 200 + i, qPrintable(kind), qPrintable(said));
            m_sandbox->crash();
        }
        qInfo("%d wrong resumes, %d found", m_count, found);
        QVERIFY(found >= m_count - m_count / 10);
    }
};

QTEST_MAIN(TestResumeTrial)
#include "tst_resumetrial.moc"
