// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/resume/resumecheck.h"

#include <QTest>

#include <algorithm>

using namespace trainyard;

namespace {

const QStringList kEight(8, QStringLiteral("NVIDIA H100 80GB HBM3"));

// Nothing has changed.
ResumeQuestion same()
{
    LaunchFacts before;
    before.gpus = kEight;
    before.driver = QStringLiteral("570.124.06");
    before.image = QStringLiteral("pytorch/pytorch:2.9.1-cuda12.8-cudnn9-runtime");
    before.code = CodeManifest{{{QStringLiteral("train.py"), 10, QStringLiteral("aa")}}, true};
    before.revision = CodeRevision{QString(40, u'a'), QStringLiteral("main"), {}, 1, {}};
    ResumeQuestion question;
    question.framework = QStringLiteral("Hugging Face Trainer");
    question.layout.processes = 8;
    question.checkpointBytes = 100;
    question.safety = Safety::Safe;
    question.before = before;
    question.isMachineAsked = true;
    question.gpus = kEight;
    question.driver = before.driver;
    question.image = before.image;
    question.fit = CompatVerdict::Runs;
    question.code = before.code;
    question.revision = before.revision;
    question.hasWorkdir = true;
    question.freeBytes = 1000;
    question.command = QStringLiteral("torchrun --nproc-per-node=8 train.py");
    question.pattern = QStringLiteral("--resume_from_checkpoint {path}");
    return question;
}

ResumeLine lineOf(const ResumeQuestion &question, const QString &id)
{
    for (const ResumeLine &line : checkResume(question)) {
        if (line.id == id)
            return line;
    }
    return {};
}

using Change = std::function<void(ResumeQuestion &)>;

}  // namespace

Q_DECLARE_METATYPE(Change)

class TestResumeCheck : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingIsSaidWhereNothingChanged();
    void eachChangeIsJudged_data();
    void eachChangeIsJudged();
    void whatWasNotRecordedIsUnknownAndNotOk();
    void theFilesThatDifferAreNamed();
    void layoutsStandInNamesAndNumbers_data();
    void layoutsStandInNamesAndNumbers();
    void commandsSayHowManyProcessesTheyStart_data();
    void commandsSayHowManyProcessesTheyStart();
    void pathsOfTheCommandAreFound();
    void launchFactsComeBackAsTheyWere();
    void brokenLaunchFactsAreAnError();
    void manifestsThatAreCutShortClaimNothing();
};

void TestResumeCheck::nothingIsSaidWhereNothingChanged()
{
    const QList<ResumeLine> lines = checkResume(same());
    QCOMPARE(worstEffect(lines), ResumeEffect::Ok);
    for (const ResumeLine &line : lines)
        QVERIFY2(line.sentence.isEmpty() && !line.name.isEmpty() && !line.now.isEmpty(), qPrintable(line.id));
}

