// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the figures of one run from its copy on this computer: of a log and samples that grow, only what is new. Those of a run that has
// ended are kept beside its copy (`figures.json`, derived: it may be deleted at any time) until the copy grows. Blocking; one thread at a
// time.
#pragma once

#include "core/base/paths.h"
#include "core/model/run.h"
#include "core/observe/diagnosis/runfigures.h"
#include "core/observe/metrics/sample.h"
#include "core/observe/trainlog/trainingcurve.h"
#include "core/observe/trainlog/traininglog.h"
#include "core/service/runs/eventfolder.h"

#include <functional>

namespace trainyard {

// What costs time to read.
struct FigureParts {
    bool series = false, busy = false, useful = false;
    bool operator==(const FigureParts &) const = default;
};
bool hasParts(const RunFigures &figures, const FigureParts &parts);

// Grows with the run's files: as long as it is the same, so are its figures.
qint64 figureBytes(const RunId &runId, const Paths &paths);

class RunFiguresReader {
public:
    RunFiguresReader(const RunId &runId, const Paths &paths);

    // nullopt: `goesOn` returned false in the middle of it; what was read so far is not lost.
    std::optional<RunFigures> read(const Run &run, const FigureParts &parts, const std::function<bool()> &goesOn);

private:
    void readTask(RunFigures &figures) const;
    bool readSeries(const QString &expression, bool isOver, const std::function<bool()> &goesOn, RunFigures &figures);
    void readUseful(const Run &run, RunFigures &figures) const;
    bool readBusy(const std::function<bool()> &goesOn, RunFigures &figures);

    const RunId m_runId;
    const Paths m_paths;
    const QString m_folder;
    std::unique_ptr<TrainingLog> m_log;  // null: nothing was read yet
    QString m_expression;
    std::unique_ptr<TrainingCurve> m_curve;
    EventFolder m_events;
    qint64 m_logAt = 0, m_samplesAt = 0;
    std::unique_ptr<SampleParser> m_samples;
    double m_busySum = 0;
    qint64 m_busyCount = 0;
};

}  // namespace trainyard
