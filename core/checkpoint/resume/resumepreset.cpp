// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/resume/resumepreset.h"

#include "core/model/shelltext.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ResumePreset)
};

bool has(const QString &command, const char *pattern) { return QRegularExpression(QLatin1String(pattern)).match(command).hasMatch(); }

// "--learning_rate" and "--learning-rate" are one option to many parsers.
QString optionName(const QString &word)
{
    QString name = word.section(u'=', 0, 0);
    while (name.startsWith(u'-'))
        name.remove(0, 1);
    return name.replace(u'_', u'-');
}

bool isOption(const QString &word)
{
    static const QRegularExpression kOption(QStringLiteral("\\A(--?[A-Za-z][\\w.-]*(=.*)?|\\+*[A-Za-z][\\w.]*=.*)\\z"),
                                            QRegularExpression::DotMatchesEverythingOption);
    return kOption.match(word).hasMatch();
}

}  // namespace

QList<ResumePreset> resumePresets()
{
    return {
        // https://github.com/huggingface/transformers/blob/main/src/transformers/training_args.py (resume_from_checkpoint)
        {QStringLiteral("huggingface"), QStringLiteral("Hugging Face Trainer"), QStringLiteral("--resume_from_checkpoint {path}"),
         Words::tr("The script must pass training_args.resume_from_checkpoint to trainer.train(), as the example scripts do.")},
        // https://github.com/huggingface/accelerate/blob/main/examples/complete_nlp_example.py
        {QStringLiteral("accelerate"), QStringLiteral("Accelerate"), QStringLiteral("--resume_from_checkpoint {path}"),
         Words::tr("The script must pass the path to accelerator.load_state(), as the example scripts do.")},
        // https://lightning.ai/docs/pytorch/stable/cli/lightning_cli_advanced.html
        {QStringLiteral("lightning"), QStringLiteral("Lightning"), QStringLiteral("--ckpt_path {path}"),
         Words::tr("LightningCLI supports it; other scripts must pass it to trainer.fit(ckpt_path=…).")},
        // https://deepspeed.readthedocs.io/en/latest/model-checkpointing.html
        {QStringLiteral("deepspeed"), QStringLiteral("DeepSpeed"), QStringLiteral("--load_dir {dir} --tag {name}"),
         Words::tr("The script must pass both to engine.load_checkpoint(load_dir, tag) under these names.")},
        // https://github.com/NVIDIA/Megatron-LM/blob/main/megatron/training/arguments.py (--load, --ckpt-step)
        {QStringLiteral("megatron"), QStringLiteral("Megatron-LM"), QStringLiteral("--load {dir} --ckpt-step {step}"),
         Words::tr("Megatron-LM's own options.")},
        // https://github.com/pytorch/torchtitan/blob/main/docs/checkpoint.md
        {QStringLiteral("torchtitan"), QStringLiteral("torchtitan"), QStringLiteral("--checkpoint.load_step={step}"),
         Words::tr("torchtitan's own option; the folder is the one that it writes to.")},
        // https://docs.pytorch.org/docs/stable/elastic/train_script.html
        {QStringLiteral("script"), Words::tr("Script with --resume"), QStringLiteral("--resume {path}"),
         Words::tr("The script itself must load it. Under torchrun every worker gets the same arguments, also after the workers restart.")},
        {kVariablePreset, Words::tr("Variables only"), QString(),
         Words::tr("Nothing is added. The program must read TRAINYARD_RESUME itself.")},
        {kOwnPreset, Words::tr("Custom arguments"), QString(),
         Words::tr("{path} is the checkpoint, {dir} and {name} are its folder and name, {step} is its step.")},
    };
}

const ResumePreset *presetById(const QList<ResumePreset> &presets, const QString &id)
{
    const auto found = std::find_if(presets.begin(), presets.end(), [&id](const ResumePreset &preset) { return preset.id == id; });
    return found == presets.end() ? nullptr : &*found;
}

QString presetOfFramework(const QString &framework)
{
    static const QHash<QString, QString> kMakers{{QStringLiteral("Hugging Face Trainer"), QStringLiteral("huggingface")},
                                                 {QStringLiteral("Accelerate"), QStringLiteral("accelerate")},
                                                 {QStringLiteral("Lightning"), QStringLiteral("lightning")},
                                                 {QStringLiteral("DeepSpeed"), QStringLiteral("deepspeed")},
                                                 {QStringLiteral("Megatron-LM"), QStringLiteral("megatron")}};
    return kMakers.value(framework);
}

