// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/checkpoints/lookagain.h"

#include "core/base/retry.h"
#include "core/checkpoint/format/listingdoubts.h"

#include <chrono>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
// A program that writes a checkpoint writes something within a second, and times of files are often whole seconds.
constexpr auto kBetween = 1000ms;

}  // namespace

Result<void> lookTwice(QList<Checkpoint> &checkpoints, const FolderListing &first, const QElapsedTimer &sinceFirst,
                       const std::function<Result<FolderListing>()> &list, std::stop_token stop)
{
    if (!mayGrow(checkpoints, first.now))
        return {};
    if (!pauseFor(kBetween - std::chrono::milliseconds(sinceFirst.elapsed()), stop))
        return cancelledError();
    TRY(const auto second, list());
    heedGrowth(checkpoints, first.files, second.files);
    return {};
}

}  // namespace trainyard
