// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/launchpage.h"

#include "core/base/format.h"
#include "core/model/tasktext.h"
#include "ui/common/badge.h"
#include "ui/common/buttons.h"
#include "ui/common/card.h"
#include "ui/common/commandpreview.h"
#include "ui/common/label.h"
#include "ui/common/messagebar.h"
#include "ui/common/pageheader.h"
#include "ui/launch/checkspanel.h"
#include "ui/launch/importdialog.h"
#include "ui/launch/taskchanges.h"
#include "ui/launch/taskeditor.h"
#include "ui/launch/taskform.h"
#include "ui/launch/traces.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTextCursor>

#include <algorithm>

namespace trainyard {
namespace {

constexpr int kPreviewDelay = 300;        // ms after the last key
constexpr qint64 kMaxTaskFile = 1 << 20;  // far beyond any task; a wrong file must not be read into the editor
const QString kFailed = QStringLiteral("failed");
const QString kFacts = QStringLiteral("facts");

// Replaces only what differs, so that cursor and scroll position stay. One step that can be undone.
void replaceDifference(QPlainTextEdit *editor, const QString &text)
{
    const QString before = editor->toPlainText();
    const qsizetype shorter = std::min(before.size(), text.size());
    qsizetype same = std::mismatch(before.begin(), before.begin() + shorter, text.begin()).first - before.begin();
    if (same > 0 && before[same - 1].isHighSurrogate())
        --same;
    qsizetype sameAtEnd = 0;
    while (sameAtEnd < shorter - same && before[before.size() - 1 - sameAtEnd] == text[text.size() - 1 - sameAtEnd])
        ++sameAtEnd;
    if (sameAtEnd > 0 && before[before.size() - sameAtEnd].isLowSurrogate())
        --sameAtEnd;
    QTextCursor cursor(editor->document());
    cursor.setPosition(int(same));
    cursor.setPosition(int(before.size() - sameAtEnd), QTextCursor::KeepAnchor);
    cursor.insertText(text.mid(same, text.size() - same - sameAtEnd));
}

}  // namespace

void LaunchPage::setMachines(const QList<Machine> &machines)
{
    const MachineId before = machineId();
    m_machines = machines;
    {
        const QSignalBlocker blocker(m_machine);
        m_machine->clear();
        for (const Machine &machine : machines)
            m_machine->addItem(icon(machine.isSimulated ? QStringLiteral("flask") : QStringLiteral("machines"),
                                    machine.isSimulated ? Ink::Simulated : Ink::Text2),
                               machine.name, machine.id.number());
        m_machine->setCurrentIndex(m_machine->findData(before.number()));
        if (m_machine->currentIndex() < 0 && !machines.isEmpty()) {
            m_machine->setCurrentIndex(0);
            m_isPreselected = true;
            m_silent.clear();
        }
    }
    m_machine->setEnabled(!machines.isEmpty());
    m_machineHint->setVisible(machines.isEmpty());
    if (machineId() != before || machines.isEmpty())
        chooseMachine(m_machine->currentIndex());
}

void LaunchPage::selectMachine(MachineId id)
{
    const int index = m_machine->findData(id.number());
    if (index < 0)
        return;
    const bool isOther = index != m_machine->currentIndex();
    m_isPreselected = false;
    m_machine->setCurrentIndex(index);
    if (!isOther)
        chooseMachine(index);
}

MachineId LaunchPage::machineId() const { return MachineId(m_machine->currentData().toLongLong()); }

const Machine *LaunchPage::machine() const
{
    const auto found = std::find_if(m_machines.begin(), m_machines.end(), [id = machineId()](const Machine &m) { return m.id == id; });
    return found == m_machines.end() ? nullptr : &*found;
}

void LaunchPage::chooseMachine(int)
{
    m_facts.reset();
    m_factsError.reset();
    m_fit.reset();
    m_previewed.reset();
    m_perHour.reset();
    m_gpuUse.reset();
    m_answered = {};
    m_isAsking = false;
    m_header->messageBar()->withdraw(kFacts);
    if (const Machine *const chosen = machine()) {
        if (chosen->isSimulated && !m_isTouched && !m_demoTask.isEmpty() && taskText().trimmed().isEmpty()) {
            setTask(m_demoTask, {});
            m_isTouched = false;
        }
        showMachine();
        m_mayAskAgain = true;
        askMachine();
    } else {
        showMachine();
    }
    m_form->setFacts(m_facts);
    schedulePreview();
}

void LaunchPage::setFacts(MachineId id, const MachineFacts &facts)
{
    if (id != machineId())
        return;
    m_facts = facts;
    m_factsError.reset();
    m_isAsking = false;
    m_answered = QDateTime::currentDateTime();
    m_header->messageBar()->withdraw(kFacts);
    m_form->setFacts(m_facts);
    showMachine();
    askForPreview();
}

void LaunchPage::setFactsError(MachineId id, const Error &error)
{
    if (id != machineId())
        return;
    m_isAsking = false;
    m_mayAskAgain = false;  // only by the user: nobody is asked for a password once a minute
    if (error.isCancelled())
        return showChecks();
    m_silent.insert(id);
    // The user did not choose it: propose a machine that answers instead.
    const auto next = std::find_if(m_machines.begin(), m_machines.end(),
                                   [this](const Machine &machine) { return !m_silent.contains(machine.id); });
    if (m_isPreselected && !m_facts && next != m_machines.end()) {  // one that has answered stays
        m_machine->setCurrentIndex(m_machine->findData(next->id.number()));
        return;
    }
    m_facts.reset();
    m_factsError = error;
    m_header->messageBar()->post(
        {kFacts, Tone::Bad, tr("Could not reach %1.").arg(m_machine->currentText()), error.what, error.detail, tr("Retry")});
    showMachine();
    updateLaunch();
}

void LaunchPage::setDemoTask(const QByteArray &yaml)
{
    m_demoTask = yaml;
    const Machine *const chosen = machine();
    if (chosen && chosen->isSimulated && !m_isTouched && taskText().trimmed().isEmpty()) {
        setTask(yaml, {});
        m_isTouched = false;
    }
}

QByteArray LaunchPage::taskText() const { return m_editor->toPlainText().toUtf8(); }

void LaunchPage::setTask(const QByteArray &yaml, const QString &taskDirectory)
{
    Q_EMIT taskLeft();
    m_taskDirectory = taskDirectory;
    m_changes->setBase({}, {});
    m_isFilling = true;
    QTextCursor whole(m_editor->document());  // one step that can be undone
    whole.select(QTextCursor::Document);
    whole.insertText(QString::fromUtf8(yaml));
    m_editor->moveCursor(QTextCursor::Start);
    m_isFilling = false;
    endDraft();
    takeText();
    if (!m_check.later.isEmpty())
        showFile();
}

void LaunchPage::setVocabulary(const TaskVocabulary &vocabulary) { m_editor->setVocabulary(vocabulary); }

void LaunchPage::setTaskOfRun(const QString &runName, const QByteArray &yaml)
{
    setTask(yaml, {});
    m_changes->setBase(runName, yaml);
}

void LaunchPage::importTask(const QByteArray &text)
{
    auto *const dialog = new ImportDialog(text, this);
    connect(dialog, &ImportDialog::taskChosen, this, &LaunchPage::takeMadeTask);
    dialog->open();
}

std::optional<LaunchRequest> LaunchPage::request() const
{
    if (!machineId().isSet() || !m_check.errors.isEmpty())
        return std::nullopt;
    LaunchRequest request;
    request.machineId = machineId();
    request.task = m_check.task;
    request.later = m_check.later;
    request.pipeline = m_check.pipeline;
    request.taskDirectory = m_taskDirectory;
    return request;
}

// The form was edited: change the text where it differs. It starts from the last text without errors, because half a value in a field
// gives one with errors, which cannot be changed.
void LaunchPage::takeForm()
{
    if (!m_isFormUsable)
        return;  // the errors are the editor's: its text is not replaced by an older one
    Task task = m_form->task();
    // The field shows the command without the line break at its end.
    if (!task.run.isEmpty() && !task.run.endsWith(u'\n') && parseTask(m_soundText).task.run.endsWith(u'\n'))
        task.run += u'\n';
    const Result<QByteArray> yaml = editedTask(m_soundText, task);
    if (!yaml)
        return;  // not while m_soundText has no errors
    m_isTouched = true;
    m_isFilling = true;
    replaceDifference(m_editor, QString::fromUtf8(*yaml));
    m_isFilling = false;
    m_check = parseTask(taskText());
    if (m_check.errors.isEmpty())
        m_soundText = taskText();
    showIssues();
    showTraces();
    schedulePreview();
    Q_EMIT edited();
}

void LaunchPage::takeText()
{
    m_check = parseTask(taskText());
    const bool isFine = m_check.errors.isEmpty();
    // Without a key, it has errors, but the form can write the first ones.
    m_isFormUsable = m_check.later.isEmpty() && (isFine || editedTask(taskText(), Task{}).has_value());
    if (m_isFormUsable) {
        m_soundText = taskText();
        m_form->setTask(isFine ? m_check.task : Task{});
    }
    showIssues();
    showTraces();
    schedulePreview();
}

void LaunchPage::openFile()
{
    auto *const dialog = new QFileDialog(this, tr("Open a task file"), {}, tr("Task files (*.yaml *.yml);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly) || file.size() > kMaxTaskFile) {
            m_header->messageBar()->post({kFailed,
                                          Tone::Bad,
                                          tr("This is not a valid task file."),
                                          file.isOpen() ? tr("It is too large for a task file.") : file.errorString(),
                                          path,
                                          {}});
            return;
        }
        m_header->messageBar()->withdraw(kFailed);
        m_isTouched = true;
        setTask(file.readAll(), QFileInfo(path).absolutePath());
    });
    dialog->open();
}

