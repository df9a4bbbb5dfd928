// What torch would have made of a pickle: tensors with the names they have in the object, the storages that hold their data,
// and what the training said of itself. Rebuilding functions: torch/_utils.py. No recursion; bounded. Pure; any thread.
#pragma once

#include "core/format/inspection.h"
#include "core/format/pickle.h"

#include <QHash>

#include <vector>

namespace trainyard {

struct TorchStorage {
    QByteArrayView key;                   // into the pickle
    quint64 bytes = 0;
    bool isSure = true;                   // false: of a type whose size is not known here
};

struct TorchTensor {
    TensorInfo info;                      // file and checksum not yet; storage: the key
    int storage = -1;                     // into storages; -1: without data
    quint64 begin = 0, end = 0;           // bytes of the storage it spans
    quint32 top = 0;                      // which of the object's outermost parts it is in
};

struct TorchObjects {
    std::vector<TorchTensor> tensors;
    std::vector<TorchStorage> storages;
    std::vector<QString> tops;            // names of the outermost parts; [0]: none
    QHash<QByteArrayView, int> storageOfKey;
    QString complaint;                    // untranslated: what cannot be so; empty: nothing
    bool isWhole = true;                  // false: more than a million tensors
};

TorchObjects readTorchObjects(const Pickle &pickle);

// Bits of one element; 0: not known.
int torchBits(QByteArrayView dtype);
// "FloatStorage" → "float32"; empty when it is no type of a storage.
QByteArray torchDtypeOfStorage(QByteArrayView type);

// Elements of the model's weights, each element of a storage once; without a part that is called a model, all but what is
// called optimizer, scheduler and the like.
quint64 countParameters(const TorchObjects &objects);

// Step, epoch, loss, hyper-parameters and framework by the keys that trainers use.
void readTorchFacts(const Pickle &pickle, Inspection &inspection);

}  // namespace trainyard
