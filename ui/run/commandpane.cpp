// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/commandpane.h"

#include "core/model/task.h"
#include "ui/common/commandpreview.h"
#include "ui/common/factname.h"
#include "ui/common/label.h"
#include "ui/run/runpage.h"

#include <QGridLayout>
#include <QVBoxLayout>

namespace trainyard {
QList<Surrounding> surroundingsOf(const RunView &view, const Task *task)
{
    const Run &run = view.run;
    QList<Surrounding> rows;
    const auto add = [&rows](const QString &label, const QString &value, bool isCode = false) {
        if (!value.isEmpty())
            rows.append({label, value, isCode});
    };
    add(CommandPane::tr("Machine"), run.head().machineName);
    add(CommandPane::tr("Engine"), engineName(run.engine));
    if (run.pipeline)
        add(CommandPane::tr("Step"), pipelineStepText(*run.pipeline));
    add(CommandPane::tr("Image"), run.image, true);
    add(CommandPane::tr("Git commit"), view.revision.isEmpty() ? CommandPane::tr("not recorded at launch") : view.revision,
        !view.revision.isEmpty());
    if (task)
        add(CommandPane::tr("Folder sent"), task->workdir, true);
    add(CommandPane::tr("Run directory"), run.head().directory, true);
    add(CommandPane::tr("Checkpoints"),
        run.checkpointPattern.isEmpty() ? run.checkpointDir : run.checkpointDir + QLatin1Char('/') + run.checkpointPattern, true);
    add(CommandPane::tr("Resumed from"), run.resumedFrom, true);
    if (!task)
        return rows;
    add(CommandPane::tr("Setup"), task->setup.trimmed(), true);
    QStringList variables, files;
    for (auto i = task->envs.cbegin(); i != task->envs.cend(); ++i)
        variables << i.key() + QLatin1Char('=') + i.value();
    for (auto i = task->secrets.cbegin(); i != task->secrets.cend(); ++i)
        variables << CommandPane::tr("%1 (secret)").arg(i.key());
    for (auto i = task->fileMounts.cbegin(); i != task->fileMounts.cend(); ++i)
        files << CommandPane::tr("%1, from %2", "a place on the machine, a file here").arg(i.key(), i.value());
    QStringList stores;
    for (auto i = task->storeMounts.cbegin(); i != task->storeMounts.cend(); ++i)
        stores << (i->isWritable ? CommandPane::tr("%1, from %2", "a place in the run, an object store")
                                 : CommandPane::tr("%1, from %2, read only", "a place in the run, an object store"))
                      .arg(i.key(), i->source);
    if (!stores.isEmpty())
        add(CommandPane::tr("Object stores mounted"), stores.join(QLatin1Char('\n')), true);
    QStringList folders;
    for (auto i = task->volumes.cbegin(); i != task->volumes.cend(); ++i)
        folders << (i->isReadOnly ? CommandPane::tr("%1, volume %2, read only", "a place in the run, its name")
                                  : CommandPane::tr("%1, volume %2", "a place in the run, its name"))
                       .arg(i.key(), i->source);
    for (auto i = task->mounts.cbegin(); i != task->mounts.cend(); ++i)
        folders << (i->isReadOnly ? CommandPane::tr("%1, from %2, read only", "a place in the run, a folder of the machine")
                                  : CommandPane::tr("%1, from %2", "a place in the run, a folder of the machine"))
                       .arg(i.key(), i->source);
    if (!folders.isEmpty())
        add(CommandPane::tr("Folders mounted"), folders.join(QLatin1Char('\n')), true);
    add(CommandPane::tr("Variables"), variables.isEmpty() ? CommandPane::tr("none") : variables.join(QLatin1Char('\n')),
        !variables.isEmpty());
    add(CommandPane::tr("Files copied"), files.isEmpty() ? CommandPane::tr("none") : files.join(QLatin1Char('\n')), !files.isEmpty());
    return rows;
}

CommandPane::CommandPane(QWidget *parent)
    : Card(parent), m_command(new CommandPreview(QStringLiteral("runCommand"), tr("What the run executes"))), m_surroundings(new QWidget),
      m_grid(new QGridLayout(m_surroundings))
{
    m_surroundings->setObjectName(QStringLiteral("runSurroundings"));
    m_command->setVisibleLines(1, 14);
    m_command->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(dp(16));
    m_grid->setVerticalSpacing(dp(8));
    m_grid->setColumnStretch(1, 1);
    auto *const column = new QVBoxLayout(this);
    column->setContentsMargins(dp(16), dp(14), dp(16), dp(16));
    column->setSpacing(dp(16));
    column->addWidget(m_command);
    column->addWidget(m_surroundings);
    column->addStretch(1);
}

void CommandPane::setRun(const RunView &view, const Task *task)
{
    if (m_command->text() != view.run.command)
        m_command->setText(view.run.command);
    showRows(surroundingsOf(view, task));
}

void CommandPane::showRows(const QList<Surrounding> &rows)
{
    if (rows == m_rows)
        return;
    m_rows = rows;
    while (QLayoutItem *const item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (int row = 0; row < int(rows.size()); ++row) {
        const TextRole role = rows[row].isCode ? TextRole::Code : TextRole::Body;
        auto *const label = makeFactName(rows[row].label, role);
        auto *const value = new Label(role, Ink::Text1);
        value->setText(rows[row].value);
        value->setWordWrap(true);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        value->setAccessibleName(rows[row].label + QStringLiteral(": ") + rows[row].value);
        m_grid->addWidget(label, row, 0, Qt::AlignTop | Qt::AlignLeft);
        m_grid->addWidget(value, row, 1);
    }
}

}  // namespace trainyard

#include "moc_commandpane.cpp"
