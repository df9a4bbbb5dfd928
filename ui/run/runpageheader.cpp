// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runpage.h"

#include "core/base/format.h"
#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/common/plaintip.h"
#include "ui/run/openmenu.h"
#include "ui/run/rankpanel.h"
#include "ui/run/runfacts.h"
#include "ui/run/runmenu.h"
#include "ui/run/stopquestion.h"

#include <QApplication>
#include <QClipboard>
#include <QPushButton>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>

namespace trainyard {
namespace {

const QString kLink = QStringLiteral("link"), kEnded = QStringLiteral("ended"), kSandbox = QStringLiteral("sandbox"),
              kAction = QStringLiteral("action"), kReport = QStringLiteral("report"), kSave = QStringLiteral("save"),
              kAgain = QStringLiteral("again");
constexpr qint64 kTellBehind = 5000;  // ms: less is called live

}  // namespace

void RunPage::buildHeader()
{
    m_header->setBreadcrumb(tr("Runs"), QStringLiteral("runBreadcrumb"));
    m_header->addBesideTitle(m_state);
    m_header->addBesideTitle(m_attempt);
    m_header->addBesideTitle(m_simulated);
    m_saved->setObjectName(QStringLiteral("runSaved"));
    m_header->addBesideTitle(m_saved);
    m_copyCommand = makeButton(QStringLiteral("runCopyCommand"), tr("Copy command"), ButtonVariant::Normal, QStringLiteral("copy"));
    m_checkpoints = makeButton(QStringLiteral("runCheckpoints"), tr("Checkpoints"), ButtonVariant::Normal, QStringLiteral("checkpoints"));
    m_saveNow = makeButton(QStringLiteral("runSave"), tr("Save a checkpoint now"), ButtonVariant::Normal, QStringLiteral("save"));
    m_stop = makeButton(QStringLiteral("runStop"), tr("Stop…"), ButtonVariant::Destructive, QStringLiteral("stop"));
    m_resume = makeButton(QStringLiteral("runResume"), tr("Resume…"), ButtonVariant::Primary, QStringLiteral("resume"));
    m_open = new OpenMenu;
    for (QPushButton *button : {m_copyCommand, static_cast<QPushButton *>(m_open), m_checkpoints, m_saveNow, m_stop, m_resume})
        m_header->addAction(button);
    QToolButton *const more = makeIconButton(QStringLiteral("runMore"), QStringLiteral("more"), tr("More"));
    m_menu = new RunMenu(false, more);
    m_menu->setObjectName(QStringLiteral("runMoreMenu"));
    more->setMenu(m_menu);
    m_header->setMore(more);
    connect(m_header, &PageHeader::breadcrumbClicked, this, &RunPage::runsRequested);
    connect(m_copyCommand, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(m_view.run.command); });
    connect(m_checkpoints, &QPushButton::clicked, this, [this] { Q_EMIT checkpointsRequested(m_view.run.lineage); });
    connect(m_saveNow, &QPushButton::clicked, this, [this] { Q_EMIT saveRequested(m_view.run.id); });
    connect(m_stop, &QPushButton::clicked, this, &RunPage::askToStop);
    connect(m_resume, &QPushButton::clicked, this, [this] { Q_EMIT resumeRequested(m_view.run.id); });
    connect(m_header->messageBar(), &MessageBar::actionTriggered, this, [this](const QString &id) {
        if (id == kSandbox)
            Q_EMIT sandboxRequested();
        else if (id == kLink)
            Q_EMIT retryRequested(m_view.run.id);
        else if (id == kEnded)
            showLog();
    });
}

void RunPage::setError(const Error &error)
{
    m_ranks->setAsking(false);
    if (!error.isCancelled())
        postFailure(tr("That did not work."), error.what, error.detail);
}

void RunPage::setReporting(bool isReporting)
{
    m_menu->setReporting(isReporting);
    if (isReporting)
        m_header->messageBar()->post(
            {kReport, Tone::Info, tr("Writing the report…"), tr("Looking for checkpoints on the machine…"), {}, {}});
    else
        m_header->messageBar()->withdraw(kReport);
}

void RunPage::setSave(const std::optional<CheckpointSaveState> &save)
{
    m_save = save;
    showSave();
    MessageBar *const bar = m_header->messageBar();
    if (!save || save->stage == CheckpointSaveState::Saved)
        bar->withdraw(kSave);
    else
        bar->post({kSave, save->stage == CheckpointSaveState::NotSaved ? Tone::Warning : Tone::Info, saveSentence(*save), {}, {}, {}});
}

