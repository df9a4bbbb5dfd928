// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow.h"

#include "core/base/filelock.h"
#include "ui/alerts/alertspage.h"
#include "ui/checkpoints/checkpointspage.h"
#include "ui/common/actionregistry.h"
#include "ui/common/enterkey.h"
#include "ui/common/messagebar.h"
#include "ui/health/healthpage.h"
#include "ui/home/homepage.h"
#include "ui/launch/launchpage.h"
#include "ui/machines/machinespage.h"
#include "ui/offers/offerspage.h"
#include "ui/run/runcomparepage.h"
#include "ui/run/runpage.h"
#include "ui/run/runspage.h"
#include "ui/theme/theme.h"
#include "ui/transfers/transferspage.h"
#include "ui/window/alertcontroller.h"
#include "ui/window/guidedialog.h"
#include "ui/window/keysdialog.h"
#include "ui/window/metercontroller.h"
#include "ui/window/rail.h"
#include "ui/window/resumecontroller.h"
#include "ui/window/settingspage.h"
#include "ui/window/sshprompter.h"
#include "ui/window/topstrip.h"

#include <QApplication>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QScreen>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kTitleBar = 40;  // px, as high as title bars are; what it really takes is known once it is shown

// Rail entry of pages that are reached from another one. Of Alerts there is none: it belongs to the strip.
MainWindow::Page railPage(MainWindow::Page page)
{
    if (page == MainWindow::Transfers)
        return MainWindow::Machines;
    return page == MainWindow::RunDetail || page == MainWindow::Launch ? MainWindow::Runs : page;
}

}  // namespace

MainWindow::MainWindow(const Paths &paths, const Preferences &preferences, SshPrompter &prompter)
    : m_paths(paths), m_preferences(preferences), m_prompter(prompter), m_rail(new Rail(this)), m_actions(new ActionRegistry(this))
{
    pressButtonsWithEnter();
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(QStringLiteral("Trainyard"));
    addRailPage(Home, QStringLiteral("railHome"), QStringLiteral("home"), tr("Home"));
    addRailPage(Offers, QStringLiteral("railOffers"), QStringLiteral("tag"), tr("Offers"));
    addRailPage(Machines, QStringLiteral("railMachines"), QStringLiteral("machines"), tr("Machines"));
    addRailPage(Runs, QStringLiteral("railRuns"), QStringLiteral("runs"), tr("Runs"));
    addRailPage(Checkpoints, QStringLiteral("railCheckpoints"), QStringLiteral("checkpoints"), tr("Checkpoints"));
    addRailPage(Health, QStringLiteral("railHealth"), QStringLiteral("shield"), tr("Health"));
    addRailPage(Settings, QStringLiteral("railSettings"), QStringLiteral("settings"), tr("Settings"), true);
    // Made after the rail is filled: the tab order is the order of making.
    m_strip = new TopStrip(this);
    m_stack = new QStackedWidget(this);
    m_stack->setObjectName(QStringLiteral("pageStack"));
    m_home = new HomePage(this);
    m_stack->addWidget(m_home);
    m_rail->setCurrent(Home);
    // The window opens without a ring around whatever happens to be first.
    m_home->setFocusPolicy(Qt::ClickFocus);
    m_home->setAccessibleName(tr("Home"));
    m_home->setFocus();

    auto *right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_strip);
    right->addWidget(m_stack, 1);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_rail);
    row->addLayout(right, 1);

    connect(m_rail, &Rail::pageChosen, this, [this](int page) { showPage(Page(page)); });
    connect(m_strip, &TopStrip::runsRequested, this, [this] { showPage(Runs); });
    connect(m_strip, &TopStrip::alertsRequested, this, [this] { showPage(Alerts); });
    connect(m_strip, &TopStrip::machinesRequested, this, [this] { showPage(Machines); });
    connect(m_strip, &TopStrip::transfersRequested, this, [this] { showPage(Transfers); });
    connect(m_strip, &TopStrip::sandboxRequested, this, [this] { showPage(Home); });
    const auto showBudgets = [this] {
        if (m_meterControl)
            m_meterControl->showBudgets();
    };
    connect(m_strip, &TopStrip::costsRequested, this, showBudgets);
    connect(m_home, &HomePage::budgetsRequested, this, showBudgets);
    connect(m_strip, &TopStrip::paletteRequested, this, &MainWindow::showPalette);
    registerActions();
    wireHome();

    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, &MainWindow::tick);

    setMinimumSize(820, 560);
    resize(1440, 900);
    const QByteArray geometry = WindowState::load(m_paths.settings()).geometry;
    if (!geometry.isEmpty())
        restoreGeometry(geometry);
    if (const QScreen *on = screen())
        resize(size().boundedTo(on->availableSize() - QSize(0, kTitleBar)));
    m_prompter.setWindow(this);
}

// What hiding brings with it, such as fields that lose the focus, comes while all is there.
MainWindow::~MainWindow() { hide(); }

void MainWindow::showPage(Page page)
{
    if (isShut() && page != Settings)
        page = Home;
    QWidget *const widget = widgetOf(page);
    enterValues(widget, m_entered.take(page));
    m_stack->setCurrentWidget(widget);
    m_rail->setCurrent(railPage(page));
    m_strip->setAlertsShown(page == Alerts);
    tick();  // what it shows of the time stood still while another page was there
    // Checkpoints come and go on machines that do not tell us; the first page offers the latest good one.
    if ((page == Checkpoints || page == Home) && m_resumes)
        m_resumes->scan();
}

