// SPDX-License-Identifier: GPL-3.0-or-later
// What an object store says of what lies in it. Value types, pure. Keys and all else come from the store: untrusted.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace trainyard {

struct StoredObject {
    QString key;
    qint64 size = 0;
    qint64 modified = 0;           // seconds since 1970, the store's clock
    QByteArray etag;               // as the store wrote it, with its quotes
    QByteArray sha256;             // 32 bytes, of the whole: as stated by the uploader or the store; empty: unknown
    bool isSha256OfStore = false;  // the store itself computed it
    QByteArray md5;                // 16 bytes; only where the store says plainly that it is one (Azure)
    QString storageClass;          // "GLACIER"; empty: the usual
    QString encryption;            // "AES256", "aws:kms"; empty: not told
};

struct StoreListing {
    QList<StoredObject> objects;  // size, time and etag only
    QStringList folders;          // with a slash at the end; only where a delimiter was asked for
    QByteArray next;              // of the next page; empty: it was the last one
};

struct UnfinishedUpload {
    QString key;
    QByteArray id;
    qint64 begun = 0;  // seconds since 1970
};

// Answers of a bucket about itself. Not told (refused, or not known to this store) is an answer of its own.
struct StoreSettings {
    enum class Access { Unknown, Closed, Open };
    std::optional<bool> isEncrypted;
    QString encryption;               // "AES256", "aws:kms"
    Access byList = Access::Unknown;  // whether anybody can list it; really tried
    Access byAcl = Access::Unknown, byPolicy = Access::Unknown;
    bool isBlocked = false;  // public access is off, whatever else says
    std::optional<bool> isVersioned;

    Access publicAccess() const
    {
        if (byList == Access::Open)
            return Access::Open;
        if (isBlocked)
            return Access::Closed;
        if (byAcl == Access::Open || byPolicy == Access::Open)
            return Access::Open;
        return byAcl == Access::Closed && byPolicy == Access::Closed ? Access::Closed : Access::Unknown;
    }
};

}  // namespace trainyard
