// SPDX-License-Identifier: GPL-3.0-or-later
// A private sandbox whose runs are plain processes, with the demo trainer as the program of its runs. It ends everything it starts.
#pragma once

#include "core/base/paths.h"
#include "core/model/ids.h"
#include "tests/support/yardcommand.h"

#include <QTemporaryDir>

#include <functional>

namespace trainyard {

class SandboxTrial {
public:
    // Sets TRAINYARD_HOME.
    SandboxTrial();
    ~SandboxTrial();

    // Empty: it works. Else the reason why not, and a remedy.
    QString start();
    const Paths &paths() const { return m_paths; }
    const YardCommand &yard() const { return m_yard; }

    // The run's id; not set: the reason is in problem(). `options` are passed to yard-demotrainer in addition to a number of steps that is
    // never reached.
    RunId launch(const QString &name, const QString &options);
    RunId resume(const RunId &runId, const QString &checkpoint, const QString &added = {});
    void stop(const RunId &runId);                // requests a stop, as a person does
    void crash();                                 // all trainers of this sandbox, without a message
    QString directory(const RunId &runId) const;  // on the machine
    QString problem() const { return m_problem; }

    // Stops or continues the sandbox's whole SSH server: a link that is dead and silent.
    void setServerStopped(bool isStopped);

private:
    RunId started(const YardCommand::Answer &answer);

    QTemporaryDir m_folder;
    Paths m_paths;
    YardCommand m_yard;
    QString m_home, m_problem;
    qint64 m_server = 0;
    QList<qint64> m_stopped;
};

// Runs the event loop until the condition is true; false: it took longer.
bool waitFor(const std::function<bool()> &isSo, int timeoutMs);

}  // namespace trainyard
