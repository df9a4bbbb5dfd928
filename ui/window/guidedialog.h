// SPDX-License-Identifier: GPL-3.0-or-later
// The user guide that belongs to this program, to be read beside the window: it does not hold it up. Pictures are left out. Deletes
// itself when closed.
// objectNames: "guideDialog", "guideText", "guideClose".
#pragma once

#include "ui/common/dialog.h"

namespace trainyard {

class GuideDialog : public Dialog {
    Q_OBJECT
public:
    explicit GuideDialog(QWidget *parent = nullptr);
};

}  // namespace trainyard
