// SPDX-License-Identifier: GPL-3.0-or-later
// One reader under libFuzzer: https://llvm.org/docs/LibFuzzer.html
#include "tests/fuzz/formatreaders.h"
#include "tests/fuzz/readers.h"
#include "tests/fuzz/storeanswers.h"
#include "tests/fuzz/terminalbytes.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    trainyard::TRAINYARD_FUZZED(QByteArray::fromRawData(reinterpret_cast<const char *>(data), qsizetype(size)));
    return 0;
}
