// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a pipeline as supervise.sh chains them on the machine: real processes, several shells, supervisors killed at any moment.
#include "tests/support/rundirectory.h"

#include <QJsonObject>
#include <QRandomGenerator>
#include <QTest>

#include <csignal>

using namespace trainyard;

namespace {

const QString kExit = QStringLiteral("exit");

}  // namespace

class TestPipeline : public QObject {
    Q_OBJECT

    // Three run directories side by side; what a step wrote to `order` says how often it ran, and when.
    struct Steps {
        explicit Steps(const QString &shell) : run(shell) {}

        RunDirectory run;
        QStringList texts{QStringLiteral("echo 1 >>~/order"), QStringLiteral("echo 2 >>~/order"), QStringLiteral("echo 3 >>~/order")};

        static RunId id(qsizetype number) { return RunId(QStringLiteral("step%1-abc234-a1").arg(number)); }
        void to(qsizetype number) { run.input.runId = id(number); }
        void write()
        {
            for (qsizetype number = 1; number <= texts.size(); ++number) {
                to(number);
                run.input.lineage = id(number).text().chopped(3);
                run.input.task.run = texts[number - 1];
                run.input.step = StepPlace{int(number), id(1), number > 1 ? id(number - 1) : RunId(),
                                           number < texts.size() ? id(number + 1) : RunId()};
                run.write();
            }
        }
        Ran verb(qsizetype number, const QStringList &words)
        {
            to(number);
            return run.verb(words);
        }
        bool hasEnded(qsizetype number)
        {
            to(number);
            return run.has(kExit);
        }
        QJsonObject exit(qsizetype number)
        {
            to(number);
            return run.exitRecord();
        }
        QString state(qsizetype number)
        {
            to(number);
            return run.verb({QStringLiteral("status")}).json()[QLatin1String("state")].toString();
        }
        qint64 loop(qsizetype number)
        {
            to(number);
            return run.pidIn(QStringLiteral("supervisor"));
        }
        bool isOver() { return hasEnded(1) && hasEnded(2) && hasEnded(3); }
        QByteArray order() const
        {
            QFile file(run.environment.value(QStringLiteral("HOME")) + QStringLiteral("/order"));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        }
        ~Steps()
        {
            for (qsizetype number = texts.size(); number >= 1; --number) {
                if (!hasEnded(number))
                    verb(number, {QStringLiteral("stop"), QStringLiteral("0")});
            }
        }
    };

private Q_SLOTS:
    void stepsRunOneAfterTheOther_data() { addShellRows(); }
    void stepsRunOneAfterTheOther();
    void stepAfterAFailureDoesNotStart_data() { addShellRows(); }
    void stepAfterAFailureDoesNotStart();
    void killedSupervisorsComeBackByThemselves_data() { addShellRows(); }
    void killedSupervisorsComeBackByThemselves();
    void noStepIsSkippedOrRepeatedInAStormOfKills();
    void stoppedStepKeepsTheOthersFromStarting_data() { addShellRows(); }
    void stoppedStepKeepsTheOthersFromStarting();
    void waitingStepCanBeStopped();
    void stopThatCameTooLateStillCounts();
    void stepThatCouldNotStartIsNamed();
    void missingStepIsNoEndWithZero();
    void nothingBeginsBeforeTheFirstIsStarted();
};

void TestPipeline::stepsRunOneAfterTheOther()
{
    QFETCH(QString, shell);
    Steps steps(shell);
    steps.texts[0] = steps.run.waitForGoOn() + QStringLiteral("\necho 1 >>~/order; echo log of 1");
    steps.write();
    const Ran started = steps.verb(1, {QStringLiteral("start")});
    QCOMPARE(started.code, 0);
    // Also those that wait are supervised, and say so.
    QVERIFY(comesTrue([&] { return steps.state(2) == QLatin1String("waiting") && steps.state(3) == QLatin1String("waiting"); }));
    QCOMPARE(steps.state(1), QStringLiteral("running"));
    QCOMPARE(steps.order(), QByteArray());
    steps.run.goOn();
    QVERIFY(comesTrue([&] { return steps.isOver(); }));
    QCOMPARE(steps.order(), QByteArray("1\n2\n3\n"));
    for (int number = 1; number <= 3; ++number) {
        QCOMPARE(steps.exit(number)[QLatin1String("reason")].toString(), QStringLiteral("finished"));
        QCOMPARE(steps.exit(number)[QLatin1String("code")].toInt(-1), 0);
        steps.to(number);
        QCOMPARE(steps.run.read(QStringLiteral("log")), number == 1 ? QByteArray("log of 1\n") : QByteArray());
    }
    QVERIFY(steps.exit(1)[QLatin1String("ended")].toInteger() <= steps.exit(2)[QLatin1String("ended")].toInteger());
}

