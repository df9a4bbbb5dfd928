// SPDX-License-Identifier: GPL-3.0-or-later
// The same question to many regions, several at a time. Blocking, any thread.
#pragma once

#include "core/base/fanout.h"
#include "core/provider/alibaba/internal/alibabaapi.h"

#include <vector>

namespace trainyard {

inline constexpr std::size_t kAlibabaAtOnce = 8;  // calls; the cloud throttles an account that makes hundreds in a minute

// What `work` returns for each of `items`, joined in their order; the first error if there is one.
template <typename T, typename Items, typename Work>
Result<QList<T>> alibabaJoined(const Items &items, const Work &work)
{
    std::vector<Result<QList<T>>> answers(static_cast<std::size_t>(items.size()));
    fanOut(answers.size(), kAlibabaAtOnce, [&](std::size_t index) { answers[index] = work(items[static_cast<qsizetype>(index)]); });
    QList<T> all;
    for (const auto &answer : answers) {
        TRY_DO(answer);
        all += *answer;
    }
    return all;
}

}  // namespace trainyard
