// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/compat/internal/startrules.h"

#include "core/knowledge/compat/constraint.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::StartRules)
};

const QStringList kGrammar{QStringLiteral("LIBNVC"), QStringLiteral("CTK")};

// Above any version, for a driver that is newer than everything known.
const Version kFarAbove = Version::parse(u"9999").value();

// Every possible host for the GPU, as far as it is unknown.
QList<ConstraintHost> hosts(const CompatQuestion &question, const GpuKind &gpu, const CompatFacts &facts)
{
    const DriverCuda cuda = cudaOf(*question.driver, facts);
    QList<Version> cudas{cuda.least.isNull() ? Version::parse(u"1.0").value() : cuda.least};
    if (const Version most = cuda.most.value_or(kFarAbove); most != cudas.first())
        cudas << most;
    QList<ConstraintHost> hosts;
    for (const QStringList &brand : gpu.brands) {
        for (const Version &one : std::as_const(cudas))
            hosts << ConstraintHost{one, question.driver, gpu.capability, brand};
    }
    return hosts;
}

CompatReason reason(CompatVerdict effect, const QString &sentence, const QMap<QString, QString> &numbers, const QStringList &sources)
{
    return {QStringLiteral("start"), effect, sentence, numbers, sources};
}

CompatReason notKnown(const QString &sentence, const QMap<QString, QString> &numbers)
{
    return reason(CompatVerdict::Unknown, sentence, numbers, {});
}

CompatReason judgeString(const CompatQuestion &question, const GpuKind &gpu, const QString &constraint, const QStringList &sources,
                         const CompatFacts &facts)
{
    const QList<ConstraintHost> all = hosts(question, gpu, facts);
    const ConstraintAnswer first = checkConstraint(constraint, all.first(), ConstraintReader::Hook);
    const bool isSure = std::all_of(all.begin(), all.end(), [&](const ConstraintHost &host) {
        return checkConstraint(constraint, host, ConstraintReader::Hook).outcome == first.outcome;
    });
    const QString driver = question.driver->text();
    const QMap<QString, QString> numbers{{QStringLiteral("driver"), driver},
                                         {QStringLiteral("driver_cuda"), all.first().cuda->text()},
                                         {QStringLiteral("gpu"), gpu.name},
                                         {QStringLiteral("term"), first.term.left(200)}};
    if (!isSure) {
        return notKnown(
            Words::tr("It is unknown whether “docker run --gpus” starts the container: that depends on the brand of %1 or the CUDA version "
                      "of driver %2, which are unknown.")
                .arg(gpu.name, driver),
            numbers);
    }
    switch (first.outcome) {
    case ConstraintOutcome::Satisfied:
        return reason(CompatVerdict::Runs,
                      first.term.isEmpty() ? Words::tr("The image requires nothing of the driver at start.")
                                           : Words::tr("The container starts: driver %2 meets “%1”.").arg(first.term.left(200), driver),
                      numbers, sources);
    case ConstraintOutcome::Malformed:
        return reason(CompatVerdict::Refused,
                      Words::tr("“docker run --gpus” refuses the container, because its condition is malformed at character %1: %2")
                          .arg(QString::number(first.position), first.problem),
                      numbers, sources);
    case ConstraintOutcome::Unsatisfied: break;
    }
    return reason(CompatVerdict::Refused,
                  Words::tr("“docker run --gpus” refuses the container: driver %2 (of CUDA %3) and %4 meet none of the conditions of its "
                            "NVIDIA_REQUIRE_CUDA, the first of which is “%1”.")
                      .arg(first.term.left(200), driver, all.first().cuda->text(), gpu.name),
                  numbers, sources);
}

}  // namespace

CompatReason judgeStart(const CompatQuestion &question, const GpuKind &gpu, const ImageContents &contents, const CompatFacts &facts)
{
    if (question.isByCdi) {
        return reason(CompatVerdict::Runs,
                      Words::tr("The container starts: Podman gets the GPUs by CDI, which ignores any condition of the image."), {},
                      {QStringLiteral("CTK")});
    }
    if (question.require)
        return judgeString(question, gpu, *question.require, kGrammar, facts);
    const QMap<QString, QString> numbers{{QStringLiteral("image"), contents.name}, {QStringLiteral("cuda"), contents.cuda.text()}};
    if (contents.condition == ImageContents::Condition::None) {
        return reason(CompatVerdict::Runs, Words::tr("The image sets no condition: nothing refuses the container at its start."), numbers,
                      contents.sources);
    }
    const QString clause = QStringLiteral("cuda>=") + contents.cuda.first(2).text();
    if (contents.condition == ImageContents::Condition::Known) {
        QStringList sources = kGrammar + contents.constraint->sources;
        // Images that start with another update of the same CUDA are only known to share the first clause.
        CompatReason judged = judgeString(question, gpu, contents.isConstraintExact ? contents.constraint->text : clause, sources, facts);
        if (contents.isConstraintExact || judged.effect == CompatVerdict::Runs)
            return judged;
        return notKnown(
            Words::tr(
                "It is unknown whether “docker run --gpus” starts the container: the complete condition is known for CUDA %1 only, and "
                "driver %3 does not meet “%2”.")
                .arg(contents.constraint->image.text(), clause, question.driver->text()),
            numbers);
    }
    const CompatReason judged = judgeString(question, gpu, clause, kGrammar, facts);
    if (judged.effect == CompatVerdict::Runs) {
        return reason(
            CompatVerdict::Runs,
            Words::tr("The container starts: driver %2 meets “%1”, which such images ask for.").arg(clause, question.driver->text()),
            numbers, kGrammar);
    }
    return notKnown(
        Words::tr("It is unknown whether “docker run --gpus” starts the container: the NVIDIA_REQUIRE_CUDA of this image is unknown."),
        numbers);
}

}  // namespace trainyard
