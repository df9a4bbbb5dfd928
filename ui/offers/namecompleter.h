// SPDX-License-Identifier: GPL-3.0-or-later
// Completes the last of several comma-separated names; the typed letters may occur anywhere in a known name.
#pragma once

#include <QStringList>

class QLineEdit;

namespace trainyard {

// Replaces an earlier completer of the field.
void completeNames(QLineEdit *field, const QStringList &names);

}  // namespace trainyard
