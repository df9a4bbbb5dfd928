// SPDX-License-Identifier: GPL-3.0-or-later
// Follows one run: fetches log, metrics and events by byte offset into the local copy and keeps the database's row in step with the
// machine. The local copy is always a prefix of the machine's files; one program at a time writes it (a file lock), others read what it
// wrote. Works for ended runs too: it completes the copy, then needs no connection. Lives in the main thread; signals at most 10 a second
// each, last state guaranteed.
#pragma once

#include "core/base/paths.h"
#include "core/service/machines/linkworker.h"
#include "core/storage/database/statedatabase.h"

#include <QObject>

#include <memory>

namespace trainyard {

class ConnectionPool;

class RunWatch : public QObject {
    Q_OBJECT
public:
    RunWatch(const Run &run, const Paths &paths, StateDatabase &store, std::shared_ptr<ConnectionPool> pool, QObject *parent = nullptr);
    ~RunWatch() override;

    Run run() const;  // as last known
    LinkState linkState() const;
    Error lastError() const;
    QDateTime lastHeard() const;  // when the machine last answered; invalid = never yet
    bool isComplete() const;      // ended, and the whole log is here

    QString logFile() const;  // local copy; append-only, may not exist yet
    qint64 logBytes() const;  // of the local copy
    QString metricsFile() const;
    QString eventsFile() const;

    void retryNow();  // may raise questions (password, host key)
    void refresh();   // reads the run again from the database; runChanged when it differs

Q_SIGNALS:
    void heard();  // lastHeard() changed: emitted with every answer, whether or not anything grew
    void logGrew();
    void metricsGrew();
    void runChanged();
    void checkpointsTouched();  // new ones may exist; at most twice a minute, and when it was attached
    void linkStateChanged(trainyard::LinkState state);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace trainyard
