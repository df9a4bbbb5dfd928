// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the built-in facts in the person's language. Pure, any thread.
#pragma once

#include <QString>
#include <QStringList>

namespace trainyard {

// English stays where there is no translation.
QString factText(const QString &english);
QStringList translatableFactTexts();  // all texts of resources/health/facts.json that a person reads

}  // namespace trainyard
