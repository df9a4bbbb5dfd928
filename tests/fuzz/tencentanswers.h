// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of Tencent Cloud, replaced by arbitrary bytes, by libFuzzer and, briefly, by ./test. Returns for any input; other requirements
// are asserted inside.
#pragma once

#include <QByteArray>

namespace trainyard {

void fuzzTencentAnswer(const QByteArray &bytes);  // as the answer to every call

}  // namespace trainyard
