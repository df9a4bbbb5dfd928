// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/stores/storeservice.h"

#include "core/storage/database/objectstorefile.h"
#include "core/transport/objectstore/objectstore.h"

namespace trainyard {

namespace {

constexpr int kTriesOfMany = 2;  // one store that does not answer must not keep the others waiting for minutes

Result<ObjectStoreConfig> reached(ObjectStore &store, std::stop_token stop)
{
    TRY_DO(store.list({}, false, {}, stop, 1));
    ObjectStoreConfig record = store.record();
    record.region = record.kind == ObjectStoreKind::S3 ? QString::fromLatin1(store.caller().region()) : QString();
    return record;
}

}  // namespace

Result<QList<ObjectStoreConfig>> StoreService::all() const { return loadObjectStores(m_context.paths); }

Result<ObjectStoreConfig> StoreService::find(const StoreAddress &address, const QString &name) const
{
    return objectStoreOf(m_context.paths, address, name);
}

Result<void> StoreService::add(const ObjectStoreConfig &record) { return addObjectStore(m_context.paths, record); }

Result<void> StoreService::remove(const QString &name) { return removeObjectStore(m_context.paths, name); }

QFuture<Result<ObjectStoreConfig>> StoreService::reach(const ObjectStoreConfig &record, std::stop_token stop)
{
    return m_context.async(stop, [record](std::stop_token token) {
        ObjectStore store(record);
        return reached(store, token);
    });
}

QFuture<Result<StoreAnswer>> StoreService::ask(const ObjectStoreConfig &record, std::stop_token stop)
{
    return m_context.async(stop, [record](std::stop_token token) -> Result<StoreAnswer> {
        ObjectStore store(record);
        TRY(const auto found, reached(store, token));
        TRY(const auto settings, store.settings(token));
        return StoreAnswer{found, settings};
    });
}

QFuture<Result<StoreCheckup>> StoreService::check(const QString &name, bool abortsUploads, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, name, abortsUploads](std::stop_token token) -> Result<StoreCheckup> {
        TRY(const auto record, objectStoreNamed(context->paths, name));
        ObjectStore store(record);
        TRY(const auto settings, store.settings(token));
        // Not every key may list them, and not every store answers.
        const auto uploads = store.unfinishedUploads({}, token);
        if (!uploads && (uploads.error().isCancelled() || abortsUploads))
            return uploads.error();
        StoreCheckup checkup{record, settings, uploads ? *uploads : QList<UnfinishedUpload>()};
        if (abortsUploads) {
            for (const UnfinishedUpload &upload : std::as_const(checkup.uploads)) {
                TRY_DO(store.abortUpload(upload.key, upload.id, token));
            }
        }
        return checkup;
    });
}

QFuture<Result<QList<StoreUploads>>> StoreService::unfinished(std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context](std::stop_token token) -> Result<QList<StoreUploads>> {
        TRY(const auto records, loadObjectStores(context->paths));
        QList<StoreUploads> all;
        for (const ObjectStoreConfig &record : records) {
            StoreLimits limits;
            limits.tries = kTriesOfMany;
            const auto uploads = ObjectStore(record, limits).unfinishedUploads({}, token);
            if (token.stop_requested())
                return cancelledError();
            all << (uploads ? StoreUploads{record.name, *uploads} : StoreUploads{record.name, {}, uploads.error()});
        }
        return all;
    });
}

QFuture<Result<StoreListing>> StoreService::list(const StoreAddress &address, const QString &name, bool byFolder, std::stop_token stop)
{
    ServiceContext *const context = &m_context;
    return context->async(stop, [context, address, name, byFolder](std::stop_token token) -> Result<StoreListing> {
        TRY(const auto record, objectStoreOf(context->paths, address, name));
        return ObjectStore(record).listAll(address.key, byFolder, token);
    });
}

}  // namespace trainyard