QList<QWidget *> MainWindow::pages() const
{
    return {m_home, m_machines, m_runs, m_checkpoints, m_settings, m_run, m_launch, m_transfers, m_offers, m_health, m_alerts, m_compare};
}

MainWindow::Page MainWindow::page() const
{
    const qsizetype at = pages().indexOf(m_stack->currentWidget());
    return at < 0 ? Home : Page(at);
}

QHash<int, EnteredValues> MainWindow::entered() const
{
    QHash<int, EnteredValues> values = m_entered;
    const QList<QWidget *> all = pages();
    // The settings are kept elsewhere; a run's page begins anew.
    for (const Page page : {Machines, Runs, Checkpoints, Launch, Health, Alerts}) {
        if (all[page])
            values[page] = enteredValues(all[page]);
    }
    // So are the needs of a job.
    const QString filter = QStringLiteral("offersFilter");
    if (const EnteredValues offers = m_offers ? enteredValues(m_offers) : EnteredValues(); offers.contains(filter))
        values[Offers] = {{filter, offers[filter]}};
    return values;
}

void MainWindow::saveState() const { WindowState{saveGeometry()}.save(m_paths.settings()); }

void MainWindow::showOpenError(const Error &error)
{
    m_openError = error;
    // What it would say of runs, machines and money is not known.
    m_strip->hide();
    const bool isDamaged = error.code == ErrorCode::Corrupt;
    m_home->messageBar()->post({isDamaged ? QStringLiteral("damaged") : QStringLiteral("open"), Tone::Bad,
                                tr("Trainyard cannot read its database."), error.what, error.detail,
                                isDamaged ? tr("Start without it…") : tr("Retry")});
}

bool MainWindow::isShut()
{
    if (m_services || !m_openError)
        return false;
    showOpenError(Error(*m_openError));
    return true;
}

void MainWindow::showError(Page page, const QString &id, const Error &error, const QString &action)
{
    if (error.isCancelled())
        return;
    MessageBar *bar = page == Machines && m_machines     ? m_machines->messageBar()
                      : page == Transfers && m_transfers ? m_transfers->messageBar()
                                                         : m_home->messageBar();
    bar->post({id, Tone::Bad, error.what, {}, error.detail, action});
}

void MainWindow::moveBetweenAreas(int step)
{
    const QList<QWidget *> areas{m_rail, m_strip, m_stack->currentWidget()};
    qsizetype at = 0;
    for (qsizetype i = 0; i < areas.size(); ++i)
        if (areas[i]->isAncestorOf(focusWidget()) || areas[i] == focusWidget())
            at = i;
    for (qsizetype tried = 0; tried < areas.size(); ++tried) {
        at = (at + step + areas.size()) % areas.size();
        // The first control of the area in tab order.
        for (QWidget *w = areas[at]->nextInFocusChain(); w && w != areas[at]; w = w->nextInFocusChain()) {
            if (areas[at]->isAncestorOf(w) && w->isVisibleTo(this) && w->isEnabled() && (w->focusPolicy() & Qt::TabFocus)) {
                w->setFocus(Qt::ShortcutFocusReason);
                return;
            }
        }
    }
}

void MainWindow::showKeys()
{
    auto *const dialog = new KeysDialog(this);
    dialog->open();
}

void MainWindow::showGuide()
{
    auto *const dialog = new GuideDialog(this);
    dialog->show();
}

// With its frame, which only the desktop knows.
void MainWindow::fitScreen()
{
    if (isMaximized() || isFullScreen() || !screen())
        return;
    const QRect room = screen()->availableGeometry();
    const QSize frame = frameGeometry().size() - size();
    resize(size().boundedTo(room.size() - frame));
    const QRect now(frameGeometry().topLeft(), size() + frame);
    const QPoint best(std::clamp(now.left(), room.left(), std::max(room.left(), room.right() + 1 - now.width())),
                      std::clamp(now.top(), room.top(), std::max(room.top(), room.bottom() + 1 - now.height())));
    if (best != now.topLeft())
        move(best);
}

void MainWindow::tick()
{
    if (!isVisible() || isMinimized())
        return;
    const QDateTime now = QDateTime::currentDateTimeUtc();
    if (m_stack->currentWidget() == m_home) {
        m_home->setNow(now);
        m_home->setGlances(glancesOf(m_allRuns));
    } else if (m_machines && m_stack->currentWidget() == m_machines)
        m_machines->setNow(now);
    else if (m_alerts && m_stack->currentWidget() == m_alerts && m_alertControl)
        m_alertControl->show();
}

void MainWindow::paintEvent(QPaintEvent *)
{
    if (!m_isPainted) {
        m_isPainted = true;
        m_clock.start();
        // Runs after this picture has been handed over; what is slow may begin then.
        QTimer::singleShot(0, this, [this] {
            fitScreen();
            Q_EMIT firstPainted();
        });
    }
    QPainter(this).fillRect(rect(), themeOf(this).canvas);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    saveState();
    QWidget::closeEvent(event);
}

}  // namespace trainyard
