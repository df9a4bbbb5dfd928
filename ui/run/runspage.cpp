// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runspage.h"

#include "core/base/error.h"
#include "core/base/format.h"
#include "core/base/seentext.h"
#include "core/observe/runfilter/runmatch.h"
#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/focusforward.h"
#include "ui/common/keytable.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/common/placeholder.h"
#include "ui/run/comparecurves.h"
#include "ui/run/runcolumns.h"
#include "ui/run/runfilterfield.h"
#include "ui/run/rungroups.h"
#include "ui/run/runmenu.h"
#include "ui/run/runorder.h"
#include "ui/run/runsdelegate.h"
#include "ui/run/runsidepanel.h"
#include "ui/run/runsmodel.h"
#include "ui/run/runsview.h"
#include "ui/run/runviewsbar.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QMenu>
#include <QPushButton>
#include <QSet>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

constexpr qsizetype kMaxQuoted = 40;                   // of a condition, on a button
constexpr int kPanelWidth = 340, kCurvesHeight = 330;  // design pixels
constexpr int kCurvesSoonMs = 250;                     // several ticks in a row are read once
const QString kDeletedMessage = QStringLiteral("deleted"), kChangedMessage = QStringLiteral("changed"),
              kRefusedMessage = QStringLiteral("refused");

QStringList inOrder(const QSet<QString> &names)
{
    QStringList list = names.values();
    list.removeAll(QString());
    list.sort(Qt::CaseInsensitive);
    return list;
}

}  // namespace

RunsPage::RunsPage(QWidget *parent)
    : QWidget(parent), m_header(new PageHeader(tr("Runs"))), m_filter(new RunFilterField),
      m_archived(makeButton(QStringLiteral("runsArchived"), tr("Archived"))),
      m_deleted(makeButton(QStringLiteral("runsDeleted"), tr("Deleted"))),
      m_group(makeButton(QStringLiteral("runsGroup"), tr("Group"), ButtonVariant::Normal, QStringLiteral("folder"))),
      m_columns(makeButton(QStringLiteral("runsColumns"), tr("Columns"), ButtonVariant::Normal, QStringLiteral("list"))),
      m_compare(makeButton(QStringLiteral("runsCompare"), tr("Compare"), ButtonVariant::Normal, QStringLiteral("compare"))),
      m_launch(makeButton(QStringLiteral("runsLaunch"), tr("Launch…"), ButtonVariant::Primary, QStringLiteral("play"))),
      m_groupMenu(new QMenu(this)), m_columnsMenu(new QMenu(this)), m_views(new RunViewsBar), m_model(new RunsModel(this)),
      m_view(new RunsView), m_layout(new RunColumns(m_view, m_model, this)), m_groups(new RunGroups(m_view, m_model, this)),
      m_menu(new RunMenu(true, this)), m_panel(new RunSidePanel), m_curves(new CompareCurves),
      m_curvesButton(makeIconButton(QStringLiteral("runsCurvesButton"), QStringLiteral("runs"), tr("Curves of the ticked runs"))),
      m_panelButton(makeIconButton(QStringLiteral("runsPanelButton"), QStringLiteral("info"), tr("Details of the selected run")))
{
    setObjectName(QStringLiteral("runsPage"));
    m_archived->setCheckable(true);
    m_archived->setToolTip(tr("Show archived runs too"));
    m_deleted->setCheckable(true);
    m_deleted->setToolTip(tr("Show the runs in the trash, to restore or erase them"));
    m_menu->setObjectName(QStringLiteral("runsMenu"));
    for (QWidget *action : {static_cast<QWidget *>(m_filter), static_cast<QWidget *>(m_archived), static_cast<QWidget *>(m_deleted),
                            static_cast<QWidget *>(m_group), static_cast<QWidget *>(m_columns), static_cast<QWidget *>(m_compare),
                            static_cast<QWidget *>(m_launch)})
        m_header->addAction(action);

    m_view->setObjectName(QStringLiteral("runsView"));
    m_view->setAccessibleName(tr("Runs"));
    m_view->setModel(m_model);
    m_layout->begin();
    m_groups->begin();
    setFirstColumnInset(m_view->header(), RunsDelegate::foldRect(QRect(0, 0, 1, 1)).right() - dp(6));
    m_placeholder = new Placeholder(QStringLiteral("runs"), m_view);

    auto *const card = new Card;
    auto *const cardLayout = new QVBoxLayout(card);
    cardLayout->setContentsMargins(1, 1, 1, 1);
    cardLayout->addWidget(m_view);
    auto *const page = new QVBoxLayout(this);
    page->setContentsMargins(dp(16), dp(16), dp(16), dp(16));
    page->setSpacing(dp(12));
    page->addWidget(m_header);
    auto *const views = new QHBoxLayout;
    views->addWidget(m_views, 1);
    views->addWidget(m_curvesButton, 0, Qt::AlignTop);
    views->addWidget(m_panelButton, 0, Qt::AlignTop);
    page->addLayout(views);
    auto *const parts = new QHBoxLayout;
    parts->setSpacing(dp(12));
    auto *const list = new QVBoxLayout;
    list->setSpacing(dp(12));
    list->addWidget(m_curves);
    list->addWidget(card, 1);
    parts->addLayout(list, 1);
    parts->addWidget(m_panel);
    m_curves->setFixedHeight(dp(kCurvesHeight));
    m_curves->hide();
    m_curvesButton->setCheckable(true);
    page->addLayout(parts, 1);
    m_panel->setFixedWidth(dp(kPanelWidth));
    m_panelButton->setCheckable(true);
    m_panelButton->setToolTip(tr("Details of the selected run (%1)").arg(keyFor(KeyFor::RunDetails).toString(QKeySequence::NativeText)));

    m_columnsMenu->setObjectName(QStringLiteral("runsColumnsMenu"));
    m_columns->setToolTip(tr("Choose the columns and their order"));
    m_header->setKeys(m_columns, keyFor(KeyFor::RunColumns));
    m_groupMenu->setObjectName(QStringLiteral("runsGroupMenu"));
    m_group->setToolTip(tr("Group the runs"));
    m_header->setKeys(m_group, keyFor(KeyFor::GroupRuns));
    connectAll();
    showListView();
    forwardFocus(this, m_view);
    showRuns();
    updateCompare();
}

