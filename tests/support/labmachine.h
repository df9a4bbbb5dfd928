// SPDX-License-Identifier: GPL-3.0-or-later
// A machine for tests: a private sshd whose sessions have a home and, if wanted, a container engine of their own, plus access to its
// processes for tests that kill them. Everything is real except the distance.
#pragma once

#include "core/model/ids.h"
#include "tests/support/containerengines.h"
#include "tests/support/sshdfixture.h"

#include <QTemporaryDir>

#include <memory>
#include <optional>

namespace trainyard {

class LabMachine {
public:
    // nullopt = no container engine.
    explicit LabMachine(std::optional<ContainerEngine::Kind> engine);
    ~LabMachine();

    bool start();  // false: problem() gives the reason and a remedy
    QString problem() const { return m_problem; }

    SshdFixture &sshd() { return m_sshd; }
    ContainerEngine *engine() { return m_engine.get(); }
    QString home() const { return m_home.path(); }
    QString runDirectory(const RunId &runId) const;
    // In the form in which a person would paste it.
    QString sshCommand() const;

    // Processes on this computer that have an argument containing `text`, except this process.
    static QList<qint64> processesWith(const QString &text);
    static void kill(const QList<qint64> &pids);
    static QStringList findFiles(const QString &directory, const QString &name);

private:
    QTemporaryDir m_home;
    SshdFixture m_sshd;
    std::unique_ptr<ContainerEngine> m_engine;
    QString m_problem;
};

}  // namespace trainyard
