// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runpage.h"

#include "core/base/format.h"
#include "core/model/taskvariables.h"
#include "core/service/runs/runfollower.h"
#include "core/service/runs/runfollowers.h"
#include "ui/charts/chartcontrols.h"
#include "ui/charts/eventlist.h"
#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/flowlayout.h"
#include "ui/common/focusforward.h"
#include "ui/common/keytable.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/common/pagescroll.h"
#include "ui/common/segments.h"
#include "ui/log/logpanel.h"
#include "ui/log/logview.h"
#include "ui/page/runtab.h"
#include "ui/run/alertlines.h"
#include "ui/run/commandpane.h"
#include "ui/run/continuationcard.h"
#include "ui/run/explaincards.h"
#include "ui/run/factspanel.h"
#include "ui/run/gpupanel.h"
#include "ui/run/openmenu.h"
#include "ui/run/rankpanel.h"
#include "ui/run/runfacts.h"
#include "ui/run/runmenu.h"
#include "ui/run/seriesdialog.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QShortcut>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace trainyard {
namespace {

enum Tab { OverviewTab, LogTab, ChartsTab, EventsTab, CommandTab };

constexpr int kMinHeight = 170, kMinCharts = 420;  // for parts that scroll: five lines of a log; width of charts
constexpr int kChartInterval = 1000;               // ms: the interval of the samplers
const QString kHistory = QStringLiteral("history");
constexpr qint64 kMaxTask = 1 << 20;

std::optional<Task> taskBeside(const QString &logFile)
{
    QFile file(QFileInfo(logFile).absolutePath() + QStringLiteral("/task.yaml"));
    if (logFile.isEmpty() || !file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const TaskCheck check = parseTask(file.read(kMaxTask));
    return check.errors.isEmpty() ? std::optional(withVariables(check.task).value_or(check.task)) : std::nullopt;
}

bool hasLinkValues(const RunMetrics &metrics)
{
    constexpr int kFew = 8;  // buckets: any value will do
    for (qsizetype gpu = 0; gpu < metrics.gpus().size(); ++gpu) {
        if (!metrics.line(GpuMetric::PcieReceived, gpu, metrics.firstTime(), metrics.lastTime(), kFew).mean.isEmpty())
            return true;
    }
    return false;
}

}  // namespace

RunPage::RunPage(QWidget *parent)
    : QWidget(parent), m_state(new Badge), m_attempt(new Badge), m_simulated(new Badge(simulatedBadge())), m_saved(new Badge),
      m_header(new PageHeader({})), m_facts(new FactsPanel), m_tabs(new QTabBar),
      m_range(new Segments(QStringLiteral("runRange"), {tr("15 min"), tr("1 h"), tr("Whole run")})),
      m_table(makeIconButton(QStringLiteral("runTable"), QStringLiteral("list"), tr("Charts as a table (T)"))),
      m_seriesButton(makeIconButton(QStringLiteral("runSeries"), QStringLiteral("search"), tr("Series from the log…"))), m_link(new Badge),
      m_gpus(new GpuPanel(m_metrics)), m_chartsCard(new Card), m_eventsCard(new Card), m_overviewTop(new QWidget),
      m_charts(new ChartStack(m_metrics, m_training)), m_chartControls(new ChartControls(m_charts)), m_eventList(new EventList),
      m_log(new LogPanel), m_command(new CommandPane), m_cards(new ExplainCards), m_continuation(new ContinuationCard),
      m_ranks(new RankPanel)
{
    setObjectName(QStringLiteral("runPage"));
    m_ownClock.start();
    m_link->setObjectName(QStringLiteral("runLink"));
    m_state->setObjectName(QStringLiteral("runState"));
    buildHeader();
    buildTabs();

    auto *const chartsLayout = new QVBoxLayout(m_chartsCard);
    chartsLayout->setContentsMargins(1, 1, 1, 1);
    chartsLayout->addWidget(m_charts);
    auto *const eventsLayout = new QVBoxLayout(m_eventsCard);
    eventsLayout->setContentsMargins(1, 1, 1, 1);
    eventsLayout->addWidget(m_eventList);
    m_overview = new QBoxLayout(QBoxLayout::LeftToRight, m_overviewTop);
    m_overview->setContentsMargins(0, 0, 0, 0);
    m_overview->setSpacing(dp(12));
    m_overview->addWidget(m_gpus, 36);
    m_overview->addWidget(m_chartsCard, 64);

    // Items that appear and grow are on the left, so that nothing moves away from the pointer.
    auto *const beside = new QWidget;
    auto *const besideRow = new FlowLayout(beside);
    besideRow->setContentsMargins(0, 0, 0, 0);
    besideRow->setSpacing(dp(8));
    besideRow->addStretch();
    for (QWidget *const widget : std::initializer_list<QWidget *>{m_link, m_chartControls, m_seriesButton, m_table, m_range})
        besideRow->addWidget(widget);
    auto *const tabRow = new FlowLayout;
    tabRow->setSpacing(dp(8));
    tabRow->addWidget(m_tabs);
    tabRow->addStretch();
    tabRow->addWidget(beside);

    QVBoxLayout *const page = scrolledColumn(this);
    page->addWidget(m_header);
    page->addWidget(m_facts);
    page->addWidget(m_ranks);
    page->addWidget(m_cards);
    page->addWidget(m_continuation);
    page->addLayout(tabRow);
    page->addWidget(m_overviewTop, 56);
    page->addWidget(m_log, 44);
    page->addWidget(m_eventsCard, 1);
    page->addWidget(m_command, 1);
    for (QWidget *const widget : {static_cast<QWidget *>(m_log), m_eventsCard})
        widget->setMinimumHeight(dp(kMinHeight));

    m_metrics.setWanted([this](qint64 from, qint64 to, qint64 width) {
        if (m_follower)
            m_follower->wantMetrics(from, to, width);
    });
    m_charts->setLogClock(&m_logClock);
    m_ranks->hide();
    connect(m_cards, &ExplainCards::lineRequested, this, [this](qint64 offset) {
        if (!m_log->isVisible())
            m_tabs->setCurrentIndex(LogTab);
        m_log->showOffset(offset);
    });
    connect(m_ranks, &RankPanel::stacksRequested, this, [this] {
        m_ranks->setAsking(true);
        Q_EMIT stacksRequested(m_view.run.id);
    });
    m_chartTimer.setSingleShot(true);
    m_chartTimer.setInterval(100);  // the first paint soon, later ones at the interval of the samplers
    connect(&m_chartTimer, &QTimer::timeout, this, &RunPage::updateCharts);
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, [this] {
        if (isLive() && m_follower)
            m_follower->look();
        showState();
        showFacts();
        showLink();
        if (isLive() && !m_chartTimer.isActive())
            updateCharts();  // the axis advances without samples: a gap grows visibly
    });
    forwardFocus(this, m_log->view());
    showTab(OverviewTab);
}

