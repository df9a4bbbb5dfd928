// SPDX-License-Identifier: GPL-3.0-or-later
// The events file of a run (docs/run-directory.md) in words. It comes from a machine: what is too long, torn or not
// understood is left out. Pure.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace trainyard {

struct RunEvent {
    qint64 timeMs = 0;  // since 1970, the machine's clock
    QString name;       // as in the file, cut
    QString text;       // what it means; the name where that is not known
};

// In the order of time, the first 2000.
QList<RunEvent> readRunEvents(const QByteArray &file);

}  // namespace trainyard
