// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/probeprinter.h"

#include "app/cli/jsonvalues.h"

#include <QCoreApplication>
#include <QJsonDocument>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ProbePrinter)
};

QString scopeName(ProbePast::Scope scope)
{
    return scope == ProbePast::Scope::SameGpu       ? QStringLiteral("gpu")
           : scope == ProbePast::Scope::SameMachine ? QStringLiteral("machine")
                                                    : QStringLiteral("model");
}

QJsonValue toJson(const std::optional<ProbeBand> &band)
{
    if (!band)
        return {};
    const auto usual = [&](double value) { return band->isKnown() ? QJsonValue(value) : QJsonValue(); };
    return QJsonObject{{QStringLiteral("low"), usual(band->low)},      {QStringLiteral("high"), usual(band->high)},
                       {QStringLiteral("estimate"), band->isEstimate}, {QStringLiteral("conditions"), orNull(band->conditions)},
                       {QStringLiteral("floor"), orNull(band->floor)}, {QStringLiteral("provider_floor"), orNull(band->providerFloor)}};
}

QJsonValue toJson(const std::optional<ProbePast> &past)
{
    if (!past)
        return {};
    const bool isEnough = past->reports >= kMinReports;
    return QJsonObject{{QStringLiteral("of"), scopeName(past->scope)},
                       {QStringLiteral("reports"), past->reports},
                       {QStringLiteral("median"), isEnough ? QJsonValue(past->median) : QJsonValue()},
                       {QStringLiteral("deviation"), isEnough ? QJsonValue(past->deviation) : QJsonValue()}};
}

QJsonObject toJson(const ProbeFinding &finding)
{
    QJsonArray devices;
    for (const int device : finding.devices)
        devices << device;
    return {{QStringLiteral("what"), finding.what},
            {QStringLiteral("devices"), devices},
            {QStringLiteral("standing"), probeStandingName(finding.standing)},
            {QStringLiteral("sentence"), finding.sentence},
            {QStringLiteral("value"), orNull(finding.value)},
            {QStringLiteral("unit"), orNull(finding.unit)},
            {QStringLiteral("expected"), toJson(finding.expected)},
            {QStringLiteral("history"), toJson(finding.past)},
            {QStringLiteral("sources"), QJsonArray::fromStringList(finding.sources)}};
}

QJsonObject headJson(const JudgedProbe &judged)
{
    return {{QStringLiteral("id"), judged.record.id.number()},
            {QStringLiteral("machine"), orNull(judged.record.machineName)},
            {QStringLiteral("taken"), judged.record.taken.toString(Qt::ISODate)},
            {QStringLiteral("simulated"), judged.report.isSimulated},
            {QStringLiteral("quick"), judged.report.isQuick},
            {QStringLiteral("status"), judged.report.status},
            {QStringLiteral("gpus"), QJsonArray::fromStringList(judged.report.gpuNames())},
            {QStringLiteral("verdict"), probeVerdictName(judged.judgement.verdict)}};
}

QJsonObject toJson(const JudgedProbe &judged, const ProbeReference &reference, const QString &leftBehind)
{
    QJsonObject object = headJson(judged);
    QJsonArray findings, sources;
    QStringList codes;
    for (const ProbeFinding &finding : judged.judgement.findings) {
        findings << toJson(finding);
        codes += finding.sources;
    }
    codes.removeDuplicates();
    codes.sort();
    for (const QString &code : std::as_const(codes)) {
        const ReferenceSource source = reference.sources.value(code);
        sources << QJsonObject{{QStringLiteral("code"), code},
                               {QStringLiteral("title"), source.title},
                               {QStringLiteral("link"), orNull(source.link)},
                               {QStringLiteral("date"), orNull(source.date)}};
    }
    object[QStringLiteral("sentence")] = probeVerdictSentence(judged.judgement.verdict);
    object[QStringLiteral("findings")] = findings;
    object[QStringLiteral("missing")] = QJsonArray::fromStringList(judged.judgement.missing);
    object[QStringLiteral("sources")] = sources;
    object[QStringLiteral("figures_as_of")] = reference.asOf;
    object[QStringLiteral("provider_text")] = judged.text.english.isEmpty()
                                                  ? QJsonValue()
                                                  : QJsonObject{{QStringLiteral("english"), judged.text.english},
                                                                {QStringLiteral("local"), orNull(judged.text.local)}};
    object[QStringLiteral("left_behind")] = orNull(leftBehind);
    object[QStringLiteral("report")] = QJsonDocument::fromJson(judged.record.report).object();
    return object;
}

