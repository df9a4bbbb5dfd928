// SPDX-License-Identifier: GPL-3.0-or-later
// For code that removes checkpoints in a folder: what runs and programs need there now. Blocking, worker threads.
#pragma once

#include "core/model/location.h"
#include "core/service/checkpoints/pruner.h"
#include "core/service/machines/servicecontext.h"
#include "core/service/runs/internal/protectedcheckpoints.h"

namespace trainyard {

// Adds the machine's own names for them; only these if it does not answer.
FolderNames namesOf(ServiceContext &context, MachineId machineId, const QStringList &names, SshConnection &connection,
                    std::stop_token stop);
// `place`: where the folder is, whatever its path. For a bucket nothing is known to be needed.
Result<ProtectedCheckpoints> neededIn(ServiceContext &context, const Location &place, const FolderNames &folder);
// Whether one may be removed, checked again right before its removal (PruneOptions::hold).
std::function<Result<std::shared_ptr<void>>(const Removal &)> removalGuard(ServiceContext &context, const Location &place,
                                                                           const FolderNames &folder, std::stop_token stop);

}  // namespace trainyard
