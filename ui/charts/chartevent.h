// SPDX-License-Identifier: GPL-3.0-or-later
// Events of a run, for the event row below the charts and the event list. Plain values and pure functions; the page collects the events.
#pragma once

#include "ui/theme/theme.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace trainyard {

// BadCheckpoint: a checkpoint that is damaged or incomplete.
enum class ChartEventKind { Note, Started, Stopped, Ended, Failed, Checkpoint, BadCheckpoint, Alert, LinkLost };

struct ChartEvent {
    qint64 ms = 0;  // since 1970, the machine's clock
    ChartEventKind kind = ChartEventKind::Note;
    QString text;         // one sentence or less, for people
    qint64 untilMs = 0;   // 0: a moment
    bool isOpen = false;  // still going on: `untilMs` is not known yet

    bool operator==(const ChartEvent &) const = default;
};

Tone toneOf(ChartEventKind kind);
QString wordOf(ChartEventKind kind);             // "Checkpoint"
QString eventSentence(const ChartEvent &event);  // "09:52:10 to 10:03:04, Alert: GPU 5 is hot"
// All of them for a screen reader: those of a rare kind one by one, of a common kind how many there are and the last one.
QString spokenEvents(const QList<ChartEvent> &events);

// Reads the events file of a run (docs/run-directory.md), sorted by time. The file comes from a machine: lines that are too long, truncated
// or not understood are skipped, and at most 2000 events are read.
QList<ChartEvent> readEvents(const QByteArray &file);

// Sorted by time, without duplicates.
QList<ChartEvent> mergedEvents(QList<ChartEvent> events);

// The next event after a moment or the previous one before it, at least one millisecond away; -1: none.
qsizetype nextEvent(const QList<ChartEvent> &events, qint64 after);
qsizetype previousEvent(const QList<ChartEvent> &events, qint64 before);

}  // namespace trainyard
