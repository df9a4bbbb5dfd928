// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a task's workdir as they would be sent, by their hashes. Blocking reads of local files; worker threads.
#pragma once

#include "core/base/result.h"
#include "core/checkpoint/resume/codemanifest.h"

#include <stop_token>

namespace trainyard {

// Leaves out links and whatever .skyignore or .gitignore exclude. Bounded: at most 20,000 files, of which those up to 16 MiB are hashed and
// 512 MiB in all; for the rest the size is used instead of the content.
// A file with the size and time that it has in `known` is not read again, unless it may have changed just after that was taken.
Result<CodeManifest> readCode(const QString &folder, std::stop_token stop, const CodeManifest *known = nullptr);
// Whether such a file is certainly the one that `taken` (a manifest's time) saw with the same size and time.
bool isSurelySame(const CodeFile &known, qint64 taken, qint64 size, qint64 modified);

}  // namespace trainyard
