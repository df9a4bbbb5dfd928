// SPDX-License-Identifier: GPL-3.0-or-later
// The readers of formats that hold no code, fed with arbitrary bytes, by libFuzzer and, briefly, by ./test. Each returns for any input, and
// requests nothing outside it; other requirements are asserted inside.
#pragma once

#include <QByteArray>

namespace trainyard {

void fuzzSafetensors(const QByteArray &bytes);
void fuzzGguf(const QByteArray &bytes);
void fuzzTensorIndex(const QByteArray &bytes);
void fuzzHdf5(const QByteArray &bytes);
void fuzzOnnx(const QByteArray &bytes);
void fuzzKeras(const QByteArray &bytes);
void fuzzTrainerState(const QByteArray &bytes);       // as trainer_state.json
void fuzzShardIndex(const QByteArray &bytes);         // as model.safetensors.index.json
void fuzzDistributedFolder(const QByteArray &bytes);  // as .metadata
void fuzzOrbaxList(const QByteArray &bytes);
void fuzzFileNames(const QByteArray &bytes);  // one name per line, as from a listing

}  // namespace trainyard
