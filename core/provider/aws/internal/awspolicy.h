// SPDX-License-Identifier: GPL-3.0-or-later
// The rights that this room's calls need. Pure, any thread.
#pragma once

#include <QString>

namespace trainyard {

QString awsPolicy();  // an access policy of IAM, as indented JSON

}  // namespace trainyard
