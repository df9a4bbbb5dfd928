// SPDX-License-Identifier: GPL-3.0-or-later
// Quotes foreign text inside a sentence of ours. Pure, any thread.
#pragma once

#include <QByteArrayView>
#include <QString>

namespace trainyard {

// At most 40 characters, with an ellipsis where something is left out. The input may have any size and contain any bytes.
QString excerpt(QByteArrayView utf8);

}  // namespace trainyard
