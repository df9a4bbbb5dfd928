// SPDX-License-Identifier: GPL-3.0-or-later
// The datasets of an HDF5 file: names, shapes and types, read from its own structures without the data. Supports groups as h5py writes them
// by default (symbol tables) and small ones of the newer kind, but not large groups of the newer kind. Source:
// https://docs.hdfgroup.org/hdf5/develop/_f_m_t3.html. Private to this folder; pure.
#pragma once

#include "core/checkpoint/format/inspection.h"
#include "core/checkpoint/format/rangereader.h"

namespace trainyard {

struct Hdf5Root {
    int offsetBytes = 8, lengthBytes = 8;
    quint64 header = 0;  // address of the root group's object header
};

struct Hdf5List {
    std::vector<TensorInfo> tensors;  // "model_weights/dense/kernel:0", in the file's order
    bool isWhole = true;              // false: parts of it are of an unsupported kind, or there is too much
    const char *complaint = nullptr;  // untranslated: the rule it breaks; null: none
    QString unreadable;               // translated: reading failed; empty: it did not fail
};
Hdf5List listHdf5(RangeReader &reader, const Hdf5Root &root);

}  // namespace trainyard
