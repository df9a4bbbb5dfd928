// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/cloudcredentials.h"

#include "core/provider/credentials/officialcredentials.h"
#include "core/storage/database/secretfile.h"
#include "core/storage/database/statedatabase.h"
#include "core/storage/keyring/keyring.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QHash>
#include <QJsonDocument>
#include <QJsonObject>

#include <memory>
#include <mutex>

namespace trainyard {

namespace {

struct AccountWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CloudService)
};

const QString kKeyId = QStringLiteral("key_id"), kSecret = QStringLiteral("secret"), kSessionToken = QStringLiteral("token");
constexpr std::chrono::minutes kRemembered{1};  // each call to a provider asks; a keyring may ask the person each time

// Where a keyring is missing that has them, the alternatives are named.
Error withAlternatives(const Error &error)
{
    if (error.code != ErrorCode::Unsupported)
        return error;
    return {error.code,
            AccountWords::tr(
                "The credentials of this account are in the desktop's keyring, and none answers here: start it, or add the account "
                "with --from-environment or --profile."),
            error.what};
}

// Of the keyring or of the encrypted file.
Result<CloudCredentials> fromKept(const AccountRecord &account, const Result<QString> &kept)
{
    if (!kept && kept.error().code == ErrorCode::NotFound) {
        return Error{
            ErrorCode::NotFound,
            account.source == CredentialSource::File
                ? AccountWords::tr("The encrypted file has no credentials of the account “%1”: remove the account and add it again.")
                      .arg(account.name)
                : AccountWords::tr("The keyring has no credentials of the account “%1”: remove the account and add it again.")
                      .arg(account.name),
            {}};
    }
    if (!kept)
        return withAlternatives(kept.error());
    const QJsonObject object = QJsonDocument::fromJson(kept->toUtf8()).object();
    CloudCredentials found;
    found.keyId = object[kKeyId].toString();
    found.secret = object[kSecret].toString().toUtf8();
    found.sessionToken = object[kSessionToken].toString().toUtf8();
    // Some clouds have only an API key, which has no id.
    if (found.secret.isEmpty()) {
        return Error{
            ErrorCode::Corrupt,
            AccountWords::tr("The credentials that were kept for the account “%1” cannot be read: remove the account and add it again.")
                .arg(account.name),
            {}};
    }
    return found;
}

Result<AccountRecord> accountFor(const StateDatabase &database, const QString &kind, const QString &name)
{
    if (!name.isEmpty())
        return database.accounts.find(name);
    TRY(const auto all, database.accounts.ofKind(kind));
    if (all.size() == 1)
        return all.first();
    if (!all.isEmpty())
        return invalidInput(AccountWords::tr("There are several accounts of this cloud: name one of them."));
    return Error{
        ErrorCode::NotFound, AccountWords::tr("No account of this cloud is set up. Add one with: yard cloud add %1").arg(kind), {}};
}

Result<CloudCredentials> readCredentials(const AccountRecord &account, const Paths &paths)
{
    auto found = Result<CloudCredentials>(Error{});
    switch (account.source) {
    case CredentialSource::Keyring: found = fromKept(account, Keyring().value(account.keyringName())); break;
    case CredentialSource::File: found = fromKept(account, SecretFile(paths).value(account.keyringName())); break;
    case CredentialSource::Environment: found = credentialsIn(QProcessEnvironment::systemEnvironment(), account.providerKind); break;
    case CredentialSource::Profile:
        found = credentialsOfProfile(QProcessEnvironment::systemEnvironment(), account.providerKind, account.profile);
        break;
    }
    if (!found)
        return found;
    if (!account.region.isEmpty())
        found->settings.insert(QStringLiteral("region"), account.region);
    found->settings.insert(account.settings);
    return found;
}

struct Remembered {
    struct One {
        CloudCredentials credentials;
        QDeadlineTimer until;
    };
    std::mutex guard;
    QHash<QString, One> accounts;
};

}  // namespace

CredentialLookup storedCredentials(const StateDatabase &database, const Paths &paths)
{
    return [&database, paths, remembered = std::make_shared<Remembered>()](const QString &kind,
                                                                           const QString &name) -> Result<CloudCredentials> {
        TRY(const auto account, accountFor(database, kind, name));
        const std::lock_guard lock(remembered->guard);
        const auto known = remembered->accounts.constFind(account.name);
        if (known != remembered->accounts.constEnd() && !known->until.hasExpired())
            return known->credentials;
        const auto found = readCredentials(account, paths);
        if (found)
            remembered->accounts[account.name] = {*found, QDeadlineTimer(kRemembered)};
        return found;
    };
}

Result<CredentialSource> keepCredentials(const AccountRecord &account, const CloudCredentials &credentials, const Paths &paths)
{
    const QJsonObject object{{kKeyId, credentials.keyId},
                             {kSecret, QString::fromUtf8(credentials.secret)},
                             {kSessionToken, QString::fromUtf8(credentials.sessionToken)}};
    const QString text = QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
    const auto kept = Keyring().set(account.keyringName(), text);
    if (kept)
        return CredentialSource::Keyring;
    if (kept.error().code != ErrorCode::Unsupported)
        return kept.error();
    TRY_DO(SecretFile(paths).set(account.keyringName(), text));
    return CredentialSource::File;
}

Result<void> forgetCredentials(const AccountRecord &account, const Paths &paths)
{
    if (account.source != CredentialSource::Keyring && account.source != CredentialSource::File)
        return {};
    const auto removed = account.source == CredentialSource::File ? SecretFile(paths).remove(account.keyringName())
                                                                  : Keyring().remove(account.keyringName());
    return removed || removed.error().code == ErrorCode::NotFound ? Result<void>() : removed;
}

}  // namespace trainyard
