// SPDX-License-Identifier: GPL-3.0-or-later
// A person's account at a cloud, as Trainyard remembers it: which cloud, and where its credentials are found; never the credentials.
// Value type, pure.
#pragma once

#include "core/base/result.h"

#include <QDateTime>
#include <QMap>
#include <QString>

#include <optional>

namespace trainyard {

enum class CredentialSource {
    Keyring,      // of the desktop, as AccountRecord::keyringName()
    Environment,  // the variables that the cloud's own command line reads
    Profile,      // a profile of the cloud's own command line
    File,         // encrypted, as AccountRecord::keyringName(), where there is no keyring
};
QString credentialSourceName(CredentialSource source);  // "keyring", "environment", "profile", "file"; stable
std::optional<CredentialSource> credentialSourceFromName(const QString &name);

struct AccountRecord {
    QString name;          // unique among all accounts, see checkAccountName()
    QString providerKind;  // MachineProvider::kind()
    QString region;        // where machines are rented unless another one is named; empty: it has to be named
    CredentialSource source = CredentialSource::Keyring;
    QString profile;                  // of a Profile; otherwise empty
    QMap<QString, QString> settings;  // options of its provider by their own names; none of them is secret
    QDateTime added;                  // UTC

    QString keyringName() const { return QStringLiteral("cloud/") + name; }
    bool operator==(const AccountRecord &) const = default;
};

// InvalidInput with a sentence: 1 to 40 letters, digits and . _ -, the first one a letter or a digit.
Result<void> checkAccountName(const QString &name);
// The same for an account: its name, and settings that look like secrets, which are refused.
Result<void> checkAccount(const AccountRecord &account);

}  // namespace trainyard
