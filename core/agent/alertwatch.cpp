// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/alertwatch.h"

#include "core/service/runs/diskspacesamples.h"
#include "core/service/runs/launchedtask.h"
#include "core/service/runs/runfollower.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "core/storage/database/alertfiles.h"

#include <algorithm>

namespace trainyard {

namespace {

using namespace std::chrono_literals;
constexpr auto kAlertInterval = 5s;  // rules last minutes
constexpr auto kAlertDelay = 0ms;    // after a change
const QString kDatabase = QStringLiteral("database");
const QString kSettings = QStringLiteral("settings");
const QString kWebhook = QStringLiteral("webhook");
const QString kUnseenEnd = QStringLiteral("unseen");

QString topicOf(const BudgetState &state)
{
    const Budget &budget = state.budget;
    return QStringList{budgetScopeName(budget.scope), state.period, budgetStepName(state.use.step), budget.amount.text(), budget.name}.join(
        u':');
}

Alert alertOf(const Run &run, AlertKind kind, const AlertRule &rule, const QDateTime &opened, const QDateTime &now)
{
    Alert alert;
    alert.kind = kind;
    alert.severity = rule.severity;
    alert.runId = run.id;
    alert.runName = run.name;
    alert.machine = run.head().machineName;
    alert.isSimulated = run.isSimulated;
    alert.threshold = rule.threshold;
    alert.opened = std::min(opened, now);
    alert.seen = now;
    return alert;
}

}  // namespace

struct AlertWatch::Followed {
    Followed(const Run &r, std::shared_ptr<RunFollower> f, const AlertRules &rules) : run(r), follower(std::move(f)), alerts(rules)
    {
        follower->beginRules();
    }
    ~Followed() { follower->endRules(); }

    Run run;
    std::shared_ptr<RunFollower> follower;
    RunAlerts alerts;
    QList<MachineSample> samples;  // since the last look
    AlertOverrides overrides;
    bool hasOverrides = false;  // the task has been read
    bool isAwaited = false;     // its files are being read for a look
    QObject receiver;           // of the follower's signals, as long as the run is followed
};

AlertWatch::AlertWatch(Services &services, QObject *parent, Clock clock) : QObject(parent), m_services(services), m_clock(std::move(clock))
{
    m_timer.setInterval(kAlertInterval);
    m_soon.setInterval(kAlertDelay);
    m_soon.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &AlertWatch::look);
    connect(&m_soon, &QTimer::timeout, this, &AlertWatch::look);
    connect(&services.runs, &RunService::changed, this, [this] {
        if (m_timer.isActive())
            m_soon.start();
    });
}

AlertWatch::~AlertWatch() = default;

void AlertWatch::start(const QList<RunId> &runs)
{
    m_only = runs;
    reloadSettings();
    m_timer.start();
    look();
}

void AlertWatch::reloadSettings()
{
    const auto settings = loadAlertSettings(m_services.paths());
    report(kSettings, settings ? Result<void>() : Result<void>(settings.error()));
    if (settings)
        m_settings = *settings;
    const auto webhook = loadWebhook(m_services.paths());
    report(kWebhook, webhook ? Result<void>() : Result<void>(webhook.error()));
    m_webhook = webhook.value_or(WebhookAddress());
    const QDateTime now = m_clock();
    for (const auto &[id, followed] : m_followed) {
        const auto changes = followed->alerts.setRules(m_settings.rules.with(followed->overrides), now);
        take(followed->run, followed->run.isSimulated, changes.ofSamples + changes.ofTime, now);
    }
    reloadOpen();
}

void AlertWatch::setActing(bool isActing)
{
    if (std::exchange(m_isActing, isActing) == isActing)
        return;
    // Another program has continued from here in the meantime: what it opened is restored from the database.
    m_followed.clear();
    m_awaited = 0;
    m_states.clear();
    m_machines.reset();
    if (m_timer.isActive())
        look();
}

QList<RunId> AlertWatch::followed() const
{
    QList<RunId> runs;
    for (const auto &[id, followed] : m_followed)
        runs << id;
    return runs;
}