void RunPage::showSave()
{
    const bool isUnderWay = m_save && m_save->stage < CheckpointSaveState::Saved;
    const bool isSaved = m_save && m_save->stage == CheckpointSaveState::Saved;
    m_saveNow->setVisible(!hasEnded(m_view.run.state));
    // A button that is disabled would pass the focus on to the one that stops the run.
    if (m_saveNow->hasFocus() && isUnderWay)
        m_tabs->setFocus();
    setDisabledReason(m_saveNow, isUnderWay   ? tr("It has been asked to, and has two minutes.")
                                 : isCutOff() ? tr("Its machine does not answer.")
                                              : whyNotAskedToSave(m_view.run, m_task.value_or(Task())));
    m_saved->setVisible(isSaved);
    if (isSaved) {
        m_saved->setLook({Tone::Ok, QStringLiteral("check"),
                          tr("saved at %1").arg(m_save->checkpoint->saved.toLocalTime().toString(QStringLiteral("HH:mm:ss")))});
        m_saved->setToolTip(plainTip(saveSentence(*m_save)));
        m_saved->setAccessibleName(saveSentence(*m_save));
    }
}

void RunPage::setStartingJupyter(bool isStarting)
{
    const QString id = QStringLiteral("jupyter");
    if (isStarting)
        m_header->messageBar()->post({id, Tone::Info, tr("Starting Jupyter…"), tr("It opens in the browser."), {}, {}});
    else
        m_header->messageBar()->withdraw(id);
}

void RunPage::setRunningAgain(const QString &step)
{
    if (step.isEmpty())
        m_header->messageBar()->withdraw(kAgain);
    else
        m_header->messageBar()->post({kAgain, Tone::Info, tr("Syncing to run again…"), step, {}, {}});
}

void RunPage::showHeader()
{
    const Run &run = m_view.run;
    m_header->setTitle(run.name);
    showState();
    m_attempt->setLook({Tone::Stale, {}, tr("attempt %1").arg(run.attempt)});
    m_simulated->setVisible(run.isSimulated);
    QStringList facts{run.head().machineName, engineName(run.engine)};
    if (!run.image.isEmpty())
        facts << run.image;
    if (run.pipeline)
        facts << tr("step %1").arg(pipelineStepText(*run.pipeline));
    if (!m_view.revision.isEmpty())
        facts << tr("code at %1").arg(m_view.revision);
    if (!m_view.synced.isEmpty())
        facts.prepend(m_view.synced);  // first, because it is news
    m_header->setContext(facts.join(tr(" · ", "between facts")));
    m_menu->setRun(run, m_view.isMachineRemoved);
    m_stop->setVisible(!hasEnded(run.state));
    setDisabledReason(m_stop, run.state == RunState::Stopping ? tr("It is already stopping.") : QString());
    m_resume->setVisible(hasEnded(run.state));
    // A run that finished by itself has nothing left to do.
    setVariant(m_resume, run.state == RunState::Finished ? ButtonVariant::Normal : ButtonVariant::Primary);
    setDisabledReason(m_resume, m_view.isMachineRemoved ? tr("Its machine was removed from the list.")
                                : run.checkpointDir.isEmpty()
                                    ? tr("The task has no checkpoints section, so there is nothing to resume from.")
                                    : QString());
    setDisabledReason(m_checkpoints, run.checkpointDir.isEmpty() ? tr("The task has no checkpoints section.") : QString());
}

