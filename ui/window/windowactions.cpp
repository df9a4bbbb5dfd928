// SPDX-License-Identifier: GPL-3.0-or-later
// What the window can do whichever page is shown, with its keys; and what the command palette finds: these, what the page at the front
// offers, pages, sections of the settings, machines, runs, checkpoints, offers.
#include "core/base/seentext.h"
#include "core/service/runs/checkpointsites.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "ui/checkpoints/checkpointmodel.h"
#include "ui/checkpoints/checkpointspage.h"
#include "ui/common/actionregistry.h"
#include "ui/common/badge.h"
#include "ui/common/keytable.h"
#include "ui/common/pageheader.h"
#include "ui/common/runtexts.h"
#include "ui/machines/machinespage.h"
#include "ui/offers/offerspage.h"
#include "ui/offers/offerwords.h"
#include "ui/window/commandpalette.h"
#include "ui/window/fleetcontroller.h"
#include "ui/window/mainwindow.h"
#include "ui/window/metercontroller.h"
#include "ui/window/placecontroller.h"
#include "ui/window/preferences.h"
#include "ui/window/rail.h"
#include "ui/window/resumecontroller.h"
#include "ui/window/runcontroller.h"
#include "ui/window/sandboxcontroller.h"
#include "ui/window/settingspage.h"

#include <QAbstractButton>
#include <QAction>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>

#include <algorithm>
#include <memory>

namespace trainyard {

namespace {

constexpr qsizetype kMaxId = 500;                                                            // of what is remembered
constexpr qsizetype kMaxMachines = 20, kMaxRuns = 30, kMaxCheckpoints = 12, kMaxOffers = 8;  // found at once

QString withoutMnemonic(QString text) { return text.remove(u'&'); }

// What a button or an entry of a menu says why it cannot be pressed.
QString reasonOf(bool isEnabled, const QString &said)
{
    if (isEnabled)
        return {};
    return said.isEmpty() ? MainWindow::tr("Not possible right now.") : said;
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
                  menu.isEmpty() ? text : MainWindow::tr("%1: %2").arg(menu, text), kind, QStringLiteral("chevron-right")};
    action.keys = entry->shortcuts();
    action.run = [guard] {
        if (guard)
            guard->trigger();
    };
    // Its tooltip is its text where it has no other.
    action.obstacle = [guard, text] {
        return reasonOf(guard && guard->isEnabled(), guard && guard->toolTip() != text ? guard->toolTip() : QString());
    };
    return action;
}

// The buttons at the top of a page and its own menu, as they are now.
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

// A list of values that is taken once, when the palette first wants to know.
template <typename T>
PaletteSource sourceOf(const QString &prefix, qsizetype max, const std::function<QList<T>()> &all,
                       const std::function<QString(const T &)> &text, const std::function<Action(const T &)> &actionOf,
                       const std::function<QString(const T &)> &idOf)
{
    const auto values = std::make_shared<QList<T>>();
    PaletteSource source;
    source.prefix = prefix;
    source.max = max;
    source.texts = [=] {
        *values = all();
        QStringList texts;
        texts.reserve(values->size());
        for (const T &one : std::as_const(*values))
            texts << text(one);
        return texts;
    };
    source.at = [=](qsizetype i) { return actionOf((*values)[i]); };
    source.indexOf = [=](const QString &id) {
        const auto found = std::find_if(values->cbegin(), values->cend(), [&](const T &one) { return idOf(one) == id; });
        return found == values->cend() ? qsizetype(-1) : qsizetype(found - values->cbegin());
    };
    return source;
}

struct OfferIndex {
    OfferBookPtr book;
    QHash<QString, qsizetype> rows;  // by key; filled when one is asked for
};

}  // namespace

void MainWindow::addRailPage(Page page, const QString &objectName, const QString &iconName, const QString &title, bool isLast)
{
    const QKeySequence keys = m_rail->addPage(page, objectName, iconName, title, isLast);
    Action action{QStringLiteral("page:") + objectName, title, tr("Page"), iconName};
    action.keys = {keys};
    action.run = [this, page] { showPage(page); };
    m_actions->add(action, ActionRegistry::Keys::OfButton);
}

