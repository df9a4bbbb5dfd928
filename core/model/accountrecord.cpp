// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/accountrecord.h"

#include "core/base/secretname.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <array>
#include <utility>

namespace trainyard {

namespace {

struct AccountWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::AccountRecord)
};

constexpr std::array kSources{std::pair(CredentialSource::Keyring, "keyring"), std::pair(CredentialSource::Environment, "environment"),
                              std::pair(CredentialSource::Profile, "profile"), std::pair(CredentialSource::File, "file")};

}  // namespace

QString credentialSourceName(CredentialSource source)
{
    for (const auto &[one, name] : kSources) {
        if (one == source)
            return QLatin1String(name);
    }
    Q_UNREACHABLE();
}

std::optional<CredentialSource> credentialSourceFromName(const QString &name)
{
    for (const auto &[source, known] : kSources) {
        if (name == QLatin1String(known))
            return source;
    }
    return std::nullopt;
}

Result<void> checkAccountName(const QString &name)
{
    static const QRegularExpression kForm(QStringLiteral("\\A[A-Za-z0-9][A-Za-z0-9._-]{0,39}\\z"));
    if (kForm.match(name).hasMatch())
        return {};
    return invalidInput(AccountWords::tr("“%1” cannot name an account. Use 1 to 40 letters, digits and . _ -.").arg(name.left(100)));
}

Result<void> checkAccount(const AccountRecord &account)
{
    TRY_DO(checkAccountName(account.name));
    for (auto one = account.settings.cbegin(); one != account.settings.cend(); ++one) {
        if (isSecretName(one.key()) || isSecretValue(one.value())) {
            return invalidInput(
                AccountWords::tr(
                    "The setting “%1” looks like a secret, and settings are not kept secret. Enter keys when you are asked for them.")
                    .arg(one.key().left(100)));
        }
    }
    return {};
}

}  // namespace trainyard
