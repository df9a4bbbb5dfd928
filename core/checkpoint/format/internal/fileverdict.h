// SPDX-License-Identifier: GPL-3.0-or-later
// The result of inspecting one file. Private to this folder; pure. Every length here is checked before it is used.
#pragma once

#include "core/checkpoint/format/checkpoint.h"
#include "core/checkpoint/format/filesource.h"
#include "core/checkpoint/format/inspection.h"

#include <QMap>
#include <QtEndian>

namespace trainyard {

// How much to read: Summary reads as little as a verdict needs, Names lists the tensors as far as those bytes show them, Tensors lists them
// all.
enum class Detail { Summary, Names, Tensors };

class ZipDirectory;

struct FileVerdict {
    Verdict verdict = Verdict::Unknown;
    QString reason;
    QString format;
    std::optional<qint64> tensorCount, parameterCount;
    QMap<QString, QString> metadata;
    std::vector<TensorInfo> tensors;
    std::optional<quint64> shardCount;  // the file is one of this many shards
    QMap<quint32, quint64> shardBytes;  // TensorFlow's index: the minimum length of each shard
};

// Judges by content; the name only decides what to read first.
FileVerdict judgeFile(const CheckpointFile &file, FileSource &source, Detail detail);

FileVerdict judgeSafetensors(const CheckpointFile &file, FileSource &source, Detail detail);
// Holds the end records of nearly every zip, and the whole directory of a small one.
constexpr qint64 kZipFirstTail = 8 * 1024;
FileVerdict judgeZip(const CheckpointFile &file, FileSource &source);
// A zip that is neither torch's nor of another kind known here.
FileVerdict judgeOtherZip(const ZipDirectory &directory);
FileVerdict judgeGguf(const CheckpointFile &file, FileSource &source, Detail detail);
FileVerdict judgeTensorIndex(const CheckpointFile &file, FileSource &source, Detail detail);
FileVerdict judgeHdf5(const CheckpointFile &file, FileSource &source, Detail detail);
FileVerdict judgeOnnx(const CheckpointFile &file, FileSource &source, Detail detail);
// Identifies a file that is not in a checkpoint format at all, from its first bytes: a pointer, a web page, zeros.
std::optional<FileVerdict> sniffOther(const QByteArray &head);

FileVerdict endsEarly(const QString &format, qint64 size, quint64 needed);
FileVerdict breaksRules(const QString &format, const QString &complaint);

template <typename T>
T littleEndianAt(QByteArrayView bytes, qsizetype offset)
{
    Q_ASSERT(offset >= 0 && offset + qsizetype(sizeof(T)) <= bytes.size());
    return qFromLittleEndian<T>(bytes.data() + offset);
}

}  // namespace trainyard
