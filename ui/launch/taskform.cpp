// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/taskform.h"
#include "ui/launch/fieldhelp.h"

#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/fieldrow.h"
#include "ui/common/keytable.h"
#include "ui/common/plaintip.h"
#include "ui/launch/alertssection.h"
#include "ui/launch/checkpointsection.h"
#include "ui/launch/clustersection.h"
#include "ui/launch/containersection.h"
#include "ui/launch/environmentsection.h"
#include "ui/launch/fieldgrid.h"
#include "ui/launch/fieldvalues.h"
#include "ui/launch/filessection.h"
#include "ui/launch/limitssection.h"
#include "ui/launch/resourcessection.h"
#include "ui/launch/setupsection.h"
#include "ui/launch/taskfields.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <utility>

namespace trainyard {
namespace {

constexpr EngineKind kEngines[] = {EngineKind::Auto, EngineKind::Docker, EngineKind::Podman, EngineKind::Process, EngineKind::Slurm};

void putCheckpointDir(Task &task, const QString &text)
{
    if (text.isEmpty()) {
        task.checkpoints.reset();
        return;
    }
    if (!task.checkpoints)
        task.checkpoints.emplace();
    task.checkpoints->dir = text;
}

void putResume(Task &task, const QString &text)
{
    if (task.checkpoints)
        task.checkpoints->resume = text;
}

// The rows that are always visible do not move when one of them has an error.
void addKept(FormSection *section, const QList<FieldRow *> &rows)
{
    for (FieldRow *const row : rows) {
        row->setRoomKept(true);
        section->grid()->addWidget(row);
    }
}

}  // namespace

TaskForm::TaskForm(QWidget *parent) : QWidget(parent)
{
    m_resources = new ResourcesSection;
    m_sections = {makeRun(),         makeCheckpoints(),    new SetupSection,       m_resources,
                  new FilesSection,  new ContainerSection, new EnvironmentSection, new CheckpointSection,
                  new LimitsSection, new AlertsSection,    new ClusterSection};
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(10));
    for (FormSection *const section : std::as_const(m_sections)) {
        m_lines << new Hairline;
        column->addWidget(m_lines.last());
        column->addWidget(section);
        if (const int number = int(m_sections.indexOf(section)) + 1; number <= kMostSectionKeys)
            section->setToolTipOfTitle(keyForSection(number).toString(QKeySequence::NativeText));
        connect(section, &FormSection::edited, this, [this] {
            if (take())
                Q_EMIT edited();
        });
    }
    connect(m_resources, &ResourcesSection::proposed, this, [this] {
        if (take())
            Q_EMIT proposed();
    });
    explainFields(this);
    setTask({});
    setFacts(std::nullopt);
}

FormSection *TaskForm::makeRun()
{
    auto *const section = new FormSection(QStringLiteral("taskRunSection"), tr("Run"), 2);
    TaskFields &fields = *section->fields();
    FieldRow *const name = fields.addLine(
        {"taskName", tr("Name"), [](const Task &task) { return task.name; }, [](Task &task, const QString &text) { task.name = text; }});
    name->setHelp(tr("Shown in the list of runs."));
    qobject_cast<QLineEdit *>(name->control())->setPlaceholderText(QStringLiteral("char-lm"));
    m_engineRow = fields.addChoice(
        "taskEngine", tr("Engine"), {tr("Automatic"), tr("Docker"), tr("Podman"), tr("Process, no container"), tr("Job of Slurm")},
        [](const Task &task) { return int(std::find(std::begin(kEngines), std::end(kEngines), task.engine) - std::begin(kEngines)); },
        [](Task &task, int index) { task.engine = kEngines[index]; });
    m_engine = qobject_cast<QComboBox *>(m_engineRow->control());
    QPushButton *const images = makeButton(QStringLiteral("taskImages"), tr("Choose…"));
    images->setToolTip(tr("Shows known images and which of them run on this machine."));
    connect(images, &QPushButton::clicked, this, &TaskForm::imagesRequested);
    FieldRow *const image = fields.addLine({"taskImage",
                                            tr("Container image"),
                                            [](const Task &task) { return task.image; },
                                            [](Task &task, const QString &text) { task.image = text; },
                                            {},
                                            {},
                                            images});
    image->setHelp(tr("The name to pull. Leave empty to run without a container."));
    auto *const imageEdit = image->findChild<QLineEdit *>();
    imageEdit->setFont(textFont(TextRole::Code));
    imageEdit->setPlaceholderText(tr("none (run directly on the machine)"));
    FieldRow *const command = fields.addScript("taskCommand", tr("Command"), &Task::run, 5);
    command->setHelp(tr("Shell command, run in the working directory."));
    qobject_cast<QPlainTextEdit *>(command->control())->setPlaceholderText(QStringLiteral("python train.py --epochs 3"));
    addKept(section, {name, m_engineRow});
    for (FieldRow *const row : {image, command}) {
        row->setRoomKept(true);
        section->grid()->addWide(row);
    }
    return section;
}

