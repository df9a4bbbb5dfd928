// SPDX-License-Identifier: GPL-3.0-or-later
// Facts about providers of object stores: their endpoints and how to access them. Built into the program
// (resources/objectstore/presets.json, each with its source). Pure.
#pragma once

#include "core/model/objectstoreconfig.h"

#include <QList>

#include <optional>

namespace trainyard {

struct StorePreset {
    QString id, name;  // "oss", "Alibaba Cloud OSS"
    ObjectStoreKind kind = ObjectStoreKind::S3;
    QString endpoint;  // "https://s3.oss-{region}.aliyuncs.com", "{account}"; empty: every user has their own
    QString region;    // the region to sign with; empty: the user must give it
    bool isPathStyle = false, hasChecksums = false;
    QString source;
};

QList<StorePreset> storePresets();

// What the user entered about a store; empty: as in the preset.
struct StoreOptions {
    QString name, preset, endpoint, region, account;
    StoreAddress address;
    std::optional<bool> isPathStyle;
    bool isNetworkTrusted = false;  // requests without encryption are allowed
};

// http to another computer: anyone on the network path could read the key's signatures and all data, and change them.
bool isUnencrypted(const QString &endpoint);

// Without its key. InvalidInput says what is missing.
Result<ObjectStoreConfig> storeConfigFrom(const StoreOptions &options);

}  // namespace trainyard
