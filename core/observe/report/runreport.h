// SPDX-License-Identifier: GPL-3.0-or-later
// The contents of a report of a run, as plain values. Texts may come from a machine and are untrusted until Markup writes them. Unknown
// values are a word or left out, never 0.
#pragma once

#include "core/observe/metrics/runmetrics.h"
#include "core/observe/report/logexcerpt.h"
#include "core/observe/report/runevents.h"
#include "core/observe/trainlog/trainingcurve.h"

#include <QDateTime>
#include <QList>
#include <QString>

#include <memory>

namespace trainyard {

enum class ReportTone { Plain, Ok, Warning, Bad, Simulated };

struct ReportFact {
    QString label, value;
    QString context = {};  // small, below
    ReportTone tone = ReportTone::Plain;
};

struct ReportCheckpoint {
    QString name, step, loss, size, verdict, reason;
    ReportTone tone = ReportTone::Plain;
};

struct RunReport {
    QString language;  // "en", "zh-CN"
    QString program;   // "Trainyard 0.1.0"
    QDateTime made;    // in the zone in which times are shown
    QString name, state;
    ReportTone stateTone = ReportTone::Plain;
    QString stateReason;  // one sentence; may be empty
    bool isSimulated = false;
    QStringList notes;          // what the reader must know first: the copy is incomplete, the machine was removed
    QList<ReportFact> facts;    // the first few, large
    QList<ReportFact> details;  // the rest, as a table
    QList<RunEvent> events;
    QList<ReportCheckpoint> checkpoints;
    QString checkpointNote;  // where they were searched for, or why not
    QString taskText, command;
    LogExcerpt log;
    RunMetrics metrics;
    std::shared_ptr<const TrainingCurve> training;  // never null
};

}  // namespace trainyard
