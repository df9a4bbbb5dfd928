// SPDX-License-Identifier: GPL-3.0-or-later
// Turns values over time into alerts that open and clear, by the rules of one run or machine. Values are fed in order of time; an absent
// value (NaN, or missing from the readings) neither opens nor clears anything. Time counts towards a rule's duration only between two
// values at most kMaxStep apart, so neither a gap nor a clock that was set lets an alert open or clear. GPUs are watched one by one and
// make one alert per rule: 64 of them that cross a threshold together are one alert. Pure; memory is bounded by kMaxGpus per kind.
#pragma once

#include "core/observe/alert/alertrule.h"

#include <QList>

#include <map>

namespace trainyard {

struct AlertReading {
    AlertKind kind = AlertKind::GpuIdle;
    double value = 0;                      // NaN: absent
    int gpu = -1;                          // -1 = not about one GPU
    std::optional<double> threshold = {};  // replaces the rule's threshold if it depends on the run
};

struct AlertChange {
    enum What : quint8 {
        Opened,
        Joined,  // more GPUs crossed the threshold
        Cleared,
        NoData,  // it is open, and no value came for kNoDataAfter
    };
    What what = Opened;
    AlertKind kind = AlertKind::GpuIdle;
    qint64 timeMs = 0;  // of the reading that caused the change
    QList<int> gpus;    // those beyond the threshold, by index; empty if it is not about GPUs
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
    // Another program, or an earlier start of this one, opened it; no change results.
    void restore(AlertKind kind, const QList<int> &gpus);
    // Clears open alerts whose rule is now off.
    QList<AlertChange> setRules(const AlertRules &rules, qint64 timeMs);
    QList<AlertChange> clearAll(qint64 timeMs);
    // No more data arrives at all: returns NoData for everything that is open.
    QList<AlertChange> fallSilent(qint64 timeMs);
    bool isOpen(AlertKind kind) const;

private:
    struct Series {
        qint64 last = -1;
        std::chrono::milliseconds beyond{0}, back{0};  // held for this long
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
