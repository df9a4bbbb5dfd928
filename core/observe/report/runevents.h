// SPDX-License-Identifier: GPL-3.0-or-later
// Describes the events file of a run (docs/run-directory.md) in words. It comes from a machine: lines that are too long, truncated or
// unknown are left out. Pure.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace trainyard {

struct RunEvent {
    qint64 timeMs = 0;  // since 1970, the machine's clock
    QString name;       // as in the file, shortened
    QString text;       // what it means; the name if that is unknown
};

// In the order of time, the first 2000.
QList<RunEvent> readRunEvents(const QByteArray &file);

}  // namespace trainyard
