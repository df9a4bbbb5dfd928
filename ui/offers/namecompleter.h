// SPDX-License-Identifier: GPL-3.0-or-later
// Completes the last of several names between commas, wherever in a known name the letters are.
#pragma once

#include <QStringList>

class QLineEdit;

namespace trainyard {

// Takes the place of an earlier completer of the field.
void completeNames(QLineEdit *field, const QStringList &names);

}  // namespace trainyard
