// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowactions.h"

#include "ui/common/keytable.h"
#include "ui/common/pageheader.h"
#include "ui/page/destinations.h"
#include "ui/page/navigator.h"
#include "ui/page/pagemodule.h"
#include "ui/page/preferences.h"
#include "ui/page/workspace.h"
#include "ui/window/commandpalette.h"
#include "ui/window/keysdialog.h"
#include "ui/window/pagetable.h"

#include <QAbstractButton>
#include <QAction>
#include <QMenu>
#include <QPushButton>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qsizetype kMaxId = 500;  // of a remembered id

QString withoutMnemonic(QString text) { return text.remove(u'&'); }

// The reason that a disabled button or menu entry gives.
QString reasonOf(bool isEnabled, const QString &said)
{
    if (isEnabled)
        return {};
    return said.isEmpty() ? WindowActions::tr("Not possible right now.") : said;
}

QString titleOf(const QAbstractButton *button)
{
    const QString &name = button->text().isEmpty() ? button->accessibleName() : button->text();
    return withoutMnemonic(name);
}

Action pressing(QAbstractButton *button, const QKeySequence &keys, const QString &kind)
{
    const QPointer<QAbstractButton> guard(button);
    Action action{QStringLiteral("here:") + button->objectName(), titleOf(button), kind, QStringLiteral("chevron-right")};
    if (!keys.isEmpty())
        action.keys = {keys};
    action.run = [guard] {
        if (guard)
            guard->click();
    };
    action.obstacle = [guard] { return reasonOf(guard && guard->isEnabled(), guard ? guard->toolTip() : QString()); };
    return action;
}

Action choosing(QAction *entry, const QString &menu, const QString &kind)
{
    const QPointer<QAction> guard(entry);
    const QString text = withoutMnemonic(entry->text());
    //: a menu, an entry of it
    Action action{QStringLiteral("here:") + (entry->objectName().isEmpty() ? text : entry->objectName()),
                  menu.isEmpty() ? text : WindowActions::tr("%1: %2").arg(menu, text), kind, QStringLiteral("chevron-right")};
    action.keys = entry->shortcuts();
    action.run = [guard] {
        if (guard)
            guard->trigger();
    };
    // An action without a tooltip returns its text as the tooltip.
    action.obstacle = [guard, text] {
        return reasonOf(guard && guard->isEnabled(), guard && guard->toolTip() != text ? guard->toolTip() : QString());
    };
    return action;
}

// The current buttons at the top of a page, and those in its own menu.
QList<Action> actionsOf(const PageHeader *header, const QString &kind)
{
    QList<Action> actions;
    const QList<QAbstractButton *> buttons = header ? header->buttons() : QList<QAbstractButton *>();
    for (QAbstractButton *const button : buttons) {
        const auto *const push = qobject_cast<QPushButton *>(button);
        if (titleOf(button).isEmpty())
            continue;
        if (!push || !push->menu()) {
            actions << pressing(button, header->keysOf(button), kind);
            continue;
        }
        const QList<QAction *> entries = push->menu()->actions();
        for (QAction *const entry : entries) {
            if (entry->isVisible() && !entry->isSeparator() && !entry->menu())
                actions << choosing(entry, titleOf(button), kind);
        }
    }
    const QList<QAction *> more = header ? header->moreActions() : QList<QAction *>();
    for (QAction *const entry : more)
        actions << choosing(entry, {}, kind);
    return actions;
}

}  // namespace

WindowActions::WindowActions(PageContext &context)
    : QObject(context.window), m_context(context), m_actions(new ActionRegistry(context.window))
{
}

void WindowActions::addPage(const PageRow &row, const QKeySequence &keysInRail)
{
    if (row.title.isEmpty())
        return;
    Action action{QLatin1String("page:") + QLatin1String(row.name), row.title, tr("Page"), QLatin1String(row.icon)};
    if (!keysInRail.isEmpty())
        action.keys = {keysInRail};
    else if (row.key)
        action.keys = {keyFor(*row.key)};
    action.run = [this, page = row.id] { m_context.navigator.show(page); };
    m_actions->add(action, keysInRail.isEmpty() ? ActionRegistry::Keys::Bound : ActionRegistry::Keys::OfButton);
}

void WindowActions::addAll()
{
    addRequests();
    addKeys();
}

