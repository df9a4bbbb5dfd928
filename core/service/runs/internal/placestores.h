// SPDX-License-Identifier: GPL-3.0-or-later
// The object store that a place in a bucket belongs to. Reads a file; any thread.
#pragma once

#include "core/base/paths.h"
#include "core/service/runs/checkpointsites.h"
#include "core/storage/database/objectstorefile.h"

namespace trainyard {

inline Result<ObjectStoreConfig> storeOfPlace(const Paths &paths, const CheckpointSite &site, const StoreAddress &address)
{
    const auto stores = loadObjectStores(paths);
    return stores ? storeFor(*stores, address, site.where) : Result<ObjectStoreConfig>(stores.error());
}

}  // namespace trainyard