void RunsPage::connectAll()
{
    connect(m_launch, &QPushButton::clicked, this, &RunsPage::launchRequested);
    connect(m_archived, &QPushButton::toggled, this, &RunsPage::showRuns);
    connect(m_deleted, &QPushButton::toggled, this, &RunsPage::showRuns);
    connect(m_filter, &RunFilterField::filterChanged, this, &RunsPage::filterRuns);
    connect(m_filter, &RunFilterField::listWanted, this, [this] { m_view->setFocus(Qt::ShortcutFocusReason); });
    for (const KeyFor key : {KeyFor::Find, KeyFor::FindToo}) {
        auto *const find = new QShortcut(keyFor(key), this, this, [this] {
            m_filter->setFocus(Qt::ShortcutFocusReason);
            m_filter->selectAll();
        });
        find->setContext(Qt::WidgetWithChildrenShortcut);
    }
    connect(m_view, &RunsView::opened, this, [this](const QModelIndex &index) {
        if (const Run &run = runAt(index); !run.deleted.isValid())
            Q_EMIT openRequested(run.id);
    });
    connect(m_view, &RunsView::keyUsed, this, [this](KeyFor key, const QModelIndex &index) {
        chooseFor(index);
        // The trash is emptied only by its menu: a key with two functions would erase by mistake.
        const char *const name = key == KeyFor::TagRuns       ? "runMenuTags"
                                 : key == KeyFor::PinRuns     ? "runMenuPin"
                                 : key == KeyFor::ArchiveRuns ? "runMenuArchive"
                                 : key == KeyFor::RunAgain    ? "runMenuSync"
                                                              : "runMenuDelete";
        QAction *const entry = m_menu->findChild<QAction *>(QLatin1String(name));
        if (entry->isVisible() && !entry->isEnabled())
            messageBar()->post({kRefusedMessage, Tone::Info, entry->toolTip(), {}, {}, {}});
        else if (entry->isVisible())
            entry->trigger();
    });
    connect(m_view, &RunsView::menuRequested, this, [this](const QModelIndex &index, const QPoint &position) {
        chooseFor(index);
        m_menu->popup(position);
    });
    connect(messageBar(), &MessageBar::actionTriggered, this, [this](const QString &id) {
        if (id == kDeletedMessage || id == kChangedMessage)
            undo();
    });
    auto *const undoKey = new QShortcut(keyFor(KeyFor::UndoRuns), this, this, &RunsPage::undo);
    undoKey->setContext(Qt::WidgetWithChildrenShortcut);
    auto *const columnsKey = new QShortcut(keyFor(KeyFor::RunColumns), this, m_columns, &QPushButton::click);
    columnsKey->setContext(Qt::WidgetWithChildrenShortcut);
    connect(m_columns, &QPushButton::clicked, this, [this] {
        m_layout->fillMenu(m_columnsMenu);
        m_columnsMenu->popup(m_columns->mapToGlobal(QPoint(0, m_columns->height() + 2)));
    });
    auto *const groupKey = new QShortcut(keyFor(KeyFor::GroupRuns), this, m_group, &QPushButton::click);
    groupKey->setContext(Qt::WidgetWithChildrenShortcut);
    connect(m_group, &QPushButton::clicked, this, [this] {
        m_groups->fillMenu(m_groupMenu);
        m_groupMenu->popup(m_group->mapToGlobal(QPoint(0, m_group->height() + 2)));
    });
    connect(m_groups, &RunGroups::chosen, this, [this](RunGrouping grouping) {
        m_listView.grouping = grouping;
        changeListView();
    });
    connect(m_layout, &RunColumns::columnsChosen, this, [this](const QStringList &columns) {
        m_listView.columns = columns;
        changeListView();
    });
    connect(m_layout, &RunColumns::orderChosen, this, [this](const RunOrder &order) {
        m_listView.order = order;
        changeListView();
    });
    connect(m_layout, &RunColumns::widthsChosen, this, [this](const QMap<QString, int> &widths) {
        m_listView.widths = widths;
        changeListView();
    });
    connect(m_layout, &RunColumns::namesWanted, this, [this] {
        m_wantsNames = true;
        Q_EMIT glancesWanted();
    });
    connect(m_views, &RunViewsBar::chosen, this, [this](const RunListView &view) {
        setListView(view);
        Q_EMIT listViewChanged(m_listView);
    });
    connect(m_views, &RunViewsBar::savedChanged, this, [this](const QList<NamedRunView> &saved) {
        countViews();
        Q_EMIT savedViewsChanged(saved);
    });
    connect(m_view, &RunsView::copyRequested, this, &RunsPage::copyRows);
    auto *const panelKey = new QShortcut(keyFor(KeyFor::RunDetails), this, this, &RunsPage::togglePanel);
    panelKey->setContext(Qt::WidgetWithChildrenShortcut);
    connect(m_panelButton, &QToolButton::clicked, this, &RunsPage::togglePanel);
    connect(m_curvesButton, &QToolButton::toggled, this, &RunsPage::showCurves);
    connect(m_curves, &CompareCurves::seriesWanted, this, &RunsPage::seriesWanted);
    connect(m_curves, &CompareCurves::openRequested, this, [this](int run) {
        if (run >= 0 && run < m_curvesShown.size())
            Q_EMIT openRequested(m_curvesShown[run]);
    });
    m_curvesSoon.setSingleShot(true);
    m_curvesSoon.setInterval(kCurvesSoonMs);
    connect(&m_curvesSoon, &QTimer::timeout, this, &RunsPage::askForCurves);
    connect(m_panel, &RunSidePanel::hideRequested, this, &RunsPage::togglePanel);
    connect(m_panel, &RunSidePanel::openRequested, this, &RunsPage::openRequested);
    connect(m_panel, &RunSidePanel::checkpointsRequested, this, &RunsPage::checkpointsRequested);
    connect(m_panel, &RunSidePanel::menuRequested, this, [this](const QPoint &position) {
        if (const QModelIndex index = m_view->currentIndex(); index.isValid() && !m_model->isGroup(index)) {
            chooseOnly(runAt(index));
            m_menu->popup(position);
        }
    });
    connect(m_panel, &RunSidePanel::entryRequested, this, [this](const char *entry) {
        if (const QModelIndex index = m_view->currentIndex(); index.isValid() && !m_model->isGroup(index)) {
            chooseOnly(runAt(index));
            m_menu->findChild<QAction *>(QLatin1String(entry))->trigger();
        }
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &RunsPage::updatePanel);
    connect(m_model, &QAbstractItemModel::layoutChanged, this, &RunsPage::updatePanel);
    connect(m_model, &QAbstractItemModel::modelReset, this, &RunsPage::updatePanel);
    connect(m_menu, &RunMenu::openRequested, this, &RunsPage::openRequested);
    connect(m_compare, &QPushButton::clicked, this, [this] { Q_EMIT compareRequested(chosenRuns()); });
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsPage::updateCompare);
    connect(m_model, &RunsModel::ticksChanged, this, &RunsPage::updateCompare);
    connect(m_placeholder, &Placeholder::buttonClicked, this, &RunsPage::launchRequested);
    connect(m_placeholder, &Placeholder::linkClicked, this, [this] {
        if (const RunCondition *const condition = culprit())
            m_filter->setText(withoutCondition(m_filter->text(), *condition));
        else
            Q_EMIT sandboxRequested();
    });
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, [this] {
        m_filter->readAgain();
        if (!m_filter->filter().conditions.isEmpty())
            m_model->setFilter(m_filter->filter());
        m_model->setNow(QDateTime::currentDateTime());
        updatePanel();
        Q_EMIT glancesWanted();
    });
}

