// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/coredump.h"

#include <sys/resource.h>

namespace trainyard {

void disableCoreDumps()
{
    rlimit limit{};
    if (getrlimit(RLIMIT_CORE, &limit) != 0)
        return;
    limit.rlim_cur = 0;
    setrlimit(RLIMIT_CORE, &limit);
}

}  // namespace trainyard
