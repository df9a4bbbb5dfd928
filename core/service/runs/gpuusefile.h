// SPDX-License-Identifier: GPL-3.0-or-later
// Which GPUs are a run's own, read from its events as they grow. Blocking reads of a local file; one thread at a time.
#pragma once

#include "core/observe/metrics/gpuuse.h"

namespace trainyard {

class GpuUseFile {
public:
    // Of the run whose metrics these are: its events lie beside them.
    explicit GpuUseFile(const QString &metricsFile);

    // Reads it when it has another size than before; of a long one the end.
    const GpuUse &read();

private:
    QString m_file;
    qint64 m_size = -1;
    GpuUse m_use;
};

}  // namespace trainyard
