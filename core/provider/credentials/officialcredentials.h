// SPDX-License-Identifier: GPL-3.0-or-later
// Credentials where each cloud's own command line looks for them: variables of the environment, and profiles in files. Reads two small
// files; any thread.
#pragma once

#include "core/provider/interface/cloudaccount.h"

#include <QProcessEnvironment>

#include <optional>

namespace trainyard {

// What a person needs to know to enter the credentials of a cloud.
struct CloudKind {
    QString kind, name;                     // MachineProvider::kind(); "Alibaba Cloud"
    QString keyIdVariable, secretVariable;  // of its command line; without the first, there is only an API key, which is the secret
    QString tokenVariable, regionVariable;  // the token goes with temporary keys
    bool hasProfiles = false;               // its profiles can be read
    // The key is a file, whose path is in the secret's variable; there is no key id.
    bool hasKeyFile = false;
};
const QList<CloudKind> &cloudKinds();  // those that need an account
std::optional<CloudKind> cloudKind(const QString &kind);

// From the content of a key file of a kind that has one. Errors as those of its format.
Result<CloudCredentials> credentialsInKeyFile(const QString &kind, const QByteArray &content);
// NotFound, with the names of the variables, if one of them is not set; InvalidInput for an unknown kind.
Result<CloudCredentials> credentialsIn(const QProcessEnvironment &environment, const QString &kind);
// Of a profile of its command line; an empty name: the default one. `environment` says where its files are. NotFound; Unsupported for a
// profile without stored keys, such as single sign-on or one that runs a program, and for a kind without profiles.
Result<CloudCredentials> credentialsOfProfile(const QProcessEnvironment &environment, const QString &kind, const QString &profile);

}  // namespace trainyard
