// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QString>

namespace trainyard {

// Whether a variable's name says that its value is a secret: HF_TOKEN, AZURE_STORAGE_KEY, DB_PASSWORD. Rather one too many:
// the values of these are left out when variables are shown to others. Names of places where a secret lies
// (PASSWORD_FILE) are none.
bool isSecretName(const QString &name);

// The form that keys and tokens of well-known services have, whatever their variable is called: Hugging Face, GitHub, GitLab, OpenAI,
// Slack, AWS, Google, NVIDIA, and private keys in PEM. Of a value only the first 4096 characters are looked at.
const QRegularExpression &secretForm();
bool isSecretValue(const QString &value);

}  // namespace trainyard
