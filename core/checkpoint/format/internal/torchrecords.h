// SPDX-License-Identifier: GPL-3.0-or-later
// What a zip's directory shows about torch's records before any is read. Sources: caffe2/serialize/inline_container.cc and
// torch/serialization.py. Private to this folder; pure.
#pragma once

#include "core/checkpoint/format/zipdirectory.h"

#include <QString>

namespace trainyard {

// The byte order of its numbers; little if no record states it, as before torch 2.1. Untold: the record has to be read, because its
// checksum was not computed.
enum class ByteOrder { Little, Big, Nonsense, Untold };
ByteOrder byteOrderOf(const ZipDirectory &directory);
ByteOrder byteOrderFrom(QByteArrayView record);
const ZipEntry *byteOrderRecord(const ZipDirectory &directory);

// Whether torch wrote it, or something that imitates torch, with or without its data.pkl.
bool isTorchZip(const ZipDirectory &directory);

// Why torch refuses a zip that has a data.pkl; translated; empty: no reason is visible here.
QString torchRefusal(const ZipDirectory &directory);
QString byteOrderRefusal(const ZipDirectory &directory);

}  // namespace trainyard
