// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compatprinter.h"

#include "app/cli/jsonvalues.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CompatPrinter)
};

QJsonObject toJson(const QString &machine, const CompatQuestion &question, const CompatFacts &facts)
{
    QJsonArray gpus;
    for (const GpuKind &gpu : question.gpus) {
        gpus << QJsonObject{{QStringLiteral("name"), gpu.name},
                            {QStringLiteral("compute_capability"), gpu.capability ? QJsonValue(gpu.capability->text()) : QJsonValue()},
                            {QStringLiteral("data_center"), gpu.isDataCentre ? QJsonValue(*gpu.isDataCentre) : QJsonValue()}};
    }
    return {{QStringLiteral("machine"), orNull(machine)},
            {QStringLiteral("gpus"), gpus},
            {QStringLiteral("driver"), question.driver ? QJsonValue(question.driver->text()) : QJsonValue()},
            {QStringLiteral("os"), question.system == HostSystem::Linux ? QStringLiteral("linux") : QStringLiteral("windows")},
            {QStringLiteral("arch"), question.isX86 ? QStringLiteral("x86_64") : QStringLiteral("aarch64")},
            {QStringLiteral("facts_as_of"), facts.asOf}};
}

QJsonObject toJson(const CompatReason &reason, const CompatFacts &facts)
{
    QJsonArray sources;
    for (const QString &code : reason.sources) {
        sources << sourceJson(code, facts.sources.value(code));
    }
    QJsonObject numbers;
    for (auto it = reason.numbers.begin(); it != reason.numbers.end(); ++it)
        numbers.insert(it.key(), orNull(it.value()));
    return {{QStringLiteral("rule"), reason.rule},
            {QStringLiteral("effect"), verdictName(reason.effect)},
            {QStringLiteral("sentence"), reason.sentence},
            {QStringLiteral("numbers"), numbers},
            {QStringLiteral("sources"), sources}};
}

void printHost(Console &console, const CompatQuestion &question)
{
    QStringList gpus;
    for (const GpuKind &gpu : question.gpus)
        gpus << (gpu.capability ? Words::tr("%1 (compute capability %2)").arg(gpu.name, gpu.capability->text()) : gpu.name);
    console.print(Words::tr("GPU: %1; driver: %2")
                      .arg(gpus.isEmpty() ? QStringLiteral("-") : gpus.join(QStringLiteral(", ")),
                           question.driver ? question.driver->text() : QStringLiteral("-")));
}

QString frameworkText(const ImageContents &contents)
{
    if (contents.framework.isEmpty())
        return QStringLiteral("-");
    return contents.framework + u' ' + contents.frameworkVersion.text();
}

}  // namespace

QJsonObject sourceJson(const QString &code, const FactSource &source)
{
    return {{QStringLiteral("code"), code},
            {QStringLiteral("title"), source.title},
            {QStringLiteral("link"), orNull(source.link)},
            {QStringLiteral("as_of"), source.asOf}};
}

void addAnswer(QJsonObject &object, const CompatAnswer &answer, const CompatFacts &facts)
{
    QJsonArray reasons, remedies;
    for (const CompatReason &reason : answer.reasons)
        reasons << toJson(reason, facts);
    for (const CompatRemedy &remedy : answer.remedies) {
        remedies << QJsonObject{{QStringLiteral("kind"), remedy.kind},
                                {QStringLiteral("value"), remedy.value},
                                {QStringLiteral("sentence"), remedy.sentence},
                                {QStringLiteral("verdict"), verdictName(remedy.verdict)},
                                {QStringLiteral("with_next"), remedy.isWithNext}};
    }
    object[QStringLiteral("verdict")] = verdictName(answer.verdict);
    object[QStringLiteral("sentence")] = verdictSentence(answer.verdict);
    object[QStringLiteral("start")] = answer.start ? QJsonValue(verdictName(*answer.start)) : QJsonValue();
    object[QStringLiteral("work")] = verdictName(answer.work);
    object[QStringLiteral("reasons")] = reasons;
    object[QStringLiteral("remedies")] = remedies;
    object[QStringLiteral("missing")] = QJsonArray::fromStringList(answer.missing);
}

