// The JSON header of a safetensors file, by a scanner of its own: QJsonDocument hides duplicate keys and turns large
// integers into doubles. Rules: safetensors/src/tensor.rs of the reference implementation. Private to this room; pure;
// linear in the header's size, no recursion beyond kMaxDepth.
#pragma once

#include <QByteArray>
#include <QMap>
#include <QString>

#include <optional>
#include <vector>

namespace trainyard {

struct SafetensorsHeader {
    struct Extent {
        quint64 begin = 0, end = 0;
    };
    std::vector<Extent> extents;         // sorted; from 0, without hole or overlap
    quint64 dataBytes = 0;               // what must follow the header
    quint64 parameterCount = 0;
    QMap<QString, QString> metadata;
};

// nullopt when the header breaks a rule; `complaint` (English, for the detail) says which.
std::optional<SafetensorsHeader> parseSafetensorsHeader(const QByteArray &json, QString *complaint);

}  // namespace trainyard
