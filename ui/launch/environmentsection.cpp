// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/environmentsection.h"

#include "core/base/secretname.h"
#include "core/service/runs/whendone.h"
#include "core/storage/keyring/keyring.h"
#include "ui/common/fieldrow.h"
#include "ui/launch/entryrows.h"
#include "ui/launch/fieldgrid.h"
#include "ui/launch/fieldvalues.h"
#include "ui/launch/taskfields.h"
#include "ui/launch/tasksummary.h"
#include "ui/theme/theme.h"

#include <QLineEdit>
#include <QtConcurrentRun>

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
    for (const QString &name : task.keyringSecrets.keys())
        secrets.insert(name, std::nullopt);
    task.secrets = secrets;
}

QString otherSecrets(const Task &task)
{
    QStringList names = task.secrets.keys();
    names.removeIf([&task](const QString &name) { return task.keyringSecrets.contains(name); });
    return names.join(kNameGap);
}

QList<FormEntry> keyringSecretsOf(const Task &task)
{
    QList<FormEntry> entries;
    for (auto secret = task.keyringSecrets.begin(); secret != task.keyringSecrets.end(); ++secret)
        entries << FormEntry{secret.key(), secret.value()};
    return entries;
}

void putKeyringSecrets(Task &task, const QList<FormEntry> &entries)
{
    for (const QString &name : task.keyringSecrets.keys())
        task.secrets.remove(name);
    task.keyringSecrets.clear();
    for (const FormEntry &entry : entries) {
        // One of two with the same name would be lost: an empty name is refused.
        const QString name = task.secrets.contains(entry.name) ? QString() : entry.name;
        task.secrets.insert(name, std::nullopt);
        task.keyringSecrets.insert(name, entry.value.trimmed());
    }
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
        {"taskSecrets", tr("Secrets"), otherSecrets, putSecrets, variableNamesIn,
         [namesAbove, faultOf, takenEdit](const QString &text) { return faultOf(text, namesAbove() + namesIn(takenEdit->text())); }});
    m_keyring = new EntryRows(QStringLiteral("taskKeyring"),
                              {tr("Variable"), tr("Name in the keyring"), QStringLiteral("←"), tr("Add a secret of the keyring")});
    auto *const secretsEdit = qobject_cast<QLineEdit *>(secrets->control());
    FieldRow *const keyringRow = fields()->addRows(
        m_keyring, {tr("Secrets in the keyring"), keyringSecretsOf, putKeyringSecrets, variableNamesIn,
                    [namesAbove, faultOf, takenEdit, secretsEdit](const QList<FormEntry> &entries) {
                        QStringList names;
                        for (const FormEntry &entry : entries)
                            names << entry.name;
                        return faultOf(names.join(kNameGap), namesAbove() + namesIn(takenEdit->text()) + namesIn(secretsEdit->text()));
                    }});
    connect(m_keyring, &EntryRows::lineAdded, this, &EnvironmentSection::findKeyringNames);
    keyringRow->setHelp(tr("Read from the keyring of this desktop at launch. To add one to it: yard secret set NAME"));
    secrets->setHelp(tr("Names only. The values come from your environment at launch and are never shown or stored."));
    qobject_cast<QLineEdit *>(secrets->control())->setPlaceholderText(QStringLiteral("HF_TOKEN"));
    for (FieldRow *const row : {taken, secrets})
        row->control()->setFont(textFont(TextRole::Code));
    grid()->addWide(rowsRow);
    grid()->addWidget(taken);
    grid()->addWidget(secrets);
    grid()->addWide(keyringRow);
}

void EnvironmentSection::findKeyringNames()
{
    whenDone(QtConcurrent::run([] { return Keyring().names(); }), this, [this](const Result<QStringList> &names) {
        if (names)  // otherwise, the launch says what is wrong with the keyring
            m_keyring->setSuggestions(*names);
    });
}

}  // namespace trainyard

#include "moc_environmentsection.cpp"