void MainWindow::registerActions()
{
    const auto addPage = [this](Page page, const char *id, const char *iconName, const QString &title, const QList<QKeySequence> &keys) {
        Action action{QLatin1String(id), title, tr("Page"), QLatin1String(iconName)};
        action.keys = keys;
        action.run = [this, page] { showPage(page); };
        m_actions->add(action);
    };
    addPage(Transfers, "page:transfers", "download", tr("Transfers"), {keyFor(KeyFor::Transfers)});
    addPage(Alerts, "page:alerts", "bell", tr("Alerts"), {});

    using Deed = std::function<void()>;
    using Obstacle = std::function<QString()>;
    const auto add = [this](const char *id, const char *iconName, const QString &title, const QList<QKeySequence> &keys, const Deed &run,
                            const Obstacle &obstacle = {}) {
        Action action{QLatin1String(id), title, tr("Action"), QLatin1String(iconName)};
        action.keys = keys;
        action.run = run;
        action.obstacle = obstacle;
        m_actions->add(action);
    };
    const auto needsDatabase = [this] { return m_services ? QString() : tr("The database is not open."); };
    add("do:launch", "play", tr("Launch a run…"), {keyFor(KeyFor::Launch)}, [this] { launchOn({}); });
    add(
        "do:resume", "resume", tr("Resume the latest good checkpoint…"), {},
        [this] {
            if (const auto good = m_resumes->latestGood())
                m_resumes->resume(*good);
        },
        [this] { return m_resumes && m_resumes->latestGood() ? QString() : tr("No good checkpoint of an unfinished run is known yet."); });
    add(
        "do:addMachine", "plus", tr("Add a machine…"), {}, [this] { addMachine(); }, needsDatabase);
    add(
        "do:budgets", "tag", tr("Budgets…"), {}, [this] { m_meterControl->showBudgets(); }, needsDatabase);
    add(
        "do:startSandbox", "flask", tr("Start the sandbox"), {},
        [this] {
            showPage(Home);
            startSandbox();
        },
        [this, needsDatabase] {
            return m_sandbox && m_sandbox->view().phase != SandboxView::Phase::Stopped ? tr("It is running, or about to.")
                                                                                       : needsDatabase();
        });
    add(
        "do:stopSandbox", "flask", tr("Stop the sandbox"), {}, [this] { m_sandbox->stop(); },
        [this] { return m_sandbox && m_sandbox->isRunning() ? QString() : tr("It is not running."); });
    add("do:keys", "list", tr("Keyboard shortcuts"), {keyFor(KeyFor::ListOfKeys), keyFor(KeyFor::ListOfKeysToo)}, [this] { showKeys(); });
    add("do:guide", "info", tr("User guide"), {}, [this] { showGuide(); });
    add("do:quit", "close", tr("Quit"), {keyFor(KeyFor::Quit)}, [this] { close(); });

    const auto key = [this](const char *id, KeyFor what, const Deed &run) {
        Action action{QLatin1String(id), {}, {}};
        action.keys = {keyFor(what)};
        action.isListed = false;
        action.run = run;
        m_actions->add(action);
    };
    key("key:palette", KeyFor::Palette, [this] { showPalette(); });
    key("key:lookAgain", KeyFor::LookAgain, [this] { lookAgain(); });
    key("key:nextArea", KeyFor::NextArea, [this] { moveBetweenAreas(1); });
    key("key:areaBefore", KeyFor::AreaBefore, [this] { moveBetweenAreas(-1); });
}

bool MainWindow::canLookAgain() const
{
    switch (page()) {
    case Home:
    case Machines:
    case Runs:
    case RunDetail: return m_services;
    default: return false;
    }
}

void MainWindow::lookAgain()
{
    const auto *const header = m_stack->currentWidget()->findChild<PageHeader *>();
    if (QAbstractButton *const button = header ? header->buttonFor(keyFor(KeyFor::LookAgain)) : nullptr) {
        button->click();
        return;
    }
    if (!canLookAgain())
        return;
    if (page() == RunDetail)
        m_runControl->retry();
    else
        m_fleet->retryUnreachable();
    // A second press while the machines are still being asked would ask them the same.
    if ((page() == Runs || page() == Home) && m_runsLook.isFinished()) {
        m_runsLook = m_services->runs.refresh();
        whenDone(m_runsLook, this, [this](const auto &) { reloadRuns(); });
    }
}

QList<Action> MainWindow::actionsHere() const
{
    const QString kind = tr("On this page");
    QList<Action> actions = actionsOf(m_stack->currentWidget()->findChild<PageHeader *>(), kind);
    if (canLookAgain()) {
        Action again{QStringLiteral("here:lookAgain"), tr("Refresh"), kind, QStringLiteral("refresh")};
        again.keys = {keyFor(KeyFor::LookAgain)};
        again.run = [this] { m_actions->trigger(QStringLiteral("key:lookAgain")); };
        actions << again;
    }
    return actions;
}

void MainWindow::showPalette()
{
    if (m_palette && m_palette->isVisible())
        return;  // its own key closes it
    m_palette = new CommandPalette(paletteSources(), loadRecentChoices(m_paths.settings()), this);
    connect(m_palette, &CommandPalette::chosen, this, [this](const Action &action) {
        // What is offered by one page is of no use on the next.
        if (action.id.size() <= kMaxId && !action.id.startsWith(QLatin1String("here:")))
            noteRecentChoice(action.id, m_paths.settings());
        action.run();
    });
    m_palette->show();
}

