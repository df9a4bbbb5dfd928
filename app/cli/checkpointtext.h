// SPDX-License-Identifier: GPL-3.0-or-later
// Values of checkpoints, as the commands of `yard checkpoint` print them: the same in every language.
#pragma once

#include "core/checkpoint/format/inspection.h"

#include <QLocale>
#include <QStringList>

namespace trainyard {

inline QString bytesText(qint64 bytes) { return QLocale::c().formattedDataSize(bytes); }

inline QString shapeText(const TensorInfo &tensor)
{
    QStringList sizes;
    for (const qint64 size : tensor.shape)
        sizes << QString::number(size);
    return u'[' + sizes.join(u',') + u']';
}

}  // namespace trainyard
