// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/resourcessection.h"

#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/label.h"
#include "ui/launch/entryrows.h"
#include "ui/launch/fieldgrid.h"
#include "ui/launch/fieldvalues.h"
#include "ui/launch/gpuchips.h"
#include "ui/launch/taskfields.h"
#include "ui/launch/tasksummary.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace trainyard {

namespace {

bool isNone(const Accelerators &kind) { return kind.count == 0; }

QList<FormEntry> otherKinds(const Task &task)
{
    QList<FormEntry> entries;
    for (const Accelerators &kind : task.otherAccelerators) {
        if (!isNone(kind))
            entries << FormEntry{kind.model + u':' + QString::number(kind.count), {}};
    }
    return entries;
}

// Without a number, one; what is no number stays wrong.
Accelerators kindOf(const QString &text)
{
    const qsizetype colon = text.lastIndexOf(u':');
    if (colon < 0)
        return {text, 1};
    const int count = countOf(text.mid(colon + 1).trimmed());
    return {text.left(colon).trimmed(), count == 0 ? -1 : count};
}

void putOtherKinds(Task &task, const QList<FormEntry> &entries)
{
    const bool hadNone = std::any_of(task.otherAccelerators.begin(), task.otherAccelerators.end(), isNone);
    task.otherAccelerators.clear();
    for (const FormEntry &entry : entries)
        task.otherAccelerators << kindOf(entry.name);
    if (hadNone)
        task.otherAccelerators << Accelerators{{}, 0};
}

}  // namespace

ResourcesSection::ResourcesSection(QWidget *parent)
    : FormSection(QStringLiteral("taskResourcesSection"), tr("GPUs and project"), 3, resourcesSummary, parent)
{
    const auto putModel = [](Task &task, const QString &text) {
        if (text.isEmpty())
            task.accelerators.reset();
        else if (task.accelerators)
            task.accelerators->model = text;
        else
            task.accelerators = Accelerators{text, 1};
    };
    FieldRow *const model = fields()->addLine({"taskGpuModel", tr("GPU model"),
                                               [](const Task &task) { return task.accelerators ? task.accelerators->model : QString(); },
                                               putModel});
    model->setHelp(tr("Leave empty to take any."));
    qobject_cast<QLineEdit *>(model->control())->setPlaceholderText(QStringLiteral("H100"));
    const auto putCount = [](Task &task, const QString &text) {
        if (task.accelerators)
            task.accelerators->count = text.isEmpty() ? 1 : countOf(text);
    };
    FieldRow *const count = fields()->addLine(
        {"taskGpuCount", tr("Number of GPUs"),
         [](const Task &task) { return task.accelerators ? QString::number(task.accelerators->count) : QString(); }, putCount, numberIn});
    m_count = count->control();
    FieldRow *const project = fields()->addLine({"taskProject", tr("Project"), [](const Task &task) { return task.project; },
                                                 [](Task &task, const QString &text) { task.project = text; }});
    project->setHelp(tr("The cost of the run counts towards its budget."));
    m_others = new EntryRows(QStringLiteral("taskGpuOthers"), {tr("GPUs, such as A100-80GB:8"), {}, {}, tr("Add other GPUs")});
    FieldRow *const others = fields()->addRows(m_others, {tr("Or instead"), otherKinds, putOtherKinds});
    others->setHelp(tr("Taken if the machine does not have those above: model and number."));
    m_none = new QCheckBox(tr("Or without GPUs"));
    m_none->setObjectName(QStringLiteral("taskGpuNone"));
    connect(m_none, &QCheckBox::clicked, this, &FormSection::edited);
    grid()->addWidget(model);
    grid()->addWidget(count);
    grid()->addWidget(project);
    m_chips = new GpuChips;
    m_chips->setObjectName(QStringLiteral("taskGpus"));
    m_chips->setAccessibleName(tr("GPUs of the machine"));
    m_note = new Label(TextRole::Small, Ink::Text2);
    m_note->setObjectName(QStringLiteral("taskGpusNote"));
    m_note->setWordWrap(true);
    m_chipsRow = new QWidget;
    auto *const column = new QVBoxLayout(m_chipsRow);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(dp(6));
    column->addWidget(new Label(tr("GPUs of the machine"), TextRole::Label, Ink::Text2));
    column->addWidget(m_chips);
    column->addWidget(m_note);
    connect(m_chips, &GpuChips::edited, this, &FormSection::edited);
    grid()->addWide(others);
    grid()->addWide(m_none);
    grid()->addWide(m_chipsRow);
    showNote();
}

