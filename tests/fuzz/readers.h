// SPDX-License-Identifier: GPL-3.0-or-later
// The readers that are fed with anything at all, by libFuzzer and, shortly, by ./test. Each returns, whatever it is given,
// and asks for nothing outside its input; beyond that, what it must hold to is asserted inside.
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
