// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of providers of object stores: where they answer and how they are asked. Built into the program
// (resources/objectstore/presets.json, each with its source). Pure.
#pragma once

#include "core/model/objectstoreconfig.h"

#include <QList>

#include <optional>

namespace trainyard {

struct StorePreset {
    QString id, name;  // "oss", "Alibaba Cloud OSS"
    ObjectStoreKind kind = ObjectStoreKind::S3;
    QString endpoint;  // "https://s3.oss-{region}.aliyuncs.com", "{account}"; empty: everybody has their own
    QString region;    // the one that signatures name; empty: it must be told
    bool isPathStyle = false, hasChecksums = false;
    QString source;
};

QList<StorePreset> storePresets();

// What the user entered about a store; empty: as the preset says.
struct StoreOptions {
    QString name, preset, endpoint, region, account;
    StoreAddress address;
    std::optional<bool> isPathStyle;
    bool isNetworkTrusted = false;  // it may be asked without encryption
};

// http to another computer: everybody on the way could read the key's signatures and all data, and change them.
bool isUnencrypted(const QString &endpoint);

// Without its key. InvalidInput says what is missing.
Result<ObjectStoreConfig> storeConfigFrom(const StoreOptions &options);

}  // namespace trainyard
