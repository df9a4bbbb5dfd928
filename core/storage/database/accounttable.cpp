// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/storage/database/accounttable.h"

#include "core/storage/database/internal/database.h"
#include "core/storage/database/internal/rowvalues.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::StateDatabase)
};

constexpr auto kAccountColumns = "name, provider, region, source, profile, settings, added";

AccountRecord accountOf(const QSqlQuery &row)
{
    AccountRecord account;
    account.name = row.value(0).toString();
    account.providerKind = row.value(1).toString();
    account.region = row.value(2).toString();
    account.source = credentialSourceFromName(row.value(3).toString()).value_or(CredentialSource::Keyring);
    account.profile = row.value(4).toString();
    account.settings = toTexts(row.value(5));
    account.added = toTime(row.value(6));
    return account;
}

Result<AccountRecord> findAccount(const Database &database, const QString &name)
{
    return onlyOne(rows(database, kAccountColumns, "accounts WHERE name = ?", {fromText(name)}, accountOf),
                   Words::tr("There is no cloud account “%1”. `yard cloud list` lists all accounts.").arg(name.left(100)));
}

}  // namespace

Result<AccountRecord> AccountTable::add(AccountRecord account)
{
    TRY_DO(checkAccount(account));
    account.added = wholeSeconds(QDateTime::currentDateTimeUtc());
    TRY_DO(m_database.write([&](Database &database) -> Result<void> {
        if (findAccount(database, account.name)) {
            return Error{ErrorCode::AlreadyExists,
                         Words::tr("There is already a cloud account “%1”: remove it first, or use another name.").arg(account.name),
                         {}};
        }
        const auto inserted = database.execute(
            QStringLiteral("INSERT INTO accounts(name, provider, region, source, profile, settings, added) VALUES(%1)")
                .arg(placeholders(7)),
            {fromText(account.name), fromText(account.providerKind), fromText(account.region), credentialSourceName(account.source),
             fromText(account.profile), fromTexts(account.settings), fromTime(account.added)});
        return inserted ? Result<void>() : Result<void>(inserted.error());
    }));
    return account;
}

Result<AccountRecord> AccountTable::find(const QString &name) const { return findAccount(m_database, name); }

Result<QList<AccountRecord>> AccountTable::all() const
{
    return rows(m_database, kAccountColumns, "accounts ORDER BY name", {}, accountOf);
}

Result<QList<AccountRecord>> AccountTable::ofKind(const QString &kind) const
{
    return rows(m_database, kAccountColumns, "accounts WHERE provider = ? ORDER BY name", {fromText(kind)}, accountOf);
}

Result<void> AccountTable::remove(const QString &name)
{
    return m_database.write([&](Database &database) -> Result<void> {
        TRY_DO(findAccount(database, name));
        TRY(const auto live, rows(database, "name", "instances WHERE account = ? AND state <> 'gone' ORDER BY id", {fromText(name)},
                                  [](const QSqlQuery &row) { return row.value(0).toString(); }));
        if (!live.isEmpty()) {
            return Error{ErrorCode::AlreadyExists,
                         Words::tr("%n machine(s) of the account “%1” are not given back yet: %2. Give them back first.", nullptr,
                                   static_cast<int>(live.size()))
                             .arg(name, live.join(QStringLiteral(", "))),
                         {}};
        }
        const auto removed = database.execute(QStringLiteral("DELETE FROM accounts WHERE name = ?"), {fromText(name)});
        return removed ? Result<void>() : Result<void>(removed.error());
    });
}

}  // namespace trainyard
