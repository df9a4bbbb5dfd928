// SPDX-License-Identifier: GPL-3.0-or-later
// What happened to a run, for the charts and the list: its events file, the facts of the run, links that were lost while
// it was watched, and what others know of it. Main thread.
#pragma once

#include "core/model/run.h"
#include "core/observe/metrics/gpuuse.h"
#include "core/service/runs/seencheckpoints.h"
#include "ui/charts/chartevent.h"

namespace trainyard {

ChartEvent checkpointEvent(const SeenCheckpoint &seen);

class RunEvents {
public:
    void clear();
    // Reads the file when it has another size than before; the last 256 KiB of a longer one.
    void read(const QString &fileName);
    const GpuUse &gpuUse() const { return m_gpuUse; }  // what the file says of the GPUs
    // `machineNow` is the machine's clock when it was last heard.
    void setLink(bool isLost, qint64 machineNow);
    // Without checkpoints that an earlier attempt wrote.
    QList<ChartEvent> list(const Run &run, const QList<ChartEvent> &others) const;

private:
    QList<ChartEvent> m_ofFile, m_ofLink;
    GpuUse m_gpuUse;
    qint64 m_size = -1;
    bool m_isLost = false;
};

}  // namespace trainyard
