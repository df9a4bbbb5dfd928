// SPDX-License-Identifier: GPL-3.0-or-later
// A real run directory in a home of its own, with the scripts of this checkout and a chosen shell as `sh`.
// Everything it started is gone when it goes.
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

// Shells to try the scripts with: "dash", "bash" (as sh, so POSIX mode), "busybox" (with busybox's tools as well).
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

    // Shell words for the text of the run, without quotes: wait until goOn() was called. After input.engine is set.
    // A run whose length is a number of seconds may be over before a slow computer has looked at it.
    QString untilToldTo() const;
    void goOn() const;

    void write();  // the plan's files
    QString path(const QString &name = {}) const;
    QString home() const { return m_home.path(); }
    QByteArray read(const QString &name) const;
    void put(const QString &name, const QByteArray &content, int mode = 0600) const;
    bool has(const QString &name) const;

    Ran run(const QStringList &arguments) const;  // program and arguments, 60 s at most
    Ran verb(const QStringList &verb) const;      // sh supervise.sh …
    QJsonObject exitRecord() const;               // of `exit`; empty when missing

    qint64 pidIn(const QString &name) const;  // first word of `supervisor`, `handle` …
    QList<qint64> processes() const;          // living ones whose environment names this home
    QList<qint64> samplers() const;           // living ones that run its sample.sh

private:
    QString goOnFile() const;

    QTemporaryDir m_home;
};

bool isAlive(qint64 pid);            // and no zombie
void killHard(qint64 pid);           // SIGKILL, and waits until it is gone
QByteArray commandLine(qint64 pid);  // words joined by blanks
// Polls; false when it did not come true in time.
bool comesTrue(const std::function<bool()> &condition, int milliseconds = 60000);

}  // namespace trainyard