void TestPipeline::stepAfterAFailureDoesNotStart()
{
    QFETCH(QString, shell);
    Steps steps(shell);
    steps.texts[1] = QStringLiteral("echo 2 >>~/order; exit 3");
    steps.texts << QStringLiteral("echo 4 >>~/order");
    steps.write();
    QCOMPARE(steps.verb(1, {QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return steps.isOver() && steps.hasEnded(4); }));
    QCOMPARE(steps.order(), QByteArray("1\n2\n"));
    for (const int number : {3, 4}) {
        const QJsonObject exit = steps.exit(number);
        QCOMPARE(exit[QLatin1String("reason")].toString(), QStringLiteral("skipped"));
        QVERIFY(exit[QLatin1String("code")].isNull());
        QCOMPARE(exit[QLatin1String("step")].toInt(), 2);  // also for the one after: what failed, not what was skipped
        QCOMPARE(exit[QLatin1String("step_reason")].toString(), QStringLiteral("finished"));
        QCOMPARE(exit[QLatin1String("step_code")].toInt(), 3);
    }
    // Nothing starts it any more.
    QCOMPARE(steps.verb(3, {QStringLiteral("ensure")}).json()[QLatin1String("state")].toString(), QStringLiteral("ended"));
    QCOMPARE(steps.verb(3, {QStringLiteral("start")}).json()[QLatin1String("state")].toString(), QStringLiteral("ended"));
    QCOMPARE(steps.order(), QByteArray("1\n2\n"));
}

void TestPipeline::killedSupervisorsComeBackByThemselves()
{
    QFETCH(QString, shell);
    Steps steps(shell);
    steps.texts[0] = steps.run.waitForGoOn() + QStringLiteral("; echo 1 >>~/order");
    steps.write();
    QCOMPARE(steps.verb(1, {QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return steps.state(2) == QLatin1String("waiting") && steps.state(3) == QLatin1String("waiting"); }));
    // No computer is connected: only the loops beside it can bring it back.
    for (const int number : {2, 1, 3}) {
        const qint64 before = steps.loop(number);
        killHard(before);
        QVERIFY2(comesTrue([&] { return steps.loop(number) != before && isAlive(steps.loop(number)); }),
                 qPrintable(QString::number(number)));
    }
    steps.run.goOn();
    QVERIFY(comesTrue([&] { return steps.isOver(); }));
    QCOMPARE(steps.order(), QByteArray("1\n2\n3\n"));
}

void TestPipeline::noStepIsSkippedOrRepeatedInAStormOfKills()
{
    QRandomGenerator random(20261127);
    for (int round = 0; round < 3; ++round) {
        Steps steps(QStringLiteral("dash"));
        for (int number = 1; number <= 3; ++number)
            steps.texts[number - 1] = QStringLiteral("echo %1 >>~/order; sleep 0.7").arg(number);
        steps.write();
        steps.verb(1, {QStringLiteral("start")});
        for (int kills = 0; kills < 25 && !steps.isOver(); ++kills) {
            QTest::qWait(random.bounded(20, 300));
            const int number = random.bounded(1, 4);
            if (const qint64 loop = steps.loop(number); loop > 1)
                ::kill(static_cast<pid_t>(loop), SIGKILL);
            // As a computer does that looks at the runs now and then.
            if (random.bounded(4) == 0)
                steps.verb(random.bounded(1, 4), {QStringLiteral("ensure")});
        }
        QVERIFY(comesTrue([&] {
            for (const int number : {1, 2, 3})
                steps.verb(number, {QStringLiteral("ensure")});
            return steps.isOver();
        }));
        QCOMPARE(steps.order(), QByteArray("1\n2\n3\n"));
        for (const int number : {1, 2, 3})
            QCOMPARE(steps.exit(number)[QLatin1String("reason")].toString(), QStringLiteral("finished"));
    }
}

void TestPipeline::stoppedStepKeepsTheOthersFromStarting()
{
    QFETCH(QString, shell);
    Steps steps(shell);
    // It ends with 0 when it is asked to end, which is no success.
    steps.texts[0] = QStringLiteral("trap 'exit 0' TERM; echo 1 >>~/order; while :; do sleep 0.1; done");
    steps.write();
    QCOMPARE(steps.verb(1, {QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return steps.order() == "1\n"; }));
    QCOMPARE(steps.verb(1, {QStringLiteral("stop"), QStringLiteral("5")}).code, 0);
    QVERIFY(comesTrue([&] { return steps.isOver(); }));
    QCOMPARE(steps.order(), QByteArray("1\n"));
    QCOMPARE(steps.exit(1)[QLatin1String("reason")].toString(), QStringLiteral("stopped"));
    for (const int number : {2, 3}) {
        QCOMPARE(steps.exit(number)[QLatin1String("reason")].toString(), QStringLiteral("skipped"));
        QCOMPARE(steps.exit(number)[QLatin1String("step")].toInt(), 1);
        QCOMPARE(steps.exit(number)[QLatin1String("step_reason")].toString(), QStringLiteral("stopped"));
    }
}

