// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/environmentsection.h"

#include "core/base/secretname.h"
#include "ui/common/fieldrow.h"
#include "ui/launch/entryrows.h"
#include "ui/launch/fieldgrid.h"
#include "ui/launch/fieldvalues.h"
#include "ui/launch/taskfields.h"
#include "ui/launch/tasksummary.h"
#include "ui/theme/theme.h"

#include <QLineEdit>

#include <algorithm>

namespace trainyard {
namespace {

const QString kNameGap = QStringLiteral(", ");

QList<FormEntry> variablesOf(const Task &task)
{
    QList<FormEntry> entries;
    for (auto env = task.envs.begin(); env != task.envs.end(); ++env)
        entries << FormEntry{env.key(), env.value()};
    return entries;
}

void putVariables(Task &task, const QList<FormEntry> &entries)
{
    task.envs.clear();
    // One of two with the same name would be lost: an empty name is refused.
    for (const FormEntry &entry : entries)
        task.envs.insert(task.envs.contains(entry.name) ? QString() : entry.name, entry.value);
}

void putSecrets(Task &task, const QString &text)
{
    decltype(task.secrets) secrets;
    for (const QString &name : namesIn(text))
        secrets.insert(name, task.secrets.value(name));
    task.secrets = secrets;
}

bool isSecret(const FormEntry &entry) { return isSecretName(entry.name) || isSecretValue(entry.value); }

}  // namespace

EnvironmentSection::EnvironmentSection(QWidget *parent)
    : FormSection(QStringLiteral("taskEnvironmentSection"), tr("Environment"), 2, environmentSummary, parent)
{
    auto *const rows = new EntryRows(QStringLiteral("taskEnv"), {tr("Name"), tr("Value"), QStringLiteral("="), tr("Add a variable")});
    rows->setCovered(isSecret);
    FieldRow *const rowsRow = fields()->addRows(rows, {tr("Variables"), variablesOf, putVariables, variableNamesIn});
    const auto namesAbove = [rows] {
        QStringList names;
        for (const FormEntry &entry : rows->entries())
            names << entry.name;
        return names;
    };
    const auto faultOf = [](const QString &text, const QStringList &above) {
        const QStringList names = namesIn(text);
        const auto twice = std::find_if(names.begin(), names.end(), [&above](const QString &name) { return above.contains(name); });
        return twice == names.end() ? TaskFields::Fault()
                                    : TaskFields::Fault{tr("%1 is named above, too. Remove one of the two.").arg(*twice), {}};
    };
    FieldRow *const taken = fields()->addLine({"taskTaken", tr("Variables taken from this computer"),
                                               [](const Task &task) { return task.envsToTake.join(kNameGap); },
                                               [](Task &task, const QString &text) { task.envsToTake = namesIn(text); }, variableNamesIn,
                                               [namesAbove, faultOf](const QString &text) { return faultOf(text, namesAbove()); }});
    taken->setHelp(tr("Names only. The values are those of your environment at launch."));
    auto *const takenEdit = qobject_cast<QLineEdit *>(taken->control());
    takenEdit->setPlaceholderText(QStringLiteral("HF_HOME, WANDB_MODE"));
    FieldRow *const secrets = fields()->addLine(
        {"taskSecrets", tr("Secrets"), [](const Task &task) { return task.secrets.keys().join(kNameGap); }, putSecrets, variableNamesIn,
         [namesAbove, faultOf, takenEdit](const QString &text) { return faultOf(text, namesAbove() + namesIn(takenEdit->text())); }});
    secrets->setHelp(tr("Names only. The values come from your environment at launch and are never shown or stored."));
    qobject_cast<QLineEdit *>(secrets->control())->setPlaceholderText(QStringLiteral("HF_TOKEN"));
    for (FieldRow *const row : {taken, secrets})
        row->control()->setFont(textFont(TextRole::Code));
    grid()->addWide(rowsRow);
    grid()->addWidget(taken);
    grid()->addWidget(secrets);
}

}  // namespace trainyard

#include "moc_environmentsection.cpp"
