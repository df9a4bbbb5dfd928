// SPDX-License-Identifier: GPL-3.0-or-later
// Secrets in the desktop's keyring (GNOME Keyring, KWallet, KeePassXC) under names that a person chose, over the Secret Service of the
// session bus: https://specifications.freedesktop.org/secret-service/. Blocking, up to half a minute for each answer, and five minutes when
// the keyring asks the person for its password; any thread but the main one of a window. Failures: Unsupported without a keyring,
// PermissionDenied when the person did not unlock it.
#pragma once

#include "core/base/result.h"

#include <QString>
#include <QStringList>

namespace trainyard {

class Keyring {
public:
    Result<QStringList> names() const;                            // of Trainyard's secrets, sorted
    Result<QString> value(const QString &name) const;             // NotFound
    Result<void> set(const QString &name, const QString &value);  // replaces one with this name. InvalidInput
    Result<void> remove(const QString &name);                     // NotFound
};

}  // namespace trainyard
