// SPDX-License-Identifier: GPL-3.0-or-later
// Error messages shared by several files of this folder. Internal to core/transport/ssh.
#pragma once

#include "core/base/error.h"

#include <QString>

namespace trainyard {

Error timedOutError(const QString &detail = {});
Error connectionLostError(const QString &detail = {});
Error sftpBrokenError(const QString &detail);
Error unreachableError(const QString &what, const QString &detail = {});

}  // namespace trainyard
