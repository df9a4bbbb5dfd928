// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/home/homepage.h"

#include "core/base/format.h"
#include "ui/common/accessiblerole.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/common/pagescroll.h"
#include "ui/home/actioncard.h"
#include "ui/home/monthcard.h"
#include "ui/home/recentruns.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kSideWidth = 324, kMostWidth = 1680;
constexpr int kWide = 760;  // if narrower, and with large text, cards are stacked

}  // namespace

HomePage::HomePage(QWidget *parent)
    : QWidget(parent), m_header(new PageHeader(tr("Home"), this)),
      m_setUp(new ActionCard(QStringLiteral("machines"), tr("Set up"),
                             tr("Paste the SSH command from your provider, see what the machine has and check that everything fits."),
                             QStringLiteral("addMachineButton"), this)),
      m_watch(new ActionCard(QStringLiteral("runs"), tr("Watch"),
                             tr("Loss, GPUs and log of a run in one window. Close the lid and nothing is lost."),
                             QStringLiteral("watchButton"), this)),
      m_resume(new ActionCard(QStringLiteral("resume"), tr("Resume"),
                              tr("Pick a checkpoint that is known to be complete, see the exact command and resume."),
                              QStringLiteral("resumeButton"), this)),
      m_recent(new RecentRuns(this)), m_month(new MonthCard(this)), m_needs(new NeedsYou(this)), m_sandbox(new SandboxCard(this)),
      m_side(new QWidget(this)), m_first(new QWidget(this)), m_below(new QWidget(this)), m_now(QDateTime::currentDateTimeUtc())
{
    setObjectName(QStringLiteral("homePage"));
    setAccessibleRole(this, QAccessible::Pane);
    setAccessibleName(tr("Home"));
    m_actions = new QHBoxLayout;
    m_actions->setSpacing(dp(12));
    for (ActionCard *card : {m_setUp, m_watch, m_resume})
        m_actions->addWidget(card, 1);

    auto *side = new QVBoxLayout(m_side);
    side->setContentsMargins(0, 0, 0, 0);
    side->setSpacing(dp(12));
    side->addWidget(m_month);
    side->addWidget(m_needs);
    side->addStretch(1);

    auto *first = new QVBoxLayout(m_first);
    first->setContentsMargins(0, 0, 0, 0);

    m_columns = new QHBoxLayout(m_below);
    m_columns->setContentsMargins(0, 0, 0, 0);
    m_columns->setSpacing(dp(12));
    m_columns->addWidget(m_recent, 1);
    m_columns->addWidget(m_side);

    QVBoxLayout *column = scrolledColumn(this);
    column->parentWidget()->setMaximumWidth(dp(kMostWidth));
    column->addWidget(m_header);
    column->addLayout(m_actions);
    column->addWidget(m_first, 1);
    column->addWidget(m_below, 1);
    m_recent->setMinimumHeight(dp(220));

    connect(m_setUp, &ActionCard::triggered, this, &HomePage::addMachineRequested);
    connect(m_watch, &ActionCard::triggered, this, [this] {
        const auto live = [](const Run &run) { return !hasEnded(run.state); };
        if (m_runs) {
            const auto found = std::find_if(m_runs->cbegin(), m_runs->cend(), live);
            if (found != m_runs->cend()) {
                Q_EMIT openRunRequested(found->id);
                return;
            }
        }
        Q_EMIT allRunsRequested();
    });
    connect(m_resume, &ActionCard::triggered, this, [this] {
        if (m_latestGood)
            Q_EMIT resumeRequested();
        else
            Q_EMIT checkpointsRequested();
    });
    connect(m_recent, &RecentRuns::runActivated, this, &HomePage::openRunRequested);
    connect(m_recent, &RecentRuns::launchAgainRequested, this, &HomePage::launchAgainRequested);
    connect(m_recent, &RecentRuns::allRequested, this, &HomePage::allRunsRequested);
    connect(m_recent, &RecentRuns::launchRequested, this, &HomePage::launchRequested);
    connect(m_sandbox, &SandboxCard::startRequested, this, &HomePage::sandboxRequested);
    connect(m_sandbox, &SandboxCard::cancelRequested, this, &HomePage::sandboxCancelRequested);
    connect(m_sandbox, &SandboxCard::openRequested, this, &HomePage::sandboxOpenRequested);
    connect(m_sandbox, &SandboxCard::stopRequested, this, &HomePage::sandboxStopRequested);
    connect(m_needs, &NeedsYou::needTriggered, this, &HomePage::needTriggered);
    connect(m_needs, &NeedsYou::needDismissed, this, &HomePage::needDismissed);
    connect(m_month, &MonthCard::budgetsRequested, this, &HomePage::budgetsRequested);
    arrange();
    showNow();
}

