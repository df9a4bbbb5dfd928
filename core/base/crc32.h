// SPDX-License-Identifier: GPL-3.0-or-later
// The two checksums that checkpoint files carry. Pure, any thread; several GB/s if the processor has carry-less multiplication and SSE 4.2,
// about one GB/s otherwise. The implementation is chosen at run time.
//
// CRC-32 (zip, gzip): polynomial 0x04C11DB7. CRC-32C (Castagnoli; iSCSI, LevelDB, TensorFlow): 0x1EDC6F41. Both are reflected, start with
// all ones and are inverted at the end, as RFC 1952 section 8 and RFC 3720 appendix B.4 specify.
#pragma once

#include <QByteArrayView>

namespace trainyard {

// Continues from `crc`, the checksum of the preceding bytes; 0 = there are none.
quint32 crc32(QByteArrayView bytes, quint32 crc = 0);
quint32 crc32c(QByteArrayView bytes, quint32 crc = 0);

// The implementation for any processor; the faster ones are tested against it.
quint32 portableCrc32(QByteArrayView bytes, quint32 crc = 0);
quint32 portableCrc32c(QByteArrayView bytes, quint32 crc = 0);

}  // namespace trainyard
