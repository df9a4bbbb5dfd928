// SPDX-License-Identifier: GPL-3.0-or-later
// Turns values over time into alerts that open and clear, by the rules of one run or machine. Fed in order of time; what is
// absent (NaN, or not among the readings) neither opens nor clears anything. Time counts towards "for so long" only between two
// values at most kMaxStep apart, so neither a gap nor a clock that was set lets an alert open or clear. GPUs are watched one
// by one and make one alert for each rule: 64 of them that cross a threshold together are one. Pure; memory is bounded by
// kMaxGpus for each kind.
#pragma once

#include "core/observe/alert/alertrule.h"

#include <QList>

#include <map>

namespace trainyard {

struct AlertReading {
    AlertKind kind = AlertKind::GpuIdle;
    double value = 0;                      // NaN: absent
    int gpu = -1;                          // of a GPU; -1 = of the whole
    std::optional<double> threshold = {};  // instead of the rule's, where it depends on the run
};

struct AlertChange {
    enum What : quint8 {
        Opened,
        Joined,  // more GPUs than before
        Cleared,
        NoData,  // it is open, and for kNoDataAfter no value came
    };
    What what = Opened;
    AlertKind kind = AlertKind::GpuIdle;
    qint64 timeMs = 0;  // of the reading that made the change
    QList<int> gpus;    // those beyond the threshold, by index; of the whole: empty
    double value = 0;   // the worst of them
    double threshold = 0;
};

class AlertEngine {
public:
    static constexpr std::chrono::seconds kMaxStep{60};
    static constexpr std::chrono::minutes kNoDataAfter{5};
    static constexpr int kMaxGpus = 1024;

    explicit AlertEngine(const AlertRules &rules = {}) : m_rules(rules) {}

    QList<AlertChange> feed(qint64 timeMs, const QList<AlertReading> &readings);
    // Another program, or this one before, opened it; no change comes of that.
    void restore(AlertKind kind, const QList<int> &gpus);
    // Clears what is open under a rule that is off now.
    QList<AlertChange> setRules(const AlertRules &rules, qint64 timeMs);
    QList<AlertChange> clearAll(qint64 timeMs);
    // Nothing comes at all any more: says NoData of all that is open.
    QList<AlertChange> fallSilent(qint64 timeMs);
    bool isOpen(AlertKind kind) const;

private:
    struct Series {
        qint64 last = -1;
        std::chrono::milliseconds beyond{0}, back{0};  // held so long
        double value = 0;
        bool isBeyond = false, isBack = false, isOpen = false, hasNoData = false;
    };
    using Kind = std::map<int, Series>;  // by GPU

    bool take(Series &series, const AlertRule &rule, qint64 timeMs, double value) const;
    AlertChange change(AlertChange::What what, AlertKind kind, qint64 timeMs) const;
    QList<AlertChange> clear(AlertKind kind, qint64 timeMs);

    AlertRules m_rules;
    std::map<AlertKind, Kind> m_series;
};

}  // namespace trainyard