const Run &RunsPage::runAt(const QModelIndex &index) const { return m_model->runAt(index); }

// The ticked runs; without any, the rows that are selected together.
QList<RunId> RunsPage::chosenRuns() const
{
    if (const QList<RunId> ticked = m_model->ticked(); !ticked.isEmpty())
        return ticked;
    QModelIndexList rows = m_view->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(),
              [this](const QModelIndex &a, const QModelIndex &b) { return m_view->visualRect(a).top() < m_view->visualRect(b).top(); });
    QList<RunId> ids;
    for (const QModelIndex &row : std::as_const(rows)) {
        if (m_model->isGroup(row))
            continue;
        if (const RunId id = runAt(row).id; !ids.contains(id))
            ids << id;
    }
    return ids;
}

// The menu applies to this row's run, and to all selected runs if it is one of them.
void RunsPage::chooseFor(const QModelIndex &index)
{
    const Run run = runAt(index);
    const QList<RunId> chosen = chosenRuns();
    QStringList lineages;
    for (const RunId &id : chosen.contains(run.id) ? chosen : QList<RunId>{run.id}) {
        const auto &from = run.deleted.isValid() ? m_trash : m_runs;
        const auto one = std::find_if(from.cbegin(), from.cend(), [&id](const Run &other) { return other.id == id; });
        if (one != from.cend() && !lineages.contains(one->lineage))
            lineages << one->lineage;
    }
    const bool isOneGoingOn = std::any_of(m_runs.cbegin(), m_runs.cend(), [&lineages](const Run &other) {
        return lineages.contains(other.lineage) && !hasEnded(other.state);
    });
    m_menu->setRun(run, !run.head().machineId.isSet());
    m_menu->setChosen(lineages, isOneGoingOn);
}

