// SPDX-License-Identifier: GPL-3.0-or-later
// The datasets of an HDF5 file: names, shapes and types, by its own structures and without their data. Groups as h5py writes them
// by default (symbol tables) and small ones of the newer kind; large groups of the newer kind are not followed. Source:
// https://docs.hdfgroup.org/hdf5/develop/_f_m_t3.html. Private to this room; pure.
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
    bool isWhole = true;              // false: some of it is of a kind that is not read, or too much
    const char *complaint = nullptr;  // untranslated: which rule it breaks; null: none
    QString unreadable;               // translated: reading failed; empty: it did not
};
Hdf5List listHdf5(RangeReader &reader, const Hdf5Root &root);

}  // namespace trainyard
