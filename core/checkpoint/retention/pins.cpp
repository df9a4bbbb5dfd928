// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/retention/pins.h"

#include "core/checkpoint/retention/ownnames.h"

#include <QSet>

#include <algorithm>

namespace trainyard {

bool hasOwnFolder(const Checkpoint &checkpoint)
{
    return std::all_of(checkpoint.files.begin(), checkpoint.files.end(),
                       [&](const CheckpointFile &file) { return file.name.startsWith(checkpoint.name + u'/'); });
}

QString pinNameFor(const Checkpoint &checkpoint) { return pinName(checkpoint.name, hasOwnFolder(checkpoint)); }

void markPinned(QList<Checkpoint> &checkpoints, const QList<CheckpointFile> &listing)
{
    QSet<QString> pins;
    for (const CheckpointFile &file : listing) {
        if (isPinName(file.name))
            pins.insert(file.name);
    }
    for (Checkpoint &checkpoint : checkpoints)
        checkpoint.isPinned = !pins.isEmpty() && pins.contains(pinNameFor(checkpoint));
}

}  // namespace trainyard
