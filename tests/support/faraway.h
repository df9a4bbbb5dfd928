// SPDX-License-Identifier: GPL-3.0-or-later
// A context for services whose machines are all unreachable (a stub): requests to a machine are counted and fail immediately, so that a
// service can be tested without a server. Database and files are real, in a temporary folder.
#pragma once

#include "core/service/machines/servicecontext.h"

#include <QTemporaryDir>

#include <atomic>

namespace trainyard {

class FarAway {
public:
    FarAway()
        : m_paths{m_folder.filePath(QStringLiteral("data")), m_folder.filePath(QStringLiteral("config"))},
          context(m_paths, std::move(*StateDatabase::open(m_paths.database())), {})
    {
        context.connect = [this](const Machine &machine, Interaction asking, std::stop_token) -> Result<std::shared_ptr<SshConnection>> {
            ++dials;
            lastAsking = asking;
            return Error{ErrorCode::Unreachable, QStringLiteral("%1 is away.").arg(machine.name), {}};
        };
    }
    ~FarAway()
    {
        context.end.request_stop();
        context.threads.waitForDone();
    }

    Machine add(const QString &name)
    {
        Machine machine;
        machine.name = name;
        machine.target.host = QStringLiteral("192.0.2.1");
        return *context.database->machines.add(machine);
    }
    Run add(const Machine &machine, const QString &lineage, RunState state, const QString &checkpoints = {})
    {
        Run run;
        run.lineage = run.name = lineage;
        run.id = RunId(lineage + QStringLiteral("-a1"));
        run.head().machineId = machine.id;
        run.head().machineName = machine.name;
        run.head().directory = QStringLiteral("/runs/") + run.id.text();
        run.checkpointDir = checkpoints;
        run.state = state;
        run.created = run.started = QDateTime::currentDateTimeUtc().addSecs(-3600);
        if (hasEnded(state))
            run.ended = run.started.addSecs(60);
        if (!context.database->runs.add(run))
            qFatal("the run could not be added");
        return run;
    }
    QString folder() const { return m_folder.path(); }

    std::atomic<int> dials = 0;
    std::atomic<Interaction> lastAsking = Interaction::None;

private:
    QTemporaryDir m_folder;
    Paths m_paths;

public:
    ServiceContext context;
};

}  // namespace trainyard
