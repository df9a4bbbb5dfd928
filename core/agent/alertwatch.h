// SPDX-License-Identifier: GPL-3.0-or-later
// The alerts while this program runs: follows runs, feeds their rules, stores alerts as they open and clear in the database, and notifies
// the person through the channels they chose. One program does so at a time (agent.h). During a handover both may: an alert is one row, and
// each notice is sent by the program that claims it first. The rules are those of the settings, modified by the run's task. Main thread.
#pragma once

#include "core/agent/machinealerts.h"
#include "core/agent/runalerts.h"
#include "core/model/ids.h"
#include "core/observe/alert/alertsettings.h"
#include "core/service/notify/notifier.h"
#include "core/service/runs/meternow.h"

#include <QHash>
#include <QObject>
#include <QTimer>

#include <functional>
#include <map>
#include <optional>

namespace trainyard {

class Services;

class AlertWatch : public QObject {
    Q_OBJECT
public:
    using Clock = std::function<QDateTime()>;
    static constexpr int kMaxRuns = 64;

    explicit AlertWatch(Services &services, QObject *parent = nullptr, Clock clock = &QDateTime::currentDateTimeUtc);
    ~AlertWatch() override;

    // Follows these runs; if empty, every run that has not ended, including future ones, and every machine.
    void start(const QList<RunId> &runs = {});
    // While inactive it follows no run and sends no notices, but knows the open alerts. Active by default. If no program saw a run end,
    // the program that becomes active within kMaxReportDelay of the end reports it.
    void setActing(bool isActing);
    static constexpr std::chrono::minutes kMaxReportDelay{10};
    QList<RunId> followed() const;
    void reloadSettings();  // from their files
    const AlertSettings &settings() const { return m_settings; }

    // Called by BudgetWatch: `reached` once for each step, in the person's words; `budgets` in their present state.
    void budgetReached(const BudgetState &state, const QString &words);
    void setBudgets(const QList<BudgetState> &budgets);
    // Called by CapacityWatcher, once for each end of a watch, and by SpotPriceWatch, once for each rise; in the person's words.
    void capacityReached(const QString &watch, const QString &words);
    void priceRose(const QString &machine, const QString &words);

    const QList<Alert> &open() const { return m_open; }  // newest first, from all programs
    void acknowledge(AlertId id);
    void look();  // reads new data of the runs; emits looked() once it has been evaluated
    Notifier &notifier() { return m_notifier; }

Q_SIGNALS:
    void looked();
    void changed();                      // open() has changed
    void noticed(const QString &title);  // this program sends a notice, through whatever channels
    void desktopNoticeWanted(const QString &title, const QString &text);
    void failed(const trainyard::Error &error);  // of settings, database, command or webhook; each once, until it works again

private:
    struct Followed;

    void happened(AlertKind kind, const QString &machine, const QString &words);
    void followRuns(const QList<Run> &runs);
    void follow(const Run &run);
    void lookAt(Followed &followed, const QDateTime &now);
    void endLook();
    void noteEnd(const Run &run);
    bool isEndUnreported(const Run &run, const QDateTime &now) const;
    void lookAtMachines(const QDateTime &now);
    void take(const Run &run, bool isSimulated, const QList<AlertChange> &changes, const QDateTime &now);
    void apply(Alert alert, const AlertChange &change);
    void put(Alert alert);
    void clear(const QString &key, const QDateTime &when);
    void tell(const QDateTime &now);
    void deliver(const AlertNotice &notice);
    void reloadOpen();
    AlertOverrides overridesOf(const RunId &runId) const;
    AlertRules rulesOf(const RunId &runId) const;
    void report(const QString &source, const Result<void> &result);

    Services &m_services;
    Clock m_clock;
    AlertSettings m_settings;
    WebhookAddress m_webhook;
    QList<RunId> m_only;
    std::map<RunId, std::unique_ptr<Followed>> m_followed;
    QHash<RunId, RunState> m_states;  // as last seen
    QList<Alert> m_open;
    QHash<QString, QString> m_problems;  // by their source
    std::optional<MachineAlerts> m_machines;
    bool m_isActing = true;
    QTimer m_timer, m_soon;
    int m_awaited = 0;  // runs of this look that are still being read
    Notifier m_notifier;
};

}  // namespace trainyard