RunPage::~RunPage()
{
    if (m_follower)
        m_follower->endCharts(m_chartsBegun);
}

void RunPage::buildTabs()
{
    m_tabs->setObjectName(QStringLiteral("runTabs"));
    m_tabs->setAccessibleName(tr("Views of this run"));
    for (const QString &name : {tr("Overview"), tr("Log"), tr("All charts"), tr("Events"), tr("Command")})
        m_tabs->addTab(name);
    m_tabs->setDrawBase(false);
    m_tabs->installEventFilter(this);
    m_tabs->setExpanding(false);
    m_range->setCurrent(2);
    m_table->setCheckable(true);
    connect(m_tabs, &QTabBar::currentChanged, this, &RunPage::showTab);
    connect(m_range, &Segments::chosen, this, [this](int index) { m_charts->setRange(ChartRange(index)); });
    connect(m_seriesButton, &QToolButton::clicked, this, &RunPage::openSeriesDialog);
    connect(m_table, &QToolButton::clicked, m_charts, &ChartStack::setTableShown);
    connect(m_charts, &ChartStack::tableShownChanged, m_table, &QToolButton::setChecked);
    connect(m_charts, &ChartStack::momentChosen, this, [this](qint64 ms) {
        if (m_tabs->currentIndex() != OverviewTab)
            m_tabs->setCurrentIndex(LogTab);
        m_log->showMoment(ms);
        m_log->view()->setFocus(Qt::OtherFocusReason);
    });
    connect(m_log, &LogPanel::momentChosen, this, [this](qint64 ms) {
        if (m_tabs->currentIndex() != OverviewTab)
            m_tabs->setCurrentIndex(ChartsTab);
        m_charts->setTableShown(false);
        m_charts->showMoment(ms);
        m_charts->setFocus(Qt::OtherFocusReason);
    });
    connect(m_charts, &ChartStack::gpuViewChanged, this, [this] {
        const GpuView &view = m_charts->gpuView();
        m_gpus->setPicked(view.show == GpuShow::One ? view.gpu : -1);
    });
    connect(m_charts, &ChartStack::curveViewChanged, this, [this] { Q_EMIT curveViewChosen(m_charts->curveView()); });
    connect(m_gpus, &GpuPanel::gpuPicked, this, [this](qsizetype gpu) {
        m_charts->setGpuView(gpu < 0 ? GpuView() : GpuView{GpuShow::One, gpu});
    });
    connect(m_gpus, &GpuPanel::momentPointed, m_charts, &ChartStack::pointAt);
    connect(m_charts, &ChartStack::cursorMoved, this, [this] { m_gpus->setMoment(m_charts->cursorMoment()); });
    connect(m_eventList, &EventList::momentChosen, this, [this](qint64 ms) {
        m_tabs->setCurrentIndex(ChartsTab);
        m_charts->setFocus(Qt::OtherFocusReason);
        m_charts->showMoment(ms);
    });
    connect(m_eventList, &EventList::checkpointRequested, this, [this](qint64 ms) {
        showPart(RunPart::Checkpoints);
        if (RunTab *const part = currentPart())
            part->showMoment(QDateTime::fromMSecsSinceEpoch(ms));
    });
    connect(m_chartControls, &ChartControls::failed, this,
            [this](const QString &sentence, const QString &detail) { postFailure(sentence, {}, detail); });
    auto *const find = new QShortcut(keyFor(KeyFor::Find), this, this, [this] {
        if (currentPart())
            return;  // has its own search, or none
        if (!m_log->isVisible())
            m_tabs->setCurrentIndex(LogTab);
        m_log->focusSearch();
    });
    find->setContext(Qt::WidgetWithChildrenShortcut);
    auto *const again = new QShortcut(keyFor(KeyFor::RunAgain), this, this, [this] {
        if (QAction *const entry = m_menu->findChild<QAction *>(QStringLiteral("runMenuSync")); entry->isEnabled())
            entry->trigger();
    });
    again->setContext(Qt::WidgetWithChildrenShortcut);
    again->setAutoRepeat(false);
}

