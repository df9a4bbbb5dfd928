// SPDX-License-Identifier: GPL-3.0-or-later
// One bucket (or container) of an object store: lists, reads ranges, writes whole objects, and signs addresses for others. Files of any
// size are moved by storetransfer.h. Blocking, worker threads; one thread at a time.
//
// Every request is signed; requests that fail temporarily are retried (StoreLimits). Errors: AuthenticationFailed (key or signature),
// PermissionDenied (policy), NotFound (bucket or object), Unreachable, TimedOut, ConnectionLost, Unsupported, NoSpace, Corrupt (an answer
// that violates its format, an object that changed meanwhile), Cancelled.
#pragma once

#include "core/base/result.h"
#include "core/model/objectstoreconfig.h"
#include "core/model/storedobject.h"
#include "core/transport/objectstore/storecaller.h"

#include <QByteArray>
#include <QList>
#include <QUrl>

#include <stop_token>

namespace trainyard {

struct ObjectRange {
    QString key;
    QByteArray etag;  // of the expected state; empty: any
    qint64 offset = 0, length = 0;
};

class ObjectStore {
public:
    explicit ObjectStore(const ObjectStoreConfig &record, const StoreLimits &limits = {});

    const ObjectStoreConfig &record() const { return m_record; }

    // One page. `byFolder`: everything deeper than the next slash is reported as a folder.
    Result<StoreListing> list(const QString &prefix, bool byFolder, const QByteArray &page = {}, std::stop_token stop = {},
                              int most = 1000);
    // All pages, at most a million objects: Unsupported beyond.
    Result<StoreListing> listAll(const QString &prefix, bool byFolder, std::stop_token stop = {});
    Result<StoredObject> head(const QString &key, std::stop_token stop = {});
    Result<QList<StoredObject>> headAll(const QStringList &keys, std::stop_token stop = {});  // several at a time
    // All in parallel, over up to 16 connections; an answer is shorter than requested only where its object ends. Corrupt if an object is
    // no longer in the expected state.
    Result<QList<QByteArray>> read(const QList<ObjectRange> &ranges, std::stop_token stop = {});
    // The same, but an object that is gone, forbidden or changed does not affect the answers of the others. If the store cannot be
    // reached, or fails try after try, that error is the outcome of every range it has not answered.
    QList<Result<QByteArray>> readEach(const QList<ObjectRange> &ranges, std::stop_token stop = {});
    // A small object, whole; its SHA-256 is stored with it.
    Result<void> put(const QString &key, const QByteArray &bytes, std::stop_token stop = {});
    Result<void> remove(const QString &key, std::stop_token stop = {});  // fine if it does not exist

    Result<StoreSettings> settings(std::stop_token stop = {});
    Result<QList<UnfinishedUpload>> unfinishedUploads(const QString &prefix, std::stop_token stop = {});
    Result<void> abortUpload(const QString &key, const QByteArray &uploadId, std::stop_token stop = {});

    // Anyone with such an address may do this one operation until it expires, without a key. `headers` must be sent with it.
    struct Presigned {
        QUrl url;
        QList<NamedBytes> headers;
    };
    Presigned presignedGet(const QString &key, std::chrono::seconds validFor) const;
    Presigned presignedPut(const QString &key, const PartDigests &digests, std::chrono::seconds validFor) const;
    Presigned presignedPart(const QString &key, const QByteArray &uploadId, int number, const PartDigests &digests,
                            std::chrono::seconds validFor) const;

    StoreCaller &caller() { return m_caller; }

private:
    Result<void> readInto(QList<Result<QByteArray>> &answers, const QList<ObjectRange> &ranges, bool endsAtFirst, std::stop_token stop);
    Presigned presigned(WebRequest request, const QString &key, std::chrono::seconds validFor) const;

    const ObjectStoreConfig m_record;
    StoreCaller m_caller;
};

inline constexpr int kMaxConnections = 16;

}  // namespace trainyard
