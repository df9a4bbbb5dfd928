// SPDX-License-Identifier: GPL-3.0-or-later
// The public address of this computer: that from which the internet sees it. One request to a web service that answers with the address and
// nothing else; which one is a setting (rent/own-address-url). The answer is hostile.
#pragma once

#include "core/base/paths.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <stop_token>

namespace trainyard {

// In place of an address: it is looked up when it is needed.
inline constexpr char kFindAddress[] = "auto";

// "203.0.113.7" or "2001:db8::7" of such an answer, which may end with a line break. Corrupt: it is anything else. InvalidInput: an address
// that is not public, as behind a router or in a network whose addresses customers share. Pure.
Result<QString> publicAddressIn(const QByteArray &answer);
// Whether this address, as above, is outside of the range that is let in, "203.0.113.7/32". False also where that cannot be said: one of them
// is empty, or they are of two kinds, of which a computer may have one each. Pure.
bool isShutOut(const QString &address, const QString &range);
// Blocks for some seconds at most; any thread. Errors as publicAddressIn(), and Unreachable if no usable answer came; their sentences say to
// give the address. Cancelled.
Result<QString> findOwnAddress(const Paths &paths, std::stop_token stop);

}  // namespace trainyard
