// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/history/runhistory.h"

#include "core/storage/history/historyfiller.h"
#include "core/storage/history/internal/metricblock.h"

#include <algorithm>

namespace trainyard {
namespace {

constexpr qint64 kMinute = 60'000, kHour = 3'600'000, kDay = 86'400'000;  // ms
constexpr qint64 kMaxValues = 4'000'000;                                  // loaded moment by moment: 20 MB
constexpr qint64 kOverviewEntries = 500;                                  // every second pixel of a chart; finer data is read on demand

}  // namespace

LoadedHistory loadHistory(const QString &metricsFile)
{
    LoadedHistory loaded;
    const auto store = MetricStore::openToRead(HistoryFiller::storeFile(metricsFile));
    if (!store)
        return loaded;
    const auto failed = [&loaded](const Error &error) {
        loaded.isDamaged = error.code == ErrorCode::Corrupt;
        return std::move(loaded);
    };
    const auto position = (*store)->position();
    const auto extent = (*store)->extent();
    const auto gpus = (*store)->gpus();
    if (!position || !extent || !gpus)
        return failed(!position ? position.error() : !extent ? extent.error() : gpus.error());
    if (extent->last == 0 || !MetricFeed::fits(metricsFile, *position))
        return loaded;
    const qint64 series = qint64(kHostMetrics + size_t(gpus->size()) * kGpuMetrics);
    const qint64 span = std::clamp(kMaxValues / series * 1000, kHour, kDay);  // at one moment a second
    // Start at a whole hour, so that no summary is split.
    const qint64 recent = std::max(extent->first, (extent->last - span) / kHour * kHour);
    RunMetrics metrics;
    if (extent->first < recent) {
        auto overview = (*store)->digest(extent->first, recent, std::max(kMinute, (recent - extent->first) / kOverviewEntries));
        if (!overview)
            return failed(overview.error());
        cutFrom(*overview, recent);
        metrics.setOverview(*overview);
    }
    const auto moments = (*store)->digest(recent, extent->last + 1, 0);
    if (!moments)
        return failed(moments.error());
    metrics.append(*moments);
    loaded.metrics = std::move(metrics);
    loaded.position = *position;
    return loaded;
}

void readLogSizes(const QString &metricsFile, const std::function<void(const QList<LogSize> &)> &take)
{
    if (const auto store = MetricStore::openToRead(HistoryFiller::storeFile(metricsFile)))
        static_cast<void>((*store)->logSizes(take));  // a log without times is better than none
}

Result<std::shared_ptr<const MetricDigest>> readHistory(const QString &metricsFile, qint64 from, qint64 to, qint64 width)
{
    TRY(const auto store, MetricStore::openToRead(HistoryFiller::storeFile(metricsFile)));
    const qint64 margin = (to - from) / 4;
    TRY(auto digest, store->digest(std::max<qint64>(0, from - margin), to + margin, width));
    return std::shared_ptr<const MetricDigest>(std::make_shared<MetricDigest>(std::move(digest)));
}

}  // namespace trainyard
