// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/compat/internal/driverrules.h"

#include "core/knowledge/compat/internal/compatreason.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::DriverRules)
};

using Numbers = QMap<QString, QString>;

QStringList together(QStringList a, const QStringList &b)
{
    a += b;
    a.removeDuplicates();
    return a;
}

// "470" is all of R470, "450.51" is R450 from there on, and so is "384.111+".
bool isDocumented(const Version &driver, const QStringList &drivers)
{
    return std::any_of(drivers.begin(), drivers.end(), [&](QString text) {
        const auto known = Version::parse(text.remove(u'+'));
        return known && known->part(0) == driver.part(0) && driver >= *known;
    });
}

// The driver is older than any that runs this CUDA; libraries in the image may compensate.
CompatReason belowFloor(const CompatQuestion &question, const GpuKind &gpu, const CudaNeed &need, const Version &floor,
                        const QStringList &sources, const CompatFacts &facts)
{
    const Version &driver = *question.driver;
    const Numbers numbers{
        {QStringLiteral("driver"), driver.text()}, {QStringLiteral("needed"), floor.text()}, {QStringLiteral("cuda"), need.cuda.text()}};
    if (!need.hasCompatLibraries || question.system == HostSystem::Windows) {
        return reason("floor", CompatVerdict::Fails,
                      Words::tr("%1 needs driver %2 or newer; %3 is older. CUDA says error 35 (insufficient driver).")
                          .arg(need.what, floor.text(), driver.text()),
                      numbers, together(sources, {QStringLiteral("CUDART-HDR")}));
    }
    const QStringList forward = together(sources, {QStringLiteral("FWD"), QStringLiteral("CUDART-HDR")});
    if (gpu.isDataCentre == false) {
        return reason(
            "forward", CompatVerdict::Fails,
            Words::tr(
                "%1 needs driver %2 or newer; %3 is older. The cuda-compat libraries of the image are for data-centre GPUs, not for %4: "
                "CUDA says error 804, or 35 without them.")
                .arg(need.what, floor.text(), driver.text(), gpu.name),
            numbers, forward);
    }
    const auto constraint = std::find_if(facts.constraints.begin(), facts.constraints.end(),
                                         [&](const ConstraintString &one) { return one.cuda == need.cuda.first(2); });
    const bool isKnown = (constraint != facts.constraints.end() && constraint->isWhole) || !need.olderDrivers.isEmpty();
    const bool isFor = (constraint != facts.constraints.end() && constraint->branches.contains(driver.part(0)))
                       || isDocumented(driver, need.olderDrivers);
    const QStringList listed = constraint == facts.constraints.end() ? forward : together(forward, constraint->sources);
    if (isFor && gpu.isDataCentre == true) {
        return reason(
            "forward", CompatVerdict::RunsWithLimits,
            Words::tr("Driver %1 is too old for %2, which needs %3, but the cuda-compat libraries in the image are for R%4 and for "
                      "data-centre GPUs like %5. They must be used inside the container.")
                .arg(driver.text(), need.what, floor.text())
                .arg(driver.part(0))
                .arg(gpu.name),
            numbers, listed);
    }
    if (isKnown && !isFor) {
        return reason(
            "forward", CompatVerdict::Fails,
            Words::tr(
                "%1 needs driver %2 or newer; %3 is older, and the cuda-compat libraries in the image are not for R%4: CUDA says error 35.")
                .arg(need.what, floor.text(), driver.text())
                .arg(driver.part(0)),
            numbers, listed);
    }
    return reason(
        "forward", CompatVerdict::Unknown,
        Words::tr(
            "Driver %1 is too old for %2, which needs %3. Whether the cuda-compat libraries in the image work with R%4 and %5 is not known.")
            .arg(driver.text(), need.what, floor.text())
            .arg(driver.part(0))
            .arg(gpu.name),
        numbers, listed);
}

}  // namespace

