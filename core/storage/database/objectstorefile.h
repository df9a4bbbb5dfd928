// SPDX-License-Identifier: GPL-3.0-or-later
// The configured object stores, with their keys, in a file readable only by its owner (Paths::stores()). Blocking, any thread, several
// programs at a time.
#pragma once

#include "core/base/paths.h"
#include "core/model/location.h"
#include "core/model/objectstoreconfig.h"

#include <QList>

namespace trainyard {

// By name. A missing file means none. PermissionDenied also if others can read it, because then the keys are not secret. InvalidInput, Io.
Result<QList<ObjectStoreConfig>> loadObjectStores(const Paths &paths);
Result<ObjectStoreConfig> objectStoreNamed(const Paths &paths, const QString &name);  // NotFound
// The store for an address (storeFor()).
Result<ObjectStoreConfig> objectStoreOf(const Paths &paths, const StoreAddress &address, const QString &name = {});
// The resolved location in a bucket.
struct BucketPlace {
    ObjectStoreConfig store;
    QString key;
};
Result<BucketPlace> bucketPlaceOf(const Paths &paths, const Location &location);
Result<void> addObjectStore(const Paths &paths, const ObjectStoreConfig &record);  // AlreadyExists; InvalidInput as its check()
Result<void> removeObjectStore(const Paths &paths, const QString &name);           // NotFound

}  // namespace trainyard
