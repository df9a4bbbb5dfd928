// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace trainyard {

// What this provider says to people.
struct GoogleText {
    Q_DECLARE_TR_FUNCTIONS(trainyard::GoogleProvider)
};

inline const QString kGoogleName = QStringLiteral("Google Cloud");

}  // namespace trainyard
