// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/healthjudge.h"

#include "core/knowledge/health/internal/checklist.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::HealthJudge)
};

}  // namespace

HealthReport judgeHealth(const CheckAnswer &answer, const HealthRequest &request, const std::optional<ClockReading> &clock,
                         const HealthFacts &facts)
{
    Checklist list(answer, request, clock, facts);
    list.report.hostName = list.host.value("host").left(100);
    list.report.system = list.host.value("system").left(100);
    list.report.kernel = list.host.value("kernel").left(100);
    list.report.user = list.host.value("user").left(60);
    list.report.isWhole = answer.isWhole();
    if (!list.smi.hasSimulated()) {
        list.report.driverVersion = list.smi.driver;
        list.report.cudaVersion = list.smi.cuda;
    }
    if (!answer.isWhole()) {
        HealthFinding &finding = list.add("whole", HealthSection::Driver, HealthState::Unknown,
                                          Words::tr("The check did not finish on the machine; missing results count as unknown."));
        finding.remedy = Words::tr("Check again; if it ends early each time, find out what ends the session.");
    }
    checkDriver(list);
    checkGpus(list);
    checkGpuMemory(list);
    checkClocks(list);
    checkLinks(list);
    checkTime(list);
    if (!answer.has(QStringLiteral("workplace"))) {
        checkKernelLog(list);
        checkContainers(list);
        checkStorage(list);
        checkHost(list);
        checkLimits(list);
        checkNetwork(list);
        checkProcesses(list);
    }
    std::stable_sort(list.report.findings.begin(), list.report.findings.end(), [](const HealthFinding &a, const HealthFinding &b) {
        return a.section != b.section ? a.section < b.section : a.state > b.state;
    });
    return list.report;
}

}  // namespace trainyard