QList<PaletteSource> MainWindow::paletteSources()
{
    const auto ofKind = [this](const char *prefix) {
        return [this, prefix] {
            QList<Action> some = m_actions->actions();
            some.removeIf([prefix](const Action &action) { return !action.id.startsWith(QLatin1String(prefix)); });
            return some;
        };
    };
    const auto here = [this] { return actionsHere(); };
    const auto settings = [this] {
        QList<Action> actions;
        const QStringList sections = SettingsPage::sections();
        for (int i = 0; i < sections.size(); ++i) {
            Action action{QStringLiteral("settings:%1").arg(i), sections[i], tr("Settings"), QStringLiteral("settings")};
            action.run = [this, i] {
                showPage(Settings);
                m_settings->showSection(i);
            };
            actions << action;
        }
        return actions;
    };
    const auto machineId = [](const MachineCard &card) { return QStringLiteral("machine:%1").arg(card.machine.id.number()); };
    const auto machines = sourceOf<MachineCard>(
        QStringLiteral("machine:"), kMaxMachines, [this] { return m_fleet ? m_fleet->cards() : QList<MachineCard>(); },
        [](const MachineCard &card) { return seenText(card.machine.name) + u'\n' + seenText(card.machine.target.host); },
        [this, machineId](const MachineCard &card) {
            Action action{machineId(card), seenText(card.machine.name), tr("Machine"), QStringLiteral("machines"),
                          seenText(card.machine.target.host)};
            action.run = [this, id = card.machine.id] {
                showPage(Machines);
                m_machines->selectMachine(id);
            };
            return action;
        },
        machineId);
    const auto runId = [](const Run &run) { return QStringLiteral("run:") + run.id; };
    const auto runs = sourceOf<Run>(
        QStringLiteral("run:"), kMaxRuns, [this] { return newestAttempts(m_allRuns); },
        [](const Run &run) { return seenText(run.name) + u'\n' + seenText(run.machineName); },
        [this, runId](const Run &run) {
            //: state of a run, its machine
            const QString detail = tr("%1, %2").arg(badgeOf(run.state).text, seenText(run.machineName));
            Action action{runId(run), seenText(run.name), tr("Run"), QStringLiteral("runs"), detail};
            action.run = [this, id = run.id] { openRun(id); };
            return action;
        },
        runId);
    const auto checkpointId = [](const FoundCheckpoint &one) {
        return QStringLiteral("checkpoint:%1\x1f%2").arg(one.run.lineage, one.path);
    };
    const auto checkpointName = [](const FoundCheckpoint &one) {
        //: a run, its checkpoint
        return tr("%1, %2").arg(seenText(one.run.name), seenText(checkpointTitle(one.checkpoint)));
    };
    const auto checkpoints = sourceOf<FoundCheckpoint>(
        QStringLiteral("checkpoint:"), kMaxCheckpoints,
        [this] {
            QList<FoundCheckpoint> seen = m_resumes ? m_resumes->lastScan().found : QList<FoundCheckpoint>();
            for (const PlaceSnapshot &place : m_placeControl ? m_placeControl->places() : QList<PlaceSnapshot>())
                seen += foundIn(place);
            return seen;
        },
        checkpointName,
        [this, checkpointId, checkpointName](const FoundCheckpoint &one) {
            Action action{checkpointId(one), checkpointName(one), tr("Checkpoint"), QStringLiteral("checkpoints"),
                          badgeOf(one.checkpoint.verdict).text};
            action.run = [this, lineage = one.run.lineage, path = one.path] {
                showPage(Checkpoints);
                m_checkpoints->showCheckpoint(lineage, path);
            };
            return action;
        },
        checkpointId);

    PaletteSource offers;
    const auto index = std::make_shared<OfferIndex>();
    offers.prefix = QStringLiteral("offer:");
    offers.max = kMaxOffers;
    offers.texts = [this, index]() -> QStringList {
        index->rows.clear();
        index->book = m_offers ? m_offers->book() : nullptr;
        QStringList texts;
        if (!index->book) {
            // Read from disk by another thread; the palette searches them as soon as they are there.
            QTimer::singleShot(0, this, [this] {
                if (m_palette && !m_openError)
                    connect(offersPage(), &OffersPage::bookChanged, m_palette, &CommandPalette::reload, Qt::UniqueConnection);
            });
            return texts;
        }
        for (size_t row = 0; row < index->book->offers().size(); ++row)
            texts << seenText(offerName(*index->book, row)) + u'\n' + gpuText(*index->book, row);
        return texts;
    };
    offers.at = [this, index](qsizetype i) {
        const OfferBook &book = *index->book;
        const QString key = offerKey(book, size_t(i));
        Action action{QStringLiteral("offer:") + key, seenText(offerName(book, size_t(i))), tr("Offer"), QStringLiteral("tag"),
                      seenText(gpuText(book, size_t(i)))};
        action.run = [this, key] {
            showPage(Offers);
            m_offers->openOffer(key);
        };
        return action;
    };
    offers.indexOf = [index](const QString &id) {
        const size_t count = index->book && index->rows.isEmpty() ? index->book->offers().size() : 0;
        for (size_t row = 0; row < count; ++row)
            index->rows.insert(QStringLiteral("offer:") + offerKey(*index->book, row), qsizetype(row));
        return index->rows.value(id, -1);
    };

    return {paletteSource(QStringLiteral("here:"), true, here),
            paletteSource(QStringLiteral("do:"), true, ofKind("do:")),
            paletteSource(QStringLiteral("page:"), true, ofKind("page:")),
            paletteSource(QStringLiteral("settings:"), true, settings),
            machines,
            runs,
            checkpoints,
            offers};
}

}  // namespace trainyard
