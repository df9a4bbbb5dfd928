// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON header of a safetensors file, parsed by its own scanner: QJsonDocument hides duplicate keys and turns large integers into
// doubles. Rules: safetensors/src/tensor.rs of the reference implementation. Private to this folder; pure; linear in the header's size, no
// recursion beyond kMaxDepth.
#pragma once

#include <QByteArray>
#include <QMap>
#include <QString>

#include <optional>
#include <vector>

namespace trainyard {

struct SafetensorsTensor {
    QByteArray name;  // UTF-8
    std::vector<qint64> shape;
    quint64 begin = 0, end = 0;  // within the data
    int dataType = 0;            // for safetensorsDtype()
};

struct SafetensorsHeader {
    std::vector<SafetensorsTensor> tensors;  // sorted by offset; from 0, without gap or overlap
    quint64 dataBytes = 0;                   // the bytes that must follow the header
    quint64 parameterCount = 0;
    QMap<QString, QString> metadata;
};

// torch's name for a type: "bfloat16", "float8_e4m3fn".
QString safetensorsDtype(int dataType);

// nullopt if the header breaks a rule; `complaint` (English, for the detail) says which.
std::optional<SafetensorsHeader> parseSafetensorsHeader(const QByteArray &json, QString *complaint);

}  // namespace trainyard
