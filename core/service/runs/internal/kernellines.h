// SPDX-License-Identifier: GPL-3.0-or-later
// What the kernel of a run's machine said that may explain the run's end (resources/onbox/kernel.sh), asked once when it has
// ended and kept in its local copy. Never needed: a machine that does not let its log be read says nothing. Blocking.
#pragma once

#include "core/model/run.h"
#include "core/service/runs/localcopy.h"
#include "core/transport/ssh/sshconnection.h"

namespace trainyard {

inline const QString kKernelFile = QStringLiteral("kernel");  // in the local copy, whole lines
inline constexpr qint64 kMaxKernelLines = 64 * 1024;          // bytes

// For the holder of the copy's lock. One command; an empty answer is kept too, so that it is not asked for again.
Result<void> fetchKernelLines(const Run &run, LocalCopy &copy, SshConnection &connection, std::stop_token stop);

}  // namespace trainyard
