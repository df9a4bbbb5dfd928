// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow.h"

#include "core/base/filelock.h"
#include "core/base/shownpath.h"
#include "core/service/runs/services.h"
#include "ui/common/confirmdialog.h"
#include "ui/common/enterkey.h"
#include "ui/common/focusforward.h"
#include "ui/common/messagebar.h"
#include "ui/page/destinations.h"
#include "ui/page/pagemodule.h"
#include "ui/page/sshprompter.h"
#include "ui/page/workspace.h"
#include "ui/theme/theme.h"
#include "ui/window/pagestack.h"
#include "ui/window/pagetable.h"
#include "ui/window/rail.h"
#include "ui/window/statusfeed.h"
#include "ui/window/tips.h"
#include "ui/window/topstrip.h"
#include "ui/window/windowactions.h"

#include <QCloseEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

constexpr std::chrono::milliseconds kQuitInterval{500};
constexpr int kTitleBar = 40;  // px, a usual title bar; the real height is known once it is shown

}  // namespace

MainWindow::MainWindow(const Paths &paths, const Preferences &preferences, SshPrompter &prompter)
    : m_messages(m_navigator), m_context{paths,
                                         preferences,
                                         [this](const Preferences &changed) {
                                             m_context.preferences = changed;
                                             Q_EMIT preferencesChanged(changed);
                                         },
                                         m_navigator,
                                         m_messages,
                                         prompter,
                                         this},
      m_rail(new Rail(this)), m_actions(new WindowActions(m_context))
{
    pressButtonsWithEnter();
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(QStringLiteral("Trainyard"));
    addPages();
    // Created after the rail is filled: the tab order is the order of creation.
    m_strip = new TopStrip(this);
    m_stack = new PageStack(this);
    QWidget *const home = m_navigator.module(Home)->page();
    m_rail->setCurrent(int(Home));
    // The window opens without a focus ring around whatever happens to be first.
    home->setFocusPolicy(Qt::ClickFocus);
    home->setAccessibleName(tr("Home"));
    home->setFocus();

    auto *right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_strip);
    right->addWidget(m_stack, 1);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_rail);
    row->addLayout(right, 1);

    connectStrip();
    connect(m_rail, &Rail::pageChosen, this, [this](int page) { showPage(Page(page)); });
    connect(&m_navigator, &Navigator::shown, this, &MainWindow::bringToFront);
    connect(&m_messages, &PageMessages::noticed, this, &MainWindow::noticed);
    connect(m_actions, &WindowActions::areaRequested, this, &MainWindow::moveBetweenAreas);
    connect(m_navigator.module(Home)->messageBar(), &MessageBar::actionTriggered, this, [this](const QString &id) {
        if (id == QLatin1String("open"))
            Q_EMIT openRequested();
        else if (id == QLatin1String("damaged"))
            offerEmptyStart();
    });
    new Tips(m_context, this);
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, &MainWindow::tick);
    m_quitting.setInterval(kQuitInterval);
    connect(&m_quitting, &QTimer::timeout, this, [this] {
        if (mustWait())
            return;
        m_quitting.stop();
        close();  // asks again if something could not be finished
    });
    restorePlace();
    prompter.setWindow(this);
}

// The effects of hiding, such as fields that lose the focus, happen while everything still exists.
MainWindow::~MainWindow() { hide(); }

void MainWindow::addPages()
{
    for (const PageRow &row : pageTable()) {
        QKeySequence keys;
        if (row.place == PageRow::Place::Rail || row.place == PageRow::Place::RailEnd)
            keys = m_rail->addPage(int(row.id), QLatin1String(row.name), QLatin1String(row.icon), row.title,
                                   row.place == PageRow::Place::RailEnd);
        m_actions->addPage(row, keys);
        m_under.insert(row.id, row.under.value_or(row.id));
        PageModule *const module = row.make(m_context);
        connect(module, &PageModule::made, this, [this](QWidget *page) { m_stack->addPage(page); });
        m_navigator.add(module);
    }
    m_actions->addAll();
}

