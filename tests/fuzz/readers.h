// SPDX-License-Identifier: GPL-3.0-or-later
// The readers, fed with arbitrary bytes, by libFuzzer and, briefly, by ./test. Each returns for any input, and requests nothing outside it;
// other requirements are asserted inside.
#pragma once

#include <QByteArray>

namespace trainyard {

void fuzzPickle(const QByteArray &bytes);
void fuzzZipDirectory(const QByteArray &bytes);
void fuzzTorchZip(const QByteArray &bytes);
void fuzzTorchLegacy(const QByteArray &bytes);
void fuzzDistributedList(const QByteArray &bytes);
void fuzzDistributedPieces(const QByteArray &bytes);  // as a .distcp
void fuzzNpy(const QByteArray &bytes);

}  // namespace trainyard
