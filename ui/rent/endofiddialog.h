// SPDX-License-Identifier: GPL-3.0-or-later
// The second question before something is deleted that Trainyard did not make: the last four characters of its id have to be typed. Deletes
// itself when closed. Object names: endOfIdDialog, endOfIdEdit, endOfIdConfirm, endOfIdCancel
#pragma once

#include "core/service/clouds/cloudsweep.h"
#include "ui/common/dialog.h"

namespace trainyard {

class EndOfIdDialog : public Dialog {
    Q_OBJECT
public:
    explicit EndOfIdDialog(const SweepItem &item, QWidget *parent = nullptr);
};

}  // namespace trainyard
