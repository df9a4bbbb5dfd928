// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/format/internal/maskedcrc.h"

#include "core/base/crc32.h"

namespace trainyard {

quint32 maskedCrc(QByteArrayView bytes)
{
    const quint32 crc = crc32c(bytes);
    return ((crc >> 15) | (crc << 17)) + 0xa282ead8U;
}

}  // namespace trainyard
