// SPDX-License-Identifier: GPL-3.0-or-later
// What a program prints into a terminal, replaced by arbitrary bytes, by libFuzzer and, briefly, by ./test. Returns for any input; other
// requirements are asserted inside.
#pragma once

#include <QByteArray>

namespace trainyard {

void fuzzTerminal(const QByteArray &bytes);  // a byte 0xfe is a change of the size, which the two after it give

}  // namespace trainyard
