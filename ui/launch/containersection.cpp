// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/containersection.h"

#include "ui/common/fieldrow.h"
#include "ui/launch/fieldgrid.h"
#include "ui/launch/fieldvalues.h"
#include "ui/launch/taskfields.h"
#include "ui/launch/tasksummary.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QLineEdit>

namespace trainyard {
namespace {

QString sharedMemoryText(const Task &task) { return task.sharedMemory ? memorySizeText(*task.sharedMemory) : QString(); }

void putSharedMemory(Task &task, const QString &text)
{
    const bool isTheMachines = text.isEmpty() || text == QLatin1String("host");
    task.sharedMemory = isTheMachines ? std::nullopt : std::optional(parseMemorySize(text).value_or(0));  // 0 is refused
}

QString memorySizeIn(const QString &text) { return text + QStringLiteral("GB"); }

}  // namespace

ContainerSection::ContainerSection(QWidget *parent)
    : FormSection(QStringLiteral("taskContainerSection"), tr("Container"), 2, containerSummary, parent)
{
    FieldRow *const memory = fields()->addLine({"taskShm", tr("Shared memory"), sharedMemoryText, putSharedMemory, memorySizeIn});
    memory->setHelp(tr("Data loaders and NCCL use it. Leave empty to share all of the machine's."));
    qobject_cast<QLineEdit *>(memory->control())->setPlaceholderText(QStringLiteral("16GB"));
    FieldRow *const user = fields()->addChoice(
        "taskUser", tr("User"), {QStringLiteral("root"), tr("You, as on the machine"), tr("By number")},
        [](const Task &task) { return int(task.user); },
        [](Task &task, int index) {
            task.user = UserKind(index);
            if (task.user != UserKind::Ids)
                task.userIds.clear();
        });
    user->setHelp(tr("Owns the files that the run writes."));
    m_user = qobject_cast<QComboBox *>(user->control());
    const auto putIds = [](Task &task, const QString &text) {
        task.userIds = task.user == UserKind::Ids ? userIdsOf(text).value_or(text) : QString();
    };
    FieldRow *const ids = fields()->addLine(
        {"taskUserIds",
         tr("User and group"),
         [](const Task &task) { return task.userIds; },
         putIds,
         {},
         [this](const QString &text) {
             const bool isWrong = m_user->currentIndex() == int(UserKind::Ids) && !userIdsOf(text);
             return TaskFields::Fault{isWrong ? tr("Enter two numbers, such as 1000:1000.") : QString(), {}};
         }});
    ids->setHelp(tr("Numbers, as the command id prints them on the machine."));
    auto *const idsEdit = qobject_cast<QLineEdit *>(ids->control());
    idsEdit->setPlaceholderText(QStringLiteral("1000:1000"));
    idsEdit->setFont(textFont(TextRole::Code));
    m_idsRow = ids;
    ids->hide();
    FieldRow *const network = fields()->addChoice(
        "taskNetwork", tr("Network"), {tr("Automatic"), tr("The machine's own"), tr("Separate (bridge)"), tr("None")},
        [](const Task &task) { return task.network ? int(*task.network) + 1 : 0; },
        [](Task &task, int index) { task.network = index > 0 ? std::optional(NetworkKind(index - 1)) : std::nullopt; });
    network->setHelp(tr("Automatic: the machine's own, or separate with published ports."));
    FieldRow *const ports = fields()->addLine({"taskPorts", tr("Published ports"),
                                               [](const Task &task) { return task.ports.join(QStringLiteral(", ")); },
                                               [](Task &task, const QString &text) { task.ports = namesIn(text); }});
    ports->setHelp(tr("Only the machine itself reaches them; write 0.0.0.0:8080:80 to open one to everybody."));
    qobject_cast<QLineEdit *>(ports->control())->setPlaceholderText(QStringLiteral("6006, 8080:80"));
    for (FieldRow *const row : {memory, ports})
        row->control()->setFont(textFont(TextRole::Code));
    for (FieldRow *const row : {memory, user, ids, network, ports})
        grid()->addWidget(row);
}

void ContainerSection::refresh(const Task &task)
{
    FormSection::refresh(task);
    m_idsRow->setVisible(task.user == UserKind::Ids);
}

}  // namespace trainyard

#include "moc_containersection.cpp"