FormSection *TaskForm::makeCheckpoints()
{
    auto *const section = new FormSection(QStringLiteral("taskCheckpointsSection"), tr("Checkpoints"), 2);
    TaskFields &fields = *section->fields();
    FieldRow *const dir = fields.addLine({"taskCheckpointDir", tr("Checkpoint directory"),
                                          [](const Task &task) { return task.checkpoints ? task.checkpoints->dir : QString(); },
                                          putCheckpointDir, absolutePathOf});
    dir->setHelp(tr("Absolute path inside the run. Leave empty if it saves no checkpoints."));
    auto *const dirEdit = qobject_cast<QLineEdit *>(dir->control());
    dirEdit->setPlaceholderText(QStringLiteral("/checkpoints"));
    FieldRow *const resume = fields.addLine(
        {"taskResume",
         tr("Resume arguments"),
         [](const Task &task) { return task.checkpoints ? task.checkpoints->resume : QString(); },
         putResume,
         {},
         [dirEdit](const QString &text) {
             const bool isAlone = !text.isEmpty() && dirEdit->text().trimmed().isEmpty();
             return TaskFields::Fault{isAlone ? tr("Enter the checkpoint directory as well.") : QString(), {}};
         }});
    resume->setHelp(tr("{path} and {step} are filled in."));
    auto *const resumeEdit = qobject_cast<QLineEdit *>(resume->control());
    resumeEdit->setPlaceholderText(QStringLiteral("--resume {path}"));
    for (QLineEdit *const edit : {dirEdit, resumeEdit})
        edit->setFont(textFont(TextRole::Code));
    addKept(section, {dir, resume});
    return section;
}

void TaskForm::setTask(const Task &task)
{
    m_task = task;
    for (FormSection *const section : std::as_const(m_sections))
        section->setTask(task);
    refresh();
}

QWidget *TaskForm::goTo(qsizetype section)
{
    FormSection *const wanted = m_sections.value(section);
    if (!wanted || !isEnabled())
        return nullptr;
    wanted->setFolded(false);
    QList<QWidget *> fields;
    for (QWidget *const one : wanted->findChildren<QWidget *>()) {
        const bool canType = (one->focusPolicy() & Qt::TabFocus) && one->isEnabled() && one->isVisibleTo(this);
        if (canType && one->objectName() != wanted->objectName() + QStringLiteral("Fold"))
            fields << one;
    }
    // As a reader sees them: the order of the children is that of their making.
    const auto place = [this](const QWidget *one) {
        const QPoint at = one->mapTo(this, QPoint());
        return std::pair(at.y(), at.x());
    };
    layout()->activate();
    const auto first = std::min_element(fields.begin(), fields.end(),
                                        [&place](const QWidget *one, const QWidget *other) { return place(one) < place(other); });
    if (first != fields.end())
        (*first)->setFocus(Qt::ShortcutFocusReason);
    return wanted;
}

bool TaskForm::take()
{
    Task changed = m_task;
    for (const FormSection *const section : std::as_const(m_sections))
        section->apply(changed);
    const bool isChanged = changed != m_task;
    m_task = changed;
    refresh();
    return isChanged;
}

void TaskForm::refresh()
{
    for (qsizetype i = 0; i < m_sections.size(); ++i) {
        m_sections[i]->refresh(m_task);
        m_lines[i]->setVisible(i > 0 && !m_sections[i]->isHidden());
    }
}

void TaskForm::setFacts(const std::optional<MachineFacts> &facts)
{
    m_resources->setFacts(facts);
    auto *const items = qobject_cast<QStandardItemModel *>(m_engine->model());
    QStringList missing;
    // Of the last, the machine's facts say nothing.
    for (int i = 1; i < int(std::size(kEngines)) - 1; ++i) {
        const EngineFact *fact = nullptr;
        if (facts) {
            for (const EngineFact &known : facts->engines) {
                if (known.engine == kEngines[i])
                    fact = &known;
            }
        }
        const bool isMissing = facts && (!fact || !fact->isUsable);
        const QString why = !isMissing                         ? QString()
                            : fact && !fact->problem.isEmpty() ? fact->problem
                                                               : tr("Not installed on this machine.");
        items->item(i)->setEnabled(!isMissing);
        items->item(i)->setToolTip(plainTip(why));
        items->item(i)->setAccessibleDescription(why);
        if (isMissing)
            missing << tr("%1 is not usable here: %2").arg(m_engine->itemText(i), why);
    }
    m_engineRow->setHelp(!facts              ? tr("With an image: Docker, otherwise Podman. Without: a process.")
                         : missing.isEmpty() ? tr("All of them are available on this machine.")
                                             : missing.first());
    m_engineRow->setToolTip(plainTip(missing.join(QLatin1Char('\n'))));
}

}  // namespace trainyard

#include "moc_taskform.cpp"
