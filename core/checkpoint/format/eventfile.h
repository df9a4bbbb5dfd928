// SPDX-License-Identifier: GPL-3.0-or-later
// Scalars of a TensorBoard event file, read as it grows. Pure: reads through FileSource, trusts no length.
//
// A file is a sequence of records: length (8 bytes, little endian), its checksum, the data, their checksum (TFRecord,
// https://www.tensorflow.org/tutorials/load_data/tfrecord); the data are Event messages (eventrecord.proto). The reader waits for a record
// that is not complete yet. It skips a record whose data are damaged; if the length itself is damaged, the start of the next record is
// unknown and reading stops permanently. The position of the first damage is reported. Records of more than 1 MiB (pictures, graphs) are
// skipped unread.
//
// A program that restarts from an earlier step may record that (SessionLog.START, PyTorch's `purge_step`): values in its folder's files for
// that step and later no longer count, as in TensorBoard
// (https://github.com/tensorflow/tensorboard/blob/master/tensorboard/backend/event_processing/event_accumulator.py).
#pragma once

#include "core/checkpoint/format/filesource.h"

#include <optional>

namespace trainyard {

struct EventScalar {
    QString tag;  // empty: the program restarts at `step`, see below
    qint64 step = 0;
    double value = 0;              // NaN and infinity are values
    std::optional<qint64> timeMs;  // since 1970, the machine's clock
};

class EventFile {
public:
    explicit EventFile(const QString &name) : m_name(name) {}

    // The new scalars in the file's first `size` bytes, from at most about 8 MiB of them; call again until isCaughtUp(). Errors: those of
    // the source.
    Result<QList<EventScalar>> read(FileSource &source, qint64 size);
    bool isCaughtUp() const { return m_isCaughtUp; }

    qint64 position() const { return m_at; }                         // of the first unread record
    std::optional<qint64> damagedAt() const { return m_damagedAt; }  // offset of the first damaged record
    bool isStopped() const { return m_isStopped; }
    qint64 recordCount() const { return m_records; }

private:
    void take(const QByteArray &data, QList<EventScalar> &found);

    QString m_name;
    qint64 m_at = 0, m_records = 0;
    qint64 m_endsAt = 0;  // of the incomplete record, as far as is known
    std::optional<qint64> m_damagedAt;
    bool m_isStopped = false, m_isCaughtUp = false;
};

}  // namespace trainyard
