// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/compat/internal/frameworkrules.h"

#include "core/knowledge/compat/internal/compatreason.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::FrameworkRules)
};

FrameworkNeed refused(const CompatReason &why) { return {{}, {}, {}, {why}, {}}; }

FrameworkNeed notKnown(const FrameworkRequest &request, const CompatFacts &facts)
{
    FrameworkNeed need;
    need.missing =
        Words::tr("%1 %2 is not among the known releases (as of %3).").arg(frameworkName(request.name), request.version.text(), facts.asOf);
    return need;
}

QString buildNames(const TorchRelease &release)
{
    QStringList names;
    for (const TorchBuild &build : release.builds)
        names << build.tag;
    return names.join(QStringLiteral(", "));
}

FrameworkNeed torchNeed(const FrameworkRequest &request, const CompatQuestion &question, const CompatFacts &facts)
{
    const TorchRelease *release = facts.torchRelease(request.version);
    if (!release)
        return notKnown(request, facts);
    const QString name = Words::tr("PyTorch %1").arg(request.version.text());
    const QMap<QString, QString> numbers{{QStringLiteral("torch"), request.version.text()},
                                         {QStringLiteral("build"), request.build},
                                         {QStringLiteral("cuda"), question.cuda.text()}};
    const bool isByDefault = request.build.isEmpty() && question.cuda.isNull();
    if (request.build == QLatin1String("cpu") || (isByDefault && question.system == HostSystem::Windows)) {
        return refused(
            reason("cpu-build", CompatVerdict::Fails,
                   request.build.isEmpty()
                       ? Words::tr("On Windows, pip installs a build of %1 for the CPU unless an index is named: it uses no GPU.").arg(name)
                       : Words::tr("This is the build of %1 for the CPU: it uses no GPU.").arg(name),
                   numbers, release->sources));
    }
    const Version pips = question.isX86 ? release->defaultCuda : Version();
    const Version cuda = question.cuda.isNull() ? pips : question.cuda;
    const auto build = std::find_if(release->builds.begin(), release->builds.end(), [&](const TorchBuild &one) {
        return request.build.isEmpty() ? !cuda.isNull() && one.cuda == cuda.first(2) : one.tag == request.build;
    });
    if (build == release->builds.end()) {
        if (isByDefault) {
            FrameworkNeed need;
            need.missing = Words::tr("It is unknown which build of %1 pip installs: name one of %2, like --torch %3+%4.")
                               .arg(name, buildNames(*release), request.version.text(), release->builds.first().tag);
            return need;
        }
        return refused(reason(
            "no-build", CompatVerdict::Fails,
            Words::tr("There is no build of %1 for %2: published are %3.")
                .arg(name, request.build.isEmpty() ? QStringLiteral("CUDA ") + cuda.first(2).text() : request.build, buildNames(*release)),
            numbers, release->sources));
    }
    FrameworkNeed need;
    need.cuda = CudaNeed{Words::tr("%1 (%2)").arg(name, build->tag), build->cuda, false, {}, build->sources};
    need.cudnn = build->cudnn;
    const QString codes = question.system == HostSystem::Windows ? build->codeWindows : question.isX86 ? build->codeLinux : build->codeArm;
    need.code.known = codes.isEmpty() ? GpuCode::Known::Part : GpuCode::Known::List;
    need.code.codes = codes.isEmpty() && question.isX86 ? build->codeMembers.join(u';') : codes;
    need.code.sources = build->sources;
    if (codes.isEmpty()) {
        for (const TorchRelease &other : facts.torch) {
            const auto same = std::find_if(other.builds.begin(), other.builds.end(),
                                           [&](const TorchBuild &one) { return one.tag == build->tag && !one.codeLinux.isEmpty(); });
            if (same != other.builds.end() && question.system == HostSystem::Linux && question.isX86)
                need.code.hint = Words::tr("The %1 build of %2 has code for %3.")
                                     .arg(build->tag, other.first.text(), QString(same->codeLinux).replace(u';', QStringLiteral(", ")));
        }
    }
    if (isByDefault) {
        need.reasons << reason(
            "pip-default", CompatVerdict::Runs,
            Words::tr("`pip install torch==%1` installs the build for CUDA %2.").arg(request.version.text(), build->cuda.text()), numbers,
            release->sources);
    }
    return need;
}

FrameworkNeed tensorflowNeed(const FrameworkRequest &request, const CompatQuestion &question, const CompatFacts &facts)
{
    const auto release = std::find_if(facts.tensorflow.begin(), facts.tensorflow.end(),
                                      [&](const TensorflowRelease &one) { return one.version.first(2) == request.version.first(2); });
    if (release == facts.tensorflow.end())
        return notKnown(request, facts);
    const QString name = Words::tr("TensorFlow %1").arg(request.version.text());
    QMap<QString, QString> numbers{{QStringLiteral("tensorflow"), request.version.text()},
                                   {QStringLiteral("built_with"), release->cuda.text()},
                                   {QStringLiteral("cudnn"), release->cudnn.text()},
                                   {QStringLiteral("cuda"), question.cuda.text()}};
    if (request.build == QLatin1String("cpu"))
        return refused(reason("cpu-build", CompatVerdict::Fails,
                              Words::tr("This is the build of %1 for the CPU: it uses no GPU.").arg(name), numbers, release->sources));
    if (question.system == HostSystem::Windows && request.version.first(2) > Version::parse(u"2.10").value()) {
        return refused(reason("no-build", CompatVerdict::Fails,
                              Words::tr("TensorFlow uses no GPU on Windows itself since 2.11. WSL 2 is the way there."), numbers,
                              release->sources));
    }
    FrameworkNeed need;
    if (!question.isX86) {
        need.missing = Words::tr("No source says whether %1 has a build for GPUs on Arm.").arg(name);
        return need;
    }
    need.cuda = CudaNeed{name, release->cuda, false, {}, release->sources};
    need.cudnn = release->cudnn;
    need.code = {GpuCode::Known::Documented, {}, Version::parse(u"3.5").value(), {}, release->sources};
    if (question.cuda.isNull() || question.cuda.first(2) == release->cuda)
        return need;
    QStringList fitting;
    for (const TensorflowRelease &other : facts.tensorflow) {
        if (other.cuda == question.cuda.first(2))
            fitting << other.version.first(2).text();
    }
    QString sentence = Words::tr("%1 was built with CUDA %2 and cuDNN %3, not with CUDA %4.")
                           .arg(name, release->cuda.text(), release->cudnn.text(), question.cuda.text());
    if (!fitting.isEmpty())
        sentence += u' ' + Words::tr("Built with CUDA %1: %2.").arg(question.cuda.first(2).text(), fitting.join(QStringLiteral(", ")));
    const bool isSameMajor = question.cuda.part(0) == release->cuda.part(0);
    need.reasons << reason("no-build", isSameMajor ? CompatVerdict::RunsWithLimits : CompatVerdict::Fails,
                           sentence + u' '
                               + (isSameMajor ? Words::tr("The pair is not the tested one.")
                                              : Words::tr("It does not find the libraries of another CUDA major.")),
                           numbers, release->sources);
    return need;
}

