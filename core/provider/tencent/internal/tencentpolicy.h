// SPDX-License-Identifier: GPL-3.0-or-later
// The access policy for Tencent Cloud (CAM, version 2.0): the calls that are made and no others. Pure.
#pragma once

#include <QString>

namespace trainyard {

QString tencentPolicy();

}  // namespace trainyard
