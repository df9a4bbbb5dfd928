// SPDX-License-Identifier: GPL-3.0-or-later
// Copies a file or a folder between this computer, machines and object stores. Blocking; worker threads.
#pragma once

#include "core/model/transfer.h"
#include "core/service/machines/servicecontext.h"
#include "core/service/runs/checkpointrequests.h"

#include <functional>

namespace trainyard {

// Errors as pushTree() and copyMarked().
Result<TransferOutcome> copyBetween(ServiceContext &context, const CopyRequest &request,
                                    const std::function<void(const CopyProgress &)> &moved, std::stop_token stop);

}  // namespace trainyard