QString notANumber(const QStringList &words)
{
    static const QRegularExpression kTakesOne(QStringLiteral(
        "\\A(?:[\\w.-]*[.-])?(?:lr|learning-rate|weight-decay|warmup-steps|warmup-ratio|max-steps|(?:num-train-|max-)?epochs|"
        "(?:[a-z]+-)*batch-size|gradient-accumulation-steps|seed|save-steps|max-grad-norm)\\z"));
    static const QRegularExpression kNumber(
        QStringLiteral("\\A[+-]?(?:\\d[\\d_]*\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?\\z|\\A(?:auto|none|null)\\z"),
        QRegularExpression::CaseInsensitiveOption);
    for (qsizetype i = 0; i < words.size(); ++i) {
        if (!isOption(words[i]) || !kTakesOne.match(optionName(words[i])).hasMatch())
            continue;
        const bool isJoined = words[i].contains(u'=');
        if (!isJoined && i + 1 >= words.size())
            return words[i];
        const QString value = isJoined ? words[i].section(u'=', 1) : words[i + 1];
        if (!kNumber.match(value).hasMatch())
            return isJoined ? words[i] : words[i] + u' ' + value;
    }
    return {};
}

QString recognisedPreset(const QString &framework, const QString &command, const QString &ownPattern)
{
    const auto byMaker = [&]() -> QString {
        if (const QString maker = presetOfFramework(framework); !maker.isEmpty())
            return maker;
        // Many write plain files or torch.distributed.checkpoint folders; the command shows which one did.
        if (has(command, "\\btorchtitan\\b|--checkpoint\\.\\w"))
            return QStringLiteral("torchtitan");
        if (has(command, "\\bpretrain_(gpt|bert|t5|mamba|vlm)\\.py\\b|--tensor-model-parallel-size"))
            return QStringLiteral("megatron");
        if (has(command, "\\brun_(clm|mlm|glue|qa|summarization|translation)(_no_trainer)?\\.py\\b|--per_device_train_batch_size"))
            return QStringLiteral("huggingface");
        if (has(command, "--ckpt_path\\b|--trainer\\.\\w"))
            return QStringLiteral("lightning");
        return kVariablePreset;
    };
    const QString made = byMaker();
    if (ownPattern.isEmpty())
        return made;
    const QList<ResumePreset> presets = resumePresets();
    if (const ResumePreset *const preset = presetById(presets, made); preset && preset->pattern == ownPattern)
        return made;
    for (const ResumePreset &preset : presets) {
        if (preset.pattern == ownPattern)
            return preset.id;
    }
    return kOwnPreset;
}

Result<QStringList> wordsOf(const QString &text)
{
    if (text.trimmed().isEmpty())
        return QStringList();
    const bool isOneLine = std::none_of(text.begin(), text.end(), [](QChar c) { return c.unicode() < 0x20 || c.unicode() == 0x7f; });
    // The name at the front makes it a command for the scanner.
    auto words = isOneLine && !text.contains(u'#') ? plainCommandWords(QStringLiteral("x ") + text) : std::nullopt;
    if (!words) {
        return Error{ErrorCode::InvalidInput,
                     Words::tr("Write plain arguments, like --learning_rate 1e-5. Put values with other characters in single quotes."),
                     {}};
    }
    words->removeFirst();
    return *words;
}

QStringList optionsSetTwice(const QString &command, const QString &pattern, const QStringList &words)
{
    QStringList wanted = words;
    if (!pattern.isEmpty())
        wanted << pattern.split(u' ', Qt::SkipEmptyParts);
    static const QRegularExpression kBlank(QStringLiteral("[\\s\"']+"));
    QStringList there;
    for (const QString &word : command.split(kBlank, Qt::SkipEmptyParts)) {
        if (isOption(word))
            there << optionName(word);
    }
    QStringList twice;
    for (const QString &word : std::as_const(wanted)) {
        if (isOption(word) && there.contains(optionName(word)) && !twice.contains(word.section(u'=', 0, 0)))
            twice << word.section(u'=', 0, 0);
    }
    return twice;
}

}  // namespace trainyard
