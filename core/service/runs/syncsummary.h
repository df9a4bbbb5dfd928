// SPDX-License-Identifier: GPL-3.0-or-later
// What was sent to a machine to run again. Value type.
#pragma once

#include <QString>

namespace trainyard {

struct SyncSummary {
    int sent = 0, removed = 0, kept = 0;  // files of the workdir
    qint64 bytes = 0;                     // of the files that were sent
    bool isWhole = true;                  // false: what changed is still to be copied
    bool isEverything = false;            // the earlier attempt could not be used: all files were sent

    QString text() const;  // "3 files sent (12.0 KiB), 1 file removed"
    bool operator==(const SyncSummary &) const = default;
};

}  // namespace trainyard
