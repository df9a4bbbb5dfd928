// SPDX-License-Identifier: GPL-3.0-or-later
// Where a file or a folder is: on this computer, on a machine, or in an object store. Value type, pure.
#pragma once

#include "core/model/ids.h"

#include <QString>

#include <utility>

namespace trainyard {

struct Location {
    enum class Kind { ThisComputer, OnMachine, InBucket };

    Kind kind = Kind::ThisComputer;
    MachineId machine;  // OnMachine
    QString store;      // InBucket: the name of the configured store; empty: the one that has this bucket
    QString path;       // in a bucket: its address, "s3://bucket/runs"

    static Location here(QString path) { return {Kind::ThisComputer, {}, {}, std::move(path)}; }
    static Location onMachine(MachineId machine, QString path) { return {Kind::OnMachine, machine, {}, std::move(path)}; }
    static Location inBucket(QString store, QString address) { return {Kind::InBucket, {}, std::move(store), std::move(address)}; }

    bool isHere() const { return kind == Kind::ThisComputer; }
    bool isOnMachine() const { return kind == Kind::OnMachine; }
    bool isInBucket() const { return kind == Kind::InBucket; }
    // The same place with another path.
    Location at(QString other) const { return {kind, machine, store, std::move(other)}; }

    bool operator==(const Location &) const = default;
};

}  // namespace trainyard
