// SPDX-License-Identifier: GPL-3.0-or-later
// A run's training records, a line of JSON for each record of its log and of its event files.
#pragma once

#include "app/cli/console.h"
#include "core/observe/trainlog/traininglog.h"
#include "core/service/runs/eventfolder.h"

namespace trainyard {

class TrainingPrinter {
public:
    TrainingPrinter(Console &console, const QString &logFile, std::shared_ptr<const SeriesPattern> pattern);
    void printNew();   // what was appended since the last call
    void printRest();  // the last line, which may lack its newline

private:
    void print(const QList<TrainingRecord> &records);

    Console &m_console;
    QString m_logFile;
    qint64 m_offset = 0;
    TrainingLog m_log;
    EventFolder m_events;
};

}  // namespace trainyard