int exitStatus(CompatVerdict verdict)
{
    switch (verdict) {
    case CompatVerdict::Runs:
    case CompatVerdict::RunsWithLimits: return 0;
    case CompatVerdict::Unknown: return 6;
    case CompatVerdict::Fails:
    case CompatVerdict::Refused: return 1;
    }
    Q_UNREACHABLE();
}

void printAnswer(Console &console, const CompatAnswer &answer)
{
    if (!answer.reasons.isEmpty())
        console.print(QString());
    for (const CompatReason &reason : answer.reasons) {
        const QString sources = reason.sources.isEmpty() ? QString()
                                                         : QStringLiteral(" [") + reason.sources.join(QStringLiteral(", ")) + u']';
        const QString effect = reason.effect == CompatVerdict::Runs ? QString() : verdictName(reason.effect);
        console.print(QStringLiteral("  %1  %2: ").arg(effect, -16).arg(reason.rule) + reason.sentence + sources);
    }
    if (!answer.missing.isEmpty())
        console.print(u'\n' + Words::tr("Unknown:"));
    for (const QString &missing : answer.missing)
        console.print(QStringLiteral("  ") + missing);
    if (!answer.remedies.isEmpty())
        console.print(u'\n' + Words::tr("Alternatives, closest first:"));
    for (const CompatRemedy &remedy : answer.remedies)
        console.print(QStringLiteral("  %1  ").arg(verdictName(remedy.verdict), -16) + remedy.sentence);
}

void printCheck(Console &console, const QString &machine, const CompatQuestion &question, const CompatAnswer &answer,
                const CompatFacts &facts)
{
    if (console.isJson) {
        QJsonObject object = toJson(machine, question, facts);
        addAnswer(object, answer, facts);
        console.print(object);
        return;
    }
    console.print(verdictSentence(answer.verdict));
    printHost(console, question);
    printAnswer(console, answer);
    console.print(u'\n' + Words::tr("Data as of %1.").arg(facts.asOf));
}

void printImages(Console &console, const QString &machine, const CompatQuestion &question, const QList<JudgedImage> &images,
                 const CompatFacts &facts)
{
    if (console.isJson) {
        QJsonArray list;
        for (const JudgedImage &one : images) {
            QJsonObject entry{{QStringLiteral("image"), one.image},
                              {QStringLiteral("cuda"), orNull(one.contents.cuda.text())},
                              {QStringLiteral("framework"), orNull(one.contents.framework)},
                              {QStringLiteral("framework_version"), orNull(one.contents.frameworkVersion.text())}};
            entry[QStringLiteral("verdict")] = one.answer ? QJsonValue(verdictName(one.answer->verdict)) : QJsonValue();
            const bool hasReason = one.answer && !one.answer->reasons.isEmpty();
            entry[QStringLiteral("rule")] = hasReason ? QJsonValue(one.answer->reasons.first().rule) : QJsonValue();
            entry[QStringLiteral("why")] = hasReason ? QJsonValue(one.answer->reasons.first().sentence) : QJsonValue();
            list << entry;
        }
        QJsonObject object = toJson(machine, question, facts);
        object[QStringLiteral("images")] = list;
        console.print(object);
        return;
    }
    QList<QStringList> rows{{QStringLiteral("IMAGE"), QStringLiteral("CUDA"), QStringLiteral("FRAMEWORK"), QStringLiteral("VERDICT")}};
    for (const JudgedImage &one : images) {
        rows << QStringList{one.image, one.contents.cuda.isNull() ? QStringLiteral("-") : one.contents.cuda.text(),
                            frameworkText(one.contents), one.answer ? verdictName(one.answer->verdict) : QStringLiteral("-")};
    }
    console.printTable(rows);
}

}  // namespace trainyard
