// SPDX-License-Identifier: GPL-3.0-or-later
// Asks git, here and on a machine, which commit the code of a run is at. Nothing from the repository is executed: no hooks, no file
// monitor. Without git, the repository's own files give the commit, but not what differs from it. Blocking; worker threads.
#pragma once

#include "core/checkpoint/resume/coderevision.h"
#include "core/transport/ssh/sshconnection.h"

#include <stop_token>

namespace trainyard {

// Of a folder on this computer. nullopt: it is in no repository, or it has no commit yet.
std::optional<CodeRevision> readRevision(const QString &folder, std::stop_token stop);

// Of the first of these folders of a machine that is in a repository; relative ones start at the home. One command.
std::optional<CodeRevision> askRevision(const QStringList &folders, SshConnection &connection, std::stop_token stop);

}  // namespace trainyard