// Another run, or other files of it: what the follower reads from now on belongs to this page.
void RunPage::follow(const RunView &view)
{
    if (m_follower) {
        m_follower->disconnect(this);
        m_follower->disconnect(m_log);
        m_follower->endCharts(m_chartsBegun);
    }
    m_follower.reset();
    if (!m_followers)
        return;
    m_follower = m_followers->of(view.run, {view.logFile, view.metricsFile}, view.seriesPattern);
    RunFollower *const follower = m_follower.get();
    connect(follower, &RunFollower::wasReset, this, [this] {
        m_metrics.clear();
        m_training.clear();
        m_logClock.clear();
        m_events.clear();
        m_waitingSamples.clear();
        m_waitingTraining.clear();
        m_machineClock.clear();
    });
    connect(follower, &RunFollower::samplesRead, this, [this](const QList<MachineSample> &samples) {
        m_waitingSamples.append(samples);
        noteMachineTime(samples.last().timeMs);
        if (!m_chartTimer.isActive())
            m_chartTimer.start();
    });
    connect(follower, &RunFollower::metricsLoaded, this, [this](const std::shared_ptr<RunMetrics> &metrics) {
        m_metrics.replaceBy(std::move(*metrics));
        m_waitingSamples.clear();
        noteMachineTime(m_metrics.lastTime());
        if (!m_chartTimer.isActive())
            m_chartTimer.start();
    });
    connect(follower, &RunFollower::detailRead, this, [this](const std::shared_ptr<const MetricDigest> &detail) {
        m_metrics.setDetail(detail);
        updateCharts();
    });
    connect(follower, &RunFollower::historyFailed, this, [this](const Error &error) {
        m_header->messageBar()->post(
            {kHistory, Tone::Warning, tr("The history of these charts is not saved."), error.what, error.detail, {}});
    });
    connect(follower, &RunFollower::logSizesRead, m_log, &LogPanel::addSizes);
    connect(follower, &RunFollower::logSizesRead, this, [this](const QList<LogSize> &sizes) {
        for (const LogSize &size : sizes)
            m_logClock.append(size);
    });
    connect(follower, &RunFollower::trainingRead, this, [this](const QList<TrainingRecord> &records) {
        m_waitingTraining.append(records);
        if (!m_chartTimer.isActive())
            m_chartTimer.start();
    });
    connect(follower, &RunFollower::observed, this, [this](const RunObservation &seen) {
        m_seen = seen;
        showObservation();
    });
}

