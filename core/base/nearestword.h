// SPDX-License-Identifier: GPL-3.0-or-later
// The known word that a misspelt one was probably meant to be. Pure, any thread.
#pragma once

#include <QString>
#include <QStringList>

namespace trainyard {

// Compares in lower case, so `known` must be in lower case. Empty if no known word is similar.
QString nearestWord(const QString &unknown, const QStringList &known);

}  // namespace trainyard
