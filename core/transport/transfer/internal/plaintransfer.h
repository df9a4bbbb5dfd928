// SPDX-License-Identifier: GPL-3.0-or-later
// Transfers files and trees of machines without SFTP: one file after the other, with shell commands. For a run's code and results, not
// for data sets. Blocking. After a lost connection the list is unchanged, so the same call can be repeated. Internal to
// core/transport/transfer.
#pragma once

#include "core/transport/ssh/sftp.h"
#include "core/transport/transfer/internal/transferworker.h"

namespace trainyard {

// Links are listed without their targets and are also noted in `others`.
Result<FileTree> listPlainly(Sftp &files, const QByteArray &top, const IgnoreRules &excludes, const std::stop_token &stop);

// Runs until the list is done or stop is requested. A failure of a file fails the list.
Result<void> downloadPlainly(Sftp &files, WorkList &list, const TransferSides &sides, const std::stop_token &stop);
Result<void> uploadPlainly(Sftp &files, WorkList &list, const TransferSides &sides, const QList<TreeEntry> &folders,
                           const std::stop_token &stop);

}  // namespace trainyard
