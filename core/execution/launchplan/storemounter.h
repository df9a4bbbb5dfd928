// SPDX-License-Identifier: GPL-3.0-or-later
// The programs that mount an object store on a machine. Pure.
#pragma once

#include "core/model/containeroptions.h"
#include "core/model/objectstoreconfig.h"

#include <QString>
#include <QStringList>

namespace trainyard {

QStringList storeMounters();  // by preference: "rclone", "mount-s3", "s3fs", "goofys"

// Which of the programs that are there can do it; empty: none.
QString mounterFor(const QStringList &there, const StoreMount &mount, const ObjectStoreConfig &store);

}  // namespace trainyard
