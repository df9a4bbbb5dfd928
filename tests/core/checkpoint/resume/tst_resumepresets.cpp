// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/resume/resumepreset.h"

#include <QTest>

using namespace trainyard;

class TestResumePresets : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aCheckpointAndACommandSayWhichPreset_data();
    void aCheckpointAndACommandSayWhichPreset();
    void everyPresetHasAHintAndTwoAddNothing();
    void argumentsAreSplitAsAShellWould_data();
    void argumentsAreSplitAsAShellWould();
    void whatOnlyAShellCouldDoIsRefused_data();
    void whatOnlyAShellCouldDoIsRefused();
    void optionsThatStandTwiceAreFound();
    void numbersThatAreNoneAreFound_data();
    void numbersThatAreNoneAreFound();
};

void TestResumePresets::aCheckpointAndACommandSayWhichPreset_data()
{
    QTest::addColumn<QString>("framework");
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const char *framework, const char *command, const char *pattern, const char *expected) {
        QTest::newRow(name) << QString::fromLatin1(framework) << QString::fromLatin1(command) << QString::fromLatin1(pattern)
                            << QString::fromLatin1(expected);
    };
    row("Hugging Face Trainer folder", "Hugging Face Trainer", "python sft.py", "", "huggingface");
    row("Accelerate folder", "Accelerate", "accelerate launch t.py", "", "accelerate");
    row("Lightning file", "Lightning", "python train.py fit --config a.yaml", "", "lightning");
    row("DeepSpeed folder", "DeepSpeed", "deepspeed train.py", "", "deepspeed");
    row("Megatron folder", "Megatron-LM", "torchrun pretrain_gpt.py", "", "megatron");
    row("DCP under torchtitan", "torch.distributed.checkpoint", "torchrun -m torchtitan.train --checkpoint.interval=500", "", "torchtitan");
    row("plain file under an example script of Hugging Face", "", "python run_clm.py --model gpt2", "", "huggingface");
    row("nothing known", "", "python train.py", "", "variable");
    row("a task that says it itself", "Hugging Face Trainer", "python t.py", "--from {path} --at {step}", "own");
    row("a task that says what a preset says", "", "python t.py", "--resume {path}", "script");
    row("two presets with one template: who wrote it decides", "Accelerate", "python t.py", "--resume_from_checkpoint {path}",
        "accelerate");
    row("the task's word outweighs the maker", "DeepSpeed", "deepspeed t.py", "--resume_from_checkpoint {path}", "huggingface");
}

void TestResumePresets::aCheckpointAndACommandSayWhichPreset()
{
    QFETCH(QString, framework);
    QFETCH(QString, command);
    QFETCH(QString, pattern);
    QTEST(recognisedPreset(framework, command, pattern), "expected");
}

void TestResumePresets::everyPresetHasAHintAndTwoAddNothing()
{
    const QList<ResumePreset> presets = resumePresets();
    int silent = 0;
    for (const ResumePreset &preset : presets) {
        QVERIFY2(!preset.hint.isEmpty() && !preset.title.isEmpty(), qPrintable(preset.id));
        QCOMPARE(presetById(presets, preset.id), &preset);
        silent += preset.pattern.isEmpty();
    }
    QCOMPARE(silent, 2);
    QCOMPARE(presets.last().id, kOwnPreset);
    QVERIFY(!presetById(presets, QStringLiteral("another")));
}

void TestResumePresets::argumentsAreSplitAsAShellWould_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("nothing") << QString() << QStringList();
    QTest::newRow("an option") << QStringLiteral("--lr 1e-5") << QStringList{QStringLiteral("--lr"), QStringLiteral("1e-5")};
    QTest::newRow("hydra's form") << QStringLiteral("optim.lr=1e-5") << QStringList{QStringLiteral("optim.lr=1e-5")};
    QTest::newRow("a shell's signs in quotes") << QStringLiteral("--note 'a; $b'")
                                               << QStringList{QStringLiteral("--note"), QStringLiteral("a; $b")};
}

void TestResumePresets::argumentsAreSplitAsAShellWould()
{
    QFETCH(QString, text);
    const auto words = wordsOf(text);
    QVERIFY(words);
    QTEST(*words, "expected");
}

void TestResumePresets::whatOnlyAShellCouldDoIsRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("two commands") << QStringLiteral("--lr 1; rm -rf x");
    QTest::newRow("a variable") << QStringLiteral("--lr $LR");
    QTest::newRow("a substitution") << QStringLiteral("--lr `id`");
    QTest::newRow("an open quote") << QStringLiteral("--lr 'x");
    QTest::newRow("a second line") << QStringLiteral("--lr 1\n--x 2");
    QTest::newRow("a comment") << QStringLiteral("--lr 1 # as before");
    QTest::newRow("a redirection") << QStringLiteral("--lr 1 > /tmp/x");
}

void TestResumePresets::whatOnlyAShellCouldDoIsRefused()
{
    QFETCH(QString, text);
    const auto words = wordsOf(text);
    QVERIFY(!words);
    QCOMPARE(words.error().code, ErrorCode::InvalidInput);
}

void TestResumePresets::optionsThatStandTwiceAreFound()
{
    const QString command = QStringLiteral("torchrun t.py --learning-rate 1e-4 --save /x \\\n  optim.wd=0.1");
    QCOMPARE(optionsSetTwice(command, QStringLiteral("--resume {path}"), {QStringLiteral("--learning_rate"), QStringLiteral("1e-5")}),
             QStringList{QStringLiteral("--learning_rate")});
    QCOMPARE(optionsSetTwice(command, {}, {QStringLiteral("optim.wd=0")}), QStringList{QStringLiteral("optim.wd")});
    QVERIFY(optionsSetTwice(command, QStringLiteral("--resume {path}"), {QStringLiteral("--warmup=3")}).isEmpty());
}

void TestResumePresets::numbersThatAreNoneAreFound_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("wrong");
    const auto row = [](const char *name, const char *words, const char *wrong) {
        QTest::newRow(name) << QString::fromUtf8(words) << QString::fromUtf8(wrong);
    };
    row("a learning rate", "--learning_rate 1e-5", "");
    row("letters", "--learning_rate abc", "--learning_rate abc");
    row("behind an equals sign", "--lr=fast", "--lr=fast");
    row("nothing behind it", "--max_steps", "--max_steps");
    row("a comma", "--lr 0,001", "--lr 0,001");
    row("digits in groups", "--max-steps 10_000", "");
    row("a dash in front", "--seed -1", "");
    row("auto", "--per_device_train_batch_size auto", "");
    row("Hydra's way", "optimizer.lr=1e-5 optim.weight_decay=x", "optim.weight_decay=x");
    row("another option", "--lr_scheduler_type cosine --name abc", "");
}

void TestResumePresets::numbersThatAreNoneAreFound()
{
    QFETCH(QString, words);
    QFETCH(QString, wrong);
    QCOMPARE(notANumber(words.split(u' ')), wrong);
}

QTEST_GUILESS_MAIN(TestResumePresets)
#include "tst_resumepresets.moc"
