// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the run directory of the next attempt on the machine of the one before: what is new or changed travels in one command over the
// open connection, and the machine takes the rest from the earlier attempt's workdir. Blocking; worker threads.
#pragma once

#include "core/checkpoint/resume/codemanifest.h"
#include "core/execution/launchplan/launchplan.h"
#include "core/service/runs/syncsummary.h"
#include "core/transport/ssh/sshconnection.h"

#include <stop_token>

namespace trainyard {

struct NextAttempt {
    QString base, directory;  // absolute paths on the machine: of the earlier attempt, and of this one
    QString checkpoints;      // folder there to make; empty = none
    QList<RunFile> files;     // of the run directory
    QString workdir;          // folder on this computer; empty = none
    bool hasMounts = false;   // the earlier attempt has file_mounts in its directory
};

// Where nextattempt.sh makes the run directory, until it is whole.
QString unfinishedDirectory(const QString &directory);

// `before` is what the earlier attempt was sent; `code` is what the workdir is now (readCode()), and afterwards what the machine has. The
// directory is made whole or not at all. More than 32 MiB of changes are left to the caller: the summary is then not whole, and an
// ordinary copy of what changed must follow. Unsupported: this machine cannot do it, or has no such attempt any more; send everything.
Result<SyncSummary> sendNextAttempt(const NextAttempt &attempt, const CodeManifest &before, CodeManifest *code, SshConnection &connection,
                                    std::stop_token stop);

}  // namespace trainyard