void HomePage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const bool isWide = width() >= dp(kWide);
    m_actions->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_columns->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_side->setMinimumWidth(isWide ? dp(kSideWidth) : 0);
    m_side->setMaximumWidth(isWide ? dp(kSideWidth) : QWIDGETSIZE_MAX);
}

void HomePage::setRuns(const QList<Run> &runs)
{
    m_runs = runs;
    m_recent->setRuns(runs);
    arrange();
}

void HomePage::setMachineCount(int count, bool hasSandbox)
{
    m_machineCount = count;
    m_hasSandbox = hasSandbox;
    arrange();
}

void HomePage::setLatestGood(const std::optional<GoodCheckpoint> &checkpoint)
{
    m_latestGood = checkpoint;
    arrange();
}

void HomePage::setSandbox(const SandboxView &view)
{
    m_sandboxView = view;
    m_sandbox->setView(view);
    arrange();
}

void HomePage::setNeeds(const QList<Need> &needs) { m_needs->setNeeds(needs); }

void HomePage::setMeter(const MeterNow &meter)
{
    m_month->setMeter(meter);
    m_recent->setMeter(meter);
}

void HomePage::setGlances(const QHash<RunId, RunGlance> &glances) { m_recent->setGlances(glances); }

void HomePage::setNow(const QDateTime &now)
{
    m_now = now;
    m_recent->setNow(now);
    showNow();
}

MessageBar *HomePage::messageBar() const { return m_header->messageBar(); }

void HomePage::showNow()
{
    const QDateTime local = m_now.toLocalTime();
    const QLocale locale;
    //: date on Home as QLocale::toString takes it: weekday, day, month
    m_header->setContext(tr("%1, %2").arg(locale.toString(local.date(), tr("dddd, d MMMM")), local.toString(QStringLiteral("HH:mm"))));
}

void HomePage::arrange()
{
    // First start: nothing to list, so the sandbox replaces the list and is the primary action.
    const bool isFirst = m_runs && m_runs->isEmpty() && m_machineCount && *m_machineCount == 0;
    const bool isKnown = m_runs.has_value();
    m_first->setVisible(isFirst);
    m_below->setVisible(!isFirst);
    auto *first = static_cast<QVBoxLayout *>(m_first->layout());
    auto *side = static_cast<QVBoxLayout *>(m_side->layout());
    if (isFirst && first->indexOf(m_sandbox) < 0) {
        side->removeWidget(m_sandbox);
        first->addWidget(m_sandbox);
    } else if (!isFirst && side->indexOf(m_sandbox) < 0) {
        first->removeWidget(m_sandbox);
        side->insertWidget(2, m_sandbox);
    }
    m_sandbox->setLarge(isFirst);

    const int machines = m_machineCount.value_or(0);
    m_setUp->setAction(tr("Add a machine…"), isKnown && !isFirst ? ButtonVariant::Primary : ButtonVariant::Normal);
    m_setUp->setFact(machines > 0 && m_hasSandbox ? tr("%n machine(s) and the sandbox", nullptr, machines)
                     : machines > 0               ? tr("%n machine(s)", nullptr, machines)
                     : m_hasSandbox && !isFirst   ? tr("the sandbox")
                                                  : QString());

    QList<Run> live;
    if (m_runs)
        std::copy_if(m_runs->cbegin(), m_runs->cend(), std::back_inserter(live), [](const Run &run) { return !hasEnded(run.state); });
    m_watch->setAction(live.isEmpty() ? tr("Show all runs") : tr("Open %1").arg(live.first().name));
    m_watch->setFact(!isKnown ? QString() : live.isEmpty() ? tr("nothing is running") : tr("%n active run(s)", nullptr, int(live.size())));
    m_resume->setAction(m_latestGood ? tr("Resume %1…").arg(m_latestGood->runName) : tr("Show checkpoints"));
    m_resume->setFact(m_latestGood && m_latestGood->step ? tr("step %1 is good").arg(formatCount(*m_latestGood->step)) : QString());
}

}  // namespace trainyard

#include "moc_homepage.cpp"