void MainWindow::connectStrip()
{
    const auto showOn = [this](auto signal, Page page) { connect(m_strip, signal, this, [this, page] { showPage(page); }); };
    showOn(&TopStrip::runsRequested, Runs);
    showOn(&TopStrip::alertsRequested, Alerts);
    showOn(&TopStrip::machinesRequested, Machines);
    showOn(&TopStrip::transfersRequested, Transfers);
    showOn(&TopStrip::outdatedRequested, Home);
    showOn(&TopStrip::sandboxRequested, Home);
    connect(m_strip, &TopStrip::costsRequested, this, [this] { m_navigator.go(ShowBudgets{}); });
    connect(m_strip, &TopStrip::paletteRequested, m_actions, &WindowActions::showPalette);
}

void MainWindow::restorePlace()
{
    setMinimumSize(820, 560);
    resize(1440, 900);
    const QByteArray geometry = WindowState::load(m_context.paths.settings()).geometry;
    if (!geometry.isEmpty())
        restoreGeometry(geometry);
    if (const QScreen *on = screen())
        resize(size().boundedTo(on->availableSize() - QSize(0, kTitleBar)));
}

void MainWindow::bringToFront(Page page)
{
    m_stack->setCurrent(m_navigator.module(page)->page());
    m_rail->setCurrent(int(m_under.value(page)));
    m_strip->setAlertsShown(page == Alerts);
    tick();  // its times were not updated while another page was shown
}

void MainWindow::openRun(const RunId &runId) { m_navigator.go(OpenRun{runId}); }

QHash<PageId, EnteredValues> MainWindow::entered() const
{
    QHash<Page, EnteredValues> values;
    for (const PageModule *const module : m_navigator.modules())
        values.insert(module->id(), module->entered());
    return values;
}

void MainWindow::setEntered(const QHash<Page, EnteredValues> &entered)
{
    for (PageModule *const module : m_navigator.modules())
        module->setEntered(entered.value(module->id()));
}

void MainWindow::saveState() const { WindowState{saveGeometry()}.save(m_context.paths.settings()); }

void MainWindow::attach(Services &services)
{
    if (m_context.workspace)
        return;
    m_navigator.reopen();
    m_strip->show();
    m_context.workspace = new Workspace(services, this);
    connect(&m_context.workspace->agent.alerts(), &AlertWatch::desktopNoticeWanted, this, &MainWindow::noticed);
    connect(&m_context.workspace->agent, &Agent::outdated, this, [this](const Error &error) {
        post({QStringLiteral("outdated"), Tone::Bad, tr("Trainyard was updated."), error.what, error.detail, {}});
        m_strip->setOutdated(error.what);  // the message is on Home, and this concerns every page
    });
    for (PageModule *const module : m_navigator.modules())
        module->open();
    feedStatus(*m_context.workspace, m_strip, m_rail);
    sayIfNotAlone();
    m_context.workspace->start();
    if (const auto problem = services.database().unwritable()) {
        post({QStringLiteral("unwritable"),
              Tone::Warning,
              problem->what,
              tr("Until then nothing new is recorded on this computer."),
              problem->detail,
              {}});
    }
}

void MainWindow::showOpenError(const Error &error)
{
    // Without a database it has no data on runs, machines and money.
    m_strip->hide();
    const bool isDamaged = error.code == ErrorCode::Corrupt;
    const Message message{isDamaged ? QStringLiteral("damaged") : QStringLiteral("open"),
                          Tone::Bad,
                          tr("Trainyard cannot read its database."),
                          error.what,
                          error.detail,
                          isDamaged ? tr("Start without it…") : tr("Retry")};
    m_navigator.close([this, message] { post(message); });
    post(message);
}

void MainWindow::post(const Message &message) { m_navigator.module(Home)->messageBar()->post(message); }

// Several windows may show the same runs; only one of them, whichever is first, sends the notification for an alert.
void MainWindow::sayIfNotAlone()
{
    m_only = std::make_unique<FileLock>(m_context.paths.data + QStringLiteral("/window.lock"));
    if (m_only->tryLock() || m_only->systemError() != 0)
        return;
    const qint64 pid = m_only->holder();
    post({QStringLiteral("twice"),
          Tone::Info,
          tr("Trainyard is open in another window."),
          tr("Both show the same runs and machines, and each alert is sent once."),
          pid > 0 ? tr("Process %1").arg(pid) : QString(),
          {}});
}

