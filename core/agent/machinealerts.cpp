// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/machinealerts.h"

#include "core/observe/alert/alert.h"
#include "core/service/runs/services.h"

#include <algorithm>

namespace trainyard {

namespace {

// The other kinds judge whether a run uses its resources.
bool isWatched(AlertKind kind) { return kind == AlertKind::GpuTemperature || kind == AlertKind::GpuLost || kind == AlertKind::DiskFull; }

}  // namespace

struct MachineAlerts::Watched {
    explicit Watched(const AlertRules &r) : rules(r), engine(r) {}

    AlertRules rules;
    AlertEngine engine;
    SampleReadings readings;
    qint64 last = 0;  // time of the last sample fed
    bool isSilent = false;
};

MachineAlerts::MachineAlerts(Services &services) : m_services(services) {}

MachineAlerts::~MachineAlerts() = default;

bool MachineAlerts::isOfMachines(const Alert &alert) { return !alert.runId.isSet() && isWatched(alert.kind); }

QList<MachineAlerts::Change> MachineAlerts::look(const QList<Machine> &machines, const QList<MachineId> &followed, const AlertRules &rules,
                                                 const QList<Alert> &open, qint64 nowMs)
{
    QList<Change> changes;
    std::erase_if(m_watched, [&](const auto &one) {
        return std::none_of(machines.begin(), machines.end(), [&one](const Machine &machine) { return machine.id == one.first; });
    });
    for (const Machine &machine : machines) {
        if (machine.isSimulated)
            continue;
        auto &watched = m_watched[machine.id];
        const auto add = [&](const QList<AlertChange> &all) {
            for (const AlertChange &change : all)
                changes << Change{machine.name, watched->readings.isSimulated(), change};
        };
        if (!watched) {
            watched = std::make_unique<Watched>(rules);
            for (const Alert &alert : open) {
                if (isOfMachines(alert) && alert.machine == machine.name)
                    watched->engine.restore(alert.kind, alert.gpus);
            }
        }
        if (!(watched->rules == rules)) {
            watched->rules = rules;
            add(watched->engine.setRules(rules, nowMs));
        }
        if (followed.contains(machine.id)) {
            add(watched->engine.clearAll(nowMs));
            watched->last = 0;
            continue;
        }
        MachineWatch *const watch = m_services.machines.watch(machine.id);
        if (!watch)
            continue;
        const auto &history = watch->history();
        if (!history.empty() && history.back().timeMs < watched->last)
            watched->last = 0;  // its clock was set back
        const auto first = std::find_if(history.rbegin(), history.rend(), [&](const MachineSample &sample) {
                               return sample.timeMs <= watched->last;
                           }).base();
        for (auto sample = first; sample != history.end(); ++sample) {
            QList<AlertReading> readings = watched->readings.feed(*sample);
            readings.removeIf([](const AlertReading &reading) { return !isWatched(reading.kind); });
            add(watched->engine.feed(sample->timeMs, readings));
            watched->last = sample->timeMs;
        }
        const bool isSilent = watch->linkState() != LinkState::Live;
        if (!std::exchange(watched->isSilent, isSilent) && isSilent)
            add(watched->engine.fallSilent(watched->last));
    }
    return changes;
}

}  // namespace trainyard
