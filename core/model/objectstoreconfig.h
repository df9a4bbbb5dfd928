// SPDX-License-Identifier: GPL-3.0-or-later
// The configuration of an object store: where a bucket is and how to access it. Value types, pure.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace trainyard {

enum class ObjectStoreKind { S3, Azure };
QString storeKindName(ObjectStoreKind kind);  // "s3", "azure"

struct AccessKey {
    QByteArray id, secret;
    QByteArray token;  // session token; empty: a permanent key
};

struct ObjectStoreConfig {
    QString name;
    ObjectStoreKind kind = ObjectStoreKind::S3;
    QString preset;             // "aws", "minio" …; see core/knowledge/stores
    QString endpoint;           // "https://s3.eu-central-1.amazonaws.com": only scheme, host and port
    QString region;             // S3 only
    QString bucket;             // Azure: the container
    bool isPathStyle = false;   // the bucket is in the path instead of the host name; S3 only
    bool hasChecksums = false;  // it accepts x-amz-checksum-sha256 and returns it
    AccessKey key;              // secret. Azure: the account's name and key

    // InvalidInput, with a sentence for the person. checkPlace() does not require a key yet.
    Result<void> checkPlace() const;
    Result<void> check() const;
};

// "s3://bucket/key" and "az://container/key". A key may be empty or hold any text, but never begins with a slash.
struct StoreAddress {
    ObjectStoreKind kind = ObjectStoreKind::S3;
    QString bucket;
    QString key;

    QString text() const;
};

bool isStoreAddress(const QString &text);                     // has a store's scheme
Result<StoreAddress> parseStoreAddress(const QString &text);  // InvalidInput

// The store an address refers to: the one with this bucket, else the one with this name. NotFound; InvalidInput if there are several.
Result<ObjectStoreConfig> storeFor(const QList<ObjectStoreConfig> &stores, const StoreAddress &address, const QString &name = {});

}  // namespace trainyard
