// SPDX-License-Identifier: GPL-3.0-or-later
// What stores.sh reads in a run directory: the command that mounts each object store, and the keys in files of their own. Pure.
#pragma once

#include "core/execution/launchplan/launchplan.h"

namespace trainyard {

// Empty without stores. Keys are in `stores.conf` or `stores-N.key`, never in a command.
QList<RunFile> storeFiles(const LaunchInput &input);

// Each command as launch preview shows it, with `directory` for the run directory.
QStringList shownStoreCommands(const LaunchInput &input, const QString &directory);

// Where the machine has what is mounted for `target`: below the run directory for a container, which sees it at its target; else there.
QString storePlace(const LaunchInput &input, qsizetype number, const QString &directory);

}  // namespace trainyard