void TestResumeCheck::eachChangeIsJudged_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<Change>("change");
    QTest::addColumn<ResumeEffect>("effect");
    const auto row = [](const char *name, const char *id, ResumeEffect effect, const Change &change) {
        QTest::newRow(name) << QString::fromLatin1(id) << change << effect;
    };
    using Q = ResumeQuestion;
    row("all steps are done", "steps", ResumeEffect::Wrong, [](Q &q) {
        q.step = 2000;
        q.totalSteps = 2000;
    });
    row("all steps are done, and their number is raised", "steps", ResumeEffect::Ok, [](Q &q) {
        q.step = 2000;
        q.totalSteps = 2000;
        q.words = {QStringLiteral("--max-steps=4000")};
    });
    row("fewer GPUs", "gpus", ResumeEffect::Note, [](Q &q) { q.gpus.removeLast(); });
    row("other GPUs", "gpus", ResumeEffect::Note, [](Q &q) { q.gpus = QStringList(8, QStringLiteral("NVIDIA A100")); });
    row("no GPU any more", "gpus", ResumeEffect::Wrong, [](Q &q) { q.gpus.clear(); });
    row("machine not asked", "gpus", ResumeEffect::Unknown, [](Q &q) { q.isMachineAsked = false; });
    row("fewer processes", "processes", ResumeEffect::Note, [](Q &q) { q.command = QStringLiteral("torchrun --nproc_per_node 4 t.py"); });
    row("ZeRO with another number of processes", "processes", ResumeEffect::Wrong, [](Q &q) {
        q.framework = QStringLiteral("DeepSpeed");
        q.layout.dataParallel = 8;
        q.command = QStringLiteral("deepspeed --num_gpus 4 t.py");
    });
    row("ZeRO with the same number", "processes", ResumeEffect::Ok, [](Q &q) {
        q.framework = QStringLiteral("DeepSpeed");
        q.layout.dataParallel = 8;
        q.command = QStringLiteral("deepspeed t.py");
    });
    row("Megatron's parts do not go into it", "processes", ResumeEffect::Wrong, [](Q &q) {
        q.framework = QStringLiteral("Megatron-LM");
        q.layout = {};
        q.layout.tensorParallel = 4;
        q.layout.pipelineParallel = 3;
    });
    row("DCP is laid out anew", "processes", ResumeEffect::Note, [](Q &q) {
        q.framework = QStringLiteral("torch.distributed.checkpoint");
        q.layout.processes = 16;
    });
    row("checkpoint without a word of processes", "processes", ResumeEffect::Unknown, [](Q &q) { q.layout = {}; });
    row("other image", "image", ResumeEffect::Note, [](Q &q) { q.image = QStringLiteral("pytorch/pytorch:2.10.0"); });
    row("image that fails there", "image", ResumeEffect::Wrong, [](Q &q) {
        q.fit = CompatVerdict::Fails;
        q.fitSentence = QStringLiteral("It needs driver 580.");
    });
    row("an image that moves", "image", ResumeEffect::Note,
        [](Q &q) { q.image = q.before->image = QStringLiteral("lab:5000/train:latest"); });
    row("an image without a tag behind a port", "image", ResumeEffect::Note,
        [](Q &q) { q.image = q.before->image = QStringLiteral("lab:5000/train"); });
    row("no driver any more", "driver", ResumeEffect::Wrong, [](Q &q) { q.driver.clear(); });
    row("another driver that was judged", "driver", ResumeEffect::Ok, [](Q &q) { q.driver = QStringLiteral("580.1"); });
    row("another driver that nobody judged", "driver", ResumeEffect::Note, [](Q &q) {
        q.driver = QStringLiteral("580.1");
        q.fit.reset();
    });
    row("no room", "disk", ResumeEffect::Wrong, [](Q &q) { q.freeBytes = 99; });
    row("room for two", "disk", ResumeEffect::Note, [](Q &q) { q.freeBytes = 299; });
    row("room not known", "disk", ResumeEffect::Unknown, [](Q &q) { q.freeBytes.reset(); });
    row("weights alone", "optimizer", ResumeEffect::Wrong, [](Q &q) { q.isWithoutOptimizer = true; });
    row("dangerous", "safety", ResumeEffect::Wrong, [](Q &q) { q.safety = Safety::Dangerous; });
    row("foreign classes", "safety", ResumeEffect::Note, [](Q &q) { q.safety = Safety::Foreign; });
    row("data that is gone", "data", ResumeEffect::Wrong, [](Q &q) {
        q.data = {{QStringLiteral("/data"), true}, {QStringLiteral("/gone"), false}};
    });
    row("data nobody looked for", "data", ResumeEffect::Unknown, [](Q &q) { q.data = {{QStringLiteral("/data"), std::nullopt}}; });
    row("a program that may not read the variable", "told", ResumeEffect::Note, [](Q &q) { q.pattern.clear(); });
    row("a command that reads the variable", "told", ResumeEffect::Ok, [](Q &q) {
        q.pattern.clear();
        q.command += QStringLiteral(" $TRAINYARD_RESUME_ARGS");
    });
    row("an option that is there already", "told", ResumeEffect::Note,
        [](Q &q) { q.command += QStringLiteral(" --resume-from-checkpoint=True"); });
    row("another commit", "revision", ResumeEffect::Note, [](Q &q) { q.revision->commit = QString(40, u'b'); });
    row("a commit that nobody can read now", "revision", ResumeEffect::Unknown, [](Q &q) { q.revision.reset(); });
    row("a commit that nobody recorded", "revision", ResumeEffect::Unknown, [](Q &q) { q.before->revision.reset(); });
    row("a folder on the machine that differs from its commit", "revision", ResumeEffect::Note, [](Q &q) {
        q.machineRevision = q.before->machineRevision = CodeRevision{QString(40, u'c'), {}, {}, 3, QStringLiteral("/srv/code")};
    });
    row("a folder on the machine as it was committed", "revision", ResumeEffect::Ok, [](Q &q) {
        q.machineRevision = q.before->machineRevision = CodeRevision{QString(40, u'c'), {}, {}, 0, QStringLiteral("/srv/code")};
    });
    row("the attempt before goes on here", "running", ResumeEffect::Wrong, [](Q &q) {
        q.runningOn = QStringLiteral("lab");
        q.isRunningHere = true;
    });
    row("the attempt before may go on elsewhere", "running", ResumeEffect::Note, [](Q &q) { q.runningOn = QStringLiteral("lab"); });
    row("a copy", "copy", ResumeEffect::Ok, [](Q &q) {
        q.copiedFrom = QStringLiteral("lab");
        q.isThroughHere = true;
        q.freeHere = 200;
    });
    row("a copy that does not go through this computer", "copy", ResumeEffect::Wrong, [](Q &q) {
        q.copiedFrom = QStringLiteral("lab");
        q.isThroughHere = true;
        q.freeHere = 99;
    });
    row("a copy from a store needs no room here", "copy", ResumeEffect::Ok, [](Q &q) {
        q.copiedFrom = QStringLiteral("s3://b");
        q.freeHere = 1;
    });
    row("a copy takes room itself", "disk", ResumeEffect::Note, [](Q &q) {
        q.copiedFrom = QStringLiteral("lab");
        q.freeBytes = 399;
    });
    row("a copy that does not fit", "disk", ResumeEffect::Wrong, [](Q &q) {
        q.copiedFrom = QStringLiteral("lab");
        q.freeBytes = 99;
    });
    row("a learning rate that is none", "told", ResumeEffect::Wrong, [](Q &q) {
        q.words = QStringList{QStringLiteral("--learning_rate"), QStringLiteral("abc")};
    });
    row("the arguments of another trainer", "told", ResumeEffect::Note, [](Q &q) {
        q.preset = QStringLiteral("deepspeed");
        q.pattern = QStringLiteral("--load_dir {dir} --tag {name}");
    });
    row("a script's own option for a trainer's checkpoint", "told", ResumeEffect::Ok, [](Q &q) {
        q.preset = QStringLiteral("script");
        q.pattern = QStringLiteral("--resume {path}");
    });
    row("code that cannot be read", "code", ResumeEffect::Unknown, [](Q &q) { q.code.reset(); });
}

