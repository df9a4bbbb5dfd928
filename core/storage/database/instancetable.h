// SPDX-License-Identifier: GPL-3.0-or-later
// Machines that were asked of providers, from before the request until after they are gone, so that nothing that may cost money is
// forgotten. A part of StateDatabase (statedatabase.h), which says about threads and errors.
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

    // Writes a request down as Requested, with a client token and the owner where it has none. While there is one of this provider,
    // account and token that is not gone, that is the answer, as it was.
    Result<Instance> request(InstanceRequest request);
    // Applies `change` to the row inside one transaction, so that two programs never undo each other. `change` runs at most once and
    // must not call the database; id and token stay what they were. AlreadyExists, and nothing is changed, when canFollow() refuses the
    // state: another program was faster.
    Result<Instance> update(InstanceId id, const std::function<void(Instance &)> &change);
    Result<Instance> find(InstanceId id) const;  // NotFound
    // The one of that provider, account and client token that is not gone; NotFound.
    Result<Instance> find(const InstanceRequest &request) const;
    Result<QList<Instance>> all() const;   // newest first
    Result<QList<Instance>> live() const;  // those that are not gone, newest first
    Result<QString> owner() const;         // of all that this installation makes

private:
    Database &m_database;
};

}  // namespace trainyard