bool RunPage::isLive() const { return m_view.run.id.isSet() && !hasEnded(m_view.run.state); }

bool RunPage::isCutOff() const { return isLive() && (m_view.link == LinkState::Stale || m_view.link == LinkState::Unreachable); }

void RunPage::setRun(const RunView &view)
{
    const bool isOther = view.run.id != m_view.run.id || view.logFile != m_view.logFile || view.metricsFile != m_view.metricsFile;
    if (isOther || !m_follower)
        follow(view);
    if (m_follower)
        m_follower->setRun(view.run);
    const bool hasJustEnded = !isOther && isLive() && hasEnded(view.run.state);
    const bool isReadAnew = isOther || view.seriesPattern != m_view.seriesPattern;
    m_view = view;
    m_charts->setEarlier(view.earlier);
    if (isReadAnew && m_follower)
        m_chartsBegun = m_follower->beginCharts(view.seriesPattern);
    if (isOther) {
        m_header->messageBar()->clear();
        m_log->setFile(view.logFile);
        m_open->setLogFile(view.logFile);
        m_seen = {};
        m_cards->startAnew();
        m_ranks->hide();
        m_range->setCurrent(2);
        m_charts->setRange(ChartRange::WholeRun);
        m_charts->setGpuView({});
    }
    if (hasJustEnded && m_follower)
        m_follower->look();
    showHeader();
    showMessages();
    showFacts();
    showLink();
    m_log->setState(isLive(), view.isComplete);
    m_task = taskBeside(view.logFile);
    showSave();
    m_command->setRun(view, m_task ? &*m_task : nullptr);
    for (RunTab *const part : std::as_const(m_parts))
        part->setRun(view.run, view.isMachineRemoved);
    m_chartControls->setLive(isLive());
    m_gpus->setLive(isLive());
    m_gpus->setConnected(!isCutOff());
    if (hasJustEnded && !isOther) {  // ranges up to now are for active runs
        m_range->setCurrent(2);
        m_charts->setRange(ChartRange::WholeRun);
    }
    showRange();
    m_continuation->setEarlier(view.resumeStep, view.earlierLoss);
    updateCharts();
}

void RunPage::logGrew()
{
    if (isLive() && m_machineClock.isKnown())
        m_log->view()->noteSeen(QFileInfo(m_view.logFile).size(), machineNow());
    m_log->refresh();
    if (!m_follower)
        return;
    if (isVisible() && isLive())
        m_follower->read();  // m_clock calls look()
    else
        m_follower->look();
}

