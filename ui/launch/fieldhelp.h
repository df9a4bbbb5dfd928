// SPDX-License-Identifier: GPL-3.0-or-later
// What the fields of the launch form say of their keys, as tooltips: the sentences of the table of keys (core/model/taskschema.h).
#pragma once

class QWidget;

namespace trainyard {

void explainFields(const QWidget *form);

}  // namespace trainyard
