// SPDX-License-Identifier: GPL-3.0-or-later
// What a person has typed and chosen on a page, by the names of its controls, so that the same page made anew can have it again.
// Texts, numbers, lists, check boxes and segments; not what is read only, and not buttons, which do something.
#pragma once

#include <QHash>
#include <QString>
#include <QVariant>

class QWidget;

namespace trainyard {

using EnteredValues = QHash<QString, QVariant>;

EnteredValues enteredValues(const QWidget *page);
// As a person would: the controls emit their signals. What there is no control or no choice for is left out.
void enterValues(QWidget *page, const EnteredValues &values);

}  // namespace trainyard
