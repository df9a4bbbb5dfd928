// SPDX-License-Identifier: GPL-3.0-or-later
// Printing data that grows: the log byte for byte, the metrics sample by sample.
#pragma once

#include "app/cli/commands.h"
#include "app/cli/terminalfilter.h"
#include "core/observe/metrics/sample.h"

namespace trainyard {

constexpr qint64 kPrintPiece = 1 << 20;  // bytes of a file that are read and printed at once

// Follows until the run is complete, Ctrl+C, or the output is no longer read; returns 0 (also when the reader closed the pipe), 130, or 1
// with a message when the run did not end by itself with code 0.
int followLog(CommandContext &context, const Run &run);
int followMetrics(CommandContext &context, const Run &run);
int followTraining(CommandContext &context, const Run &run);
// Prints the run itself as a line of JSON, now and whenever its state changes.
int followState(CommandContext &context, const Run &run);

// Prints a file that is appended to; a file that replaces it is printed from its beginning, with a message. On a terminal, control
// sequences are removed.
class LogPrinter {
public:
    LogPrinter(Console &console, const QString &file);
    void printNew();  // what was appended since the last call

private:
    Console &m_console;
    QString m_file;
    qint64 m_offset = 0;
    quint64 m_inode = 0;  // of the file that the offset belongs to
    bool m_isTerminal;
    TerminalFilter m_filter;
};

class MetricsPrinter {
public:
    MetricsPrinter(Console &console, const QString &file) : m_console(console), m_file(file) {}
    void printNew();   // what was appended since the last call
    void printRest();  // the last moment, which no later line has completed yet

private:
    void print(const QList<MachineSample> &samples);
    Console &m_console;
    QString m_file;
    qint64 m_offset = 0;
    SampleParser m_parser;
};

}  // namespace trainyard
