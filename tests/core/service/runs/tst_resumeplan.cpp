// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/earlierloss.h"
#include "core/service/runs/internal/codefiles.h"
#include "core/service/runs/resumeplan.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace trainyard;

namespace {

bool write(const QString &file, const QByteArray &content)
{
    QFile out(file);
    return out.open(QIODevice::WriteOnly) && out.write(content) == content.size();
}

Task taskWith(const QString &resume)
{
    Task task;
    task.run = QStringLiteral("python train.py");
    task.checkpoints = CheckpointPlan{QStringLiteral("/checkpoints"), {}, resume, 0};
    return task;
}

ResumeRequest requestFrom(const QString &framework)
{
    ResumeRequest request;
    request.from.path = QStringLiteral("/checkpoints/checkpoint-6000");
    request.from.checkpoint.step = 6000;
    request.from.checkpoint.framework = framework;
    return request;
}

}  // namespace

class TestResumePlan : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theWriterDecidesWhereNoneWasNamed();
    void theTaskOutweighsTheMaker();
    void theChoiceOfLastTimeIsKeptUntilTheTaskSaysOtherwise();
    void whatIsWrittenNowOutweighsAll();
    void codeIsHashedAsItWouldBeSent();
    void earlierAttemptsMakeOneCurve();
    void aRunThatWasNotResumedHasNothingToCompareWith();
};

void TestResumePlan::theWriterDecidesWhereNoneWasNamed()
{
    const ResumePlan plan = completeRequest(requestFrom(QStringLiteral("Hugging Face Trainer")), taskWith({}), std::nullopt);
    QCOMPARE(plan.preset, QStringLiteral("huggingface"));
    QCOMPARE(plan.request.task.checkpoints->resume, QStringLiteral("--resume_from_checkpoint {path}"));
    QCOMPARE(plan.request.resumeStep, 6000);
    Task reads = taskWith({});
    reads.run += QStringLiteral(" --from $TRAINYARD_RESUME");
    QCOMPARE(completeRequest(requestFrom(QStringLiteral("Hugging Face Trainer")), reads, std::nullopt).preset, kVariablePreset);
}

void TestResumePlan::theTaskOutweighsTheMaker()
{
    const ResumePlan plan = completeRequest(requestFrom(QStringLiteral("Lightning")), taskWith(QStringLiteral("--from {path}")),
                                            std::nullopt);
    QCOMPARE(plan.preset, kOwnPreset);
    QCOMPARE(plan.request.task.checkpoints->resume, QStringLiteral("--from {path}"));
}

void TestResumePlan::theChoiceOfLastTimeIsKeptUntilTheTaskSaysOtherwise()
{
    LaunchFacts before;
    before.resumePreset = kVariablePreset;
    before.resumeWords = QStringList{QStringLiteral("--lr"), QStringLiteral("1e-5")};
    const ResumeRequest request = requestFrom(QStringLiteral("Hugging Face Trainer"));
    const ResumePlan same = completeRequest(request, taskWith({}), before);
    QCOMPARE(same.preset, kVariablePreset);
    QCOMPARE(same.request.resumeWords, before.resumeWords);
    QCOMPARE(completeRequest(request, taskWith(QStringLiteral("--from {path}")), before).preset, kOwnPreset);
    before.resumePreset = QStringLiteral("of a later version");
    QCOMPARE(completeRequest(request, taskWith({}), before).preset, QStringLiteral("huggingface"));
}

void TestResumePlan::whatIsWrittenNowOutweighsAll()
{
    LaunchFacts before;
    before.resumePreset = QStringLiteral("script");
    before.resumeWords = QStringList{QStringLiteral("--lr"), QStringLiteral("1e-5")};
    ResumeRequest request = requestFrom(QStringLiteral("DeepSpeed"));
    request.preset = kOwnPreset;
    request.pattern = QStringLiteral("--go-on {name}");
    request.words = QStringList();
    const ResumePlan plan = completeRequest(request, taskWith(QStringLiteral("--resume {path}")), before);
    QCOMPARE(plan.request.task.checkpoints->resume, QStringLiteral("--go-on {name}"));
    QVERIFY(plan.request.resumeWords.isEmpty());
}

void TestResumePlan::codeIsHashedAsItWouldBeSent()
{
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("sub")));
    QVERIFY(write(folder.filePath(QStringLiteral("train.py")), "abc") && write(folder.filePath(QStringLiteral("sub/mix.yaml")), "")
            && write(folder.filePath(QStringLiteral("left.out")), "x") && write(folder.filePath(QStringLiteral(".gitignore")), "*.out\n"));
    QVERIFY(QFile::link(QStringLiteral("/etc/passwd"), folder.filePath(QStringLiteral("link"))));
    const auto code = readCode(folder.path(), {});
    QVERIFY(code && code->isWhole);
    QStringList names;
    for (const CodeFile &file : code->files)
        names << file.path;
    QVERIFY(names.contains(QStringLiteral("train.py")) && names.contains(QStringLiteral("sub/mix.yaml")));
    QVERIFY(!names.contains(QStringLiteral("left.out")) && !names.contains(QStringLiteral("link")));
    // printf abc | sha256sum
    QCOMPARE(code->files.last().sha256, QStringLiteral("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    QVERIFY(!readCode(folder.filePath(QStringLiteral("not there")), {}));
}

void TestResumePlan::earlierAttemptsMakeOneCurve()
{
    QTemporaryDir home;
    const Paths paths{home.path(), home.path()};
    QList<Run> runs;
    const auto attempt = [&](int number, int from, int to, double shift) {
        Run run;
        run.lineage = QStringLiteral("x");
        run.attempt = number;
        run.id = RunId(QStringLiteral("x-a%1").arg(number));
        run.state = RunState::Stopped;
        QByteArray log;
        for (int step = from; step <= to; step += 10)
            log += "step " + QByteArray::number(step) + " loss " + QByteArray::number(3.0 - step / 1000.0 + shift, 'f', 4) + '\n';
        runs << run;
        return QDir().mkpath(paths.runs() + u'/' + run.id.text())
               && write(paths.runs() + u'/' + run.id.text() + QStringLiteral("/log"), log);
    };
    QVERIFY(attempt(1, 10, 1000, 0) && attempt(2, 810, 1200, 0.5) && attempt(3, 1010, 1100, 0));
    Run &run = runs.last();
    run.resumedFrom = QStringLiteral("/checkpoints/checkpoint-1000");
    LaunchFacts facts;
    facts.resumedStep = 1000;
    QVERIFY(write(paths.runs() + u'/' + run.id.text() + QStringLiteral("/launch-facts.json"), writeLaunchFacts(facts)));
    const auto earlier = readEarlierLoss(run, runs, paths, {});
    QVERIFY(earlier);
    QCOMPARE(earlier->resumeStep.value_or(0), 1000);
    QCOMPARE(earlier->values.first().x(), 10.0);
    QCOMPARE(earlier->values.last().x(), 1200.0);  // not the run's own
    for (const QPointF &value : earlier->values)
        QVERIFY(std::abs(value.y() - (3.0 - value.x() / 1000.0 + (value.x() > 805 ? 0.5 : 0))) < 1e-3);
}

void TestResumePlan::aRunThatWasNotResumedHasNothingToCompareWith()
{
    QTemporaryDir home;
    const auto earlier = readEarlierLoss(Run(), {}, {home.path(), home.path()}, {});
    QVERIFY(earlier && !earlier->resumeStep && earlier->values.isEmpty());
}

QTEST_GUILESS_MAIN(TestResumePlan)
#include "tst_resumeplan.moc"
