// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the key of a machine that is not known yet and asks whether it is trusted; accepted means yes. Opens without blocking.
// objectNames: "hostKeyDialog", "trustHostKeyButton", "refuseHostKeyButton".
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
