// SPDX-License-Identifier: GPL-3.0-or-later
// The events of a run, for the charts and the list: its events file, facts of the run, links lost while it was watched, and events from
// other sources. One thread.
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
    // Reads the file if its size changed; only the last 256 KiB of a longer file.
    void read(const QString &fileName);
    const GpuUse &gpuUse() const { return m_gpuUse; }  // GPU use according to the file
    // `machineNow`: the machine's clock at its last answer.
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
