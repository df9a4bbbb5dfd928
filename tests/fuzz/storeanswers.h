// SPDX-License-Identifier: GPL-3.0-or-later
// What object stores answer, fed with anything at all, by libFuzzer and, shortly, by ./test. Returns, whatever it is given;
// what it must hold to is asserted inside.
#pragma once

#include <QByteArray>

namespace trainyard {

void fuzzStoreAnswer(const QByteArray &bytes);  // as the body of every answer of every kind of store

}  // namespace trainyard
