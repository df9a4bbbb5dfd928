// SPDX-License-Identifier: GPL-3.0-or-later
// The shared state of all pages once the database is open: the services, and what more than one page shows. Keeps its parts in sync. Main
// thread.
#pragma once

#include "core/agent/agent.h"
#include "ui/page/checkpointfinder.h"
#include "ui/page/fleetcontroller.h"
#include "ui/page/runlist.h"
#include "ui/page/sandboxcontroller.h"

#include <QObject>

namespace trainyard {

class Services;

class Workspace : public QObject {
    Q_OBJECT
public:
    explicit Workspace(Services &services, QObject *parent = nullptr);

    void start();  // reads everything, queries the machines, and lets the agent act

    Services &services;
    Agent agent;
    RunList runs;
    FleetController fleet;
    SandboxController sandbox;
    CheckpointFinder checkpoints;
};

}  // namespace trainyard
