// SPDX-License-Identifier: GPL-3.0-or-later
// Machines requested from providers, from before the request until after they are gone, so that nothing that may cost money is forgotten.
// A part of StateDatabase (statedatabase.h), which documents threads and errors.
#pragma once

#include "core/base/result.h"
#include "core/model/instance.h"

#include <QList>

#include <functional>

namespace trainyard {

class Database;

class InstanceTable {
public:
    explicit InstanceTable(Database &database) : m_database(database) {}

    // Stores a request as Requested, adding a client token and the owner if it has none. If an instance of this provider, account and
    // token exists that is not gone, returns that one unchanged.
    Result<Instance> request(InstanceRequest request);
    // Applies `change` to the row inside one transaction, so that two programs never undo each other's changes. `change` runs at most
    // once and must not call the database; id and token cannot change. AlreadyExists, and nothing is changed, if canFollow() refuses the
    // state: another program was faster.
    Result<Instance> update(InstanceId id, const std::function<void(Instance &)> &change);
    Result<Instance> find(InstanceId id) const;  // NotFound
    // The instance of that provider, account and client token that is not gone; NotFound.
    Result<Instance> find(const InstanceRequest &request) const;
    Result<QList<Instance>> all() const;   // newest first
    Result<QList<Instance>> live() const;  // those that are not gone, newest first
    Result<QString> owner() const;         // of everything that this installation creates

private:
    Database &m_database;
};

}  // namespace trainyard