void AlertWatch::look()
{
    if (!m_isActing) {
        reloadOpen();
        return;
    }
    const auto runs = m_services.database().runs.all();
    report(kDatabase, runs ? Result<void>() : Result<void>(runs.error()));
    if (!runs)
        return;
    const QDateTime now = m_clock();
    // After the notice of its end a run opens no more alerts.
    std::erase_if(m_followed, [this](const auto &one) {
        const bool isOver = hasEnded(m_states.value(one.first, RunState::Running));
        m_awaited -= isOver && one.second->isAwaited;
        return isOver;
    });
    followRuns(*runs);
    for (const auto &[id, followed] : m_followed) {
        followed->follower->setRun(followed->run);
        if (!std::exchange(followed->isAwaited, true)) {
            ++m_awaited;
            followed->follower->look();
        }
    }
    for (const Run &run : *runs) {
        if (!m_only.isEmpty() && !m_only.contains(run.id))
            continue;
        const auto before = m_states.constFind(run.id);
        const bool hasJustEnded = hasEnded(run.state) && (before == m_states.constEnd() ? isEndUnreported(run, now) : !hasEnded(*before));
        m_states[run.id] = run.state;
        if (hasJustEnded)
            noteEnd(run);
    }
    if (m_only.isEmpty()) {
        if (!m_machines)
            m_machines.emplace(m_services);
        lookAtMachines(now);
    }
    endLook();
}

void AlertWatch::endLook()
{
    tell(m_clock());
    reloadOpen();
    if (m_awaited == 0)
        Q_EMIT looked();
}

void AlertWatch::lookAtMachines(const QDateTime &now)
{
    const auto machines = m_services.database().machines.all();
    report(kDatabase, machines ? Result<void>() : Result<void>(machines.error()));
    if (!machines)
        return;
    QList<MachineId> busy;
    for (const auto &[id, followed] : m_followed) {
        // The run's own samples are those of its head node; its other machines are watched separately.
        if (!hasEnded(followed->run.state))
            busy << followed->run.head().machineId;
    }
    const QList<MachineAlerts::Change> changes = m_machines->look(*machines, busy, m_settings.rules, m_open, now.toMSecsSinceEpoch());
    for (const MachineAlerts::Change &one : changes) {
        const AlertChange &change = one.change;
        Run none;
        none.head().machineName = one.machine;
        Alert alert = alertOf(none, change.kind, m_settings.rules.of(change.kind), QDateTime::fromMSecsSinceEpoch(change.timeMs, Qt::UTC),
                              now);
        alert.isSimulated = one.isSimulated;
        apply(std::move(alert), change);
    }
    // No sample will clear the alerts of a removed machine.
    for (const Alert &alert : std::as_const(m_open)) {
        const auto isIt = [&alert](const Machine &machine) { return machine.name == alert.machine; };
        if (MachineAlerts::isOfMachines(alert) && std::none_of(machines->begin(), machines->end(), isIt))
            clear(alert.key(), now);
    }
}

void AlertWatch::followRuns(const QList<Run> &runs)
{
    for (const Run &run : runs) {
        const auto known = m_followed.find(run.id);
        if (known != m_followed.end())
            known->second->run = run;
        else if (!hasEnded(run.state) && (m_only.isEmpty() || m_only.contains(run.id)) && m_followed.size() < size_t(kMaxRuns))
            follow(run);
    }
    // Alerts that another program left open because it ended before the run did.
    for (const Alert &alert : std::as_const(m_open)) {
        const bool lasts = !alert.runId.isSet() || alert.kind == AlertKind::RunFailed || alert.kind == AlertKind::Budget;
        const auto run = std::find_if(runs.begin(), runs.end(), [&](const Run &one) { return one.id == alert.runId; });
        if (!lasts && run != runs.end() && hasEnded(run->state) && !m_followed.contains(run->id))
            clear(alert.key(), run->ended.isValid() ? run->ended : m_clock());
    }
}

void AlertWatch::follow(const Run &run)
{
    if (!m_services.runs.watch(run.id))
        return;
    auto followed = std::make_unique<Followed>(run, m_services.followers.of(run), m_settings.rules);
    connect(followed->follower.get(), &RunFollower::recentRead, &followed->receiver,
            [one = followed.get()](const QList<MachineSample> &samples) { one->samples += samples; });
    connect(followed->follower.get(), &RunFollower::observed, &followed->receiver, [this, one = followed.get()] {
        if (!std::exchange(one->isAwaited, false))
            return;
        if (!hasEnded(m_states.value(one->run.id, RunState::Running)))
            lookAt(*one, m_clock());
        if (--m_awaited == 0)
            endLook();
    });
    for (const Alert &alert : std::as_const(m_open)) {
        if (alert.runId == run.id)
            followed->alerts.restore(alert.kind, alert.gpus);
    }
    followed->alerts.setDiskSpaceFile(diskSpaceFile(run.id, m_services.paths()));
    m_followed[run.id] = std::move(followed);
}

