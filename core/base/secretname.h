// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QString>

namespace trainyard {

// Whether a variable's name suggests that its value is a secret: HF_TOKEN, AZURE_STORAGE_KEY, DB_PASSWORD. When in doubt, yes: the values
// of these are left out when variables are shown to others. Names that only point to where a secret is stored (PASSWORD_FILE) do not count.
bool isSecretName(const QString &name);

// Matches keys and tokens of well-known services, whatever their variable is called: Hugging Face, GitHub, GitLab, OpenAI, Slack, AWS,
// Google, NVIDIA, and private keys in PEM. Only the first 4096 characters of a value are examined.
const QRegularExpression &secretForm();
bool isSecretValue(const QString &value);

// Whether a person can keep a secret in the keyring under this name: 1 to 64 letters and digits of ASCII and . _ - @ /, first one of the former.
bool isKeyringName(const QString &name);

}  // namespace trainyard
