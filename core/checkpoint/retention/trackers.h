// SPDX-License-Identifier: GPL-3.0-or-later
// Small files in which trainers write down which checkpoint is the one to go on from. Removing that one makes the
// next start fail, or, worse, begin at step 0 without a word. Pure.
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

constexpr qint64 kMaxTracker = 16 * 1024 * 1024;  // a trainer_state.json has the whole history of the run in it

bool isTracker(const QString &fileName);  // in the checkpoint directory itself
// What it names: relative to the folder it lies in, perhaps without an extension. Nothing where it makes no sense.
QStringList trackedNames(const QString &fileName, const QByteArray &content);
// A checkpoint is meant by its name, the folder it is in, or its name without what follows the stem ("ckpt-7.index").
bool isNamed(const Checkpoint &checkpoint, const QString &name);

}  // namespace trainyard
