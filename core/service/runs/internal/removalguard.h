// SPDX-License-Identifier: GPL-3.0-or-later
// For those who remove checkpoints in a folder: what runs and programs need there now. Blocking, worker threads.
#pragma once

#include "core/model/location.h"
#include "core/service/checkpoints/pruner.h"
#include "core/service/machines/servicecontext.h"
#include "core/service/runs/internal/protectedcheckpoints.h"

namespace trainyard {

// With what the machine itself calls them; where it does not answer, these alone.
FolderNames namesOf(ServiceContext &context, MachineId machineId, const QStringList &names, SshConnection &connection,
                    std::stop_token stop);
// `place`: where the folder is, whatever its path. In a bucket nothing is known to be needed.
Result<ProtectedCheckpoints> neededIn(ServiceContext &context, const Location &place, const FolderNames &folder);
// Whether one may go, asked again right before it does (PruneOptions::hold).
std::function<Result<std::shared_ptr<void>>(const Removal &)> removalGuard(ServiceContext &context, const Location &place,
                                                                           const FolderNames &folder, std::stop_token stop);

}  // namespace trainyard
