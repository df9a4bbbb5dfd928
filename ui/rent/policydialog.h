// SPDX-License-Identifier: GPL-3.0-or-later
// The smallest set of rights that Trainyard needs at a cloud, to copy. Object names: policyDialog, policyText, policyTextCopy,
// closePolicyButton
#pragma once

#include "ui/common/dialog.h"

namespace trainyard {

class PolicyDialog : public Dialog {
    Q_OBJECT
public:
    PolicyDialog(const QString &providerName, const QString &policy, QWidget *parent = nullptr);
};

}  // namespace trainyard