void RunPage::metricsGrew()
{
    if (m_follower)
        m_follower->read();
}

void RunPage::setHeard(const QDateTime &lastHeard)
{
    m_view.lastHeard = lastHeard;
    showLink();
}

void RunPage::showState()
{
    BadgeLook look = badgeOf(m_view.run.state);
    if (isOutOfTouch(m_view, QDateTime::currentDateTime())) {
        look = outOfTouch(look);
        look.text = lastContactText(look.text);
    }
    m_state->setLook(look);
}

void RunPage::takeWaiting()
{
    if (!m_waitingSamples.isEmpty())
        m_metrics.append(std::exchange(m_waitingSamples, {}));
    if (!m_waitingTraining.isEmpty())
        m_training.append(std::exchange(m_waitingTraining, {}));
}

void RunPage::showFacts()
{
    m_facts->setFacts(runFacts(m_view, m_metrics, m_training, m_seen, machineNow(), QDateTime::currentDateTime()));
}

void RunPage::showObservation()
{
    const ProgressState state = m_seen.progress.state;
    const bool mayBeStuck = isLive() && (state == ProgressState::Hung || state == ProgressState::Silent || state == ProgressState::Slow);
    if (mayBeStuck)
        m_ranks->setRanks(m_seen.ranks, m_seen.progress.reason, machineNow());
    m_ranks->setVisible(mayBeStuck);
    m_cards->setCards(m_seen.cards, !isLive());
    showFacts();
    Q_EMIT observed();
}

void RunPage::showStacks(const QString &text)
{
    m_ranks->setAsking(false);
    m_ranks->showStacks(text);
}

void RunPage::noteMachineTime(qint64 machineMs)
{
    // The copy may date from the last time that a program followed the run: the machine's last answer is as old as the file.
    const QDateTime written = QFileInfo(m_view.metricsFile).lastModified();
    const qint64 age = written.isValid() ? std::max<qint64>(0, written.msecsTo(QDateTime::currentDateTime())) : 0;
    m_machineClock.take(machineMs, m_ownClock.elapsed() - age);
}

qint64 RunPage::machineNow() const
{
    if (!isLive() || m_metrics.count() == 0)
        return m_metrics.lastTime();
    return std::max(m_metrics.lastTime(), m_machineClock.at(m_ownClock.elapsed()));
}

void RunPage::updateEvents()
{
    m_events.setLink(isCutOff(), machineNow());
    const QList<ChartEvent> events = m_events.list(m_view.run, m_view.events);
    m_charts->setEvents(events);
    m_eventList->setEvents(events);
}

void RunPage::updateCharts()
{
    takeWaiting();
    m_continuation->compare(m_training.loss());
    m_events.read(m_view.eventsFile);
    m_metrics.setUse(m_events.gpuUse());
    m_chartTimer.setInterval(kChartInterval);
    const bool hasGpus = !m_metrics.gpus().isEmpty();
    const bool showsAll = m_tabs->currentIndex() == ChartsTab;
    QList<ChartKind> kinds{ChartKind::Loss};
    if (m_charts->hasThroughput())
        kinds << ChartKind::Throughput;
    if (hasGpus || m_metrics.count() == 0)
        kinds << ChartKind::GpuBusy << ChartKind::GpuPower;
    if (showsAll && hasGpus)
        kinds << ChartKind::GpuMemory << ChartKind::GpuTemperature << ChartKind::GpuClock;
    // Old drivers report no values; no chart is better than two empty ones.
    if (showsAll && hasLinkValues(m_metrics))
        kinds << ChartKind::PcieReceived << ChartKind::PcieSent;
    if (showsAll || !kinds.contains(ChartKind::GpuBusy))
        kinds << ChartKind::Cpu << ChartKind::Memory;
    if (showsAll)
        kinds << ChartKind::Network << ChartKind::Disk;
    m_charts->setEnd(machineNow());
    m_charts->setKinds(kinds);
    m_charts->setAlertLines(alertLines(m_task ? m_view.alertRules.with(m_task->alerts) : m_view.alertRules, m_view.openAlerts,
                                       hasGpus ? m_metrics.gpus().first().memoryGiB : 0));
    m_charts->setSeriesShown(showsAll);
    m_gpus->refresh(machineNow());
    arrange();
    updateEvents();
    m_charts->refresh();
    m_charts->panel(ChartKind::Loss);  // the loss is among the facts too: both change together
    m_chartControls->refresh();
    showFacts();
}

