// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace trainyard {

// Whether a variable's name says that its value is a secret: HF_TOKEN, AZURE_STORAGE_KEY, DB_PASSWORD. Rather one too many:
// the values of these are left out when variables are shown to others. Names of places where a secret lies
// (PASSWORD_FILE) are none.
bool isSecretName(const QString &name);

}  // namespace trainyard
