// SPDX-License-Identifier: GPL-3.0-or-later
// A run directory with a guard that checks five times a second, on a machine whose GPUs, uptime and cloud the test chooses.
#pragma once

#include "core/execution/launchplan/leasefile.h"
#include "tests/support/rundirectory.h"

#include <QList>

#include <vector>

namespace trainyard {

class GuardedRun : public RunDirectory {
public:
    // A process run with checkpoints that the guard waits for 30 s at most, on a machine that belongs to no cloud.
    explicit GuardedRun(const QString &shell = QStringLiteral("dash"));

    static QString trainer();     // the program yard-demotrainer
    QString checkpoints() const;  // their folder on the machine
    void train();                 // runs until it is stopped; saves on request

    // Call before start().
    void addProgram(const QString &name, const QByteArray &text) const;  // takes precedence over others of that name
    // The vendor in the firmware, and the address of the metadata service. Turns on spot notices.
    void setCloud(const QByteArray &vendor, const QString &url);
    QByteArray spot;  // the lease's setting, instead of the task's; empty = the task's

    // Call at any time.
    void putFile(const QString &path, const QByteArray &content) const;  // by rename
    void setGpuPercent(int percent);                                     // of its one GPU; first call before the start
    void setUptime(int seconds);                                         // as the guard sees it; first call before the start
    void renew(const Lease &lease) const;

    bool start();  // writes the directory; false if the run does not start
    bool ends(int milliseconds = 60000) const;
    QString reason() const;  // of its end

    QList<QJsonObject> events() const;
    QByteArray eventNames() const;              // joined by blanks
    QJsonObject event(const char *name) const;  // the first of that name
    bool hasEvent(const char *name) const;
    qint64 guard() const;          // its process id, 0 = none
    QByteArrayList state() const;  // the words of guard-state
    // Sets the uptime and waits until the guard has seen it and done all that is due by then.
    bool comesTo(int uptime) { return allComeTo({this}, uptime); }
    static bool allComeTo(const std::vector<GuardedRun *> &runs, int uptime);
};

}  // namespace trainyard
