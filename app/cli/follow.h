// Printing what grows: the log byte for byte, the metrics sample by sample.
#pragma once

#include "app/cli/commands.h"
#include "core/metrics/sample.h"

namespace trainyard {

// Until the run is complete or Ctrl+C; returns 0, 130, or 1 when the run did not end well.
int followLog(CommandContext &context, const Run &run);
int followMetrics(CommandContext &context, const Run &run);

// Writes what the file holds from `offset` to stdout; returns the new offset.
qint64 printLogFrom(const QString &file, qint64 offset);

class MetricsPrinter {
public:
    MetricsPrinter(Console &console, const QString &file) : m_console(console), m_file(file) {}
    void printNew();      // what was appended since the last call
    void printRest();     // the moment that no later line has finished yet

private:
    void print(const QList<MachineSample> &samples);
    Console &m_console;
    QString m_file;
    qint64 m_offset = 0;
    SampleParser m_parser;
};

}  // namespace trainyard
