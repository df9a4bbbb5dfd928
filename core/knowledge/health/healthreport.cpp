// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/healthreport.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::HealthReport)
};

}  // namespace

bool HealthReport::hasSimulatedGpus() const
{
    return std::any_of(gpus.begin(), gpus.end(), [](const HealthGpu &gpu) { return gpu.isSimulated(); });
}

int HealthReport::count(HealthState state) const
{
    return int(std::count_if(findings.begin(), findings.end(), [state](const HealthFinding &one) { return one.state == state; }));
}

QList<HealthFinding> HealthReport::in(HealthSection section) const
{
    QList<HealthFinding> found;
    std::copy_if(findings.begin(), findings.end(), std::back_inserter(found),
                 [section](const HealthFinding &one) { return one.section == section; });
    return found;
}

HealthState HealthReport::worst(HealthSection section) const
{
    const QList<HealthFinding> found = in(section);
    if (found.isEmpty())
        return HealthState::Unknown;
    return std::max_element(found.begin(), found.end(), [](const HealthFinding &a, const HealthFinding &b) { return a.state < b.state; })
        ->state;
}

QString HealthReport::summary() const
{
    return Words::tr("%1 failed, %n warning(s), %2 unknown, %3 passed.", nullptr, count(HealthState::Warning))
        .arg(count(HealthState::Bad))
        .arg(count(HealthState::Unknown))
        .arg(count(HealthState::Ok));
}

}  // namespace trainyard
