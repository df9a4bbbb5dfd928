// SPDX-License-Identifier: GPL-3.0-or-later
// What the care for its checkpoints leaves in a run's events file (docs/run-directory.md). Pure.
#pragma once

#include "core/service/checkpoints/checkpointmaintenance.h"

namespace trainyard {

// A line without its end.
QByteArray removalEvent(const MaintenanceReport::Removed &removed, qint64 when);
// The entries of the trash that such lines name.
QStringList trashOfEvents(const QByteArray &events);

// What this computer itself began to remove: a line for each, written before, so that the trash of one that was killed is known.
QByteArray begunLine(const QString &trashId);
QStringList begunRemovals(const QByteArray &text);

}  // namespace trainyard