void WindowActions::addRequests()
{
    using Obstacle = std::function<QString()>;
    const auto add = [this](const char *id, const char *iconName, const QString &title, const QList<QKeySequence> &keys,
                            const std::function<void()> &run, const Obstacle &obstacle = {}) {
        Action action{QLatin1String(id), title, tr("Action"), QLatin1String(iconName)};
        action.keys = keys;
        action.run = run;
        action.obstacle = obstacle;
        m_actions->add(action);
    };
    Navigator &navigator = m_context.navigator;
    const auto sandbox = [this] { return m_context.workspace ? &m_context.workspace->sandbox : nullptr; };
    const Obstacle needsDatabase = [this] { return m_context.workspace ? QString() : tr("The database is not open."); };
    const Obstacle needsCheckpoint = [this] {
        return m_context.workspace && m_context.workspace->checkpoints.latestGood()
                   ? QString()
                   : tr("No good checkpoint of an unfinished run is known yet.");
    };
    const Obstacle needsStopped = [sandbox, needsDatabase] {
        return sandbox() && sandbox()->view().phase != SandboxView::Phase::Stopped ? tr("It is running, or about to.") : needsDatabase();
    };
    const Obstacle needsRunning = [sandbox] { return sandbox() && sandbox()->isRunning() ? QString() : tr("It is not running."); };
    const auto startSandbox = [&navigator] {
        navigator.show(PageId::Home);
        navigator.go(StartSandbox{});
    };
    add("do:launch", "play", tr("Launch a run…"), {keyFor(KeyFor::Launch)}, [&navigator] { navigator.go(LaunchOn{}); });
    add(
        "do:resume", "resume", tr("Resume the latest good checkpoint…"), {}, [&navigator] { navigator.go(ResumeLatestGood{}); },
        needsCheckpoint);
    add(
        "do:addMachine", "plus", tr("Add a machine…"), {}, [&navigator] { navigator.go(AddMachine{}); }, needsDatabase);
    add(
        "do:budgets", "tag", tr("Budgets…"), {}, [&navigator] { navigator.go(ShowBudgets{}); }, needsDatabase);
    add(
        "do:accounts", "key", tr("Cloud accounts…"), {}, [&navigator] { navigator.go(ShowAccounts{}); }, needsDatabase);
    add(
        "do:watches", "bell", tr("Watches for capacity…"), {}, [&navigator] { navigator.go(ShowWatches{}); }, needsDatabase);
    add("do:estimate", "tag", tr("Estimate what a run costs…"), {}, [&navigator] { navigator.go(ShowEstimate{}); });
    add("do:startSandbox", "flask", tr("Start the sandbox"), {}, startSandbox, needsStopped);
    add(
        "do:stopSandbox", "flask", tr("Stop the sandbox"), {}, [sandbox] { sandbox()->stop(); }, needsRunning);
    add("do:help", "question", tr("Help about this page"), {keyFor(KeyFor::Help)}, [&navigator] { navigator.go(ShowHelp{}); });
    add("do:keys", "list", tr("Keyboard shortcuts"), {keyFor(KeyFor::ListOfKeys)}, [this] { (new KeysDialog(m_context.window))->open(); });
    add("do:quit", "close", tr("Quit"), {keyFor(KeyFor::Quit)}, [this] { m_context.window->close(); });
}

void WindowActions::addKeys()
{
    const auto add = [this](const char *id, KeyFor what, const std::function<void()> &run) {
        Action action{QLatin1String(id), {}, {}};
        action.keys = {keyFor(what)};
        action.isListed = false;
        action.run = run;
        m_actions->add(action);
    };
    add("key:palette", KeyFor::Palette, [this] { showPalette(); });
    add("key:lookAgain", KeyFor::LookAgain, [this] { lookAgain(); });
    add("key:nextArea", KeyFor::NextArea, [this] { Q_EMIT areaRequested(1); });
    add("key:areaBefore", KeyFor::AreaBefore, [this] { Q_EMIT areaRequested(-1); });
}

PageModule *WindowActions::current() const { return m_context.navigator.module(m_context.navigator.page()); }

// Presses the page's own refresh button, or does what the page refreshes otherwise.
void WindowActions::lookAgain()
{
    const auto *const header = current()->page()->findChild<PageHeader *>();
    if (QAbstractButton *const button = header ? header->buttonFor(keyFor(KeyFor::LookAgain)) : nullptr)
        button->click();
    else if (current()->canRefresh())
        current()->refresh();
}

QList<Action> WindowActions::actionsHere() const
{
    const QString kind = tr("On this page");
    QList<Action> actions = actionsOf(current()->page()->findChild<PageHeader *>(), kind);
    if (current()->canRefresh()) {
        Action again{QStringLiteral("here:lookAgain"), tr("Refresh"), kind, QStringLiteral("refresh")};
        again.keys = {keyFor(KeyFor::LookAgain)};
        again.run = [this] { m_actions->trigger(QStringLiteral("key:lookAgain")); };
        actions << again;
    }
    return actions;
}

void WindowActions::showPalette()
{
    if (m_palette && m_palette->isVisible())
        return;  // its own key closes it
    m_palette = new CommandPalette(paletteSources(), loadRecentChoices(m_context.paths.settings()), m_context.window);
    for (PageModule *const module : m_context.navigator.modules())
        connect(module, &PageModule::paletteSourcesChanged, m_palette, &CommandPalette::reload);
    connect(m_palette, &CommandPalette::chosen, this, [this](const Action &action) {
        // An action of one page is useless on the next.
        if (action.id.size() <= kMaxId && !action.id.startsWith(QLatin1String("here:")))
            noteRecentChoice(action.id, m_context.paths.settings());
        action.run();
    });
    m_palette->show();
}

QList<PaletteSource> WindowActions::paletteSources()
{
    const auto ofKind = [this](const char *prefix) {
        return [this, prefix] {
            QList<Action> some = m_actions->actions();
            some.removeIf([prefix](const Action &action) { return !action.id.startsWith(QLatin1String(prefix)); });
            return some;
        };
    };
    QList<PaletteSource> sources{paletteSource(QStringLiteral("here:"), true, [this] { return actionsHere(); }),
                                 paletteSource(QStringLiteral("do:"), true, ofKind("do:")),
                                 paletteSource(QStringLiteral("page:"), true, ofKind("page:"))};
    for (PageModule *const module : m_context.navigator.modules())
        sources += module->paletteSources();
    std::stable_sort(sources.begin(), sources.end(), [](const PaletteSource &a, const PaletteSource &b) { return a.rank < b.rank; });
    return sources;
}

}  // namespace trainyard

#include "moc_windowactions.cpp"
