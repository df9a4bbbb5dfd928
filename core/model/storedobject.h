// SPDX-License-Identifier: GPL-3.0-or-later
// What an object store reports about its content. Value types, pure. Keys and everything else come from the store: untrusted.
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
    QByteArray etag;               // as the store sent it, with its quotes
    QByteArray sha256;             // 32 bytes, of the whole object: as stated by the uploader or the store; empty: unknown
    bool isSha256OfStore = false;  // the store itself computed it
    QByteArray md5;                // 16 bytes; only if the store states explicitly that it is one (Azure)
    QString storageClass;          // "GLACIER"; empty: the default
    QString encryption;            // "AES256", "aws:kms"; empty: not reported
};

struct StoreListing {
    QList<StoredObject> objects;  // size, time and etag only
    QStringList folders;          // with a trailing slash; only if a delimiter was requested
    QByteArray next;              // token of the next page; empty: this is the last one
};

struct UnfinishedUpload {
    QString key;
    QByteArray id;
    qint64 begun = 0;  // seconds since 1970
};

// What a bucket reports about itself. "Not reported" (refused, or not known to this store) is a separate answer.
struct StoreSettings {
    enum class Access { Unknown, Closed, Open };
    std::optional<bool> isEncrypted;
    QString encryption;               // "AES256", "aws:kms"
    Access byList = Access::Unknown;  // whether anyone can list it; actually tried
    Access byAcl = Access::Unknown, byPolicy = Access::Unknown;
    bool isBlocked = false;  // public access is off, regardless of other settings
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
