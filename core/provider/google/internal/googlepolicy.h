// SPDX-License-Identifier: GPL-3.0-or-later
// The rights that the calls of this provider need. Pure.
#pragma once

#include <QString>
#include <QStringList>

namespace trainyard {

QStringList googleRights();  // sorted
// A custom role, for `gcloud iam roles create ID --project=… --file=…`.
QString googlePolicy();

}  // namespace trainyard
