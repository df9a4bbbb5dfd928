// SPDX-License-Identifier: GPL-3.0-or-later
// Scalars of a TensorBoard event file, read as it grows. Pure: looks through FileSource, trusts no length.
//
// A file is a row of records: length (8 bytes, little endian), its checksum, the data, their checksum (TFRecord,
// https://www.tensorflow.org/tutorials/load_data/tfrecord); the data are Event messages (eventrecord.proto). A record
// that is not complete yet is waited for. One whose data are damaged is left out, and reading goes on behind it; where the
// length itself is damaged, nothing tells where the next record begins: reading stops for good. The first of either is
// said with its place. Records of more than 1 MiB (pictures, graphs) are passed over unread.
//
// A program that starts again from an earlier step may say so (SessionLog.START, PyTorch's `purge_step`): what its folder's
// files had of that step and later no longer counts, as in TensorBoard
// (https://github.com/tensorflow/tensorboard/blob/master/tensorboard/backend/event_processing/event_accumulator.py).
#pragma once

#include "core/checkpoint/format/filesource.h"

#include <optional>

namespace trainyard {

struct EventScalar {
    QString tag;  // empty: the program starts again at `step`, see below
    qint64 step = 0;
    double value = 0;              // NaN and infinity are values
    std::optional<qint64> timeMs;  // since 1970, the machine's clock
};

class EventFile {
public:
    explicit EventFile(const QString &name) : m_name(name) {}

    // What is new in the file's first `size` bytes, at most about 8 MiB of them; again until isCaughtUp(). Errors: those
    // of the source.
    Result<QList<EventScalar>> read(FileSource &source, qint64 size);
    bool isCaughtUp() const { return m_isCaughtUp; }

    qint64 position() const { return m_at; }                         // of the first record not read
    std::optional<qint64> damagedAt() const { return m_damagedAt; }  // offset of the first damaged record
    bool isStopped() const { return m_isStopped; }
    qint64 recordCount() const { return m_records; }

private:
    void take(const QByteArray &data, QList<EventScalar> &found);

    QString m_name;
    qint64 m_at = 0, m_records = 0;
    qint64 m_endsAt = 0;  // of the record that is waited for, as far as is known
    std::optional<qint64> m_damagedAt;
    bool m_isStopped = false, m_isCaughtUp = false;
};

}  // namespace trainyard
