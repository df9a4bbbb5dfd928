// SPDX-License-Identifier: GPL-3.0-or-later
// Which GPUs a run itself uses, read from its events as they grow. Blocking reads of a local file; one thread at a time.
#pragma once

#include "core/observe/metrics/gpuuse.h"

namespace trainyard {

class GpuUseFile {
public:
    // `metricsFile`: the run's metrics; its events file is beside it.
    explicit GpuUseFile(const QString &metricsFile);

    // Reads the file when its size has changed; only the end of a long one.
    const GpuUse &read();

private:
    QString m_file;
    qint64 m_size = -1;
    GpuUse m_use;
};

}  // namespace trainyard
