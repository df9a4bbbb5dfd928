// SPDX-License-Identifier: GPL-3.0-or-later
// The object stores that were set up, with their keys, in a file for its owner alone (Paths::stores()). Blocking, any thread,
// several programs at a time.
#pragma once

#include "core/base/paths.h"
#include "core/model/location.h"
#include "core/model/objectstoreconfig.h"

#include <QList>

namespace trainyard {

// By name. A file that is not there means none. PermissionDenied also when others may read it: what they may know is no
// secret. InvalidInput, Io.
Result<QList<ObjectStoreConfig>> loadObjectStores(const Paths &paths);
Result<ObjectStoreConfig> objectStoreNamed(const Paths &paths, const QString &name);  // NotFound
// The one that an address means (storeFor()).
Result<ObjectStoreConfig> objectStoreOf(const Paths &paths, const StoreAddress &address, const QString &name = {});
// What a location in a bucket means.
struct BucketPlace {
    ObjectStoreConfig store;
    QString key;
};
Result<BucketPlace> bucketPlaceOf(const Paths &paths, const Location &location);
Result<void> addObjectStore(const Paths &paths, const ObjectStoreConfig &record);  // AlreadyExists; InvalidInput as its check()
Result<void> removeObjectStore(const Paths &paths, const QString &name);           // NotFound

}  // namespace trainyard
