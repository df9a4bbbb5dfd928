// SPDX-License-Identifier: GPL-3.0-or-later
// What this computer knows about a rental before it costs anything; nothing is asked. Pure, any thread.
#pragma once

#include "core/knowledge/cost/budget.h"
#include "core/model/instance.h"
#include "core/provider/interface/machineprovider.h"
#include "core/service/clouds/rentfindings.h"
#include "core/service/machines/compatadvisor.h"

namespace trainyard {

// How long earlier machines took from the request until they were ready.
struct ReadyTime {
    std::chrono::seconds median{0}, slowest{0};
    int machines = 0;
};
inline constexpr char kReadyAfterSetting[] = "ready-after";  // a setting of a request, in seconds; set once the machine was ready
// Of this type at this provider; nullopt: none was ready so far.
std::optional<ReadyTime> readyTime(const QList<Instance> &all, const QString &providerKind, const QString &type);

// The most that it can cost by the meter's formula: the dearest of its places until the end that is reached last, with its disk and its
// public address (`partsPerHour`) where these prices are known; without traffic. nullopt: it has no end, or one that depends on the runs.
std::optional<Money> mostCost(const QList<RentPlace> &places, const RentEnd &end, const std::optional<Money> &partsPerHour,
                              const QDateTime &now);

// What the month's budget leaves for it. `most`: the most that the rental can cost; nullopt: that depends on the runs. An empty sentence:
// there is no budget in this currency.
struct MonthBudget {
    Budget budget;
    BudgetUse use;
};
RentFinding budgetFinding(const QList<MonthBudget> &budgets, const Money &perHour, const std::optional<Money> &most);

// Whether the GPU works with what the image's name says about its driver and CUDA. `image` null: the provider's own choice is used. An empty
// sentence: there is no GPU.
RentFinding imageFinding(const CompatAdvisor &advisor, const QString &gpu, const ProviderImage *image, QDate today);

}  // namespace trainyard
