// SPDX-License-Identifier: GPL-3.0-or-later
// Files and trees of machines without SFTP: one after the other, by shell commands. For the code and the results of a
// run, not for data sets. Blocking. A lost connection leaves the list as it is, for the same call again. Internal to
// core/transport/transfer.
#pragma once

#include "core/transport/ssh/sftp.h"
#include "core/transport/transfer/internal/transferworker.h"

namespace trainyard {

// Links come without their targets and are noted among the others.
Result<FileTree> listPlainly(Sftp &files, const QByteArray &top, const IgnoreRules &excludes, const std::stop_token &stop);

// Until the list is done or stop is requested. Trouble with a file fails the list.
Result<void> downloadPlainly(Sftp &files, WorkList &list, const TransferSides &sides, const std::stop_token &stop);
Result<void> uploadPlainly(Sftp &files, WorkList &list, const TransferSides &sides, const QList<TreeEntry> &folders,
                           const std::stop_token &stop);

}  // namespace trainyard
