// SPDX-License-Identifier: GPL-3.0-or-later
// A real run directory in its own home, with the scripts of this checkout and a chosen shell as `sh`. Destroying it ends everything it
// started.
#pragma once

#include "core/execution/launchplan/launchplan.h"

#include <QByteArray>
#include <QJsonObject>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <functional>

namespace trainyard {

// Shells to try the scripts with: "dash", "bash" (as sh, so POSIX mode), "busybox" (with busybox's tools as well). Unless everything is
// tested (testdepth.h), each function has dash and one of the others, which alternate from function to function.
QStringList shellsToTry();
void addShellRows();

struct Ran {
    int code = -1;
    QByteArray out, err;
    QJsonObject json() const;
};

class RunDirectory {
public:
    explicit RunDirectory(const QString &shell);
    ~RunDirectory();

    LaunchInput input;                // changed by tests before write(); a process run by default
    QProcessEnvironment environment;  // of every command; PATH begins with the chosen shell

    // Unquoted shell words for the run's script: wait until goOn() is called. Set input.engine first. A run that lasts a fixed number of
    // seconds may have ended before a slow computer has checked it.
    QString waitForGoOn() const;
    void goOn() const;

    void write();  // the plan's files
    QString path(const QString &name = {}) const;
    QString home() const { return m_home.path(); }
    QByteArray read(const QString &name) const;
    void put(const QString &name, const QByteArray &content, int mode = 0600) const;
    bool has(const QString &name) const;

    Ran run(const QStringList &arguments) const;  // program and arguments, 60 s at most
    Ran verb(const QStringList &verb) const;      // sh supervise.sh …
    QJsonObject exitRecord() const;               // of `exit`; empty if missing

    qint64 pidIn(const QString &name) const;  // first word of `supervisor`, `handle` …
    QList<qint64> processes() const;          // running, with this home in their environment
    QList<qint64> samplers() const;           // running its sample.sh

private:
    QString goOnFile() const;

    QTemporaryDir m_home;
};

bool isAlive(qint64 pid);            // and not a zombie
void killHard(qint64 pid);           // SIGKILL, and waits until it is gone
qint64 parentOf(qint64 pid);         // 0 when there is no such process
QByteArray commandLine(qint64 pid);  // words joined by blanks
// Polls; false if the condition did not become true in time.
bool comesTrue(const std::function<bool()> &condition, int milliseconds = 60000);

}  // namespace trainyard
