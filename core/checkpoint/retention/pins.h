// SPDX-License-Identifier: GPL-3.0-or-later
// Pinned checkpoints: they stay whatever a rule says. Pure. A pin is an empty file of Trainyard's own beside
// the checkpoint, ".trainyard-pin" in its folder or ".trainyard-pin.NAME" beside a file: so a program that removes by rules sees
// it, from every computer, by the listing that is made anyway. It binds Trainyard, not the program that writes them.
#pragma once

#include "core/checkpoint/format/checkpoint.h"

#include <QList>

namespace trainyard {

// All its files lie below a folder of its name.
bool hasOwnFolder(const Checkpoint &checkpoint);
QString pinNameFor(const Checkpoint &checkpoint);  // relative to the place
// Sets isPinned of each by what is listed beside them: hidden names too.
void markPinned(QList<Checkpoint> &checkpoints, const QList<CheckpointFile> &listing);

}  // namespace trainyard
