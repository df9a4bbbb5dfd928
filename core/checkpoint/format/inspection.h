// SPDX-License-Identifier: GPL-3.0-or-later
// The result of inspecting one checkpoint. Value types, any thread. Texts and names come from the file: untrusted, to be shown as plain
// text with control characters made visible.
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
    QString dtype;                    // torch's name: "float32", "bfloat16", "float8_e4m3fn" …
    quint64 bytes = 0;                // of its elements, without the gaps of a view
    QString file;                     // relative to the folder
    QString storage;                  // where its data is within the file: tensors with the same one share it
    std::optional<quint32> checksum;  // of the storage, if the file has one; equal ones mean equal data
};

struct Inspection {
    QString format;     // "torch zip", "torch legacy", "TorchScript", "safetensors", "GGUF" …
    QString framework;  // "PyTorch", "Hugging Face Trainer", "Lightning" …; empty = unknown
    Verdict verdict = Verdict::Unknown;
    QString reason;  // one translated sentence that explains the verdict
    Safety safety = Safety::Unknown;
    QList<Finding> findings;  // most severe first
    std::optional<qint64> step;
    std::optional<double> epoch, loss;
    QMap<QString, double> metrics;  // numbers of its own step that a pickle stores next to the weights: "loss", "val_acc"; at most 64
    QList<QPair<QString, QString>> hyperparameters;  // as stored, in the file's order
    std::vector<TensorInfo> tensors;
    std::optional<quint64> parameterCount;  // elements of the model's weights; shared storages count once
    QList<CheckpointFile> files;            // the main one first
    quint64 bytesRead = 0;
    int requests = 0, rounds = 0;  // ranges requested; how often a request had to wait for an earlier answer
};

// Inspects every file of a checkpoint that findCheckpoints() listed; never executes anything. Files are recognized by content, read side by
// side in a few rounds, and at most 256 MiB in all: a finding reports anything beyond that. The verdict is the worse of the listing's and
// the files'.
Inspection inspectCheckpoint(const Checkpoint &checkpoint, FileSource &source);

}  // namespace trainyard
