// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/alert/alertengine.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace trainyard {

using std::chrono::milliseconds;

// True when it opened or cleared.
bool AlertEngine::take(Series &series, const AlertRule &rule, qint64 timeMs, double value) const
{
    milliseconds step(series.last < 0 ? 0 : timeMs - series.last);
    if (step < milliseconds(0) || step > kMaxStep)
        step = milliseconds(0);
    series.last = timeMs;
    series.value = value;
    series.hasNoData = false;
    const bool wasBeyond = std::exchange(series.isBeyond, rule.isBeyond(value));
    const bool wasBack = std::exchange(series.isBack, rule.isBack(value));
    series.beyond = series.isBeyond && wasBeyond ? series.beyond + step : milliseconds(0);
    series.back = series.isBack && wasBack ? series.back + step : milliseconds(0);
    if (series.isOpen ? series.isBack && series.back >= rule.clearAfter : series.isBeyond && series.beyond >= rule.openAfter) {
        series.isOpen = !series.isOpen;
        return true;
    }
    return false;
}

QList<AlertChange> AlertEngine::feed(qint64 timeMs, const QList<AlertReading> &readings)
{
    QList<AlertChange> changes;
    std::set<AlertKind> wereOpen, grew, shrank;
    for (const auto &[kind, all] : m_series) {
        if (isOpen(kind))
            wereOpen.insert(kind);
    }
    for (const AlertReading &reading : readings) {
        AlertRule rule = m_rules.of(reading.kind);
        if (!rule.isOn || std::isnan(reading.value))
            continue;
        if (reading.threshold) {
            rule.clear *= rule.threshold > 0 ? *reading.threshold / rule.threshold : 1;
            rule.threshold = *reading.threshold;
        }
        Kind &all = m_series[reading.kind];
        const auto known = all.find(reading.gpu);
        if (known == all.end() && all.size() >= size_t(kMaxGpus))
            continue;
        Series &series = known == all.end() ? all[reading.gpu] : known->second;
        if (take(series, rule, timeMs, reading.value))
            (series.isOpen ? grew : shrank).insert(reading.kind);
    }
    for (const AlertKind kind : grew)
        changes << change(wereOpen.count(kind) > 0 ? AlertChange::Joined : AlertChange::Opened, kind, timeMs);
    for (const AlertKind kind : shrank) {
        if (!isOpen(kind))
            changes << change(AlertChange::Cleared, kind, timeMs);
    }
    for (auto &[kind, all] : m_series) {
        bool hasFallenSilent = false;
        for (auto &[gpu, series] : all) {
            if (series.isOpen && !series.hasNoData && series.last >= 0 && milliseconds(timeMs - series.last) >= kNoDataAfter)
                hasFallenSilent = series.hasNoData = true;
        }
        if (hasFallenSilent)
            changes << change(AlertChange::NoData, kind, timeMs);
    }
    return changes;
}

void AlertEngine::restore(AlertKind kind, const QList<int> &gpus)
{
    const QList<int> which = gpus.isEmpty() ? QList<int>{-1} : gpus;
    for (const int gpu : which) {
        if (m_series[kind].size() < size_t(kMaxGpus))
            m_series[kind][gpu].isOpen = true;
    }
}

bool AlertEngine::isOpen(AlertKind kind) const
{
    const auto all = m_series.find(kind);
    return all != m_series.end() && std::any_of(all->second.begin(), all->second.end(), [](const auto &one) { return one.second.isOpen; });
}

AlertChange AlertEngine::change(AlertChange::What what, AlertKind kind, qint64 timeMs) const
{
    const AlertRule &rule = m_rules.of(kind);
    AlertChange change{what, kind, timeMs, {}, std::nan(""), rule.threshold};
    for (const auto &[gpu, series] : m_series.at(kind)) {
        if (what != AlertChange::Cleared && !series.isOpen)
            continue;
        if (gpu >= 0 && what != AlertChange::Cleared)
            change.gpus << gpu;
        const bool isWorse = rule.comparison == AlertComparison::AtLeast ? series.value > change.value : series.value < change.value;
        if (series.last >= 0 && (std::isnan(change.value) || isWorse))
            change.value = series.value;
    }
    return change;
}

QList<AlertChange> AlertEngine::clear(AlertKind kind, qint64 timeMs)
{
    if (!isOpen(kind))
        return {};
    for (auto &[gpu, series] : m_series[kind])
        series.isOpen = false;
    return {change(AlertChange::Cleared, kind, timeMs)};
}

QList<AlertChange> AlertEngine::setRules(const AlertRules &rules, qint64 timeMs)
{
    QList<AlertChange> changes;
    m_rules = rules;
    for (int i = 0; i < kAlertKinds; ++i) {
        if (m_rules.of(AlertKind(i)).isOn)
            continue;
        changes += clear(AlertKind(i), timeMs);
        m_series.erase(AlertKind(i));
    }
    return changes;
}

QList<AlertChange> AlertEngine::clearAll(qint64 timeMs)
{
    QList<AlertChange> changes;
    for (int i = 0; i < kAlertKinds; ++i)
        changes += clear(AlertKind(i), timeMs);
    m_series.clear();
    return changes;
}

QList<AlertChange> AlertEngine::fallSilent(qint64 timeMs)
{
    QList<AlertChange> changes;
    for (auto &[kind, all] : m_series) {
        bool isNew = false;
        for (auto &[gpu, series] : all)
            isNew = isNew || (series.isOpen && !std::exchange(series.hasNoData, true));
        if (isNew)
            changes << change(AlertChange::NoData, kind, timeMs);
    }
    return changes;
}

}  // namespace trainyard
