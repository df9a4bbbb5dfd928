// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/statusfeed.h"

#include "core/service/machines/transferqueue.h"
#include "core/service/runs/services.h"
#include "ui/page/pageid.h"
#include "ui/page/workspace.h"
#include "ui/window/mainwindow.h"
#include "ui/window/rail.h"
#include "ui/window/topstrip.h"

#include <algorithm>

namespace trainyard {

namespace {

void showAlerts(const QList<Alert> &open, TopStrip *strip)
{
    int unseen = 0;
    AlertSeverity gravest = AlertSeverity::Info;
    for (const Alert &alert : open) {
        if (alert.acknowledged.isValid())
            continue;
        ++unseen;
        gravest = std::max(gravest, alert.severity);
    }
    strip->setAlerts(unseen, gravest == AlertSeverity::Critical);
}

void showConnections(const QList<MachineCard> &cards, TopStrip *strip, Rail *rail)
{
    int connected = 0, connecting = 0, unreachable = 0;
    for (const MachineCard &card : cards) {
        if (card.isStopped)
            continue;
        connected += card.link == LinkState::Live || card.link == LinkState::Stale;
        connecting += card.link == LinkState::Connecting;
        unreachable += card.link == LinkState::Unreachable;
    }
    strip->setConnections(connected, connecting, unreachable);
    rail->setAttention(int(PageId::Machines), unreachable > 0 ? MainWindow::tr("%n unreachable", nullptr, unreachable) : QString());
}

}  // namespace

void feedStatus(Workspace &workspace, TopStrip *strip, Rail *rail)
{
    BudgetWatch &budgets = workspace.agent.budgets();
    AlertWatch &alerts = workspace.agent.alerts();
    TransferQueue &queue = workspace.services.transfers.queue();
    const auto showTransfers = [&queue, strip] { strip->setTransfers(totalsOf(queue.transfers())); };
    QObject::connect(&budgets, &BudgetWatch::metered, strip, [&budgets, strip] { strip->setMeter(budgets.meter()); });
    QObject::connect(&alerts, &AlertWatch::changed, strip, [&alerts, strip] { showAlerts(alerts.open(), strip); });
    QObject::connect(&workspace.runs, &RunList::changed, strip, [&workspace, strip] { strip->setRunsGoing(workspace.runs.going()); });
    QObject::connect(&workspace.fleet, &FleetController::cardsChanged, strip,
                     [&workspace, strip, rail] { showConnections(workspace.fleet.cards(), strip, rail); });
    QObject::connect(&workspace.sandbox, &SandboxController::viewChanged, strip, [strip](const SandboxView &view) {
        strip->setSandbox(view.phase == SandboxView::Phase::Running,
                          view.phase == SandboxView::Phase::Stopped && view.hasDied && view.wasUsed);
    });
    QObject::connect(&queue, &TransferQueue::transfersChanged, strip, showTransfers);
    QObject::connect(&queue, &TransferQueue::transferChanged, strip, showTransfers);
    showTransfers();
}

}  // namespace trainyard
