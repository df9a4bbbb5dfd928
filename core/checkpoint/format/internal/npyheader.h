// SPDX-License-Identifier: GPL-3.0-or-later
// The header of NumPy's .npy files: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html. Private to this folder; pure.
#pragma once

#include <QByteArray>
#include <QString>

#include <vector>

namespace trainyard {

struct NpyHeader {
    const char *complaint = nullptr;  // untranslated; null: valid
    bool isCut = false;               // more bytes are needed to decide
    QString dtype;                    // "float32", "str", "object", "structured" …
    quint64 itemBits = 0;             // 0: unknown (object, structured)
    std::vector<qint64> shape;
    quint64 elements = 0, dataOffset = 0;
    bool isObject = false;  // the data is a pickle
};
NpyHeader readNpyHeader(QByteArrayView bytes);

}  // namespace trainyard
