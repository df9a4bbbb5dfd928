// SPDX-License-Identifier: GPL-3.0-or-later
// The alerts while this program runs: follows runs, feeds their rules, keeps what opens and clears in the database, and tells the
// person by the channels that they chose. One program does so at a time (agent.h); while two hand over both may, as an alert is one
// row, and each notice is sent by the program that claims it first. Rules are those of the settings, changed by the run's task. Main
// thread.
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

    // These; without any, every run that has not ended, also those to come, and every machine.
    void start(const QList<RunId> &runs = {});
    // While it does not act it follows no run and tells nothing, but knows what is open. Acts unless told otherwise. The end of a run
    // that no program saw is told by the one that begins to act within kUntold of it.
    void setActing(bool isActing);
    static constexpr std::chrono::minutes kUntold{10};
    QList<RunId> followed() const;
    void reloadSettings();  // from their files
    const AlertSettings &settings() const { return m_settings; }

    // What BudgetWatch said: `reached` once for each step, in the person's words; `budgets` as they stand now.
    void budgetReached(const BudgetState &state, const QString &words);
    void setBudgets(const QList<BudgetState> &budgets);

    const QList<Alert> &open() const { return m_open; }  // newest first, of all programs
    void acknowledge(AlertId id);
    void look();  // reads what is new of the runs, and says looked() when it has been judged
    Notifier &notifier() { return m_notifier; }

Q_SIGNALS:
    void looked();
    void changed();                      // open() is new
    void noticed(const QString &title);  // this program sends a notice, whatever the channels
    void desktopNoticeWanted(const QString &title, const QString &text);
    void failed(const trainyard::Error &error);  // of settings, database, command or webhook; the same one once, until it works

private:
    struct Followed;

    void followRuns(const QList<Run> &runs);
    void follow(const Run &run);
    void lookAt(Followed &followed, const QDateTime &now);
    void endLook();
    void noteEnd(const Run &run);
    bool isEndUntold(const Run &run, const QDateTime &now) const;
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
    QHash<QString, QString> m_problems;  // by what they came from
    std::optional<MachineAlerts> m_machines;
    bool m_isActing = true;
    QTimer m_timer, m_soon;
    int m_awaited = 0;  // runs of this look that are still being read
    Notifier m_notifier;
};

}  // namespace trainyard
