// SPDX-License-Identifier: GPL-3.0-or-later
// A sandbox of its own whose runs are plain processes, and the demo trainer as its runs. What it starts it ends.
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

    // Empty: it runs. Else why not, with what would help.
    QString start();
    const Paths &paths() const { return m_paths; }
    const YardCommand &yard() const { return m_yard; }

    // The run's id; not set: problem() says why. `options` of yard-demotrainer beside a number of steps that is never reached.
    RunId launch(const QString &name, const QString &options);
    RunId resume(const RunId &runId, const QString &checkpoint, const QString &added = {});
    void stop(const RunId &runId);                // asked to end, as a person does
    void crash();                                 // all trainers of this sandbox, with no word
    QString directory(const RunId &runId) const;  // on the machine
    QString problem() const { return m_problem; }

    // All of the sandbox's SSH server stands still or goes on: a link that is dead and silent.
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

// Lets the event loop work until then; false: it took longer.
bool waitFor(const std::function<bool()> &isSo, int timeoutMs);

}  // namespace trainyard
