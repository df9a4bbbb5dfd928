// SPDX-License-Identifier: GPL-3.0-or-later
// What a look inside one checkpoint says. Value types, any thread. Texts and names come from the file: untrusted, to be
// shown as plain text with control characters made visible.
#pragma once

#include "core/checkpoint/format/checkpoint.h"
#include "core/checkpoint/pickle/finding.h"

#include <QList>
#include <QPair>
#include <QString>

#include <optional>
#include <vector>

namespace trainyard {

struct TensorInfo {
    QString name;                     // path through the object: "model.layers.0.weight"
    std::vector<qint64> shape;        // empty: a scalar
    QString dtype;                    // torch's word: "float32", "bfloat16", "float8_e4m3fn" …
    quint64 bytes = 0;                // of its elements, without holes of a view
    QString file;                     // relative to the folder
    QString storage;                  // where its data lies within the file: tensors with the same one share it
    std::optional<quint32> checksum;  // of the storage, where the file has one; equal ones mean equal data
};

struct Inspection {
    QString format;     // "torch zip", "torch legacy", "TorchScript", "safetensors", "GGUF" …
    QString framework;  // "PyTorch", "Hugging Face Trainer", "Lightning" …; empty = not known
    Verdict verdict = Verdict::Unknown;
    QString reason;  // one translated sentence beside the verdict
    Safety safety = Safety::Unknown;
    QList<Finding> findings;  // gravest first
    std::optional<qint64> step;
    std::optional<double> epoch, loss;
    QMap<QString, double> metrics;  // numbers of its own step that a pickle keeps beside the weights: "loss", "val_acc"; at most 64
    QList<QPair<QString, QString>> hyperparameters;  // as stored, in the file's order
    std::vector<TensorInfo> tensors;
    std::optional<quint64> parameterCount;  // elements of the model's weights; shared storages once
    QList<CheckpointFile> files;            // the main one first
    quint64 bytesRead = 0;
    int requests = 0, rounds = 0;  // ranges asked for; and how often the next question waited for an answer
};

// Looks into every file of a checkpoint that findCheckpoints() listed; never executes anything. Files are recognised by
// content, read side by side in a few rounds, and at most 256 MiB of them in all: what is beyond that is said among the
// findings. The verdict is the worse of the listing's and of what the files say.
Inspection inspectCheckpoint(const Checkpoint &checkpoint, FileSource &source);

}  // namespace trainyard
