// SPDX-License-Identifier: GPL-3.0-or-later
// How to talk to one kind of object store: requests before they are signed, and what answers mean. Pure, any thread.
#pragma once

#include "core/base/result.h"
#include "core/model/objectstoreconfig.h"
#include "core/model/storedobject.h"
#include "core/transport/http/httpmessage.h"
#include "core/transport/webapi/webrequest.h"

#include <QDateTime>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>

namespace trainyard {

// No store accepts an object of a pebibyte. A larger reported size would only overflow when sizes are added.
inline qint64 believableSize(qint64 told) { return std::clamp<qint64>(told, 0, qint64(1) << 50); }

// Listings and answers may or may not put it in quotes.
inline QByteArray bareEtag(QByteArray etag)
{
    if (etag.startsWith("W/"))
        etag.remove(0, 2);
    return etag.replace('"', QByteArray());
}

struct StoredPart {
    int number = 0;  // from 1
    qint64 size = 0;
    QByteArray etag;
};

// The details a store gives with a refusal.
struct StoreRefusal {
    enum class Meaning {
        Final,
        Transient,     // worth a retry
        ClockIsWrong,  // sign again with the server's clock
        OtherRegion,   // ask again in `region`
    };
    Meaning meaning = Meaning::Final;
    QByteArray region;
    Error error;  // what to report if it persists
};

// Sent with the bytes of an object or of a part.
struct PartDigests {
    QByteArray sha256;  // 32 bytes
    QByteArray md5;     // 16 bytes
};

class StoreDialect {
public:
    static std::unique_ptr<StoreDialect> of(const ObjectStoreConfig &record);
    virtual ~StoreDialect() = default;

    virtual WebRequest list(const QString &prefix, bool byFolder, const QByteArray &page, int most) const = 0;
    virtual WebRequest head(const QString &key) const = 0;
    virtual WebRequest get(const QString &key, const QByteArray &ifEtag) const = 0;
    // `sha256` of the whole is stored as metadata; empty: none.
    virtual WebRequest put(const QString &key, const PartDigests &digests) const = 0;
    virtual WebRequest remove(const QString &key) const = 0;

    virtual bool beginsUploads() const = 0;  // false: an upload needs no id, and none is begun or aborted
    virtual WebRequest beginUpload(const QString &key, const QByteArray &wholeSha256) const = 0;
    virtual WebRequest putPart(const QString &key, const QByteArray &uploadId, int number, const PartDigests &digests) const = 0;
    virtual WebRequest listParts(const QString &key, const QByteArray &uploadId, const QByteArray &page) const = 0;
    virtual WebRequest endUpload(const QString &key, const QByteArray &uploadId, const QByteArray &wholeSha256) const = 0;
    // What endUpload() sends. `sha256` of each part if the store accepts checksums.
    virtual QByteArray endUploadBody(const QList<StoredPart> &parts, const QList<PartDigests> &digests) const = 0;
    virtual WebRequest abortUpload(const QString &key, const QByteArray &uploadId) const = 0;
    virtual WebRequest listUploads(const QString &prefix, const QByteArray &page) const = 0;

    // Corrupt if the answer cannot be parsed.
    virtual Result<StoreListing> readListing(const QByteArray &body) const = 0;
    virtual StoredObject readHead(const QString &key, const HttpAnswer &answer) const = 0;
    virtual Result<QByteArray> readUploadId(const QByteArray &body) const = 0;
    // How endUpload() refers to an uploaded part.
    virtual QByteArray partId(int number, const PartDigests &digests, const HttpAnswer &answer) const = 0;
    virtual Result<QPair<QList<StoredPart>, QByteArray>> readParts(const QByteArray &body) const = 0;
    virtual Result<void> readUploadEnd(const QByteArray &body) const = 0;  // a 200 may be an error here
    virtual Result<QPair<QList<UnfinishedUpload>, QByteArray>> readUploads(const QByteArray &body) const = 0;
    virtual StoreRefusal readRefusal(const HttpAnswer &answer) const = 0;

    // Questions about the bucket, each with what its answer (or refusal) adds to the settings.
    struct Question {
        WebRequest request;
        bool isAnonymous = false;  // as any stranger would ask: not signed
        std::function<void(const HttpAnswer &, const QByteArray &body, StoreSettings &)> take;
    };
    virtual QList<Question> questions() const = 0;

    virtual void sign(WebRequest &request, const QByteArray &payloadSha256, qint64 bodyBytes, const QByteArray &region,
                      const QDateTime &now) const = 0;
    virtual void presign(WebRequest &request, const QString &key, const QByteArray &region, const QDateTime &now,
                         std::chrono::seconds validFor) const = 0;

protected:
    // Shared by all dialects: where a request goes, and what a status means by itself.
    static WebRequest requestTo(const ObjectStoreConfig &record, const char *method);
    static StoreRefusal refusalByStatus(const ObjectStoreConfig &record, int status, const QString &detail);
    static StoreRefusal notWhatWasSent(const ObjectStoreConfig &record, const QString &detail);
    static Error archived(const QString &detail);
};

}  // namespace trainyard
