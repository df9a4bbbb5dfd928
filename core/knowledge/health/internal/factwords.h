// SPDX-License-Identifier: GPL-3.0-or-later
// Translates the texts of the built-in facts. Pure, any thread.
#pragma once

#include <QString>
#include <QStringList>

namespace trainyard {

// Returns the English text if there is no translation.
QString factText(const QString &english);
QStringList translatableFactTexts();  // all texts of resources/health/facts.json that a person reads

}  // namespace trainyard
