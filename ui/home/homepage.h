// SPDX-License-Identifier: GPL-3.0-or-later
// The first page: three large actions, recent runs, items that need attention, the sandbox. Takes values and emits requests; does not know
// the services. Until setRuns() is called it shows neither runs nor that there are none.
//
// Object names: homePage, addMachineButton, watchButton, resumeButton, recentRunsTable, allRunsButton, launchFirstRunButton, sandboxCard,
// tryItInTheSandboxButton, cancelSandboxButton, openTheSandboxButton, stopTheSandboxButton, need-<id>, dismiss-<id>, monthCard,
// monthBudgetsButton.
#pragma once

#include "core/model/run.h"
#include "core/observe/diagnosis/runglance.h"
#include "ui/home/needsyou.h"
#include "ui/home/sandboxcard.h"

#include <QHash>
#include <QWidget>

#include <optional>

class QBoxLayout;

namespace trainyard {

class ActionCard;
class MessageBar;
class MonthCard;
class PageHeader;
class RecentRuns;
struct MeterNow;

class HomePage : public QWidget {
    Q_OBJECT
public:
    explicit HomePage(QWidget *parent = nullptr);

    void setRuns(const QList<Run> &runs);                      // newest first, one attempt each
    void setMachineCount(int count, bool hasSandbox = false);  // excludes the sandbox
    // The newest checkpoint known to be complete; nullopt while none is known.
    struct GoodCheckpoint {
        QString runName;
        std::optional<qint64> step;
        bool operator==(const GoodCheckpoint &) const = default;
    };
    void setLatestGood(const std::optional<GoodCheckpoint> &checkpoint);
    void setSandbox(const SandboxView &view);
    void setNeeds(const QList<Need> &needs);
    void setMeter(const MeterNow &meter);
    void setGlances(const QHash<RunId, RunGlance> &glances);
    void setNow(const QDateTime &now);
    MessageBar *messageBar() const;

Q_SIGNALS:
    void addMachineRequested();
    void openRunRequested(const RunId &runId);
    void launchAgainRequested(const RunId &runId);  // with changes
    void allRunsRequested();
    void launchRequested();
    void resumeRequested();  // from the latest good checkpoint
    void checkpointsRequested();
    void sandboxRequested();  // start it, with the demo if it was never used
    void sandboxCancelRequested();
    void sandboxOpenRequested();
    void sandboxStopRequested();
    void needTriggered(const QString &id);
    void needDismissed(const QString &id);
    void budgetsRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrange();
    void showNow();

    PageHeader *m_header;
    ActionCard *m_setUp, *m_watch, *m_resume;
    RecentRuns *m_recent;
    MonthCard *m_month;
    NeedsYou *m_needs;
    SandboxCard *m_sandbox;
    QWidget *m_side;
    QBoxLayout *m_actions, *m_columns;  // beside each other, or below if they do not fit
    QWidget *m_first, *m_below;
    std::optional<QList<Run>> m_runs;
    std::optional<int> m_machineCount;
    bool m_hasSandbox = false;
    std::optional<GoodCheckpoint> m_latestGood;
    SandboxView m_sandboxView;
    QDateTime m_now;
};

}  // namespace trainyard
