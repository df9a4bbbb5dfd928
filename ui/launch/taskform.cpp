// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/taskform.h"

#include "ui/common/buttons.h"
#include "ui/common/fieldrow.h"
#include "ui/common/plaintip.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStandardItemModel>

namespace trainyard {
namespace {

constexpr EngineKind kEngines[] = {EngineKind::Auto, EngineKind::Docker, EngineKind::Podman, EngineKind::Process};

}  // namespace

TaskForm::TaskForm(QWidget *parent)
    : QWidget(parent), m_name(new QLineEdit), m_image(new QLineEdit), m_checkpointDir(new QLineEdit), m_resume(new QLineEdit),
      m_command(new QPlainTextEdit), m_engine(new QComboBox)
{
    m_name->setObjectName(QStringLiteral("taskName"));
    m_image->setObjectName(QStringLiteral("taskImage"));
    m_checkpointDir->setObjectName(QStringLiteral("taskCheckpointDir"));
    m_resume->setObjectName(QStringLiteral("taskResume"));
    m_command->setObjectName(QStringLiteral("taskCommand"));
    m_engine->setObjectName(QStringLiteral("taskEngine"));
    const QFont code = textFont(TextRole::Code);
    for (QWidget *widget : {static_cast<QWidget *>(m_image), static_cast<QWidget *>(m_checkpointDir), static_cast<QWidget *>(m_resume),
                            static_cast<QWidget *>(m_command)})
        widget->setFont(code);
    m_image->setPlaceholderText(tr("none (run directly on the machine)"));
    m_command->setTabChangesFocus(true);
    m_command->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_command->setFixedHeight(5 * QFontMetrics(code).lineSpacing() + dp(22));
    m_resume->setPlaceholderText(QStringLiteral("--resume {path}"));
    m_engine->addItems({tr("Automatic"), tr("Docker"), tr("Podman"), tr("Process, no container")});

    auto *const nameRow = new FieldRow(tr("Name"), m_name);
    nameRow->setHelp(tr("Shown in the list of runs."));
    auto *const images = makeButton(QStringLiteral("taskImages"), tr("Choose…"));
    images->setToolTip(tr("Shows known images and which of them run on this machine."));
    auto *const imageLine = new QWidget;
    imageLine->setFocusProxy(m_image);
    auto *const imageLayout = new QHBoxLayout(imageLine);
    imageLayout->setContentsMargins(0, 0, 0, 0);
    imageLayout->setSpacing(dp(8));
    imageLayout->addWidget(m_image, 1);
    imageLayout->addWidget(images);
    connect(images, &QPushButton::clicked, this, &TaskForm::imagesRequested);
    m_image->setAccessibleName(tr("Container image"));
    auto *const imageRow = new FieldRow(tr("Container image"), imageLine);
    imageRow->setHelp(tr("The name to pull. Leave empty to run without a container."));
    auto *const commandRow = new FieldRow(tr("Command"), m_command);
    commandRow->setHelp(tr("Shell command, run in the working directory."));
    m_engineRow = new FieldRow(tr("Engine"), m_engine);
    m_checkpointRow = new FieldRow(tr("Checkpoint directory"), m_checkpointDir);
    m_checkpointRow->setHelp(tr("Absolute path inside the run. Leave empty if it saves no checkpoints."));
    auto *const resumeRow = new FieldRow(tr("Resume arguments"), m_resume);
    resumeRow->setHelp(tr("{path} and {step} are filled in."));

    auto *const grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(dp(16));
    grid->setVerticalSpacing(dp(10));
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    grid->addWidget(nameRow, 0, 0, Qt::AlignTop);
    grid->addWidget(m_engineRow, 0, 1, Qt::AlignTop);
    grid->addWidget(imageRow, 1, 0, 1, 2, Qt::AlignTop);
    grid->addWidget(commandRow, 2, 0, 1, 2, Qt::AlignTop);
    grid->addWidget(m_checkpointRow, 3, 0, Qt::AlignTop);
    grid->addWidget(resumeRow, 3, 1, Qt::AlignTop);

    for (QLineEdit *edit : {m_name, m_image, m_checkpointDir, m_resume})
        connect(edit, &QLineEdit::textEdited, this, &TaskForm::take);
    connect(m_command, &QPlainTextEdit::textChanged, this, &TaskForm::take);
    connect(m_engine, &QComboBox::activated, this, &TaskForm::take);
    // Checked when the field is left, not on each key.
    connect(m_checkpointDir, &QLineEdit::editingFinished, this, [this] {
        if (m_checkpointDir->text().isEmpty() || m_checkpointDir->text().startsWith(QLatin1Char('/')))
            m_checkpointRow->clearError();
        else
            m_checkpointRow->setError(tr("Must begin with /."), QLatin1Char('/') + m_checkpointDir->text());
    });
    connect(m_checkpointRow, &FieldRow::correctionRequested, this, [this](const QString &text) {
        m_checkpointDir->setText(text);
        m_checkpointRow->clearError();
        take();
    });
    setFacts(std::nullopt);
}

void TaskForm::setTask(const Task &task)
{
    m_isFilling = true;
    m_task = task;
    const auto put = [](QLineEdit *edit, const QString &text) {
        if (edit->text() != text)
            edit->setText(text);
    };
    put(m_name, task.name);
    put(m_image, task.image);
    put(m_checkpointDir, task.checkpoints ? task.checkpoints->dir : QString());
    put(m_resume, task.checkpoints ? task.checkpoints->resume : QString());
    const QString command = task.run.endsWith(QLatin1Char('\n')) ? task.run.chopped(1) : task.run;
    if (m_command->toPlainText() != command)
        m_command->setPlainText(command);
    for (int i = 0; i < 4; ++i) {
        if (kEngines[i] == task.engine)
            m_engine->setCurrentIndex(i);
    }
    m_checkpointRow->clearError();
    m_isFilling = false;
}

void TaskForm::take()
{
    if (m_isFilling)
        return;
    m_task.name = m_name->text();
    m_task.image = m_image->text().trimmed();
    m_task.engine = kEngines[std::max(0, m_engine->currentIndex())];
    m_task.run = m_command->toPlainText();
    const QString dir = m_checkpointDir->text().trimmed();
    if (dir.isEmpty()) {
        m_task.checkpoints.reset();
    } else {
        if (!m_task.checkpoints)
            m_task.checkpoints.emplace();
        m_task.checkpoints->dir = dir;
        m_task.checkpoints->resume = m_resume->text();
    }
    Q_EMIT edited();
}

void TaskForm::setFacts(const std::optional<MachineFacts> &facts)
{
    auto *const items = qobject_cast<QStandardItemModel *>(m_engine->model());
    QStringList missing;
    for (int i = 1; i < 4; ++i) {
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