void MainWindow::offerEmptyStart()
{
    auto *box = new ConfirmDialog(
        QStringLiteral("emptyStart"),
        {tr("Start without the damaged database?"),
         tr("It is renamed and kept. Its machines, runs and budgets are no longer listed; runs on machines continue and keep costing "
            "money."),
         tr("Try to open it again"), tr("Move it away and start empty")},
        this);
    connect(box, &QDialog::accepted, this, [this] {
        const auto moved = StateDatabase::moveAway(m_context.paths.database());
        if (!moved) {
            showOpenError(moved.error());
            return;
        }
        Q_EMIT openRequested();
        post({QStringLiteral("moved"),
              Tone::Info,
              tr("The damaged database was moved away."),
              tr("It is now at %1.").arg(shownPath(*moved)),
              {},
              {}});
    });
    connect(box, &QDialog::rejected, this, &MainWindow::openRequested);
    box->open();
}

void MainWindow::moveBetweenAreas(int step)
{
    const QList<QWidget *> areas = QList<QWidget *>{m_rail, m_strip, m_stack->current()} + areasIn(m_stack->current());
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
                // Scroll areas follow Tab by themselves, but not this.
                for (QWidget *above = w->parentWidget(); above; above = above->parentWidget()) {
                    if (auto *const area = qobject_cast<QScrollArea *>(above))
                        area->ensureWidgetVisible(w);
                }
                return;
            }
        }
    }
}

// Includes the frame, whose size only the desktop knows.
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
    if (isVisible() && !isMinimized())
        m_navigator.module(page())->tick(QDateTime::currentDateTimeUtc());
}

void MainWindow::paintEvent(QPaintEvent *)
{
    if (!m_isPainted) {
        m_isPainted = true;
        m_clock.start();
        // Runs after this frame has been handed over; slow work may start then.
        QTimer::singleShot(0, this, [this] {
            fitScreen();
            Q_EMIT firstPainted();
        });
    }
    QPainter(this).fillRect(rect(), themeOf(this).canvas);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!m_mayQuit && asksBeforeQuitting()) {
        event->ignore();
        return;
    }
    saveState();
    QWidget::closeEvent(event);
}

bool MainWindow::mustWait() const
{
    const QList<PageModule *> &modules = m_navigator.modules();
    return std::any_of(modules.begin(), modules.end(), [](const PageModule *one) {
        const auto unfinished = one->unfinished();
        return unfinished && unfinished->isFinishedFirst;
    });
}

// A second request while the window waits quits at once, after the same question.
bool MainWindow::asksBeforeQuitting()
{
    QStringList sentences;
    for (const PageModule *const module : m_navigator.modules()) {
        if (const auto unfinished = module->unfinished())
            sentences << unfinished->sentence;
    }
    if (sentences.isEmpty())
        return false;
    const QList<QWidget *> asked = findChildren<QWidget *>(QStringLiteral("quitDialog"));
    if (std::any_of(asked.begin(), asked.end(), [](const QWidget *one) { return one->isVisible(); }))
        return true;
    const bool isWaiting = m_quitting.isActive();
    if (isWaiting)
        sentences = {tr("What is not finished goes on at the next start, or in the background agent, and costs money until then.")};
    auto *ask = new ConfirmDialog(
        QStringLiteral("quit"),
        {isWaiting ? tr("Quit at once?") : tr("Quit Trainyard?"), sentences.join(u' '), isWaiting ? tr("Wait") : tr("Stay"), tr("Quit")},
        this);
    connect(ask, &QDialog::accepted, this, [this, isWaiting] {
        if (!isWaiting && mustWait()) {
            showPage(Machines);
            m_quitting.start();
            return;
        }
        m_mayQuit = true;
        close();
    });
    ask->open();
    return true;
}

}  // namespace trainyard

#include "moc_mainwindow.cpp"
