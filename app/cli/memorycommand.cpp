// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/memorycommand.h"

#include "app/cli/optionreader.h"
#include "core/knowledge/catalog/catalog.h"
#include "core/knowledge/cost/gpufit.h"
#include "core/knowledge/cost/modelpresets.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::MemoryCommand)
};

constexpr double kGib = 1024.0 * 1024 * 1024;

// These describe a person's own model and the sizes of a transformer.
const char *const kShape[] = {"--parameters", "--layers", "--hidden",     "--heads",
                              "--kv-heads",   "--inner",  "--vocabulary", "--activation-bytes"};

// "7b", "124M", "25557032"
std::optional<qint64> parametersFromText(const QString &text, OptionReader &reader)
{
    const QChar last = text.isEmpty() ? QChar() : text.back().toLower();
    const qint64 unit = last == u'k' ? 1'000 : last == u'm' ? 1'000'000 : last == u'b' ? 1'000'000'000 : 1;
    Options plain;
    plain.values[QStringLiteral("--parameters")] = unit == 1 ? text : text.chopped(1);
    OptionReader number(plain);
    const auto thousandths = number.number("--parameters", 3, 0, 1'000'000'000'000);
    if (!thousandths || *thousandths <= 0 || *thousandths > 1'000'000'000'000'000'000 / unit) {
        reader.fail(Words::tr("“%1” is not a valid number of parameters. Examples: 7b, 124M, 25557032.").arg(text.left(60)));
        return std::nullopt;
    }
    return *thousandths * unit / 1000;
}

class MemoryReader {
public:
    explicit MemoryReader(const Options &options) : m_reader(options) {}

