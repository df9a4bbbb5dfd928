// SPDX-License-Identifier: GPL-3.0-or-later
// Facts from a file's name. Private to this folder; pure; linear in the name's length.
#pragma once

#include <QString>

#include <optional>

namespace trainyard {

// "step-000200" 200, "checkpoint-500" 500, "epoch=3-step=1200" 1200, "checkpoint-500/model.bin" 500.
std::optional<qint64> stepFromName(const QString &name);

// Shell pattern with * and ? on one name.
bool matchesPattern(QStringView name, QStringView pattern);

// The final name of a temporary file; nullopt if the name is not temporary. Folder parts are kept.
std::optional<QString> finalName(const QString &name);

bool hasKnownExtension(const QString &name);  // .safetensors .pt .pth .ckpt .bin .gguf .onnx .npz .keras .h5
QString withoutExtension(const QString &name);
QString folderOf(const QString &name);  // "" or "a/b/"
QString baseOf(const QString &name);

// "model-00002-of-00005.safetensors"
struct Shard {
    QString group;  // the name without the numbers
    int number = 0, count = 0;
};
std::optional<Shard> shardOf(const QString &name);

// Files a trainer writes next to the model: optimizer.pt, scheduler.pt, rng_state_0.pth, trainer_state.json …
bool isBesideModel(const QString &name);

// Relative, and never leaves the folder it was listed in.
bool isInside(const QString &name);

}  // namespace trainyard
