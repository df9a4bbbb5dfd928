// SPDX-License-Identifier: GPL-3.0-or-later
// Pinned checkpoints: they are kept whatever a rule says. Pure. A pin is an empty file that Trainyard creates next to the checkpoint,
// ".trainyard-pin" in its folder or ".trainyard-pin.NAME" next to a file: so a program that removes by rules sees it, from every computer,
// in the usual listing. It binds Trainyard, not the program that writes the checkpoints.
#pragma once

#include "core/checkpoint/format/checkpoint.h"

#include <QList>

namespace trainyard {

// All its files are below a folder of its name.
bool hasOwnFolder(const Checkpoint &checkpoint);
QString pinNameFor(const Checkpoint &checkpoint);  // relative to the place
// Sets isPinned of each from the listing next to them, which includes hidden names.
void markPinned(QList<Checkpoint> &checkpoints, const QList<CheckpointFile> &listing);

}  // namespace trainyard
