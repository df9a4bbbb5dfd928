// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the key of an unknown machine and asks whether to trust it; accepted means yes. Opens without blocking. objectNames:
// "hostKeyDialog", "trustHostKeyButton", "refuseHostKeyButton".
#pragma once

#include "core/model/sshquestions.h"
#include "ui/common/dialog.h"

namespace trainyard {

class HostKeyDialog : public Dialog {
    Q_OBJECT
public:
    HostKeyDialog(const QString &machine, const HostKey &key, QWidget *parent = nullptr);
};

}  // namespace trainyard