void LaunchPage::schedulePreview()
{
    m_previewed.reset();
    m_previewTimer.start();
    updateLaunch();
}

void LaunchPage::askForPreview()
{
    m_previewTimer.stop();
    if (m_isLaunching)
        return;
    const auto wanted = request();
    if (!machineId().isSet())
        m_preview->setNote(tr("Choose a machine first."));
    else if (taskText().trimmed().isEmpty())
        m_preview->setNote(tr("Enter what to run, or open a task file."));
    else if (!wanted)
        m_preview->setNote(tr("The task has errors, shown on the left."));
    else if (m_factsError)
        m_preview->setNote(tr("Could not reach the machine."));
    else if (!m_facts)
        m_preview->setNote(tr("Asking the machine…"));
    else
        Q_EMIT previewRequested(*wanted);
    updateLaunch();
}

QString LaunchPage::machineName() const
{
    const Machine *const chosen = machine();
    return chosen ? chosen->name : QString();
}

void LaunchPage::useImage(const QString &image)
{
    if (!m_isFormUsable) {
        const QString why = m_check.later.isEmpty() ? tr("The task has errors, shown on the left.")
                                                    : tr("The file is a pipeline: enter the image in the text of its task.");
        m_header->messageBar()->post({kFailed, Tone::Bad, tr("The image was not entered."), why, {}, {}});
        return;
    }
    Task task = m_form->task();
    task.image = image;
    m_form->setTask(task);
    takeForm();
}

