// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of RunPod, Lambda and Vast.ai, replaced by arbitrary bytes, by libFuzzer and, briefly, by ./test. Returns for any input; other
// requirements are asserted inside.
#pragma once

#include <QByteArray>

namespace trainyard {

void fuzzGpuCloudAnswer(const QByteArray &bytes);  // as the answer to every call of each of them

}  // namespace trainyard
