// SPDX-License-Identifier: GPL-3.0-or-later
// An object store as it was set up: where a bucket lies and what opens it. Value types, pure.
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
    QByteArray token;  // of a session; empty: a key that lasts
};

struct ObjectStoreConfig {
    QString name;
    ObjectStoreKind kind = ObjectStoreKind::S3;
    QString preset;             // "aws", "minio" …; see core/knowledge/stores
    QString endpoint;           // "https://s3.eu-central-1.amazonaws.com": scheme, host and port alone
    QString region;             // S3 alone
    QString bucket;             // Azure: the container
    bool isPathStyle = false;   // the bucket in the path instead of in the host's name; S3 alone
    bool hasChecksums = false;  // it takes x-amz-checksum-sha256 and gives it back
    AccessKey key;              // secret. Azure: the account's name and key

    // InvalidInput, with a sentence for the person. checkPlace() asks for no key yet.
    Result<void> checkPlace() const;
    Result<void> check() const;
};

// "s3://bucket/key" and "az://container/key". A key may be empty, hold any text, and never begins with a slash.
struct StoreAddress {
    ObjectStoreKind kind = ObjectStoreKind::S3;
    QString bucket;
    QString key;

    QString text() const;
};

bool isStoreAddress(const QString &text);                     // begins like one
Result<StoreAddress> parseStoreAddress(const QString &text);  // InvalidInput

// The store that an address means: the one with this bucket, else the one of this name. NotFound; InvalidInput when there are several.
Result<ObjectStoreConfig> storeFor(const QList<ObjectStoreConfig> &stores, const StoreAddress &address, const QString &name = {});

}  // namespace trainyard
