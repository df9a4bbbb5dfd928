// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the metric store: a period of one source (the host, or one GPU) as packed bytes, and digests made from them. The resolutions
// and the format: docs/history.md. Internal to core/storage/history; pure.
//
// The host's row determines which moments (or summaries) the period has; the rows of GPUs match it entry by entry.
#pragma once

#include "core/observe/metrics/metric.h"
#include "core/observe/metrics/sample.h"

#include <QByteArray>

namespace trainyard {

inline constexpr size_t kMaxEntries = 4096;  // of one row; further moments in a minute are left out

QByteArray packHost(const MetricDigest &digest, qint64 base);
QByteArray packGpu(const MetricDigest &digest, size_t gpu);  // empty if nothing is known

// Append to the digest; false if the bytes are damaged. A row of summaries only fits a digest with step > 0, and vice versa. `first` is
// the digest's size before its host row was added.
bool unpackHost(QByteArrayView bytes, qint64 base, MetricDigest &digest);
bool unpackGpu(QByteArrayView bytes, const GpuIdentity &gpu, size_t first, MetricDigest &digest);

QByteArray packSizes(const QList<LogSize> &sizes);
bool unpackSizes(QByteArrayView bytes, QList<LogSize> &sizes);  // appends

MetricDigest::Gpu &gpuOf(MetricDigest &digest, const GpuIdentity &gpu);  // added if it is not there

// Appends the data of `of`, as summaries of `group` consecutive entries each; of all of them if 0.
void appendSummaries(MetricDigest &to, const MetricDigest &of, size_t group);
// Removes the entries that end at or after `time`.
void cutFrom(MetricDigest &digest, qint64 time);

}  // namespace trainyard
