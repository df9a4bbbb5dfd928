// SPDX-License-Identifier: GPL-3.0-or-later
// The two checksums that checkpoint files carry. Pure, any thread; several GB/s where the processor has carry-less
// multiplication and SSE 4.2, about one GB/s elsewhere: which one is found out when it runs.
//
// CRC-32 (zip, gzip): polynomial 0x04C11DB7. CRC-32C (Castagnoli; iSCSI, LevelDB, TensorFlow): 0x1EDC6F41. Both
// reflected, begun with all ones and inverted at the end, as RFC 1952 section 8 and RFC 3720 appendix B.4 say.
#pragma once

#include <QByteArrayView>

namespace trainyard {

// Goes on from `crc`, the value of the bytes before; 0 = there were none.
quint32 crc32(QByteArrayView bytes, quint32 crc = 0);
quint32 crc32c(QByteArrayView bytes, quint32 crc = 0);

// What any processor can do; the others are tested against it.
quint32 portableCrc32(QByteArrayView bytes, quint32 crc = 0);
quint32 portableCrc32c(QByteArrayView bytes, quint32 crc = 0);

}  // namespace trainyard