void AlertWatch::lookAt(Followed &followed, const QDateTime &now)
{
    if (!followed.hasOverrides) {
        if (const auto task = taskOfRun(m_services.paths(), followed.run.id)) {
            followed.hasOverrides = true;
            followed.overrides = task->alerts;
            const auto changes = followed.alerts.setRules(rulesOf(followed.run.id), now);
            take(followed.run, followed.run.isSimulated, changes.ofSamples + changes.ofTime, now);
        }
    }
    const auto changes = followed.alerts.look(now, followed.run.state == RunState::Running, std::exchange(followed.samples, {}),
                                              progressFrom(*followed.follower->observation()));
    take(followed.run, followed.run.isSimulated || followed.alerts.isSimulated(), changes.ofSamples + changes.ofTime, now);
}

bool AlertWatch::isEndUnreported(const Run &run, const QDateTime &now) const
{
    constexpr int kMaxAlerts = 100;
    if (!run.ended.isValid() || std::abs(run.ended.secsTo(now)) > std::chrono::seconds(kMaxReportDelay).count())
        return false;
    const auto alerts = m_services.database().alerts.newest(kMaxAlerts, run.id);
    return alerts && std::none_of(alerts->begin(), alerts->end(), [](const Alert &alert) {
               return alert.kind == AlertKind::RunFailed || alert.kind == AlertKind::RunFinished;
           });
}

void AlertWatch::noteEnd(const Run &run)
{
    const QDateTime now = m_clock();
    const AlertRules rules = rulesOf(run.id);
    if (const auto followed = m_followed.find(run.id); followed != m_followed.end()) {
        const auto changes = followed->second->alerts.clearAll(now);
        take(run, run.isSimulated, changes.ofSamples + changes.ofTime, now);
    }
    const bool isFailed = run.state == RunState::Failed || run.state == RunState::Unknown;
    const AlertKind kind = isFailed ? AlertKind::RunFailed : AlertKind::RunFinished;
    if (run.state == RunState::Stopped || !rules.of(kind).isOn)
        return;
    Alert alert = alertOf(run, kind, rules.of(kind), run.ended.isValid() ? run.ended : now, now);
    alert.topic = run.state == RunState::Unknown ? kUnseenEnd : QString();
    alert.detail = run.message.simplified();
    if (!isFailed)
        alert.cleared = alert.opened;
    put(alert);
}

void AlertWatch::take(const Run &run, bool isSimulated, const QList<AlertChange> &changes, const QDateTime &now)
{
    for (const AlertChange &change : changes) {
        const AlertRules rules = rulesOf(run.id);
        Alert alert = alertOf(run, change.kind, rules.of(change.kind), QDateTime::fromMSecsSinceEpoch(change.timeMs, Qt::UTC), now);
        alert.isSimulated = isSimulated;
        apply(std::move(alert), change);
    }
}

void AlertWatch::apply(Alert alert, const AlertChange &change)
{
    alert.gpus = change.gpus;
    alert.value = change.value;
    alert.threshold = change.threshold;
    switch (change.what) {
    case AlertChange::Opened:
    case AlertChange::Joined: put(alert); break;
    case AlertChange::Cleared: clear(alert.key(), alert.opened); break;
    case AlertChange::NoData: report(kDatabase, m_services.database().alerts.markNoData(alert.key())); break;
    }
}

void AlertWatch::budgetReached(const BudgetState &state, const QString &words)
{
    const AlertRule &rule = m_settings.rules.of(AlertKind::Budget);
    if (!rule.isOn || state.use.step == BudgetStep::None)
        return;
    Alert alert;
    alert.kind = AlertKind::Budget;
    alert.severity = state.use.step == BudgetStep::Stop ? AlertSeverity::Critical : rule.severity;
    if (state.budget.scope == BudgetScope::Run) {
        alert.runId = RunId(state.budget.name);
        const auto run = m_services.database().runs.find(alert.runId);
        alert.runName = run ? run->name : QString();
    }
    alert.topic = topicOf(state);
    alert.detail = words;
    alert.value = double(state.use.permille) / 10;
    alert.opened = alert.seen = m_clock();
    put(alert);
    tell(alert.seen);
    reloadOpen();
}

void AlertWatch::capacityReached(const QString &watch, const QString &words) { happened(AlertKind::Capacity, watch, words); }

void AlertWatch::priceRose(const QString &machine, const QString &words) { happened(AlertKind::SpotPrice, machine, words); }

void AlertWatch::happened(AlertKind kind, const QString &machine, const QString &words)
{
    const AlertRule &rule = m_settings.rules.of(kind);
    if (!rule.isOn)
        return;
    Alert alert;
    alert.kind = kind;
    alert.severity = rule.severity;
    alert.machine = machine;
    alert.detail = words.simplified().left(Alert::kMaxDetail);
    alert.opened = alert.cleared = alert.seen = m_clock();
    put(alert);
    tell(alert.seen);
    reloadOpen();
}

