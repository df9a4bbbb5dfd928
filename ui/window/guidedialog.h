// SPDX-License-Identifier: GPL-3.0-or-later
// The user guide of this program version, in a window that does not block the main one. Pictures are left out. Deletes itself when closed.
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
