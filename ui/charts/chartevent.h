// SPDX-License-Identifier: GPL-3.0-or-later
// What happened at a moment of a run, for the row of events below the charts and the list of them. Plain values and
// pure functions; where they come from is the page's concern.
#pragma once

#include "ui/theme/theme.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace trainyard {

// A BadCheckpoint is one that is not whole.
enum class ChartEventKind { Note, Started, Stopped, Ended, Failed, Checkpoint, BadCheckpoint, Alert, LinkLost };

struct ChartEvent {
    qint64 ms = 0;  // since 1970, the machine's clock
    ChartEventKind kind = ChartEventKind::Note;
    QString text;        // one sentence or less, for people
    qint64 untilMs = 0;  // 0: a moment

    bool operator==(const ChartEvent &) const = default;
};

Tone toneOf(ChartEventKind kind);
QString wordOf(ChartEventKind kind);  // "Checkpoint"

// The events file of a run (docs/run-directory.md). Comes from a machine: lines that are too long, torn or not
// understood are left out, and at most 2000 events are read. In the order of time.
QList<ChartEvent> readEvents(const QByteArray &file);

// By time, without doubles.
QList<ChartEvent> mergedEvents(QList<ChartEvent> events);

// The first one after a moment or the last one before it, by one millisecond at least; -1: none.
qsizetype nextEvent(const QList<ChartEvent> &events, qint64 after);
qsizetype previousEvent(const QList<ChartEvent> &events, qint64 before);

}  // namespace trainyard
