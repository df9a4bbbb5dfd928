// SPDX-License-Identifier: GPL-3.0-or-later
// What the clouds of China write in their bills. Pure.
#pragma once

#include <QString>

namespace trainyard {

inline constexpr int kChinaOffset = 8 * 3600;  // their days begin at midnight in Beijing

// Whether an item is the machine itself (processors, memory, GPUs, "instance type"), and not its disk, image, address or traffic; in
// English or Chinese, as the account's language is.
bool isMachineItem(const QString &item);

}  // namespace trainyard
