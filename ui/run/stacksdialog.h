// SPDX-License-Identifier: GPL-3.0-or-later
// The stacks of a run's processes, as text to read and copy. Deletes itself when closed. objectNames: "rankStacksDialog", "rankStacksText",
// "rankStacksClose".
#pragma once

#include "ui/common/dialog.h"

namespace trainyard {

class StacksDialog : public Dialog {
    Q_OBJECT
public:
    explicit StacksDialog(const QString &text, QWidget *parent = nullptr);
};

}  // namespace trainyard
