// SPDX-License-Identifier: GPL-3.0-or-later
// What the names in a listing say: which folders are one step of a trainer, what belongs to each, and what is missing
// there. Private to this room; pure; from names and sizes alone. Layouts and what each trainer writes last:
// transformers' Trainer (trainer_state.json), https://github.com/huggingface/transformers/blob/main/src/transformers/trainer.py;
// Accelerate (nothing), https://github.com/huggingface/accelerate/blob/main/src/accelerate/checkpointing.py;
// DeepSpeed (“latest”), https://github.com/deepspeedai/DeepSpeed/blob/master/deepspeed/runtime/engine.py;
// Megatron (latest_checkpointed_iteration.txt), https://github.com/NVIDIA/Megatron-LM/blob/main/megatron/training/checkpointing.py;
// torch.distributed.checkpoint (.metadata), https://github.com/pytorch/pytorch/blob/main/torch/distributed/checkpoint/filesystem.py;
// Orbax (the folder's final name), https://orbax.readthedocs.io/en/latest/guides/checkpoint/checkpoint_format.html
#pragma once

#include "core/checkpoint/format/checkpoint.h"

#include <QSet>

namespace trainyard {

enum class Trainer { None, HuggingFace, Accelerate, Lightning, DeepSpeed, Megatron, Distributed, Orbax, TensorFlow };
QString trainerName(Trainer trainer);  // a proper name; empty for None

struct StepFolder {
    QString path;  // without the last slash; "." = the top
    Trainer trainer = Trainer::None;
    std::optional<qint64> step;    // from the name
    QList<CheckpointFile> files;   // of the whole folder, the model's first
    bool isTemporary = false;      // its own name says that it is not finished
    bool isWithoutMarker = false;  // this trainer's layout does not tell a finished one from a half
    bool isWithoutOptimizer = false;
    QString missingMarker;  // what is written last and is not there
    QStringList missing;    // names within the folder that others of it ask for
    QString pointer, tag;   // the file beside it that must name it (or a later one), and what it says then
};

// Every folder that is one step of a trainer; `claimed` gets the names of the files that belong to one.
QList<StepFolder> stepFolders(const QList<CheckpointFile> &files, QSet<QString> *claimed);

// Of names like "model-00002-of-00003.safetensors" those that are not there, by name without folder.
QStringList missingShards(const QStringList &names);

}  // namespace trainyard
