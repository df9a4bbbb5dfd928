// SPDX-License-Identifier: GPL-3.0-or-later
// The configured object stores and their contents. Main thread; requests to a store are made on the context's pool, the other functions
// read or write one small file.
#pragma once

#include "core/model/objectstoreconfig.h"
#include "core/model/storedobject.h"
#include "core/service/machines/servicecontext.h"

#include <optional>

namespace trainyard {

struct StoreAnswer {
    ObjectStoreConfig record;  // with the region, if the bucket reported it
    StoreSettings settings;
};

struct StoreCheckup {
    ObjectStoreConfig record;
    StoreSettings settings;
    QList<UnfinishedUpload> uploads;  // empty also when the store does not list them
};

// Parts of uploads that were begun and never finished cost money like objects, and no list of objects shows them.
struct StoreUploads {
    QString store;
    QList<UnfinishedUpload> uploads;
    std::optional<Error> problem = std::nullopt;  // what was not looked at is not empty
};

class StoreService {
public:
    explicit StoreService(ServiceContext &context) : m_context(context) {}

    Result<QList<ObjectStoreConfig>> all() const;  // by name
    // The store that an address refers to; `name` chooses among several with that bucket. NotFound, InvalidInput.
    Result<ObjectStoreConfig> find(const StoreAddress &address, const QString &name = {}) const;
    Result<void> add(const ObjectStoreConfig &record);  // with its key; contacts nothing. AlreadyExists, InvalidInput
    Result<void> remove(const QString &name);           // NotFound; the bucket is not changed

    // Whether it answers and accepts its key. Nothing is stored; the answer has the region, if the bucket reported it.
    QFuture<Result<ObjectStoreConfig>> reach(const ObjectStoreConfig &record, std::stop_token stop = {});
    // The same, and what it reports about itself.
    QFuture<Result<StoreAnswer>> ask(const ObjectStoreConfig &record, std::stop_token stop = {});
    // Checks a configured store, with the uploads that were begun and never finished; `abortsUploads`: which of them to abort now.
    QFuture<Result<StoreCheckup>> check(const QString &name, bool abortsUploads, std::stop_token stop = {});
    // The unfinished uploads of every configured store. A store that does not answer is in the answer, not an error.
    QFuture<Result<QList<StoreUploads>>> unfinished(std::stop_token stop = {});
    // The contents below an address; `byFolder`: what is deeper than the next slash is listed as a folder.
    QFuture<Result<StoreListing>> list(const StoreAddress &address, const QString &name, bool byFolder, std::stop_token stop = {});

private:
    ServiceContext &m_context;
};

}  // namespace trainyard
