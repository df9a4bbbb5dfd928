// SPDX-License-Identifier: GPL-3.0-or-later
// How transfers reach a machine of the pool: the pool's own connection, and further ones for bulk data.
#pragma once

#include "core/model/machine.h"
#include "core/service/machines/connectionpool.h"
#include "core/transport/transfer/transferjob.h"

namespace trainyard {

// The first connection may raise questions if `asking` allows it. Further ones never do: where only a one-time code works, the pool's
// connection carries the files too.
TransferLinks transferLinks(std::shared_ptr<ConnectionPool> pool, const Machine &machine, Interaction asking);

}  // namespace trainyard
