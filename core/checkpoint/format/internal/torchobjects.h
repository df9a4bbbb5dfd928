// SPDX-License-Identifier: GPL-3.0-or-later
// What torch would have made of a pickle: tensors with the names they have in the object, the storages that hold their data,
// and what the training said of itself. Rebuilding functions: torch/_utils.py. No recursion; bounded. Pure; any thread.
#pragma once

#include "core/checkpoint/format/inspection.h"
#include "core/checkpoint/pickle/pickle.h"

#include <QHash>

#include <vector>

namespace trainyard {

struct TorchStorage {
    QByteArrayView key;  // into the pickle
    quint64 bytes = 0;
    bool isSure = true;  // false: of a type whose size is not known here
};

struct TorchTensor {
    TensorInfo info;             // file and checksum not yet; storage: the key
    int storage = -1;            // into storages; -1: without data
    quint64 begin = 0, end = 0;  // bytes of the storage it spans
    quint32 top = 0;             // which of the object's outermost parts it is in
};

struct TorchObjects {
    std::vector<TorchTensor> tensors;
    std::vector<TorchStorage> storages;
    std::vector<QString> tops;  // names of the outermost parts; [0]: none
    QHash<QByteArrayView, int> storageOfKey;
    QString complaint;    // untranslated: what cannot be so; empty: nothing
    bool isWhole = true;  // false: more than a million tensors
};

// `kept`: tensors that lie beside the pickle, which names them by numbers (torch 0.1).
using KeptTensors = QHash<qint64, TorchTensor>;
TorchObjects readTorchObjects(const Pickle &pickle, const KeptTensors &kept = {});

// Bits of one element; 0: not known.
int torchBits(QByteArrayView dtype);
// "FloatStorage" → "float32"; empty when it is no type of a storage.
QByteArray torchDtypeOfStorage(QByteArrayView type);

// Which outermost parts hold the model's weights: those called a model, or without one all but what is called optimizer,
// scheduler and the like.
std::vector<bool> partsThatCount(const std::vector<QString> &parts, const std::vector<bool> &holdsTensors);
// For each of these tensors, whether it is in such a part; its name begins with the part's, and a separator follows.
std::vector<bool> tensorsThatCount(const std::vector<TensorInfo> &tensors, QChar separator);

// Elements of the model's weights, each element of a storage once. Known buffers do not count, as with PyTorch's parameters(); others cannot be told.
quint64 countParameters(const TorchObjects &objects);

// Whether a tensor of this name is no parameter although a model's state holds it: running_mean, inv_freq …
bool isKnownBuffer(QStringView name);

// Step, epoch, loss, hyper-parameters and framework by the keys that trainers use.
void readTorchFacts(const Pickle &pickle, Inspection &inspection);

// Whether trainers keep the number of steps under it.
bool isStepKey(QByteArrayView key);
// A number that lies among the data: a tensor which is the whole object, or which counts the steps, an optimizer's only when
// asked for. nullptr: there is none.
const TorchTensor *countingTensor(const TorchObjects &objects, bool withOptimizers);
// Scalars at the top of the object that are called like something measured: "loss" is mostly saved as the tensor that it was.
QList<const TorchTensor *> measuringTensors(const TorchObjects &objects);
// Whether a value kept under it was measured at this very step: no best one of earlier steps.
bool isMeasured(const QString &name);
// Of a tensor of one element, as Python writes it; empty: of a type that is no number.
QString scalarText(QByteArrayView bytes, QStringView dtype);

}  // namespace trainyard