FrameworkNeed jaxNeed(const FrameworkRequest &request, const CompatQuestion &question, const CompatFacts &facts)
{
    const QString name = Words::tr("JAX %1").arg(request.version.text());
    const JaxStep *step = nullptr;
    for (const JaxStep &one : facts.jax) {
        if (one.first <= request.version)
            step = &one;
    }
    if (!step)
        return notKnown(request, facts);
    const QMap<QString, QString> numbers{{QStringLiteral("jax"), request.version.text()},
                                         {QStringLiteral("build"), request.build},
                                         {QStringLiteral("cuda"), question.cuda.text()}};
    if (request.build == QLatin1String("cpu"))
        return refused(reason("cpu-build", CompatVerdict::Fails,
                              Words::tr("This is the build of %1 for the CPU: it uses no GPU.").arg(name), numbers, step->sources));
    if (question.system == HostSystem::Windows)
        return refused(reason("no-build", CompatVerdict::Fails, Words::tr("JAX uses no GPU on Windows itself."), numbers,
                              facts.jaxExtras.first().sources));
    FrameworkNeed need;
    const auto extra = std::find_if(facts.jaxExtras.begin(), facts.jaxExtras.end(), [&](const JaxExtra &one) {
        return request.build.isEmpty() ? !question.cuda.isNull() && one.cuda.part(0) == question.cuda.part(0) : one.name == request.build;
    });
    if (extra != facts.jaxExtras.end() && extra->cuda.part(0) > 12) {
        if (request.version < extra->first) {
            need.missing =
                Words::tr("It is unknown whether %1 has the build %2; it exists from %3 on.").arg(name, extra->name, extra->first.text());
            return need;
        }
        need.cuda = CudaNeed{Words::tr("%1 (%2)").arg(name, extra->name), extra->cuda, false, {}, extra->sources};
        need.code = {GpuCode::Known::Documented, {}, extra->capability, {}, extra->sources};
        return need;
    }
    // The newest wheels available for the requested major.
    const JaxStep::Wheel *wheel = nullptr;
    for (const JaxStep::Wheel &one : step->wheels) {
        const int asked = extra != facts.jaxExtras.end() ? extra->cuda.part(0) : question.cuda.isNull() ? 0 : question.cuda.part(0);
        if ((asked == 0 && (request.build.isEmpty() || request.build == QStringLiteral("cuda%1").arg(one.least.part(0))))
            || one.least.part(0) == asked)
            wheel = &one;
    }
    if (!wheel || (!question.cuda.isNull() && question.cuda.first(2) < wheel->least)) {
        QStringList known;
        for (const JaxStep::Wheel &one : step->wheels)
            known << (one.built == one.least ? one.least.text() : Words::tr("%1 and newer").arg(one.least.text()));
        return refused(reason("no-build", CompatVerdict::Fails,
                              Words::tr("There are no wheels of %1 for %2: they are for CUDA %3.")
                                  .arg(name, question.cuda.isNull() ? request.build : QStringLiteral("CUDA ") + question.cuda.text(),
                                       known.join(QStringLiteral(", "))),
                              numbers, step->sources));
    }
    const bool isTwelve = wheel->least.part(0) == 12;
    const JaxExtra &twelve = facts.jaxExtras.first();
    need.cuda = CudaNeed{Words::tr("%1 (CUDA %2)").arg(name, QString::number(wheel->least.part(0))),
                         wheel->built.isNull() ? wheel->least : wheel->built,
                         false,
                         {},
                         step->sources};
    need.code = {GpuCode::Known::Documented, {}, isTwelve ? twelve.capability : Version(), {}, isTwelve ? twelve.sources : step->sources};
    return need;
}

}  // namespace

QString frameworkName(const QString &name)
{
    return name == QLatin1String("torch")        ? QStringLiteral("PyTorch")
           : name == QLatin1String("tensorflow") ? QStringLiteral("TensorFlow")
                                                 : QStringLiteral("JAX");
}

FrameworkNeed needOf(const FrameworkRequest &request, const CompatQuestion &question, const CompatFacts &facts)
{
    if (request.name == QLatin1String("torch"))
        return torchNeed(request, question, facts);
    return request.name == QLatin1String("tensorflow") ? tensorflowNeed(request, question, facts) : jaxNeed(request, question, facts);
}

}  // namespace trainyard
