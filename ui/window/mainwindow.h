// SPDX-License-Identifier: GPL-3.0-or-later
// The window: rail, strip, pages, and the wiring between pages and services. Made without services, so that the
// first picture waits for no database; attach() brings it to life.
//
// Object names: mainWindow, pageStack; pages and controls are documented in their own headers.
// Keyboard: Ctrl+1 … pages, F6 and Shift+F6 move between rail, strip and page, F5 refreshes the page, Ctrl+N launches,
// Ctrl+J shows the transfers, Ctrl+K opens the command palette, F1 and ? list the keys (ui/common/keytable.h).
#pragma once

#include "core/base/error.h"
#include "core/base/paths.h"
#include "core/base/result.h"
#include "core/model/run.h"
#include "core/observe/diagnosis/runglance.h"
#include "ui/common/enteredvalues.h"
#include "ui/window/preferences.h"

#include <QFuture>
#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

class QStackedWidget;

namespace trainyard {

struct Action;
class ActionRegistry;
class Agent;
class AlertController;
class AlertsPage;
class CheckpointsPage;
class CommandPalette;
class CompareController;
class CopyController;
class FileLock;
class FleetController;
class HealthController;
class HealthPage;
struct HourlyOffer;
class HomePage;
class LaunchController;
class LaunchPage;
class MachineController;
class MachinesPage;
class MessageBar;
class OfferController;
class OffersPage;
class MeterController;
struct PaletteSource;
class PlaceController;
class PruneController;
class Rail;
class ResumeController;
class RunComparePage;
class RunActions;
class RunController;
class RunPage;
class RunsPage;
class SandboxController;
class SettingsPage;
class SshPrompter;
class TopStrip;
class TransferController;
class TransfersPage;
class Services;

class MainWindow : public QWidget {
    Q_OBJECT
public:
    enum Page { Home, Machines, Runs, Checkpoints, Settings, RunDetail, Launch, Transfers, Offers, Health, Alerts, Compare };

    MainWindow(const Paths &paths, const Preferences &preferences, SshPrompter &prompter);
    ~MainWindow() override;

    void attach(Services &services);         // once; the services outlive the window
    void showOpenError(const Error &error);  // instead of attach()

    void showPage(Page page);
    Page page() const;
    void openRun(const QString &runId);
    void saveState() const;
    // What a person has entered on the pages, for a window that takes this one's place.
    QHash<int, EnteredValues> entered() const;
    void setEntered(const QHash<int, EnteredValues> &entered) { m_entered = entered; }

Q_SIGNALS:
    void firstPainted();  // once, after the first picture is on the screen
    void preferencesChanged(const trainyard::Preferences &preferences);
    void noticed(const QString &title, const QString &text);  // worth a look with the window out of sight
    void openRequested();                                     // try to open the database again

protected:
    void closeEvent(QCloseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    // A page is made when it is first needed: a page that is never shown costs neither time nor memory.
    QWidget *widgetOf(Page page);
    QList<QWidget *> pages() const;  // by Page; null where none was made yet
    MachinesPage *machinesPage();
    RunsPage *runsPage();
    RunPage *runPage();
    RunComparePage *comparePage();
    LaunchPage *launchPage();
    CheckpointsPage *checkpointsPage();
    SettingsPage *settingsPage();
    TransfersPage *transfersPage();
    OffersPage *offersPage();
    HealthPage *healthPage();
    AlertsPage *alertsPage();
    void wireHome();
    void wireMachines();
    void wireRuns();
    void wireRun();
    void wireLaunch();
    void wireCheckpoints();
    void wireControllers();
    void sayIfNotAlone();
    // The page is there and so is the services.
    void controlRun();
    void controlCompare();
    void compareRuns(const QStringList &runIds);
    void controlLaunch();
    void reloadRuns();
    QHash<QString, RunGlance> glancesOf(const QList<Run> &runs);
    void wireRunActions();
    void showFleet();
    void showNeeds();
    void showLatestGood();
    void showDemoTask();
    void showTransfers();
    void wireMeter();
    void wireAlerts();
    void showAlertSettings();
    void showMeter();
    void handleNeed(const QString &id);
    void addMachine();
    void connectMachine(const std::optional<HourlyOffer> &offer);  // rented at that offer
    void removeMachine(MachineId id);
    void offerEmptyStart();
    void askWhetherGone(MachineId id, const Error &error);
    void launchOn(MachineId machineId);
    void launchDemo();
    void startSandbox();
    bool isShut();  // its database could not be opened: then it says so again
    void showError(Page page, const QString &id, const Error &error, const QString &action = {});
    void moveBetweenAreas(int step);
    void addRailPage(Page page, const QString &objectName, const QString &iconName, const QString &title, bool isLast = false);
    void registerActions();
    // What F5 does here: presses the page's own button for it, or asks the machines anew. False: this page has nothing to refresh.
    bool canLookAgain() const;
    void lookAgain();
    QList<Action> actionsHere() const;
    void showPalette();
    QList<PaletteSource> paletteSources();
    void showKeys();
    void showGuide();
    void fitScreen();
    void tick();

    Paths m_paths;
    Preferences m_preferences;
    SshPrompter &m_prompter;
    Services *m_services = nullptr;
    std::optional<Error> m_openError;
    Rail *m_rail;
    ActionRegistry *m_actions;
    QPointer<CommandPalette> m_palette;  // while it is open
    TopStrip *m_strip = nullptr;
    QStackedWidget *m_stack = nullptr;
    HomePage *m_home = nullptr;
    MachinesPage *m_machines = nullptr;  // this one and those below: nullptr until first needed
    RunsPage *m_runs = nullptr;
    RunPage *m_run = nullptr;
    RunComparePage *m_compare = nullptr;
    CompareController *m_compareControl = nullptr;
    LaunchPage *m_launch = nullptr;
    CheckpointsPage *m_checkpoints = nullptr;
    SettingsPage *m_settings = nullptr;
    TransfersPage *m_transfers = nullptr;
    OffersPage *m_offers = nullptr;
    OfferController *m_offerControl = nullptr;
    HealthPage *m_health = nullptr;
    HealthController *m_healthControl = nullptr;
    AlertsPage *m_alerts = nullptr;
    Agent *m_agent = nullptr;
    AlertController *m_alertControl = nullptr;
    FleetController *m_fleet = nullptr;
    MachineController *m_machineControl = nullptr;
    SandboxController *m_sandbox = nullptr;
    LaunchController *m_launches = nullptr;
    RunActions *m_runActions = nullptr;
    RunController *m_runControl = nullptr;
    ResumeController *m_resumes = nullptr;
    PlaceController *m_placeControl = nullptr;
    CopyController *m_copyControl = nullptr;
    PruneController *m_pruneControl = nullptr;
    TransferController *m_transferControl = nullptr;
    MeterController *m_meterControl = nullptr;
    QList<Run> m_allRuns;
    QHash<int, EnteredValues> m_entered;  // by page; of those that were not shown yet
    QTimer m_clock;
    std::unique_ptr<FileLock> m_only;                  // held by the first window that was opened
    QFuture<Result<QMap<QString, Error>>> m_runsLook;  // at the machines, asked for by a person
    int m_interruptedTransfers = 0, m_going = 0;       // transfers; runs that have not ended
    bool m_isPainted = false;
    bool m_isDemoWanted = false;  // the demo's run page follows as soon as it is launched
};

}  // namespace trainyard
