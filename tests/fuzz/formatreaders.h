// SPDX-License-Identifier: GPL-3.0-or-later
// The readers of formats that hold no code, fed with anything at all, by libFuzzer and, shortly, by ./test. Each returns,
// whatever it is given, and asks for nothing outside its input; beyond that, what it must hold to is asserted inside.
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
void fuzzFileNames(const QByteArray &bytes);  // one name a line, as a listing gives them

}  // namespace trainyard
