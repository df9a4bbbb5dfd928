// SPDX-License-Identifier: GPL-3.0-or-later
// Small files in which trainers record which checkpoint to resume from. Removing that checkpoint makes the next start fail or, worse,
// silently begin at step 0. Pure.
//
// Sources: DeepSpeed's `latest` and `latest_universal` (https://www.deepspeed.ai/getting-started/#model-checkpointing),
// Megatron-LM's latest_checkpointed_iteration.txt (https://github.com/NVIDIA/Megatron-LM), TensorFlow's `checkpoint`
// (https://www.tensorflow.org/guide/checkpoint), best_model_checkpoint in Hugging Face's trainer_state.json
// (https://huggingface.co/docs/transformers/main_classes/callback).
#pragma once

#include "core/checkpoint/format/checkpoint.h"

#include <QByteArray>
#include <QStringList>

namespace trainyard {

constexpr qint64 kMaxTracker = 16 * 1024 * 1024;  // a trainer_state.json contains the whole history of the run

bool isTracker(const QString &fileName);  // in the checkpoint directory itself
// The names it contains: relative to its folder, possibly without an extension. Empty if the content makes no sense.
QStringList trackedNames(const QString &fileName, const QByteArray &content);
// A checkpoint is named by its own name, by the folder it is in, or by its name without the part after the stem ("ckpt-7.index").
bool isNamed(const Checkpoint &checkpoint, const QString &name);

}  // namespace trainyard
