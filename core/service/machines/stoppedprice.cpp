// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/stoppedprice.h"

#include <algorithm>
#include <cmath>

namespace trainyard {

namespace {

constexpr qint64 kHoursOfMonth = 730;
constexpr qint64 kMostGiB = 1 << 20;  // a provider's number is not trusted

QString factOf(const DangerClocks &clocks, const QString &provider, DangerFact fact)
{
    const QList<DangerClock> known = clocks.providers.value(provider);
    const auto found = std::find_if(known.begin(), known.end(), [fact](const DangerClock &one) { return one.fact == fact; });
    return found == known.end() ? QString() : found->value;
}

// nullopt: the catalogue has no price by the GB there.
std::optional<Money> diskPrice(const InstanceRequest &request, double gibibytes, const DangerClocks &clocks, const PricingModels &pricing)
{
    const QString disk = factOf(clocks, request.providerKind, DangerFact::StoppedDisk);
    const auto model = pricing.constFind(request.providerKind);
    if (disk.isEmpty() || model == pricing.constEnd() || !(gibibytes > 0))
        return std::nullopt;
    const auto price = std::find_if(model->disks.begin(), model->disks.end(), [&request](const StoragePrice &one) {
        return one.perGBMonth && one.diskGB == 0 && one.regions.covers(request.region);
    });
    if (price == model->disks.end())
        return std::nullopt;
    const qint64 times = disk == QLatin1String("bills-double") ? 2 : 1;
    const auto perHour = price->perGBMonth->times(times * std::min<qint64>(std::llround(std::min(gibibytes, 1e6)), kMostGiB),
                                                  kHoursOfMonth);
    return perHour ? std::optional(*perHour) : std::nullopt;
}

}  // namespace

bool isFullyCharged(const QString &provider, const InstanceReport &stopped, const DangerClocks &clocks)
{
    if (stopped.isFullyCharged)
        return *stopped.isFullyCharged;
    const QString machine = factOf(clocks, provider, DangerFact::StoppedMachine);
    return machine == QLatin1String("reserved") || machine == QLatin1String("cannot");
}

std::optional<Money> stoppedPrice(const InstanceRequest &request, const QList<CloudResource> &parts, const DangerClocks &clocks,
                                  const PricingModels &pricing)
{
    if (!request.perHour)
        return std::nullopt;
    QList<Money> prices;
    for (const CloudResource &one : parts) {
        if (const auto own = one.perDay ? one.perDay->times(1, 24) : Result<Money>(Error{}); own)
            prices << *own;
        else if (const auto disk = diskPrice(request, one.gibibytes, clocks, pricing); one.kind == CloudResource::Kind::Disk && disk)
            prices << *disk;
    }
    if (parts.isEmpty()) {
        const double ordered = request.settings.value(QLatin1String(kDiskSetting)).toDouble();
        if (const auto disk = diskPrice(request, ordered, clocks, pricing))
            prices << *disk;
    }
    std::optional<Money> sum;
    for (const Money &one : std::as_const(prices)) {
        if (one.currency() != request.perHour->currency() || one.nanos() <= 0)
            continue;
        const auto both = sum ? sum->plus(one) : Result<Money>(one);
        if (both)
            sum = *both;
    }
    return sum;
}

}  // namespace trainyard