void TestPipeline::waitingStepCanBeStopped()
{
    Steps steps(QStringLiteral("dash"));
    steps.texts[0] = steps.run.waitForGoOn() + QStringLiteral("; echo 1 >>~/order");
    steps.write();
    QCOMPARE(steps.verb(1, {QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return steps.state(2) == QLatin1String("waiting"); }));
    QCOMPARE(steps.verb(2, {QStringLiteral("stop"), QStringLiteral("0")}).code, 0);
    QCOMPARE(steps.exit(2)[QLatin1String("reason")].toString(), QStringLiteral("stopped"));
    QVERIFY(comesTrue([&] { return steps.hasEnded(3); }));
    QCOMPARE(steps.exit(3)[QLatin1String("step")].toInt(), 2);
    QCOMPARE(steps.exit(3)[QLatin1String("step_reason")].toString(), QStringLiteral("stopped"));
    QVERIFY(!steps.hasEnded(1));
    steps.run.goOn();
    QVERIFY(comesTrue([&] { return steps.hasEnded(1); }));
    QCOMPARE(steps.order(), QByteArray("1\n"));
}

void TestPipeline::stopThatCameTooLateStillCounts()
{
    Steps steps(QStringLiteral("dash"));
    steps.write();
    // The first step has ended by itself; the request came before its supervisor saw that.
    steps.to(1);
    steps.run.put(QStringLiteral("start"), "1\n");
    steps.run.put(QStringLiteral("begun"), "1 1 gone\n");
    steps.run.put(QStringLiteral("stop"), "5\n");
    steps.run.put(kExit, "{\"reason\":\"finished\",\"code\":0,\"signal\":null,\"oom\":false,\"log\":0,\"ended\":1}\n");
    steps.verb(2, {QStringLiteral("ensure")});
    QVERIFY(comesTrue([&] { return steps.isOver(); }));
    QCOMPARE(steps.order(), QByteArray());
    QCOMPARE(steps.exit(2)[QLatin1String("step_reason")].toString(), QStringLiteral("stopped"));
}

void TestPipeline::stepThatCouldNotStartIsNamed()
{
    Steps steps(QStringLiteral("dash"));
    steps.write();
    steps.to(1);
    steps.run.put(QStringLiteral("launch.sh"), "#!/bin/sh\necho 'no such engine' >&2\nexit 1\n", 0700);
    QCOMPARE(steps.verb(1, {QStringLiteral("start")}).code, 5);
    QVERIFY(comesTrue([&] { return steps.isOver(); }));
    QCOMPARE(steps.exit(3)[QLatin1String("step")].toInt(), 1);
    QCOMPARE(steps.exit(3)[QLatin1String("step_reason")].toString(), QStringLiteral("not-started"));
    QCOMPARE(steps.order(), QByteArray());
}

void TestPipeline::missingStepIsNoEndWithZero()
{
    Steps steps(QStringLiteral("dash"));
    steps.texts[0] = QStringLiteral("exec sleep 600");
    steps.write();
    QCOMPARE(steps.verb(1, {QStringLiteral("start")}).code, 0);
    QVERIFY(comesTrue([&] { return steps.state(2) == QLatin1String("waiting"); }));
    steps.to(1);
    // A step that runs writes files meanwhile.
    QVERIFY(comesTrue([&] { return steps.run.run({QStringLiteral("rm"), QStringLiteral("-rf"), steps.run.path()}).code == 0; }));
    QVERIFY(comesTrue([&] { return steps.hasEnded(2) && steps.hasEnded(3); }));
    QCOMPARE(steps.exit(3)[QLatin1String("reason")].toString(), QStringLiteral("skipped"));
    QCOMPARE(steps.exit(3)[QLatin1String("step")].toInt(), 1);
    QCOMPARE(steps.exit(3)[QLatin1String("step_reason")].toString(), QStringLiteral("lost"));
    QCOMPARE(steps.order(), QByteArray());
}

void TestPipeline::nothingBeginsBeforeTheFirstIsStarted()
{
    Steps steps(QStringLiteral("dash"));
    steps.write();
    for (const int number : {3, 2, 1}) {
        QCOMPARE(steps.verb(number, {QStringLiteral("ensure")}).json()[QLatin1String("state")].toString(), QStringLiteral("new"));
        QVERIFY(!steps.run.has(QStringLiteral("supervisor")));
    }
    QCOMPARE(steps.order(), QByteArray());
}

QTEST_GUILESS_MAIN(TestPipeline)
#include "tst_pipeline.moc"
