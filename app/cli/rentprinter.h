// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the stages of a machine that is being rented or given back. Reports come from a worker thread and are printed on the main one.
#pragma once

#include "app/cli/console.h"
#include "core/service/clouds/rentorder.h"

#include <QList>

#include <mutex>

namespace trainyard {

class RentPrinter {
public:
    explicit RentPrinter(Console &console) : m_console(console) {}

    RentReport report();  // any thread
    void flush();         // prints what was reported

private:
    void print(const RentStep &step);

    Console &m_console;
    std::mutex m_guard;
    QList<RentStep> m_steps;
    QString m_last;
};

// Lines of another program; nothing is done. Returns the exit status.
int printLines(Console &console, const Result<QStringList> &lines);

}  // namespace trainyard
