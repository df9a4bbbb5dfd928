// SPDX-License-Identifier: GPL-3.0-or-later
// The translation context of this folder's messages.
#pragma once

#include <QCoreApplication>

namespace trainyard {

struct AzureText {
    Q_DECLARE_TR_FUNCTIONS(trainyard::AzureProvider)
};

}  // namespace trainyard
