// SPDX-License-Identifier: GPL-3.0-or-later
// Foreign text inside a sentence of ours. Pure, any thread.
#pragma once

#include <QByteArrayView>
#include <QString>

namespace trainyard {

// At most 40 characters, with an ellipsis where something is left out; of any size and any bytes.
QString excerpt(QByteArrayView utf8);

}  // namespace trainyard
