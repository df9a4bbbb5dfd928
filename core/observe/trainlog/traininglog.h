// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a growing log for its training data. Fed bytes in any pieces, in order; returns one record for each line (each state of a bar) with
// data. Pure; linear in the bytes, keeps the unfinished line (at most 64 KiB).
#pragma once

#include "core/observe/trainlog/stepcounter.h"
#include "core/observe/trainlog/trainingline.h"
#include "core/observe/trainlog/trainingrecord.h"

#include <QByteArray>

#include <memory>
#include <vector>

namespace trainyard {

class SeriesPattern;

class TrainingLog {
public:
    // Bytes that do not begin where the last ones ended are a later part of the log: the unfinished line is dropped.
    QList<TrainingRecord> feed(QByteArrayView bytes, qint64 offset);
    // The log is complete: its last line may lack a line end.
    QList<TrainingRecord> flush();

    // The custom expression comes first, for the lines it matches.
    void setPattern(std::shared_ptr<const SeriesPattern> pattern) { m_pattern = std::move(pattern); }

private:
    void takeLine(QByteArrayView line, qint64 offset, QList<TrainingRecord> &records);
    void keep(TrainingLine &&line, qint64 offset, QList<TrainingRecord> &records);
    bool takeTable(std::string_view text, QList<TrainingLine> &lines);

    QByteArray m_line;
    qint64 m_lineAt = 0, m_next = 0;
    LineParser m_parser;
    StepCounter m_counter;
    std::shared_ptr<const SeriesPattern> m_pattern;
    std::vector<std::string> m_columns;  // of the table whose rows may follow (Ultralytics)
    bool m_isResultTable = false;
};

}  // namespace trainyard