void TestResumeCheck::eachChangeIsJudged()
{
    QFETCH(QString, id);
    QFETCH(Change, change);
    ResumeQuestion question = same();
    change(question);
    const ResumeLine line = lineOf(question, id);
    QCOMPARE(line.id, id);
    QTEST(line.effect, "effect");
    QCOMPARE(line.sentence.isEmpty(), line.effect == ResumeEffect::Ok);
}

void TestResumeCheck::whatWasNotRecordedIsUnknownAndNotOk()
{
    ResumeQuestion question = same();
    question.before.reset();
    for (const QString &id : {QStringLiteral("gpus"), QStringLiteral("image"), QStringLiteral("driver"), QStringLiteral("code")})
        QCOMPARE(lineOf(question, id).effect, ResumeEffect::Unknown);
}

void TestResumeCheck::theFilesThatDifferAreNamed()
{
    ResumeQuestion question = same();
    question.before->code->files << CodeFile{QStringLiteral("old.py"), 1, QStringLiteral("bb")};
    question.code->files[0].sha256 = QStringLiteral("cc");
    question.code->files << CodeFile{QStringLiteral("mix.yaml"), 1, QStringLiteral("dd")};
    const ResumeLine line = lineOf(question, QStringLiteral("code"));
    QCOMPARE(line.effect, ResumeEffect::Note);
    QCOMPARE(line.items, (QStringList{QStringLiteral("train.py"), QStringLiteral("+ mix.yaml"), QStringLiteral("− old.py")}));
}

void TestResumeCheck::layoutsStandInNamesAndNumbers_data()
{
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QStringList>("numbers");
    QTest::addColumn<QList<int>>("expected");  // processes, TP, PP, DP; 0 = not known
    const auto names = [](std::initializer_list<const char *> list) {
        QStringList all;
        for (const char *name : list)
            all << QString::fromLatin1(name);
        return all;
    };
    QTest::newRow("ZeRO of four") << names({"global_step9/mp_rank_00_model_states.pt",
                                            "global_step9/zero_pp_rank_0_mp_rank_00_optim_states.pt",
                                            "global_step9/zero_pp_rank_3_mp_rank_00_optim_states.pt"})
                                  << QStringList() << QList<int>{4, 1, 0, 4};
    QTest::newRow("bf16 ZeRO") << names({"bf16_zero_pp_rank_1_mp_rank_01_optim_states.pt"}) << QStringList() << QList<int>{4, 2, 0, 2};
    QTest::newRow("Megatron, two by two") << names(
        {"iter_0000100/mp_rank_00_000/model_optim_rng.pt", "iter_0000100/mp_rank_01_001/model_optim_rng.pt"})
                                          << QStringList() << QList<int>{0, 2, 2, 0};
    QTest::newRow("Hugging Face on three") << names({"checkpoint-5/rng_state_0.pth", "checkpoint-5/rng_state_2.pth"}) << QStringList()
                                           << QList<int>{3, 0, 0, 0};
    QTest::newRow("pieces of two") << names({"step-5/__0_0.distcp", "step-5/__1_0.distcp", "step-5/.metadata"}) << QStringList()
                                   << QList<int>{2, 0, 0, 0};
    QTest::newRow("numbers outweigh names") << names({"rng_state_0.pth"})
                                            << names({"args.world_size", "64", "args.tensor_model_parallel_size", "8"})
                                            << QList<int>{64, 8, 0, 0};
    QTest::newRow("absurd rank") << names({"rng_state_99999999999999999999.pth", "__4000000_0.distcp"}) << QStringList()
                                 << QList<int>{0, 0, 0, 0};
    QTest::newRow("one plain file") << names({"model.pt"}) << QStringList() << QList<int>{0, 0, 0, 0};
}

