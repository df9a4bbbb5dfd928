// SPDX-License-Identifier: GPL-3.0-or-later
// What the names in a listing show: which folders are one step of a trainer, what belongs to each, and what is missing. Private to this
// folder; pure; uses names and sizes only. Layouts and what each trainer writes last:
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
    bool isTemporary = false;      // its own name marks it as unfinished
    bool isWithoutMarker = false;  // this trainer's layout does not distinguish a finished one from a half-written one
    bool isWithoutOptimizer = false;
    QString missingMarker;  // the file that is written last, if it is missing
    QStringList missing;    // names within the folder that other files of it refer to
    QString pointer, tag;   // the file next to it that must name it (or a later one), and the content it then has
};

// Every folder that is one step of a trainer; `claimed` receives the names of the files that belong to one.
QList<StepFolder> stepFolders(const QList<CheckpointFile> &files, QSet<QString> *claimed);

// The missing ones among names like "model-00002-of-00003.safetensors", without folder.
QStringList missingShards(const QStringList &names);

}  // namespace trainyard