void AlertWatch::setBudgets(const QList<BudgetState> &budgets)
{
    QStringList topics;
    if (!m_isActing)
        return;
    for (const BudgetState &state : budgets)
        topics << topicOf(state);
    const QDateTime now = m_clock();
    bool hasCleared = false;
    for (const Alert &alert : std::as_const(m_open)) {
        if (alert.kind == AlertKind::Budget && !topics.contains(alert.topic)) {
            clear(alert.key(), now);
            hasCleared = true;
        }
    }
    if (hasCleared)
        reloadOpen();
}

void AlertWatch::acknowledge(AlertId id)
{
    report(kDatabase, m_services.database().alerts.acknowledge(id));
    reloadOpen();
}

void AlertWatch::put(Alert alert)
{
    const auto opened = m_services.database().alerts.open(alert);
    report(kDatabase, opened ? Result<void>() : Result<void>(opened.error()));
}

void AlertWatch::clear(const QString &key, const QDateTime &when)
{
    const auto cleared = m_services.database().alerts.clear(key, when);
    report(kDatabase, cleared ? Result<void>() : Result<void>(cleared.error()));
}

void AlertWatch::tell(const QDateTime &now)
{
    const auto due = m_services.database().alerts.due(now.addSecs(-std::chrono::seconds(kNoticeRepeat).count()));
    report(kDatabase, due ? Result<void>() : Result<void>(due.error()));
    if (!due)
        return;
    const QList<AlertNotice> plan = planNotices(*due, now, now.toLocalTime().time(), m_settings.quiet);
    qint64 apart = 0;
    for (const AlertNotice &notice : plan) {
        QList<AlertId> ids;
        for (const Alert &alert : notice.alerts)
            ids << alert.id;
        // Notices are distinguished by their time.
        const auto mine = m_services.database().alerts.claim(ids, now.addMSecs(apart++));
        if (!mine || mine->isEmpty())
            continue;
        AlertNotice told;
        for (const Alert &alert : notice.alerts) {
            if (mine->contains(alert.id))
                told.alerts << alert;
        }
        deliver(told);
    }
}

void AlertWatch::deliver(const AlertNotice &notice)
{
    QList<AlertChannel> ways;
    for (const Alert &alert : notice.alerts) {
        const QList<AlertChannel> chosen = overridesOf(alert.runId).ways.value_or(m_settings.ways);
        for (const AlertChannel way : chosen) {
            if (!ways.contains(way))
                ways << way;
        }
    }
    Q_EMIT noticed(notice.title());
    if (ways.contains(AlertChannel::Desktop))
        Q_EMIT desktopNoticeWanted(notice.title(), notice.text());
    if (ways.contains(AlertChannel::Command) && !m_settings.command.isEmpty()) {
        whenDone(m_notifier.runCommand(m_settings.command, notice), this, [this](const Result<QString> &ran) {
            report(QStringLiteral("command"), ran ? Result<void>() : Result<void>(ran.error()));
        });
    }
    if (ways.contains(AlertChannel::Webhook) && !m_webhook.url.isEmpty()) {
        whenDone(m_notifier.send(m_webhook, m_settings.format, notice), this,
                 [this](const Result<void> &sent) { report(QStringLiteral("sending"), sent); });
    }
}

void AlertWatch::reloadOpen()
{
    const auto open = m_services.database().alerts.allOpen();
    report(kDatabase, open ? Result<void>() : Result<void>(open.error()));
    if (!open || *open == m_open)
        return;
    m_open = *open;
    Q_EMIT changed();
}

AlertRules AlertWatch::rulesOf(const RunId &runId) const { return m_settings.rules.with(overridesOf(runId)); }

AlertOverrides AlertWatch::overridesOf(const RunId &runId) const
{
    const auto followed = m_followed.find(runId);
    if (followed != m_followed.end())
        return followed->second->overrides;
    const auto task = !runId.isSet() ? Result<Task>(cancelledError()) : taskOfRun(m_services.paths(), runId);
    return task ? task->alerts : AlertOverrides();
}

void AlertWatch::report(const QString &source, const Result<void> &result)
{
    if (result || result.error().isCancelled()) {
        if (result)
            m_problems.remove(source);
        return;
    }
    if (std::exchange(m_problems[source], result.error().what) != result.error().what)
        Q_EMIT failed(result.error());
}

}  // namespace trainyard

#include "moc_alertwatch.cpp"