void RunsPage::showDeleted(const QStringList &lineages)
{
    m_justDeleted = lineages;
    m_undo.clear();
    messageBar()->withdraw(kChangedMessage);
    messageBar()->withdraw(kRefusedMessage);
    m_model->clearTicks();
    messageBar()->post({kDeletedMessage,
                        Tone::Info,
                        tr("Moved %n run(s) to the trash.", nullptr, int(lineages.size())),
                        tr("Nothing on the machines was changed."),
                        {},
                        tr("Undo")});
}

void RunsPage::showChanged(const QString &sentence, const QList<LineageEdit> &undo)
{
    m_undo = undo;
    messageBar()->withdraw(kDeletedMessage);
    messageBar()->withdraw(kRefusedMessage);
    messageBar()->post({kChangedMessage, Tone::Info, sentence, {}, {}, tr("Undo")});
}

// What the message offers to undo; without a message, nothing.
void RunsPage::undo()
{
    const QList<Message> messages = messageBar()->messages();
    const auto isShown = [&messages](const QString &id) {
        return std::any_of(messages.begin(), messages.end(),
                           [&id](const Message &message) { return message.id == id && !message.action.isEmpty(); });
    };
    if (isShown(kChangedMessage)) {
        messageBar()->withdraw(kChangedMessage);
        Q_EMIT undoRequested(std::exchange(m_undo, {}));
    } else if (isShown(kDeletedMessage)) {
        messageBar()->withdraw(kDeletedMessage);
        Q_EMIT m_menu->restoreRequested(m_justDeleted);
    }
}

