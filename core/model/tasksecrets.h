// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a task file without the values of secrets, for keeping it on this computer. Pure.
#pragma once

#include <QByteArray>

namespace trainyard {

// What is taken out: the values of `secrets`, those of variables whose name or value suggests a secret (isSecretName(), isSecretValue()), and
// the same values and forms wherever else they stand. The names stay, so that the values come from the environment or the keyring at launch.
// Everything else keeps its bytes. A text with errors is treated line by line; there, what stands below a secret's name goes too.
QByteArray withoutSecretValues(const QByteArray &text);

}  // namespace trainyard
