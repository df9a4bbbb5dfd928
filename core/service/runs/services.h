// SPDX-License-Identifier: GPL-3.0-or-later
// All services on one context: what a program opens at its start. Main thread. Closing it never touches a run.
#pragma once

#include "core/service/clouds/cloudpreview.h"
#include "core/service/clouds/cloudservice.h"
#include "core/service/clouds/letinservice.h"
#include "core/service/clusters/clusterservice.h"
#include "core/service/machines/fileservice.h"
#include "core/service/machines/instanceservice.h"
#include "core/service/machines/keyservice.h"
#include "core/service/machines/machineservice.h"
#include "core/service/machines/sandboxservice.h"
#include "core/service/machines/servicecontext.h"
#include "core/service/machines/transferservice.h"
#include "core/service/machines/tunnelmanager.h"
#include "core/service/runs/checkpointmaintainer.h"
#include "core/service/runs/checkpointservice.h"
#include "core/service/runs/jupyterservice.h"
#include "core/service/runs/placeservice.h"
#include "core/service/runs/resumeservice.h"
#include "core/service/runs/runagainservice.h"
#include "core/service/runs/runfigures.h"
#include "core/service/runs/runfollowers.h"
#include "core/service/runs/runservice.h"
#include "core/service/runs/runtrash.h"
#include "core/service/runs/unsavedservice.h"
#include "core/service/stores/storeservice.h"
#include "core/service/terminals/terminalservice.h"

#include <QTimer>

#include <optional>

namespace trainyard {

class Services : public QObject {
    Q_OBJECT
public:
    // `questions` are asked on worker threads (see SshQuestions).
    // `providers`: a test's, instead of all that there are.
    static Result<std::unique_ptr<Services>> open(const Paths &paths, SshQuestions questions,
                                                  std::optional<MachineProviders> providers = std::nullopt);
    ~Services() override;  // cancels and waits for what is in flight

    const Paths &paths() const { return m_context.paths; }
    StateDatabase &database() { return *m_context.database; }
    // Cancels all background work and waits for it. Call before destroying objects that hold a continuation.
    void endWork();

private:
    Services(const Paths &paths, std::unique_ptr<StateDatabase> database, SshQuestions questions,
             std::optional<MachineProviders> providers);
    ServiceContext m_context;
    QTimer m_databasePoll;
    qint64 m_changeCounter = 0;

public:
    TunnelManager tunnels;
    TransferService transfers;
    FileService files;
    KeyService keys;
    InstanceService instances;
    CloudPreview cloudPreview;
    CloudService clouds;
    LetInService letIn;
    ClusterService clusters;
    SandboxService sandbox;
    StoreService stores;
    MachineService machines;
    RunService runs;
    RunTrash runTrash;
    ResumeService resumes;
    CheckpointService checkpoints;
    CheckpointMaintainer maintenance;
    PlaceService places;
    RunFollowers followers;
    RunFiguresService figures;
    TerminalService terminals;
    JupyterService jupyter;
    RunAgainService again;
    UnsavedService unsaved;
};

}  // namespace trainyard
