// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of object stores, replaced by arbitrary bytes, by libFuzzer and, briefly, by ./test. Returns for any input; other requirements
// are asserted inside.
#pragma once

#include <QByteArray>

namespace trainyard {

void fuzzStoreAnswer(const QByteArray &bytes);  // as the body of every answer of every kind of store

}  // namespace trainyard
