// SPDX-License-Identifier: GPL-3.0-or-later
// How files with rate cards are named. Private to core/storage/database.
#pragma once

#include <QString>

namespace trainyard {

inline const QString kRateCardSuffix = QStringLiteral(".csv");

}  // namespace trainyard
