// SPDX-License-Identifier: GPL-3.0-or-later
// A run's local files, read as they grow, and what they say (core/observe/diagnosis): log, metrics, and the kernel's lines beside them. Blocking reads of local files; one thread at a
// time.
#pragma once

#include "core/model/run.h"
#include "core/observe/diagnosis/runobserver.h"
#include "core/service/runs/gpuusefile.h"

namespace trainyard {

class ObservedRun {
public:
    ObservedRun(const QString &logFile, const QString &metricsFile);

    // Only so much of the log's end: enough for pace and forecast, not for Explain. Before update().
    void setMostLog(qint64 bytes) { m_mostLog = bytes; }
    // A person's own expression for lines of the log (runseries.h); before update().
    void setPattern(std::shared_ptr<const SeriesPattern> pattern);
    // How it stands as the database knows; before update().
    void setRun(const Run &run);
    // Reads what is new. A file that shrank is another one: everything starts anew. `nowMs` as RunObserver::takeLog().
    void update(std::optional<qint64> nowMs = {});
    RunObservation at(qint64 nowMs) const { return m_observer->at(nowMs); }

private:
    void startAnew();

    QString m_logFile, m_metricsFile, m_kernelFile;
    GpuUseFile m_use;
    bool m_hasKernel = false;  // read
    qint64 m_logSize = 0, m_metricsAt = 0, m_mostLog = -1;
    std::optional<ExplainEnd> m_end;
    std::shared_ptr<const SeriesPattern> m_pattern;
    std::unique_ptr<RunObserver> m_observer;
};

// Nothing while it goes on.
std::optional<ExplainEnd> endOf(const Run &run);

}  // namespace trainyard
