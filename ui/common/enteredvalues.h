// SPDX-License-Identifier: GPL-3.0-or-later
// What the user entered and selected on a page, by the names of its controls, so that the same page can be restored after it is recreated.
// Covers texts, numbers, lists, check boxes and segments, but neither read-only controls nor buttons, which trigger actions.
#pragma once

#include <QHash>
#include <QString>
#include <QVariant>

class QWidget;

namespace trainyard {

using EnteredValues = QHash<QString, QVariant>;

EnteredValues enteredValues(const QWidget *page);
// Enters values as a user would: the controls emit their signals. Values without a matching control or choice are skipped.
void enterValues(QWidget *page, const EnteredValues &values);

}  // namespace trainyard
