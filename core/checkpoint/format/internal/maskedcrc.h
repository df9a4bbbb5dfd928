// SPDX-License-Identifier: GPL-3.0-or-later
// The checksum of TFRecord files: CRC-32C (Castagnoli), rotated right by 15 bits plus 0xa282ead8, so that a checksum over data that
// contains checksums stays reliable. Source: https://www.tensorflow.org/tutorials/load_data/tfrecord and
// https://github.com/google/leveldb/blob/main/util/crc32c.h. Pure.
#pragma once

#include <QByteArrayView>

namespace trainyard {

quint32 maskedCrc(QByteArrayView bytes);

}  // namespace trainyard