    Result<MemoryRequest> read()
    {
        readModel();
        MemoryRequest &request = m_request;
        request.precision = m_reader.named("--precision", trainingPrecisionFromName, trainingPrecisionNames()).value_or(request.precision);
        request.optimizer = m_reader.named("--optimizer", optimizerFromName, optimizerNames()).value_or(request.optimizer);
        request.checkpointing =
            m_reader.named("--checkpointing", checkpointingFromName, checkpointingNames()).value_or(request.checkpointing);
        request.zeroStage = small("--zero", 0, 3).value_or(request.zeroStage);
        request.gpus = small("--gpus", 1, 1'000'000).value_or(request.gpus);
        request.batch = small("--batch", 1, 10'000'000).value_or(request.batch);
        request.accumulation = small("--accumulate", 1, 100'000).value_or(request.accumulation);
        request.sequence = small("--sequence", 1, 100'000'000).value_or(request.sequence);
        request.marginPercent = small("--margin", 0, 1000).value_or(request.marginPercent);
        request.overheadMiB = small("--overhead", 0, 1'000'000).value_or(static_cast<int>(request.overheadMiB));
        return m_reader.problem() ? Result<MemoryRequest>(*m_reader.problem()) : request;
    }

private:
    std::optional<int> small(const char *option, int least, int most)
    {
        const auto number = m_reader.number(option, 0, least, most);
        return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
    }

    void readModel()
    {
        if (m_reader.has("--preset")) {
            const QString name = m_reader.value("--preset");
            const ModelPreset *preset = modelPreset(name);
            const auto other = std::find_if(std::begin(kShape), std::end(kShape),
                                            [this](const char *option) { return m_reader.has(option); });
            if (!preset) {
                m_reader.fail(Words::tr("“%1” is not a valid value for %2. Use one of %3.")
                                  .arg(name.left(60), QStringLiteral("--preset"), modelPresetIds().join(QStringLiteral(", "))));
            } else if (other != std::end(kShape)) {
                m_reader.fail(Words::tr("--preset and %1 describe two models: use only one of them.").arg(QLatin1String(*other)));
            } else {
                m_request.model = preset->model;
                m_request.sequence = preset->sequence;
            }
            return;
        }
        TrainedModel &model = m_request.model;
        if (m_reader.has("--layers") || m_reader.has("--hidden") || m_reader.has("--heads")) {
            TransformerShape shape;
            shape.layers = small("--layers", 1, 100'000).value_or(0);
            shape.hidden = small("--hidden", 1, 1'000'000).value_or(0);
            shape.heads = small("--heads", 1, 100'000).value_or(0);
            shape.keyValueHeads = small("--kv-heads", 1, 100'000).value_or(0);
            shape.inner = small("--inner", 1, 10'000'000).value_or(0);
            shape.vocabulary = small("--vocabulary", 1, 100'000'000).value_or(0);
            shape.isGated = m_reader.has("--gated");
            if (shape.layers == 0 || shape.hidden == 0 || shape.heads == 0)
                m_reader.fail(Words::tr("A transformer needs --layers, --hidden and --heads."));
            else
                model.parameters = parametersOf(shape);
            model.transformer = shape;
        }
        if (m_reader.has("--parameters"))
            model.parameters = parametersFromText(m_reader.value("--parameters"), m_reader).value_or(1);
        model.activationBytes = m_reader.number("--activation-bytes", 0, 1, 1'000'000'000'000'000).value_or(0);
        if (model.parameters == 0 && !m_reader.problem() && !model.transformer)
            m_reader.fail(
                Words::tr("No model given. Add --preset, or --parameters with --activation-bytes, or --layers, --hidden and --heads."));
    }

    OptionReader m_reader;
    MemoryRequest m_request;
};

QString gib(qint64 bytes) { return QString::number(static_cast<double>(bytes) / kGib, 'f', 2); }

QString verdictName(GpuFit::Verdict verdict)
{
    switch (verdict) {
    case GpuFit::Verdict::Holds: return QStringLiteral("holds");
    case GpuFit::Verdict::TooSmall: return QStringLiteral("too-small");
    case GpuFit::Verdict::LacksPrecision: return QStringLiteral("lacks-precision");
    }
    Q_UNREACHABLE();
}

QJsonObject toJson(const MemoryRequest &request, const MemoryNeed &need, const QList<GpuFit> &fits, const QList<GpuModel> &gpus)
{
    QJsonArray lines, models;
    for (const MemoryLine &line : need.lines) {
        lines << QJsonObject{{QStringLiteral("part"), memoryPartName(line.part)},
                             {QStringLiteral("bytes"), line.bytes},
                             {QStringLiteral("formula"), line.formula}};
    }
    for (const GpuFit &fit : fits) {
        models << QJsonObject{{QStringLiteral("gpu"), gpus[fit.gpu].id},
                              {QStringLiteral("verdict"), verdictName(fit.verdict)},
                              {QStringLiteral("gpus"), fit.gpus > 0 ? QJsonValue(fit.gpus) : QJsonValue()},
                              {QStringLiteral("bytes_each"), fit.bytesEach},
                              {QStringLiteral("memory_bytes"), fit.memoryBytes}};
    }
    const QString name = request.model.name;
    return {{QStringLiteral("model"), name.isEmpty() ? QJsonValue() : QJsonValue(name)},
            {QStringLiteral("parameters"), request.model.parameters},
            {QStringLiteral("precision"), trainingPrecisionName(request.precision)},
            {QStringLiteral("optimizer"), optimizerName(request.optimizer)},
            {QStringLiteral("checkpointing"), checkpointingName(request.checkpointing)},
            {QStringLiteral("zero_stage"), request.zeroStage},
            {QStringLiteral("gpus"), request.gpus},
            {QStringLiteral("batch"), request.batch},
            {QStringLiteral("accumulation"), request.accumulation},
            {QStringLiteral("effective_batch"), effectiveBatch(request)},
            {QStringLiteral("sequence"), request.sequence > 0 ? QJsonValue(request.sequence) : QJsonValue()},
            {QStringLiteral("margin_percent"), request.marginPercent},
            {QStringLiteral("lines"), lines},
            {QStringLiteral("bytes"), need.bytes},
            {QStringLiteral("gpu_models"), models}};
}

void printTables(Console &console, const MemoryRequest &request, const MemoryNeed &need, const QList<GpuFit> &fits,
                 const QList<GpuModel> &gpus)
{
    QList<QStringList> rows{{QStringLiteral("MEMORY OF EACH GPU"), QStringLiteral("GIB"), QStringLiteral("FORMULA")}};
    for (const MemoryLine &line : need.lines)
        rows << QStringList{memoryPartTitle(line.part), gib(line.bytes), line.formula};
    rows << QStringList{Words::tr("Total"), gib(need.bytes), {}};
    console.printTable(rows);
    console.print(Words::tr("A step takes %1 samples: micro-batch %2 on each of %3 GPUs, %4 accumulation steps.")
                      .arg(effectiveBatch(request))
                      .arg(request.batch)
                      .arg(request.gpus)
                      .arg(request.accumulation));
    console.print(QString());
    QList<QStringList> holding{
        {QStringLiteral("GPU"), QStringLiteral("GIB"), QStringLiteral("HOLDS IT ON"), QStringLiteral("GIB NEEDED OF EACH")}};
    int small = 0, lacking = 0;
    for (const GpuFit &fit : fits) {
        small += fit.verdict == GpuFit::Verdict::TooSmall;
        lacking += fit.verdict == GpuFit::Verdict::LacksPrecision;
        if (fit.verdict == GpuFit::Verdict::Holds)
            holding << QStringList{gpus[fit.gpu].id, gib(fit.memoryBytes), QString::number(fit.gpus), gib(fit.bytesEach)};
    }
    if (holding.size() > 1)
        console.printTable(holding);
    else
        console.say(
            QStringLiteral("yard: ")
            + Words::tr("It fits on no known GPU. Raise --zero, or use --checkpointing full, a smaller --batch or another --optimizer."));
    if (small > 0)
        console.say(QStringLiteral("yard: ") + Words::tr("%n GPU model(s) have too little memory.", nullptr, small));
    if (lacking > 0)
        console.say(QStringLiteral("yard: ") + Words::tr("%n GPU model(s) are not known to support this precision.", nullptr, lacking));
}

}  // namespace

QString memoryUsage()
{
    return QStringLiteral(
        "estimate memory [--preset NAME | --parameters N --activation-bytes N | --layers N --hidden N --heads N [--kv-heads N] [--inner N] "
        "[--vocabulary N] [--gated]] [--precision NAME] [--optimizer NAME] [--zero STAGE] [--gpus N] [--checkpointing none|selective|full] "
        "[--batch N] [--accumulate N] [--sequence N] [--margin PERCENT] [--overhead MIB]");
}

int estimateMemory(BareContext &context, const Command &self)
{
    QStringList names{QStringLiteral("--preset"), QStringLiteral("--precision"),  QStringLiteral("--optimizer"),
                      QStringLiteral("--zero"),   QStringLiteral("--gpus"),       QStringLiteral("--checkpointing"),
                      QStringLiteral("--batch"),  QStringLiteral("--accumulate"), QStringLiteral("--sequence"),
                      QStringLiteral("--margin"), QStringLiteral("--overhead")};
    for (const char *name : kShape)
        names << QLatin1String(name);
    const auto options = readOptions(context.arguments, names, {QStringLiteral("--gated")}, {0, 0, Words::tr("Unexpected argument “%1”.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const auto request = MemoryReader(*options).read();
    if (!request)
        return context.console.fail(request.error());
    const auto need = memoryNeed(*request);
    if (!need)
        return context.console.fail(need.error());
    const auto gpus = parseGpuModels(builtInCatalogFiles().gpus);
    if (!gpus)
        return context.console.fail(gpus.error());
    const auto fits = gpusThatHold(*gpus, *request);
    if (!fits)
        return context.console.fail(fits.error());
    if (context.console.isJson)
        context.console.print(toJson(*request, *need, *fits, *gpus));
    else
        printTables(context.console, *request, *need, *fits, *gpus);
    return 0;
}

}  // namespace trainyard
