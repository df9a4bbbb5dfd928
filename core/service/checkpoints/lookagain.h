// SPDX-License-Identifier: GPL-3.0-or-later
// The second of two listings. Blocking, worker threads.
#pragma once

#include "core/transport/transfer/folderlisting.h"

#include <QElapsedTimer>

#include <functional>
#include <stop_token>

namespace trainyard {

// Only when mayGrow() sees a reason: waits until `sinceFirst` is one second, lists again, and marks what is being written (heedGrowth).
// Cancelled; the listing's errors.
Result<void> lookTwice(QList<Checkpoint> &checkpoints, const FolderListing &first, const QElapsedTimer &sinceFirst,
                       const std::function<Result<FolderListing>()> &list, std::stop_token stop);

}  // namespace trainyard