DriverCuda cudaOf(const Version &driver, const CompatFacts &facts)
{
    DriverCuda cuda;
    for (const DriverBranch &branch : facts.branches) {
        if (branch.cuda.isNull())
            continue;
        if (branch.branch <= driver.part(0)) {
            cuda.least = branch.cuda;
            cuda.sources = branch.sources;
        }
        if (branch.branch >= driver.part(0)) {
            cuda.most = branch.cuda;
            cuda.sources = together(cuda.sources, branch.sources);
            break;
        }
    }
    return cuda;
}

void judgeDriver(const CompatQuestion &question, const CompatFacts &facts, QList<CompatReason> &reasons)
{
    const Version &driver = *question.driver;
    if (question.system == HostSystem::Windows)
        return;  // the facts about branches and releases are for Linux
    for (const UnpublishedDriver &one : facts.unpublished) {
        if (one.version != driver || question.isSeen)
            continue;
        reasons << reason("unpublished", CompatVerdict::Unknown,
                          Words::tr("NVIDIA published no driver %1; %2 exist. The result is based on its number alone.")
                              .arg(driver.text(), one.published.join(QStringLiteral(", "))),
                          {{QStringLiteral("driver"), driver.text()}, {QStringLiteral("published"), one.published.join(u' ')}},
                          one.sources);
    }
    const DriverBranch *branch = facts.branch(driver.part(0));
    if (!branch)
        return;
    const bool isPast = !branch->end.isEmpty() && !question.month.isEmpty() && branch->end < question.month;
    if (isPast || branch->isEnded.value_or(false)) {
        const QString when =
            branch->end.isEmpty()
                ? Words::tr("R%1 has reached its end of life: it gets no more fixes, security ones included.").arg(branch->branch)
                : Words::tr("R%1 reached its end of life in %2: it gets no more fixes, security ones included.")
                      .arg(branch->branch)
                      .arg(branch->end);
        reasons << reason("branch-end", CompatVerdict::Runs, when,
                          {{QStringLiteral("branch"), QString::number(branch->branch)}, {QStringLiteral("end"), branch->end}},
                          branch->sources);
    }
}

void judgeDriverForGpu(const CompatQuestion &question, const GpuKind &gpu, const CompatFacts &facts, QList<CompatReason> &reasons)
{
    const Version &driver = *question.driver;
    const GpuArchitecture *architecture = gpu.capability ? facts.architecture(*gpu.capability) : nullptr;
    if (!architecture || question.isSeen || question.system == HostSystem::Windows)
        return;
    const Numbers numbers{{QStringLiteral("driver"), driver.text()}, {QStringLiteral("compute_capability"), gpu.capability->text()}};
    if (architecture->lastBranch > 0 && driver.part(0) > architecture->lastBranch) {
        reasons << reason("gpu-dropped", CompatVerdict::Fails,
                          Words::tr("R%1 was the last driver branch for %2 (%3); driver %4 does not support it.")
                              .arg(architecture->lastBranch)
                              .arg(gpu.name, architecture->name, driver.text()),
                          numbers, architecture->sources);
        return;
    }
    const DriverCuda cuda = cudaOf(driver, facts);
    if (!cuda.isBelow(architecture->firstCuda))
        return;
    const QStringList sources = together(architecture->sources, cuda.sources);
    const QString facts_ = Words::tr("CUDA %1 is the first for %2 (compute capability %3); driver %4 is of CUDA %5.")
                               .arg(architecture->firstCuda.text(), gpu.name, gpu.capability->text(), driver.text(), cuda.most->text());
    reasons << (architecture->isFirstCudaOfNvidia
                    ? reason("gpu-too-new", CompatVerdict::Fails, facts_ + u' ' + Words::tr("It is older than the GPU."), numbers, sources)
                    : reason("gpu-too-new", CompatVerdict::Unknown, facts_ + u' ' + Words::tr("It is unknown whether it supports the GPU."),
                             numbers, sources));
}

