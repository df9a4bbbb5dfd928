// SPDX-License-Identifier: GPL-3.0-or-later
// The context of the room's translations, and the name of the cloud in sentences.
#pragma once

#include <QCoreApplication>

namespace trainyard {

struct OpenStackText {
    Q_DECLARE_TR_FUNCTIONS(trainyard::OpenStackProvider)
};

inline const QString kOpenStackName = QStringLiteral("OpenStack");

}  // namespace trainyard
