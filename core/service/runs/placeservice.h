// SPDX-License-Identifier: GPL-3.0-or-later
// Places with checkpoints that a person added. Main thread; what waits is done on the context's pool.
#pragma once

#include "core/model/ids.h"
#include "core/service/machines/servicecontext.h"
#include "core/service/runs/checkpointsites.h"

namespace trainyard {

class PlaceService {
public:
    explicit PlaceService(ServiceContext &context) : m_context(context) {}

    // The result is stored beside the list of places if the place has an id. `mayAsk`: for passwords and keys of hosts. The problem in the
    // answer: why it could not be stored.
    QFuture<Result<PlaceSnapshot>> look(const CheckpointSite &site, bool mayAsk, std::stop_token stop = {});
    // Space for an ordinary user in this folder, or where it would be created. Unsupported for a bucket.
    QFuture<Result<qint64>> freeSpace(const Location &folder, std::stop_token stop = {});

private:
    ServiceContext &m_context;
};

}  // namespace trainyard