void judgeDriverForCuda(const CompatQuestion &question, const GpuKind &gpu, const CudaNeed &need, const CompatFacts &facts,
                        QList<CompatReason> &reasons)
{
    const Version &driver = *question.driver;
    const bool isLinux = question.system == HostSystem::Linux;
    const CudaToolkit *toolkit = facts.toolkit(need.cuda);
    const CudaFamily *family = facts.family(need.cuda.part(0));
    const Version own = !toolkit ? Version() : isLinux ? toolkit->linuxLeast : toolkit->windowsLeast;
    const Version floor = !family ? Version() : isLinux ? family->linuxLeast : family->windowsLeast;
    const bool isOld = need.cuda.part(0) <= 10;  // no minor-version compatibility yet
    const DriverCuda cuda = isLinux ? cudaOf(driver, facts) : DriverCuda{};
    QStringList sources = toolkit ? toolkit->sources : QStringList();
    const bool isEnough = own.isNull() ? cuda.isAtLeast(need.cuda) : driver >= own;
    const Numbers numbers{{QStringLiteral("driver"), driver.text()},
                          {QStringLiteral("needed"), (isOld ? own : floor).text()},
                          {QStringLiteral("own_driver"), own.text()},
                          {QStringLiteral("cuda"), need.cuda.text()}};
    if (isEnough) {
        reasons << reason(
            "backward", CompatVerdict::Runs,
            own.isNull()
                ? Words::tr("Driver %1 is of a newer CUDA than %2 needs (CUDA %3).").arg(driver.text(), need.what, need.cuda.text())
                : Words::tr("Driver %1 is new enough for all of %2 (CUDA %3 comes with %4).")
                      .arg(driver.text(), need.what, toolkit->version.text(), own.text()),
            numbers, own.isNull() ? cuda.sources : together(sources, need.sources));
        return;
    }
    if ((isOld && own.isNull()) || (!isOld && floor.isNull())) {
        reasons << reason("no-figure", CompatVerdict::Unknown, Words::tr("The driver that CUDA %1 needs is unknown.").arg(need.cuda.text()),
                          numbers, {});
        return;
    }
    sources = together(together(family ? family->sources : QStringList(), sources), need.sources);
    if (!isOld && driver >= floor) {
        reasons << reason(
            "minor", CompatVerdict::RunsWithLimits,
            own.isNull()
                ? Words::tr("Driver %1 runs every CUDA %2 (%3 or newer), within limits: nothing compiled at run time from PTX of CUDA %4 "
                            "(error 222), "
                            "no calls that need a newer driver (error 36).")
                      .arg(driver.text())
                      .arg(need.cuda.part(0))
                      .arg(floor.text(), need.cuda.text())
                : Words::tr("Driver %1 runs every CUDA %2 (%3 or newer), within limits: nothing compiled at run time from PTX of CUDA %4 "
                            "(error 222), "
                            "no calls that need a newer driver (error 36). All of it works from %5 on.")
                      .arg(driver.text())
                      .arg(need.cuda.part(0))
                      .arg(floor.text(), need.cuda.text(), own.text()),
            numbers, together(sources, {QStringLiteral("MVC"), QStringLiteral("CUDART-HDR")}));
        if (isLinux && need.hasCompatLibraries && gpu.isDataCentre == false) {
            reasons << reason(
                "compat-libraries", CompatVerdict::RunsWithLimits,
                Words::tr(
                    "The image carries cuda-compat libraries, newer than driver %1 and not for %2. Where they take the place of the "
                    "driver's own, CUDA says "
                    "error 804: keep /usr/local/cuda/compat out of the library path, or set cuda-compat-mode to disabled in the NVIDIA "
                    "Container Toolkit.")
                    .arg(driver.text(), gpu.name),
                numbers, {QStringLiteral("FWD"), QStringLiteral("CTK"), QStringLiteral("CUDART-HDR")});
        }
        return;
    }
    reasons << belowFloor(question, gpu, need, isOld ? own : floor, sources, facts);
}

}  // namespace trainyard
