// SPDX-License-Identifier: GPL-3.0-or-later
// The object stores that were set up, and what lies in them. Main thread; what asks a store is done on the context's pool, the other
// functions read or write one small file.
#pragma once

#include "core/model/objectstoreconfig.h"
#include "core/model/storedobject.h"
#include "core/service/machines/servicecontext.h"

namespace trainyard {

struct StoreAnswer {
    ObjectStoreConfig record;  // with the region where the bucket said that it lies
    StoreSettings settings;
};

struct StoreCheckup {
    ObjectStoreConfig record;
    StoreSettings settings;
    QList<UnfinishedUpload> uploads;  // none also where the store does not list them
};

class StoreService {
public:
    explicit StoreService(ServiceContext &context) : m_context(context) {}

    Result<QList<ObjectStoreConfig>> all() const;  // by name
    // The store that an address means; `name` chooses among several with that bucket. NotFound, InvalidInput.
    Result<ObjectStoreConfig> find(const StoreAddress &address, const QString &name = {}) const;
    Result<void> add(const ObjectStoreConfig &record);  // with its key; asks nothing. AlreadyExists, InvalidInput
    Result<void> remove(const QString &name);           // NotFound; the bucket is not changed

    // Whether it answers and takes its key. Nothing is kept; the answer has the region where the bucket said that it lies.
    QFuture<Result<ObjectStoreConfig>> reach(const ObjectStoreConfig &record, std::stop_token stop = {});
    // The same, and what it says of itself.
    QFuture<Result<StoreAnswer>> ask(const ObjectStoreConfig &record, std::stop_token stop = {});
    // Of one that is set up, with the uploads that were begun and never ended; `abortsUploads`: which end now.
    QFuture<Result<StoreCheckup>> check(const QString &name, bool abortsUploads, std::stop_token stop = {});
    // What lies below an address; `byFolder`: what lies deeper than the next slash is listed as a folder.
    QFuture<Result<StoreListing>> list(const StoreAddress &address, const QString &name, bool byFolder, std::stop_token stop = {});

private:
    ServiceContext &m_context;
};

}  // namespace trainyard
