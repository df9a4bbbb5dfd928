// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the metric store: a stretch of one source (the host, or one GPU) as packed bytes, and digests that are made
// of them. The resolutions and the format: docs/history.md. Private to this room; pure.
//
// The host's row says which moments (or summaries) the stretch has; the rows of GPUs follow it entry by entry.
#pragma once

#include "core/observe/metrics/metric.h"
#include "core/observe/metrics/sample.h"

#include <QByteArray>

namespace trainyard {

inline constexpr size_t kMaxEntries = 4096;  // of one row; more moments than that in a minute are left out

QByteArray packHost(const MetricDigest &digest, qint64 base);
QByteArray packGpu(const MetricDigest &digest, size_t gpu);  // empty when nothing is known

// Append to the digest; false when the bytes are damaged. A row of summaries only fits a digest with step > 0, and the
// other way round. `first` is the digest's size before its host row came.
bool unpackHost(QByteArrayView bytes, qint64 base, MetricDigest &digest);
bool unpackGpu(QByteArrayView bytes, const GpuIdentity &gpu, size_t first, MetricDigest &digest);

QByteArray packSizes(const QList<LogSize> &sizes);
bool unpackSizes(QByteArrayView bytes, QList<LogSize> &sizes);  // appends

MetricDigest::Gpu &gpuOf(MetricDigest &digest, const GpuIdentity &gpu);  // added when it is not there

// Appends what `of` tells, as summaries of `group` consecutive entries each; all of them when 0.
void appendSummaries(MetricDigest &to, const MetricDigest &of, size_t group);
// Forgets the entries that end at or after `time`.
void cutFrom(MetricDigest &digest, qint64 time);

}  // namespace trainyard
