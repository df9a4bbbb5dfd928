// SPDX-License-Identifier: GPL-3.0-or-later
// Which files of machines were copied to this computer or to an object store: before a machine is given back, it can then be said what only
// it has. Kept as lines of a file in the data folder, the newest 4000. Blocking, small; any thread, several programs at a time.
#pragma once

#include "core/base/paths.h"
#include "core/model/ids.h"
#include "core/model/transfer.h"

#include <QDateTime>
#include <QList>
#include <QString>

namespace trainyard {

struct CopyNote {
    MachineId machine;
    QString remote;  // the file or folder on the machine, as it was named there: absolute, or from the login directory
    QString target;  // the same here, absolute, or an address of a store
    QDateTime when;  // UTC, by this computer's clock: when the copy began
};

// A copy that could not be noted is only told as missing later, so errors are not reported.
void noteCopy(const Paths &paths, const CopyNote &note);
// If that transfer, begun at `began`, brought files of the machine elsewhere.
void noteTransfer(const Paths &paths, MachineId machine, const TransferSpec &spec, const QDateTime &began);
QList<CopyNote> copiesFrom(const Paths &paths, MachineId machine);

struct NotedFile {
    QString path;       // on the machine, absolute
    qint64 size = 0;    // bytes; negative: unknown
    QDateTime changed;  // UTC, by this computer's clock; invalid: unknown
};
// Whether a copy of this version is known: copied since it changed, and where the copy is on this computer, still there with that size.
bool isCopied(const NotedFile &file, const QList<CopyNote> &notes);

}  // namespace trainyard