void RunPage::showMessages()
{
    MessageBar *const bar = m_header->messageBar();
    const Run &run = m_view.run;
    if (isLive() && m_view.isSandboxStopped)
        bar->post({kSandbox,
                   Tone::Warning,
                   tr("The sandbox has stopped."),
                   tr("The values below are the last known ones."),
                   {},
                   tr("Start "
                      "sandbox")});
    else
        bar->withdraw(kSandbox);
    if (isLive() && m_view.link == LinkState::Unreachable && !m_view.isSandboxStopped) {
        // The message of a broken link is sufficient alone.
        const QString what = m_view.linkError.code == ErrorCode::ConnectionLost
                                 ? m_view.linkError.what
                                 : m_view.linkError.what + QLatin1Char(' ') + tr("The run continues without Trainyard.");
        bar->post(
            {kLink, Tone::Warning, tr("%1 is not responding.").arg(run.head().machineName), what, m_view.linkError.detail, tr("Try now")});
    } else if (isLive() && m_view.link == LinkState::Stale && !m_view.linkError.what.isEmpty() && !m_view.isSandboxStopped) {
        bar->post({kLink, Tone::Warning, tr("No new data from this run."), m_view.linkError.what, m_view.linkError.detail, {}});
    } else {
        bar->withdraw(kLink);
    }
    if (run.state == RunState::Failed || run.state == RunState::Unknown) {
        const QString why = run.state == RunState::Unknown ? run.message : endSentence(run);
        const QString fact = run.state == RunState::Unknown ? tr("How this run ended is unknown.")
                             : !run.started.isValid()       ? tr("The run was never started.")
                             : run.exitCode                 ? tr("The run failed with code %1.").arg(*run.exitCode)
                                                            : tr("The run failed.");
        bar->post({kEnded,
                   run.state == RunState::Failed ? Tone::Bad : Tone::Warning,
                   fact,
                   why.isEmpty() ? tr("See the last lines of the log.") : why,
                   {},
                   run.started.isValid() ? tr("Show the log") : QString()});
    } else if (run.state == RunState::Stopped && run.pipeline && !run.started.isValid() && !run.message.isEmpty()) {
        bar->post({kEnded, Tone::Warning, tr("The run was never started."), run.message, {}, {}});
    } else if (run.state == RunState::Waiting && !run.pipeline && !run.message.isEmpty()) {
        bar->post({kEnded, Tone::Info, tr("Its job waits in the cluster's queue."), run.message, {}, {}});
    } else if (run.state == RunState::Waiting && run.pipeline) {
        bar->post(
            {kEnded,
             Tone::Info,
             tr("This step waits."),
             tr("Its machine starts it when step %1 has ended with 0, also while this computer is off.").arg(run.pipeline->number - 1),
             {},
             {}});
    } else {
        bar->withdraw(kEnded);
    }
}

void RunPage::showLink()
{
    const QDateTime now = QDateTime::currentDateTime();
    const QString heard = m_view.lastHeard.isValid() ? formatAge(m_view.lastHeard, now) : QString();
    BadgeLook look{Tone::Stale, QStringLiteral("link"), {}};
    if (!isLive()) {
        look.text = m_view.isComplete ? tr("Log copied completely") : tr("Copying the rest…");
        look.icon = m_view.isComplete ? QStringLiteral("check") : QStringLiteral("download");
        // Idle: its machine was removed.
        if (!m_view.isComplete && (m_view.link == LinkState::Unreachable || m_view.link == LinkState::Idle)) {
            look.text = tr("Copy is not complete");
            look.icon = QStringLiteral("unlink");
        }
        if (m_view.isMachineRemoved) {
            look.text = m_view.isComplete ? tr("Local copy, machine removed") : tr("Incomplete local copy, machine removed");
            look.icon = QStringLiteral("folder");
        }
    } else {
        switch (m_view.link) {
        case LinkState::Live: {
            const qint64 behind = std::max<qint64>(0, m_view.lastHeard.msecsTo(now));
            look.tone = Tone::Ok;
            // Delays of a moment come and go: the parts beside it would move with each of them.
            const bool isBehind = m_view.lastHeard.isValid() && behind >= kTellBehind;
            look.text = isBehind ? tr("Live, %1 s behind").arg(formatNumber(double(behind) / 1000, 0)) : tr("Live");
            break;
        }
        case LinkState::Connecting:
            look.icon = QStringLiteral("clock");
            look.text = heard.isEmpty() ? tr("Connecting…") : tr("Reconnecting, last contact %1").arg(heard);
            break;
        case LinkState::Stale:
            look.tone = Tone::Warning;
            look.text = heard.isEmpty() ? tr("No data yet") : tr("Last contact %1").arg(heard);
            break;
        case LinkState::Unreachable:
            look.tone = Tone::Warning;
            look.icon = QStringLiteral("unlink");
            look.text = heard.isEmpty() ? tr("Unreachable") : tr("Unreachable, last contact %1").arg(heard);
            break;
        case LinkState::Idle:
            look.text = tr("Not connected");
            look.icon = QStringLiteral("unlink");
            break;
        }
    }
    m_link->setLook(look);
}

void RunPage::askToStop()
{
    const auto step = m_training.lastStep();
    auto *const dialog = makeStopQuestion(m_view.run, {m_view.goodStep, step ? std::optional(qint64(*step)) : std::nullopt}, this);
    connect(dialog, &QDialog::accepted, this, [this, id = m_view.run.id] { Q_EMIT stopRequested(id); });
    dialog->open();
}

void RunPage::postFailure(const QString &fact, const QString &consequence, const QString &detail)
{
    m_header->messageBar()->post({kAction, Tone::Bad, fact, consequence, detail, {}});
}

}  // namespace trainyard