void RunPage::showTab(int tab)
{
    m_overviewTop->setVisible(tab == OverviewTab || tab == ChartsTab);
    m_gpus->setVisible(tab == OverviewTab);
    m_log->setVisible(tab == OverviewTab || tab == LogTab);
    m_eventsCard->setVisible(tab == EventsTab);
    m_command->setVisible(tab == CommandTab);
    for (int i = 0; i < m_parts.size(); ++i)
        m_parts[i]->setVisible(tab == CommandTab + 1 + i);
    const bool hasCharts = tab == OverviewTab || tab == ChartsTab;
    showRange();
    m_table->setVisible(hasCharts);
    m_seriesButton->setVisible(hasCharts);
    m_chartControls->setVisible(hasCharts);
    updateCharts();
}

void RunPage::addPart(RunTab *part)
{
    const int tab = m_tabs->addTab(part->title());
    m_parts << part;
    part->hide();
    static_cast<QBoxLayout *>(m_command->parentWidget()->layout())->addWidget(part, 1);
    connect(part, &RunTab::titleChanged, this, [this, part, tab] { m_tabs->setTabText(tab, part->title()); });
    if (m_view.run.id.isSet())
        part->setRun(m_view.run, m_view.isMachineRemoved);
}

void RunPage::showPart(RunPart part)
{
    for (int i = 0; i < m_parts.size(); ++i) {
        if (m_parts[i]->part() == part)
            m_tabs->setCurrentIndex(CommandTab + 1 + i);
    }
}

RunTab *RunPage::currentPart() const
{
    const int i = m_tabs->currentIndex() - CommandTab - 1;
    return i >= 0 && i < m_parts.size() ? m_parts[i] : nullptr;
}

void RunPage::showLog()
{
    m_tabs->setCurrentIndex(LogTab);
    m_log->view()->setFollowing(true);
    m_log->view()->setFocus(Qt::OtherFocusReason);
}

void RunPage::showRange()
{
    const int tab = m_tabs->currentIndex();
    m_range->setVisible(isLive() && (tab == OverviewTab || tab == ChartsTab));
}

void RunPage::setCurveView(const CurveView &view) { m_charts->setCurveView(view); }

void RunPage::openSeriesDialog()
{
    auto *const dialog = new SeriesDialog(m_view.run.name, m_view.logFile, m_view.seriesPattern, this);
    connect(dialog, &SeriesDialog::chosen, this,
            [this, task = m_view.run.name](const QString &expression) { Q_EMIT seriesPatternChosen(task, expression); });
    dialog->open();
}

// Beside each other if both stay readable, else below each other.
void RunPage::arrange()
{
    const int needed = m_gpus->minimumSizeHint().width() + dp(kMinCharts) + m_overview->spacing() + dp(32);
    const bool isBelow = !m_gpus->isHidden() && width() < needed;
    m_overview->setDirection(isBelow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void RunPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_facts->setPageHeight(height());
    arrange();
}

// Scrolling the page with the wheel must not switch tabs when the tab bar passes under the pointer.
bool RunPage::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_tabs || event->type() != QEvent::Wheel)
        return QWidget::eventFilter(watched, event);
    event->ignore();
    return true;
}

void RunPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_follower)
        m_follower->look();
    m_clock.start();
}

void RunPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_clock.stop();
}

}  // namespace trainyard

#include "moc_runpage.cpp"
