// SPDX-License-Identifier: GPL-3.0-or-later
// The list of all keys. Opens without blocking; deletes itself when closed.
// objectNames: "keysDialog", "keysFilter", "keysView", "keysClose".
#pragma once

#include "ui/common/dialog.h"

namespace trainyard {

class KeysDialog : public Dialog {
    Q_OBJECT
public:
    explicit KeysDialog(QWidget *parent = nullptr);
};

}  // namespace trainyard
