// SPDX-License-Identifier: GPL-3.0-or-later
// Where the probe's own program is on this computer, for this and other processors. Any thread.
#pragma once

#include "core/base/result.h"

#include <QStringList>

namespace trainyard {

struct ProbePrograms {
    QStringList folders;  // searched in this order

    // $TRAINYARD_PROBE_DIR alone when it is set; else beside this program, and where an installation puts it.
    static ProbePrograms standard();

    // As `uname -m` and the probe call them: "x86_64", "aarch64".
    static QString ownArchitecture();

    // The path of yard-probe for a processor. Unsupported when there is none.
    Result<QString> find(const QString &architecture) const;
};

}  // namespace trainyard
