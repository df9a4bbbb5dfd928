// SPDX-License-Identifier: GPL-3.0-or-later
// What torch would make of a pickle: tensors with their names in the object, the storages that hold their data, and the training facts.
// Rebuilding functions: torch/_utils.py. No recursion; bounded. Pure; any thread.
#pragma once

#include "core/checkpoint/format/inspection.h"
#include "core/checkpoint/pickle/pickle.h"

#include <QHash>

#include <vector>

namespace trainyard {

struct TorchStorage {
    QByteArrayView key;  // into the pickle
    quint64 bytes = 0;
    bool isSure = true;  // false: of a type whose size is unknown here
};

struct TorchTensor {
    TensorInfo info;             // without file and checksum so far; storage: the key
    int storage = -1;            // into storages; -1: without data
    quint64 begin = 0, end = 0;  // bytes of the storage it spans
    quint32 top = 0;             // which of the object's outermost parts contains it
};

struct TorchObjects {
    std::vector<TorchTensor> tensors;
    std::vector<TorchStorage> storages;
    std::vector<QString> tops;  // names of the outermost parts; [0]: none
    QHash<QByteArrayView, int> storageOfKey;
    QString complaint;    // untranslated: a contradiction in the file; empty: none
    bool isWhole = true;  // false: more than a million tensors
};

// `kept`: tensors stored next to the pickle, which refers to them by number (torch 0.1).
using KeptTensors = QHash<qint64, TorchTensor>;
TorchObjects readTorchObjects(const Pickle &pickle, const KeptTensors &kept = {});

// Bits of one element; 0: unknown.
int torchBits(QByteArrayView dtype);
// "FloatStorage" → "float32"; empty if it is not a storage type.
QByteArray torchDtypeOfStorage(QByteArrayView type);

// Which outermost parts hold the model's weights: those named like a model; without one, all except those named like an optimizer, a
// scheduler and so on.
std::vector<bool> partsThatCount(const std::vector<QString> &parts, const std::vector<bool> &holdsTensors);
// For each of these tensors, whether it is in such a part: its name begins with the part's name and a separator.
std::vector<bool> tensorsThatCount(const std::vector<TensorInfo> &tensors, QChar separator);

// Elements of the model's weights, each element of a storage once. Known buffers do not count, as with PyTorch's parameters(); other
// buffers cannot be recognized.
quint64 countParameters(const TorchObjects &objects);

// Whether a tensor of this name is not a parameter although it is in a model's state: running_mean, inv_freq …
bool isKnownBuffer(QStringView name);

// Reads step, epoch, loss, hyper-parameters and framework by the keys that trainers use.
void readTorchFacts(const Pickle &pickle, Inspection &inspection);

// Whether trainers store the number of steps under this key.
bool isStepKey(QByteArrayView key);
// A number that is stored in the data: a tensor that is the whole object, or that counts the steps; an optimizer's count only if requested.
// nullptr: there is none.
const TorchTensor *countingTensor(const TorchObjects &objects, bool withOptimizers);
// Scalars at the top of the object that are named like a measurement: "loss" is often saved as a tensor.
QList<const TorchTensor *> measuringTensors(const TorchObjects &objects);
// Whether a value under this name was measured at exactly this step, unlike the best value of earlier steps.
bool isMeasured(const QString &name);
// The text of a one-element tensor, as Python writes it; empty if the type is not a number.
QString scalarText(QByteArrayView bytes, QStringView dtype);

}  // namespace trainyard