void TestResumeCheck::layoutsStandInNamesAndNumbers()
{
    QFETCH(QStringList, files);
    QFETCH(QStringList, numbers);
    QList<CheckpointFile> all;
    for (const QString &name : files)
        all << CheckpointFile{name, 1, 1};
    QList<QPair<QString, QString>> pairs;
    for (qsizetype i = 0; i + 1 < numbers.size(); i += 2)
        pairs.append({numbers[i], numbers[i + 1]});
    const ProcessLayout layout = layoutOfCheckpoint(all, pairs);
    QTEST((QList<int>{layout.processes.value_or(0), layout.tensorParallel.value_or(0), layout.pipelineParallel.value_or(0),
                      layout.dataParallel.value_or(0)}),
          "expected");
}

void TestResumeCheck::commandsSayHowManyProcessesTheyStart_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<int>("expected");  // with eight GPUs; 0 = not known
    const auto row = [](const char *command, int expected) { QTest::newRow(command) << QString::fromLatin1(command) << expected; };
    row("python train.py", 1);
    row("torchrun train.py", 1);
    row("torchrun --nproc-per-node=4 train.py", 4);
    row("torchrun --nproc_per_node gpu train.py", 8);
    row("torchrun --nproc_per_node $N train.py", 0);
    row("torchrun --nnodes=2 --nproc-per-node=4 train.py", 8);
    row("python -m torch.distributed.run --nproc-per-node=2 t.py", 2);
    row("accelerate launch train.py", 8);
    row("accelerate launch --num_processes 6 --num_machines 2 train.py", 6);
    row("deepspeed --num_gpus=2 train.py", 2);
    row("deepspeed train.py", 8);
}

void TestResumeCheck::commandsSayHowManyProcessesTheyStart()
{
    QFETCH(QString, command);
    QTEST(processesOf(command, 8).value_or(0), "expected");
}

void TestResumeCheck::pathsOfTheCommandAreFound()
{
    QCOMPARE(
        pathsIn(QStringLiteral("/usr/bin/python t.py --data /data/med --mix=/data/mix.yaml --model org/name --out /checkpoints/x '/a b'"),
                QStringLiteral("/checkpoints")),
        (QStringList{QStringLiteral("/data/med"), QStringLiteral("/data/mix.yaml"), QStringLiteral("/a")}));
}

void TestResumeCheck::launchFactsComeBackAsTheyWere()
{
    LaunchFacts facts = *same().before;
    facts.machineRevision = CodeRevision{
        QString(64, u'0'), {}, QStringLiteral("git@example.org:a.git"), std::nullopt, QStringLiteral("/srv/训练")};
    facts.resumedStep = 6000;
    facts.resumePreset = QStringLiteral("huggingface");
    facts.resumeWords = QStringList{QStringLiteral("--lr"), QStringLiteral("1e-5")};
    facts.code->isWhole = false;
    const auto back = parseLaunchFacts(writeLaunchFacts(facts));
    QVERIFY(back);
    QVERIFY(*back == facts);
    const auto bare = parseLaunchFacts(writeLaunchFacts({}));
    QVERIFY(bare && *bare == LaunchFacts());
}

void TestResumeCheck::brokenLaunchFactsAreAnError()
{
    for (const QByteArray &bad : {QByteArray(), QByteArray("[]"), QByteArray("{\"version\":2}"), QByteArray("{\"version\":1")}) {
        const auto facts = parseLaunchFacts(bad);
        QVERIFY(!facts);
        QCOMPARE(facts.error().code, ErrorCode::Corrupt);
    }
}

void TestResumeCheck::manifestsThatAreCutShortClaimNothing()
{
    const CodeManifest all{{{QStringLiteral("a"), 1, QStringLiteral("1")}, {QStringLiteral("b"), 1, QStringLiteral("2")}}, true};
    const CodeManifest part{{{QStringLiteral("a"), 1, QStringLiteral("1")}}, false};
    QCOMPARE(compareCode(all, part).count(), 0);
    QCOMPARE(compareCode(part, all).count(), 0);
    const CodeManifest unhashed{{{QStringLiteral("a"), 1, {}}, {QStringLiteral("b"), 2, {}}}, true};
    QCOMPARE(compareCode(all, unhashed).changed, QStringList{QStringLiteral("b")});
}

QTEST_GUILESS_MAIN(TestResumeCheck)
#include "tst_resumecheck.moc"
