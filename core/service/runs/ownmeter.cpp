// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/ownmeter.h"

#include <algorithm>
#include <limits>
#include <set>

namespace trainyard {

namespace {

constexpr qint64 kGoesOn = std::numeric_limits<qint64>::max();

struct OwnSpan {
    const Run *run = nullptr;
    qint64 from = 0, to = kGoesOn;
};

// When the run was active on the machine without costing anything else.
std::optional<OwnSpan> ownSpan(const Run &run, MachineId machine, const QList<Rental> &rentals)
{
    const bool isOver = hasEnded(run.state);
    if (run.isSimulated || !run.started.isValid() || !run.isOn(machine) || (isOver && !run.ended.isValid())
        || (run.price && run.price->nanos() > 0))
        return std::nullopt;
    OwnSpan span{&run, run.started.toSecsSinceEpoch(), isOver ? run.ended.toSecsSinceEpoch() : kGoesOn};
    for (const Rental &rental : rentals) {
        if (rental.machineId != machine)
            continue;
        const qint64 began = rental.began.toSecsSinceEpoch(), ended = rental.ended.isValid() ? rental.ended.toSecsSinceEpoch() : kGoesOn;
        if (began < span.to && ended > span.from)
            return std::nullopt;
    }
    return span.to > span.from ? std::optional(span) : std::nullopt;
}

// Between two turns the same runs are active.
Result<void> meterMachine(const OwnMachineCost &machine, const QList<OwnSpan> &spans, const QHash<RunId, GpuEnergy> &energies,
                          QList<MeteredRental> &metered)
{
    std::set<qint64> turns;
    for (const OwnSpan &span : spans)
        turns.insert({span.from, span.to});
    for (auto turn = turns.begin(); turn != turns.end() && std::next(turn) != turns.end(); ++turn) {
        const qint64 from = *turn, to = *std::next(turn);
        MeteredRental part;
        part.span = {from, to == kGoesOn ? std::nullopt : std::optional(to)};
        GpuEnergy energy;
        for (const OwnSpan &span : spans) {
            if (span.from > from || span.to < to)
                continue;
            part.runs << MeteredRun{span.run->id, span.run->project, part.span};
            // The samples are those of the machine that leads the run.
            if (span.run->head().machineId == machine.id)
                energy = energy.plus(energies.value(span.run->id));
        }
        if (part.runs.isEmpty())
            continue;
        const auto watts = energy.watts();
        TRY(const auto perHour, hourlyCost(withGpus(machine.figures, watts ? watts : machine.gpuWatts)));
        part.perHour = perHour;
        metered << part;
    }
    return {};
}

}  // namespace

const OwnMachineCost *OwnMeter::machine(MachineId id) const
{
    const auto found = std::find_if(machines.begin(), machines.end(), [id](const OwnMachineCost &one) { return one.id == id; });
    return found == machines.end() ? nullptr : &*found;
}

Result<OwnMeter> ownMeter(const StateDatabase &store, const QList<Run> &runs, const QList<Rental> &rentals, const MeterTimes &times)
{
    OwnMeter meter;
    TRY(const auto figures, store.own.all());
    if (figures.isEmpty())
        return meter;
    TRY(const auto machines, store.machines.all());
    TRY(const auto energies, store.own.energies());
    for (const Machine &machine : machines) {
        const auto own = figures.constFind(machine.id);
        if (own == figures.constEnd())
            continue;
        OwnMachineCost cost{machine.id, machine.name, *own, {}, {}};
        GpuEnergy all;
        QList<OwnSpan> spans;
        for (const Run &run : runs) {
            if (run.head().machineId == machine.id)
                all = all.plus(energies.value(run.id));
            if (const auto span = ownSpan(run, machine.id, rentals))
                spans << *span;
        }
        cost.gpuWatts = all.watts();
        TRY(const auto perHour, hourlyCost(withGpus(*own, cost.gpuWatts)));
        cost.perHour = perHour;
        meter.machines << cost;
        TRY_DO(meterMachine(cost, spans, energies, meter.metered));
    }
    TRY(auto readings, readMeter(meter.metered, times));
    meter.readings = std::move(readings);
    return meter;
}

}  // namespace trainyard
