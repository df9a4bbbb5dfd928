// SPDX-License-Identifier: GPL-3.0-or-later
// The checks of LaunchPage: what is known about the launch, and keeping it fresh.
#include "ui/launch/launchpage.h"

#include "ui/launch/checkspanel.h"
#include "ui/launch/taskform.h"

#include <QPushButton>

namespace trainyard {

namespace {

constexpr qint64 kFactsAge = 60;       // s; the service itself takes older ones for old
constexpr qint64 kGpuUseAge = 10'000;  // ms; samples come every second

}  // namespace

void LaunchPage::setFit(const QString &image, const std::optional<CompatAnswer> &answer)
{
    m_fitImage = image;
    m_fit = answer;
    showChecks();
}

void LaunchPage::setGpuUse(MachineId id, const std::optional<QList<GpuSample>> &gpus)
{
    if (id != machineId())
        return;
    m_gpuUse = gpus;
    m_gpuUseAge.start();
    showChecks();
}

void LaunchPage::setHistory(const Task &asked, const LaunchHistory &history)
{
    m_history = {asked, history};
    showChecks();
}

LaunchKnowledge LaunchPage::knowledge() const
{
    const Machine *const chosen = machine();
    LaunchKnowledge known;
    known.task = m_check.task;
    known.later = m_check.later;
    known.taskDirectory = m_taskDirectory;
    known.isSimulated = chosen && chosen->isSimulated;
    if (!m_factsError)
        known.facts = m_facts;
    known.isAsking = m_isAsking;
    known.silence = m_factsError ? m_factsError->what : QString();
    known.gpuUse = m_gpuUse;
    known.perHour = m_perHour;
    if (m_check.task.image == m_fitImage)
        known.fit = m_fit;
    // What was asked for another name or folder says nothing about this one.
    if (m_history) {
        const Task &asked = m_history->first;
        if (asked.name == known.task.name && asked.project == known.task.project && asked.workdir == known.task.workdir)
            known.history = m_history->second;
    }
    return known;
}

void LaunchPage::showChecks()
{
    QList<LaunchCheck> checks;
    QString note;
    if (!machineId().isSet())
        note = tr("Choose a machine first.");
    else if (taskText().trimmed().isEmpty())
        note = tr("Enter what to run first.");
    else if (!m_check.errors.isEmpty())
        note = tr("Fix the task first.");
    else
        checks = launchChecks(knowledge());
    m_checks->setChecks(checks, note);
    const QString obstacle = launchObstacle(checks);
    const bool isOther = obstacle != m_obstacle;
    m_obstacle = obstacle;
    if (isOther)
        updateLaunch();
    tick();
}

void LaunchPage::takeRemedy(const LaunchCheck &check)
{
    switch (check.remedy) {
    case LaunchCheck::Remedy::None: break;
    case LaunchCheck::Remedy::AskAgain: chooseMachine(0); break;
    case LaunchCheck::Remedy::UseImage: useImage(check.value); break;
    case LaunchCheck::Remedy::ShowEstimate: Q_EMIT estimateRequested(); break;
    case LaunchCheck::Remedy::ShowBudgets: Q_EMIT budgetsRequested(); break;
    case LaunchCheck::Remedy::ChooseFolder: m_form->findChild<QPushButton *>(QStringLiteral("taskWorkdirChoose"))->click(); break;
    case LaunchCheck::Remedy::AddCheckpoints: {
        Task task = m_form->task();
        task.checkpoints.emplace().dir = QStringLiteral("/checkpoints");
        m_form->setTask(task);
        takeForm();
        break;
    }
    }
}

void LaunchPage::askMachine()
{
    m_isAsking = true;
    m_asked.start();
    showChecks();
    Q_EMIT machineChosen(machineId());
}

// What is shown stays true: facts that are older than a minute are asked for again while the page is seen.
void LaunchPage::tick()
{
    if (m_gpuUse && m_gpuUseAge.hasExpired(kGpuUseAge)) {
        m_gpuUse.reset();
        return showChecks();
    }
    m_checks->setAsked(std::chrono::seconds(m_isAsking ? m_asked.elapsed() / 1000 : 0), m_answered);
    const bool isOld = m_facts && m_answered.secsTo(QDateTime::currentDateTime()) >= kFactsAge;
    if (isOld && m_mayAskAgain && !m_isAsking && !m_isLaunching && isVisible())
        askMachine();
}

}  // namespace trainyard