QString placeText(const ProbeRecord &record) { return record.isHere() ? Words::tr("this computer") : record.machineName; }

}  // namespace

int exitStatus(ProbeVerdict verdict)
{
    switch (verdict) {
    case ProbeVerdict::Keep: return 0;
    case ProbeVerdict::GiveBack: return 1;
    case ProbeVerdict::Unclear: return 6;
    }
    Q_UNREACHABLE();
}

void printProbe(Console &console, const JudgedProbe &judged, const ProbeReference &reference, const QString &leftBehind)
{
    if (!leftBehind.isEmpty())
        console.say(QStringLiteral("yard: ") + Words::tr("%1 could not be deleted from the machine. Delete it there.").arg(leftBehind));
    if (console.isJson) {
        console.print(toJson(judged, reference, leftBehind));
        return;
    }
    const auto orDash = [](const QString &text) { return text.isEmpty() ? QStringLiteral("-") : text; };
    if (judged.report.isSimulated)
        console.print(Words::tr("SIMULATED: none of the values below come from a real GPU."));
    console.print(probeVerdictSentence(judged.judgement.verdict));
    console.print(Words::tr("Report %1 of %2, %3; GPU: %4; driver: %5; CUDA: %6")
                      .arg(QString::number(judged.record.id.number()), placeText(judged.record),
                           judged.record.taken.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm")),
                           orDash(judged.report.gpuNames().join(QStringLiteral(", "))), orDash(judged.report.driverVersion),
                           orDash(judged.report.cudaVersion)));
    if (!judged.judgement.findings.isEmpty())
        console.print(QString());
    for (const ProbeFinding &finding : judged.judgement.findings) {
        const QString sources = finding.sources.isEmpty() ? QString()
                                                          : QStringLiteral(" [") + finding.sources.join(QStringLiteral(", ")) + u']';
        console.print(QStringLiteral("  %1  ").arg(probeStandingName(finding.standing), -12) + finding.sentence + sources);
    }
    if (!judged.judgement.missing.isEmpty())
        console.print(u'\n' + Words::tr("Why the result is inconclusive:"));
    for (const QString &missing : judged.judgement.missing)
        console.print(QStringLiteral("  ") + missing);
    if (!judged.text.english.isEmpty())
        console.print(u'\n' + Words::tr("Text for the provider: yard probe show %1 --provider-text").arg(judged.record.id.number()));
    console.print(u'\n' + Words::tr("Reference values as of %1.").arg(reference.asOf));
}

void printProbes(Console &console, const QList<JudgedProbe> &judged)
{
    QJsonArray array;
    QList<QStringList> rows{{QStringLiteral("ID"), QStringLiteral("TAKEN"), QStringLiteral("MACHINE"), QStringLiteral("GPU"),
                             QStringLiteral("STATUS"), QStringLiteral("VERDICT")}};
    for (const JudgedProbe &one : judged) {
        array << headJson(one);
        const QString gpus = one.report.gpuNames().join(QStringLiteral(", "));
        rows << QStringList{QString::number(one.record.id.number()),
                            one.record.taken.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm")),
                            placeText(one.record),
                            gpus.isEmpty() ? QStringLiteral("-") : gpus,
                            one.report.status,
                            probeVerdictName(one.judgement.verdict)
                                + (one.report.isSimulated ? QStringLiteral(" (simulated)") : QString())};
    }
    if (console.isJson)
        console.print(array);
    else
        console.printTable(rows);
}

}  // namespace trainyard