void LaunchPage::setPreview(const LaunchPreview &preview)
{
    // A preview of an earlier request does not show what would be launched now.
    const auto wanted = request();
    if (!wanted || preview.request.machineId != wanted->machineId || writeTask(preview.request.task) != writeTask(wanted->task)
        || preview.request.later != wanted->later)
        return;
    m_previewed = preview.request;
    m_perHour = preview.perHour;
    m_header->messageBar()->withdraw(kFailed);
    m_preview->setText(preview.commandPreview, m_check.task.image);
    showTraces();
    updateLaunch();
}

void LaunchPage::setPreviewError(const Error &error)
{
    if (error.isCancelled())
        return;
    m_previewed.reset();
    m_preview->setNote(error.what);
    m_header->messageBar()->post({kFailed, Tone::Bad, tr("This cannot be launched as it is."), error.what, error.detail, {}});
    updateLaunch();
}

void LaunchPage::setLaunching(const QString &step)
{
    m_isLaunching = true;
    setStatus(step);
    m_header->messageBar()->withdraw(kFailed);
    updateLaunch();
}

void LaunchPage::setLaunchEnded()
{
    m_isLaunching = false;
    setStatus({});
    schedulePreview();  // the next launch is another run with another name
}

void LaunchPage::setLaunchError(const Error &error)
{
    m_isLaunching = false;
    setStatus(error.isCancelled() ? tr("Cancelled; nothing was started.") : QString());
    if (!error.isCancelled())
        m_header->messageBar()->post({kFailed, Tone::Bad, tr("The run was not started."), error.what, error.detail, {}});
    schedulePreview();
}

void LaunchPage::setStatus(const QString &text)
{
    m_status->setText(text);
    showDraft();
}

void LaunchPage::updateLaunch()
{
    const bool canEdit = !m_isLaunching;
    m_machine->setEnabled(canEdit && !m_machines.isEmpty());
    m_form->setEnabled(canEdit && m_isFormUsable);
    m_editor->setReadOnly(!canEdit);
    m_openFile->setEnabled(canEdit);
    m_cancel->setVisible(m_isLaunching);
    setDisabledReason(m_launch, m_isLaunching                    ? tr("It is already launching.")
                                : !machineId().isSet()           ? tr("Choose a machine first.")
                                : taskText().trimmed().isEmpty() ? tr("Enter what to run first.")
                                : !m_check.errors.isEmpty()      ? tr("Fix the task first.")
                                : m_factsError                   ? tr("Could not reach the machine.")
                                : !m_obstacle.isEmpty()          ? m_obstacle
                                : !m_previewed                   ? tr("The exact command is not known yet.")
                                                                 : QString());
}

void LaunchPage::showTraces()
{
    showChecks();
    fillTraces(m_traces, m_check.errors.isEmpty() ? &m_check.task : nullptr);
}

}  // namespace trainyard

#include "moc_launchpage.cpp"
