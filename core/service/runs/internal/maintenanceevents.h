// SPDX-License-Identifier: GPL-3.0-or-later
// What maintenance of its checkpoints writes to a run's events file (docs/run-directory.md). Pure.
#pragma once

#include "core/service/checkpoints/checkpointmaintenance.h"

namespace trainyard {

// A line without its newline.
QByteArray removalEvent(const MaintenanceReport::Removed &removed, qint64 when);
// The entries of the trash that such lines name.
QStringList trashOfEvents(const QByteArray &events);

// What this computer itself began to remove: a line for each, written before the removal, so that its trash is known even if the program is
// killed.
QByteArray begunLine(const QString &trashId);
QStringList begunRemovals(const QByteArray &text);

}  // namespace trainyard
