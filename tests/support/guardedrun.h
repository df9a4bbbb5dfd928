// SPDX-License-Identifier: GPL-3.0-or-later
// A run directory with a guard that looks five times a second, on a machine whose GPUs, uptime and cloud a test chooses.
#pragma once

#include "core/execution/launchplan/leasefile.h"
#include "tests/support/rundirectory.h"

#include <QList>

#include <vector>

namespace trainyard {

class GuardedRun : public RunDirectory {
public:
    // A process run with checkpoints that the guard waits for 30 s at most, on a machine of no cloud.
    explicit GuardedRun(const QString &shell = QStringLiteral("dash"));

    static QString trainer();     // the program yard-demotrainer
    QString checkpoints() const;  // where they lie on the machine
    void train();                 // until it is stopped; saves when it is asked

    // Before the start.
    void addProgram(const QString &name, const QByteArray &text) const;  // in front of all others of that name
    // What the firmware says, and where the metadata service is. Heeds spot notices.
    void setCloud(const QByteArray &vendor, const QString &url);
    QByteArray spot;  // of the lease, in place of what the task says; empty = as it says

    // At any time.
    void putFile(const QString &path, const QByteArray &content) const;  // by rename
    void setGpuPercent(int percent);                                     // of its one GPU; the first time before the start
    void setUptime(int seconds);                                         // as the guard sees it; the first time before the start
    void renew(const Lease &lease) const;

    bool start();  // writes the directory; false when it does not begin
    bool ends(int milliseconds = 60000) const;
    QString reason() const;  // of its end

    QList<QJsonObject> events() const;
    QByteArray eventNames() const;              // joined by blanks
    QJsonObject event(const char *name) const;  // the first of that name
    bool hasEvent(const char *name) const;
    qint64 guard() const;          // its process, 0 = there is none
    QByteArrayList state() const;  // the words of guard-state
    // Sets the uptime and waits until the guard has seen it and done all that is due then.
    bool comesTo(int uptime) { return allComeTo({this}, uptime); }
    static bool allComeTo(const std::vector<GuardedRun *> &runs, int uptime);
};

}  // namespace trainyard
