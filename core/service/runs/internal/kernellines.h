// SPDX-License-Identifier: GPL-3.0-or-later
// Kernel messages of a run's machine that may explain the run's end (resources/onbox/kernel.sh), requested once when it has ended and kept
// in its local copy. They are optional: a machine whose log cannot be read gives none. Blocking.
#pragma once

#include "core/model/run.h"
#include "core/service/runs/localcopy.h"
#include "core/transport/ssh/sshconnection.h"

namespace trainyard {

inline const QString kKernelFile = QStringLiteral("kernel");  // in the local copy, whole lines
inline constexpr qint64 kMaxKernelLines = 64 * 1024;          // bytes

// For the holder of the copy's lock. One command; an empty answer is kept too, so that it is not requested again.
Result<void> fetchKernelLines(const Run &run, LocalCopy &copy, SshConnection &connection, std::stop_token stop);

}  // namespace trainyard