void ResourcesSection::refresh(const Task &task)
{
    FormSection::refresh(task);
    setDisabledReason(m_count, task.accelerators ? QString() : tr("Enter the GPU model first."));
    for (QWidget *const control : {static_cast<QWidget *>(m_others), static_cast<QWidget *>(m_none)})
        setDisabledReason(control, task.accelerators ? QString() : tr("Enter the GPU model first."));
    m_none->setChecked(std::any_of(task.otherAccelerators.begin(), task.otherAccelerators.end(), isNone));
    m_task = task;
    m_chips->setChosen(task.gpus);
    showNote();
    choose();
}

void ResourcesSection::apply(Task &task) const
{
    FormSection::apply(task);
    const bool hasNone = std::any_of(task.otherAccelerators.begin(), task.otherAccelerators.end(), isNone);
    if (m_none->isChecked() && !hasNone)
        task.otherAccelerators << Accelerators{{}, 0};
    else if (!m_none->isChecked())
        task.otherAccelerators.removeIf(isNone);
    task.gpus = m_chips->chosen();
}

void ResourcesSection::setFacts(const std::optional<MachineFacts> &facts)
{
    const bool isNews = !facts || !m_facts;  // otherwise the same machine was asked again
    m_facts = facts;
    if (isNews)
        m_isProposed = false;
    m_chips->setDevices(facts ? gpuDevices(*facts) : QList<GpuDevice>(), facts && facts->areHoldersKnown);
    showNote();
    if (isNews && m_chips->hasHeld())
        setFolded(false);
    choose();
}

// Once for each machine: what a person unticks stays so. A proposal for another machine means nothing on this one.
void ResourcesSection::choose()
{
    const bool isOld = !m_task.gpus.isEmpty() && m_task.gpus == m_proposed;
    if (!m_facts || !m_task.accelerators)
        return;
    const int count = m_task.accelerators->count;
    if (m_isProposed && (count == m_proposedFor || m_task.gpus != m_proposed))
        return;
    for (const char *name : {"CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES"}) {
        const QString variable = QString::fromLatin1(name);
        if (m_task.envs.contains(variable) || m_task.envsToTake.contains(variable))
            return;  // it chooses them
    }
    m_isProposed = true;
    m_proposedFor = count;
    if (!m_task.gpus.isEmpty() && !isOld)
        return;
    const QStringList unused = m_chips->freeNumbers();
    const bool isPart = count > 0 && count <= unused.size() && count < gpuDevices(*m_facts).size();
    m_proposed = isPart ? unused.mid(0, count) : QStringList();
    if (m_proposed == m_task.gpus)
        return;
    m_chips->setChosen(m_proposed);
    // The form may be in the middle of a change.
    QMetaObject::invokeMethod(this, &ResourcesSection::proposed, Qt::QueuedConnection);
}

void ResourcesSection::showNote()
{
    const bool hasGpus = m_facts && !m_facts->gpus.isEmpty();
    const QString shared = m_facts ? sharedGpusText(m_task, *m_facts) : QString();
    QString text;
    if (!m_facts)
        text = m_task.gpus.isEmpty() ? tr("They are shown when the machine has answered.")
                                     : tr("Chosen: %1. The machine has not answered yet.").arg(m_task.gpus.join(tr(", ", "in a list")));
    else if (!hasGpus)
        text = tr("This machine has no GPU that can be chosen.");
    else if (!shared.isEmpty())
        text = shared;
    else if (!m_facts->areHoldersKnown)
        text = tr("The driver does not tell who uses them.");
    else
        text = tr("Who uses them: %1.", "the GPUs").arg(ownersText(*m_facts));
    if (hasGpus && m_task.gpus.isEmpty())
        text = tr("%1 %2", "two sentences").arg(text, tr("None is ticked, so the run is given all of them."));
    m_note->setText(text);
    m_note->setInk(shared.isEmpty() ? Ink::Text2 : Ink::Warning);
    m_chips->setVisible(hasGpus);
}

}  // namespace trainyard

#include "moc_resourcessection.cpp"