void RunsPage::setListView(const RunListView &view)
{
    const QMap<QString, int> widths = m_listView.widths;
    m_listView = view;
    if (view.widths.isEmpty())
        m_listView.widths = widths;
    showListView();
}

void RunsPage::setSavedViews(const QList<NamedRunView> &saved)
{
    m_views->setSaved(saved);
    countViews();
}

void RunsPage::changeListView()
{
    showListView();
    Q_EMIT listViewChanged(m_listView);
}

void RunsPage::showListView()
{
    if (m_filter->text() != m_listView.filter)
        m_filter->setText(m_listView.filter);
    m_model->setOrder(m_listView.order);
    m_model->setGrouping(m_listView.grouping);
    m_group->setText(m_listView.grouping == RunGrouping::None ? tr("Group") : RunGroups::title(m_listView.grouping));
    m_layout->set(m_listView.columns, m_listView.order, m_listView.widths);
    m_views->setCurrent(m_listView);
}

// Runs, not attempts: a run counts if it or one of its attempts matches, as in the list.
void RunsPage::countViews()
{
    const QDateTime now = QDateTime::currentDateTime();
    QList<int> counts;
    const QList<NamedRunView> views = m_views->views();
    for (const NamedRunView &view : views)
        counts << m_model->countOf(parseRunFilter(view.view.filter, now));
    m_views->setCounts(counts);
}

void RunsPage::updateCompare()
{
    const qsizetype count = chosenRuns().size();
    updatePanel();  // it says what differs from a ticked run
    if (m_curvesButton->isChecked())
        m_curvesSoon.start();
    m_compare->setText(count >= 2 ? tr("Compare %1").arg(count) : tr("Compare"));
    setDisabledReason(m_compare, count < 2 ? tr("Select two runs or more: tick the boxes next to their names or press Space.")
                                 : count > kMostComparedRuns ? tr("At most %1 runs can be compared: select fewer.").arg(kMostComparedRuns)
                                                             : QString());
}

void RunsPage::setRuns(const QList<Run> &runs, const QList<Run> &deleted)
{
    m_runs = runs;
    m_trash = deleted;
    showRuns();
}

void RunsPage::showRuns()
{
    const qsizetype archived = std::count_if(m_runs.cbegin(), m_runs.cend(), [](const Run &run) { return run.isArchived; });
    const bool isTrash = m_deleted->isChecked() && !m_trash.isEmpty();
    m_deleted->setVisible(!m_trash.isEmpty());
    m_archived->setVisible(archived > 0 && !isTrash);
    QList<Run> shown = isTrash ? m_trash : m_runs;
    m_showsArchived = m_filter->filter().asksFor(RunField::Archived);
    if (!isTrash && (!m_archived->isChecked() || archived == 0) && !m_showsArchived)
        shown.removeIf([](const Run &run) { return run.isArchived; });
    m_model->setRuns(shown, QDateTime::currentDateTime());
    QSet<QString> machines, projects, tags;
    for (const Run &run : std::as_const(shown)) {
        for (const RunNode &node : run.nodes)
            machines << node.machineName;
        projects << run.project;
        tags.unite(QSet<QString>(run.tags.begin(), run.tags.end()));
    }
    m_filter->setNames({inOrder(machines), inOrder(projects), inOrder(tags)});
    m_views->setVisible(!isTrash && !shown.isEmpty());
    m_layout->setHasTags(!tags.isEmpty());
    countViews();
    m_going = int(std::count_if(shown.cbegin(), shown.cend(), [](const Run &run) { return !hasEnded(run.state); }));
    updateShown();
    if (isVisible())
        Q_EMIT glancesWanted();
}

