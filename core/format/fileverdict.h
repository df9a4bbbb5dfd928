// What the look into one file says. Private to this room; pure. Every length here is checked before it is used.
#pragma once

#include "core/format/checkpoint.h"

#include <QMap>
#include <QtEndian>

namespace trainyard {

struct FileVerdict {
    Verdict verdict = Verdict::Unknown;
    QString reason;
    QString format;
    std::optional<qint64> tensorCount, parameterCount;
    QMap<QString, QString> metadata;
};

// Exactly `length` bytes, or an error (Corrupt) when the file is shorter than its listing said.
Result<QByteArray> readExactly(const FileReader &reader, const QString &name, qint64 offset, qint64 length);

FileVerdict judgeSafetensors(const CheckpointFile &file, const FileReader &reader);
FileVerdict judgeTorchZip(const CheckpointFile &file, const FileReader &reader);

template <typename T>
T littleEndianAt(QByteArrayView bytes, qsizetype offset)
{
    Q_ASSERT(offset >= 0 && offset + qsizetype(sizeof(T)) <= bytes.size());
    return qFromLittleEndian<T>(bytes.data() + offset);
}

}  // namespace trainyard
