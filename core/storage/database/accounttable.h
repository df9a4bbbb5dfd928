// SPDX-License-Identifier: GPL-3.0-or-later
// Accounts at clouds, without their credentials. A part of StateDatabase (statedatabase.h), which documents threads and errors.
#pragma once

#include "core/base/result.h"
#include "core/model/accountrecord.h"

#include <QList>

namespace trainyard {

class Database;

class AccountTable {
public:
    explicit AccountTable(Database &database) : m_database(database) {}

    Result<AccountRecord> add(AccountRecord account);  // as of now. AlreadyExists; InvalidInput as checkAccount()
    Result<AccountRecord> find(const QString &name) const;
    Result<QList<AccountRecord>> all() const;                        // by name
    Result<QList<AccountRecord>> ofKind(const QString &kind) const;  // of one provider, by name
    // NotFound. AlreadyExists while an instance of it is not gone: nothing could give that back any more.
    Result<void> remove(const QString &name);

private:
    Database &m_database;
};

}  // namespace trainyard
