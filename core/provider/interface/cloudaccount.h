// SPDX-License-Identifier: GPL-3.0-or-later
// A person's account at a provider: its credentials, and what they turned out to be good for. Value types; a lookup may be called on any
// thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>

#include <functional>

namespace trainyard {

struct CloudCredentials {
    QString keyId;                    // "AKIA…"
    QByteArray secret, sessionToken;  // never logged, never an argument of a program; an empty token: none
    // Options by their own names, such as "region" and "endpoint", an address in place of the provider's usual one.
    QMap<QString, QString> settings;
};

// NotFound: no such account. An empty account is the only one of this kind.
using CredentialLookup = std::function<Result<CloudCredentials>(const QString &providerKind, const QString &account)>;

struct AccountReport {
    QString identity;     // who signed in, in the provider's words: "arn:aws:iam::123456789012:user/ada"
    QStringList missing;  // rights that the calls of this provider need and the account lacks; in the provider's words
    QStringList regions;  // that can be used
    // An id of what the machines belong to, in no language: an account, a project, a subscription. The same for all users who see the same
    // machines, and for no others; empty: not known.
    QString scope = {};
    // There are more regions than these: the cloud lists them in several parts, and a check waits for the first one only.
    bool hasMoreRegions = false;

    bool mayUse(const QString &region) const { return regions.isEmpty() || hasMoreRegions || regions.contains(region); }
};

}  // namespace trainyard
