// SPDX-License-Identifier: GPL-3.0-or-later
// The context of the room's translations.
#pragma once

#include <QCoreApplication>

namespace trainyard {

struct AlibabaText {
    Q_DECLARE_TR_FUNCTIONS(trainyard::AlibabaProvider)
};

}  // namespace trainyard