void RunsPage::filterRuns()
{
    const RunFilter &filter = m_filter->filter();
    if (filter.asksFor(RunField::Archived) != m_showsArchived)
        showRuns();
    m_model->setFilter(filter);
    updateShown();
    if (m_filter->text() != m_listView.filter) {
        m_listView.filter = m_filter->text();
        m_views->setCurrent(m_listView);
        Q_EMIT listViewChanged(m_listView);
    }
}

void RunsPage::updateShown()
{
    const int all = m_model->count();
    const QString count = m_filter->filter().conditions.isEmpty()
                              ? tr("%1 run(s)", nullptr, all).arg(formatCount(all))
                              : tr("%1 of %2 run(s)", nullptr, all).arg(formatCount(m_model->shownCount()), formatCount(all));
    QStringList facts{count, tr("%1 active").arg(formatCount(m_going))};
    if (m_left > 0 && wantsAllFigures())
        facts << tr("%1 still to be read").arg(formatCount(m_left));
    updatePanel();
    m_header->setContext(all == 0 ? QString() : facts.join(tr(" · ", "between facts")));
    updatePlaceholder();
}

const RunCondition *RunsPage::culprit() const
{
    if (m_model->shownCount() > 0 || m_model->count() == 0)
        return nullptr;
    const auto most = mostExcluding(m_filter->filter(), m_model->fields());
    return most ? &m_filter->filter().conditions[*most] : nullptr;
}

void RunsPage::setGlances(const QHash<RunId, RunGlance> &glances)
{
    m_model->setGlances(glances);
    updateShown();
}

void RunsPage::setMeter(const MeterNow &meter)
{
    m_model->setMeter(meter);
    updateShown();
    m_layout->setHasCosts(!meter.readings.isEmpty());
}

MessageBar *RunsPage::messageBar() const { return m_header->messageBar(); }

void RunsPage::setError(const Error &error)
{
    if (!error.isCancelled())
        messageBar()->post({QStringLiteral("error"), Tone::Bad, error.what, {}, error.detail, {}});
}

void RunsPage::setReporting(bool isReporting)
{
    m_menu->setReporting(isReporting);
    if (isReporting)
        messageBar()->post(
            {QStringLiteral("report"), Tone::Info, tr("Writing the report…"), tr("Looking for checkpoints on the machine…"), {}, {}});
    else
        messageBar()->withdraw(QStringLiteral("report"));
}

void RunsPage::setRunningAgain(const QString &step)
{
    const QString id = QStringLiteral("again");
    if (step.isEmpty())
        messageBar()->withdraw(id);
    else
        messageBar()->post({id, Tone::Info, tr("Syncing to run again…"), step, {}, {}});
}

void RunsPage::updatePlaceholder()
{
    const bool isFiltered = m_model->count() > 0, isPutAway = !m_runs.isEmpty() && !isFiltered;
    const RunCondition *const condition = culprit();
    m_placeholder->setSentence(isFiltered  ? tr("No run matches this filter.")
                               : isPutAway ? tr("All runs are archived.")
                                           : tr("No runs have been launched yet."));
    m_placeholder->setDetail(isFiltered || isPutAway ? QString()
                                                     : tr("Runs continue when Trainyard is closed; you find them here "
                                                          "again."));
    m_placeholder->setButton(isFiltered ? QString() : tr("Launch a run…"), QStringLiteral("runsEmptyLaunch"));
    if (condition)
        m_placeholder->setLink(tr("Drop “%1”, which excludes most")
                                   .arg(seenText(m_filter->textOf(*condition).left(kMaxQuoted)).replace(u'&', QLatin1String("&&"))),
                               QStringLiteral("runsDropCondition"));
    else
        m_placeholder->setLink(isFiltered || isPutAway ? QString() : tr("Try it in the sandbox"), QStringLiteral("runsEmptySandbox"));
}

void RunsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_clock.start();
    Q_EMIT glancesWanted();
}

void RunsPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    updatePanel();
}

void RunsPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_clock.stop();
}

}  // namespace trainyard

#include "moc_runspage.cpp"
