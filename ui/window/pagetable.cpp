// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/pagetable.h"

#include "ui/alerts/alertsmodule.h"
#include "ui/checkpoints/checkpointsmodule.h"
#include "ui/files/filesmodule.h"
#include "ui/health/healthmodule.h"
#include "ui/home/homemodule.h"
#include "ui/launch/launchmodule.h"
#include "ui/machines/machinesmodule.h"
#include "ui/offers/offersmodule.h"
#include "ui/run/comparemodule.h"
#include "ui/run/runmodule.h"
#include "ui/run/runsmodule.h"
#include "ui/terminal/terminalmodule.h"
#include "ui/transfers/transfersmodule.h"
#include "ui/window/helpmodule.h"
#include "ui/window/mainwindow.h"
#include "ui/window/settingsmodule.h"

namespace trainyard {

namespace {

template <typename Module>
PageModule *make(PageContext &context)
{
    return new Module(context);
}

}  // namespace

QList<PageRow> pageTable()
{
    using Where = PageRow::Place;
    // clang-format off
    return {
        {PageId::Home,        Where::Rail,    "railHome",        "home",        MainWindow::tr("Home"),        &make<HomeModule>},
        {PageId::Offers,      Where::Rail,    "railOffers",      "tag",         MainWindow::tr("Offers"),      &make<OffersModule>},
        {PageId::Machines,    Where::Rail,    "railMachines",    "machines",    MainWindow::tr("Machines"),    &make<MachinesModule>},
        {PageId::Runs,        Where::Rail,    "railRuns",        "runs",        MainWindow::tr("Runs"),        &make<RunsModule>},
        {PageId::Checkpoints, Where::Rail,    "railCheckpoints", "checkpoints", MainWindow::tr("Checkpoints"), &make<CheckpointsModule>},
        {PageId::Health,      Where::Rail,    "railHealth",      "shield",      MainWindow::tr("Health"),      &make<HealthModule>},
        {PageId::Settings,    Where::RailEnd, "railSettings",    "settings",    MainWindow::tr("Settings"),    &make<SettingsModule>},
        {PageId::Help,        Where::RailEnd, "railHelp",        "question",    MainWindow::tr("Help"),        &make<HelpModule>},
        {PageId::Transfers,   Where::Palette, "transfers",       "download",    MainWindow::tr("Transfers"),   &make<TransfersModule>, PageId::Machines, KeyFor::Transfers},
        {PageId::Files,       Where::Palette, "files",           "folder",      MainWindow::tr("Files"),       &make<FilesModule>,     PageId::Machines},
        {PageId::Alerts,      Where::Palette, "alerts",          "bell",        MainWindow::tr("Alerts"),      &make<AlertsModule>},
        {PageId::Terminal,    Where::Palette, "terminal",        "terminal",    MainWindow::tr("Terminal"),    &make<TerminalModule>,  PageId::Machines},
        {PageId::RunDetail,   Where::Behind,  "",                "",            {},                            &make<RunModule>,       PageId::Runs},
        {PageId::Launch,      Where::Behind,  "",                "",            {},                            &make<LaunchModule>,    PageId::Runs},
        {PageId::Compare,     Where::Behind,  "",                "",            {},                            &make<CompareModule>,   PageId::Runs},
    };
    // clang-format on
}

}  // namespace trainyard
