// SPDX-License-Identifier: GPL-3.0-or-later
// Printing what grows: the log byte for byte, the metrics sample by sample.
#pragma once

#include "app/cli/commands.h"
#include "app/cli/terminalfilter.h"
#include "core/observe/metrics/sample.h"

namespace trainyard {

// Until the run is complete, Ctrl+C, or the output is no longer read; returns 0 (also for a reader that has gone), 130, or 1
// when the run did not end by itself with code 0, and says so.
int followLog(CommandContext &context, const Run &run);
int followMetrics(CommandContext &context, const Run &run);
int followTraining(CommandContext &context, const Run &run);
// The run itself as a line of JSON, at once and whenever its state changes.
int followState(CommandContext &context, const Run &run);

// Of a file that is appended to; one that takes its place is printed from its beginning, which is said. On a terminal, without
// what could steer it.
class LogPrinter {
public:
    LogPrinter(Console &console, const QString &file);
    void printNew();  // what was appended since the last call

private:
    Console &m_console;
    QString m_file;
    qint64 m_offset = 0;
    quint64 m_inode = 0;  // of the file that the offset is one of
    bool m_isTerminal;
    TerminalFilter m_filter;
};

class MetricsPrinter {
public:
    MetricsPrinter(Console &console, const QString &file) : m_console(console), m_file(file) {}
    void printNew();   // what was appended since the last call
    void printRest();  // the moment that no later line has finished yet

private:
    void print(const QList<MachineSample> &samples);
    Console &m_console;
    QString m_file;
    qint64 m_offset = 0;
    SampleParser m_parser;
};

}  // namespace trainyard
