// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/runactions.h"

#include "core/model/task.h"
#include "core/observe/diagnosis/runglance.h"
#include "core/service/runs/launchedtask.h"
#include "core/service/runs/runreporter.h"
#include "core/service/runs/runreports.h"
#include "core/service/runs/seencheckpoints.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "core/storage/settings/settings.h"
#include "ui/run/deletequestion.h"
#include "ui/run/runeditdialog.h"
#include "ui/run/runmenu.h"
#include "ui/run/runtagsdialog.h"
#include "ui/run/stopquestion.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QDirIterator>
#include <QFileDialog>
#include <QHash>
#include <QPointer>
#include <QUrl>

#include <algorithm>

namespace trainyard {

namespace {

DeleteFacts deleteFacts(const QList<Run> &runs, const QStringList &lineages, const Paths &paths)
{
    DeleteFacts facts;
    QStringList known;
    for (const Run &run : runs) {
        if (!lineages.contains(run.lineage))
            continue;
        ++facts.attempts;
        if (!known.contains(run.lineage)) {
            known << run.lineage;
            facts.names << run.name;
        }
        QDirIterator files(paths.runs() + u'/' + run.id.text(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            files.next();
            facts.bytes += files.fileInfo().size();
        }
    }
    return facts;
}

}  // namespace

RunActions::RunActions(Services &services, QWidget *window) : QObject(window), m_services(services), m_window(window) {}

RunActions::~RunActions() { m_stop.request_stop(); }

void RunActions::serve(RunMenu *menu)
{
    connect(menu, &RunMenu::editRequested, this, &RunActions::edit);
    connect(menu, &RunMenu::archiveRequested, this, &RunActions::archive);
    connect(menu, &RunMenu::pinRequested, this, &RunActions::pin);
    connect(menu, &RunMenu::tagsRequested, this, &RunActions::editTags);
    connect(menu, &RunMenu::deleteRequested, this, &RunActions::askToDelete);
    connect(menu, &RunMenu::restoreRequested, this, &RunActions::restore);
    connect(menu, &RunMenu::eraseRequested, this, &RunActions::askToErase);
    connect(menu, &RunMenu::runAgainRequested, this, &RunActions::runAgain);
    connect(menu, &RunMenu::launchAgainRequested, this, &RunActions::launchAgain);
    connect(menu, &RunMenu::templateRequested, this, &RunActions::saveAsTemplate);
    connect(menu, &RunMenu::reportRequested, this, &RunActions::askForReport);
}

void RunActions::stop(const RunId &runId)
{
    whenDone(m_services.runs.stop(runId), this, [this, runId](const Result<Run> &run) {
        if (!run && !run.error().isCancelled())
            Q_EMIT failed(runId, run.error());
    });
}

StopFacts RunActions::stopFactsOf(const Run &run)
{
    const auto glance = m_services.followers.glanceOf(run);
    std::optional<qint64> step;
    if (glance && glance->step)
        step = qint64(*glance->step);
    return {latestGoodStep(seenCheckpoints(run.id, m_services.paths())), step};
}

void RunActions::runAgain(const RunId &runId)
{
    const auto named = m_services.database().runs.find(runId);
    const auto attempts = named ? m_services.database().runs.attempts(named->lineage) : Result<QList<Run>>(named.error());
    if (!attempts)
        return Q_EMIT failed(runId, attempts.error());
    const auto running = std::find_if(attempts->begin(), attempts->end(), [](const Run &run) { return !hasEnded(run.state); });
    const QString settings = m_services.paths().settings();
    const bool isAsked = running != attempts->end() && !Settings(settings).isOn(Setting::StopToRunAgain);
    if (!isAsked)
        return beginAgain(runId, running != attempts->end());
    ConfirmDialog *const dialog = makeRunAgainQuestion(*running, stopFactsOf(*running), m_window);
    connect(dialog, &QDialog::accepted, this, [this, dialog, runId, settings] {
        if (dialog->isRemembered())
            Settings(settings).set(Setting::StopToRunAgain, true);
        beginAgain(runId, true);
    });
    dialog->open();
}

void RunActions::beginAgain(const RunId &runId, bool stopsFormer)
{
    if (m_again.contains(runId))
        return;  // the key was pressed twice
    m_again << runId;
    Q_EMIT runningAgain(runId, tr("Connecting…"));
    const QPointer<RunActions> self(this);
    const auto report = [self, runId](const QString &step) {
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, runId, step] {
                if (self && self->m_again.contains(runId))
                    Q_EMIT self->runningAgain(runId, step);
            },
            Qt::QueuedConnection);
    };
    whenDone(m_services.again.start(runId, stopsFormer, report, m_stop.get_token()), this, [this, runId](const Result<RunAgain> &again) {
        m_again.remove(runId);
        Q_EMIT runningAgain(runId, {});
        if (again)
            Q_EMIT startedAgain(again->run.id, again->synced.text());
        else if (!again.error().isCancelled())
            Q_EMIT failed(runId, again.error());
    });
}

void RunActions::askToStop(const RunId &runId)
{
    const auto run = m_services.database().runs.find(runId);
    if (!run || hasEnded(run->state))
        return;
    ConfirmDialog *const dialog = makeStopQuestion(*run, stopFactsOf(*run), m_window);
    connect(dialog, &QDialog::accepted, this, [this, runId] { stop(runId); });
    dialog->open();
}

void RunActions::edit(const RunId &runId, bool isNote)
{
    const auto run = m_services.database().runs.find(runId);
    if (!run)
        return;
    auto *const dialog = new RunEditDialog(*run, isNote, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &RunEditDialog::submitted, this, [this, dialog, lineage = run->lineage](const RunEdit &edit) {
        if (const auto edited = m_services.runs.edit({{lineage, edit}}); edited)
            dialog->accept();
        else
            dialog->showError(edited.error());
    });
    dialog->open();
}

QList<Run> RunActions::newestOf(const QStringList &lineages)
{
    QList<Run> found;
    const auto all = m_services.database().runs.all();
    if (!all)
        Q_EMIT failed({}, all.error());
    QSet<QString> left(lineages.begin(), lineages.end());  // archived ones too
    for (const Run &run : all.value_or(QList<Run>())) {
        if (left.remove(run.lineage))
            found << run;
    }
    return found;
}

Result<void> RunActions::carryOut(const QList<LineageEdit> &edits, QList<LineageEdit> &undo)
{
    QStringList lineages;
    for (const LineageEdit &edit : edits)
        lineages << edit.lineage;
    QHash<QString, Run> before;
    for (const Run &run : newestOf(lineages))
        before.insert(run.lineage, run);
    TRY_DO(m_services.runs.edit(edits));
    for (const LineageEdit &edit : edits) {
        const auto run = before.constFind(edit.lineage);
        if (run == before.cend())
            continue;
        RunEdit inverse;
        if (edit.edit.tags)
            inverse.tags = run->tags;
        if (edit.edit.isPinned)
            inverse.isPinned = run->isPinned;
        if (edit.edit.isArchived)
            inverse.isArchived = run->isArchived;
        undo << LineageEdit{edit.lineage, inverse};
    }
    return {};
}

void RunActions::change(const QList<LineageEdit> &edits, const QString &sentence)
{
    QList<LineageEdit> undo;
    const auto edited = carryOut(edits, undo);
    if (!undo.isEmpty())
        Q_EMIT changed(sentence, undo);
    if (!edited)
        Q_EMIT failed({}, edited.error());
}

void RunActions::apply(const QList<LineageEdit> &edits)
{
    QList<LineageEdit> undo;
    if (const auto edited = carryOut(edits, undo); !edited)
        Q_EMIT failed({}, edited.error());
}

void RunActions::archive(const QStringList &lineages, bool isArchived)
{
    QList<LineageEdit> edits;
    for (const QString &lineage : lineages) {
        edits << LineageEdit{lineage, {}};
        edits.last().edit.isArchived = isArchived;
    }
    const int count = int(lineages.size());
    change(edits, isArchived ? tr("Archived %n run(s).", nullptr, count) : tr("Unarchived %n run(s).", nullptr, count));
}

void RunActions::pin(const QStringList &lineages, bool isPinned)
{
    QList<LineageEdit> edits;
    for (const QString &lineage : lineages) {
        edits << LineageEdit{lineage, {}};
        edits.last().edit.isPinned = isPinned;
    }
    const int count = int(lineages.size());
    change(edits, isPinned ? tr("Pinned %n run(s).", nullptr, count) : tr("Unpinned %n run(s).", nullptr, count));
}

void RunActions::editTags(const QStringList &lineages)
{
    const QList<Run> runs = newestOf(lineages);
    if (runs.isEmpty())
        return;
    QStringList known;
    for (const Run &run : m_services.database().runs.all().value_or(QList<Run>()))
        known << run.tags;
    auto *const dialog = new RunTagsDialog(runs, inTagOrder(known), m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &RunTagsDialog::submitted, this, [this, dialog](const QList<LineageEdit> &edits) {
        QList<LineageEdit> undo;
        const auto edited = carryOut(edits, undo);
        if (!undo.isEmpty())
            Q_EMIT changed(tr("Changed the tags of %n run(s).", nullptr, int(undo.size())), undo);
        if (edited)
            dialog->accept();
        else
            dialog->showError(edited.error());
    });
    dialog->open();
}

void RunActions::askToDelete(const QStringList &lineages)
{
    const auto runs = m_services.database().runs.all();
    if (!runs)
        return Q_EMIT failed({}, runs.error());
    ConfirmDialog *const dialog = makeDeleteQuestion(deleteFacts(*runs, lineages, m_services.paths()), m_window);
    connect(dialog, &QDialog::accepted, this, [this, lineages] {
        if (const auto moved = m_services.runTrash.remove(lineages); moved)
            Q_EMIT deleted(lineages);
        else
            Q_EMIT failed({}, moved.error());
    });
    dialog->open();
}

void RunActions::restore(const QStringList &lineages)
{
    if (const auto restored = m_services.runTrash.restore(lineages); !restored)
        Q_EMIT failed({}, restored.error());
}

void RunActions::askToErase(const QStringList &lineages)
{
    const auto runs = m_services.database().runs.inTrash();
    if (!runs)
        return Q_EMIT failed({}, runs.error());
    ConfirmDialog *const dialog = makeEraseQuestion(deleteFacts(*runs, lineages, m_services.paths()), m_window);
    connect(dialog, &QDialog::accepted, this, [this, lineages] {
        whenDone(m_services.runTrash.erase(lineages), this, [this](const Result<void> &erased) {
            if (!erased && !erased.error().isCancelled())
                Q_EMIT failed({}, erased.error());
        });
    });
    dialog->open();
}

void RunActions::launchAgain(const RunId &runId)
{
    const auto run = m_services.database().runs.find(runId);
    const auto task = taskOfRun(m_services.paths(), runId);
    if (!task)
        Q_EMIT failed(runId, task.error());
    else if (run)
        Q_EMIT launchAgainRequested(writeTask(*task), run->head().machineId, run->name);
}

void RunActions::saveAsTemplate(const RunId &runId)
{
    const auto run = m_services.database().runs.find(runId);
    const auto task = taskOfRun(m_services.paths(), runId);
    if (!task)
        Q_EMIT failed(runId, task.error());
    else if (run)
        Q_EMIT templateRequested(writeTask(*task), run->name);
}

void RunActions::askForReport(const RunId &runId)
{
    // A run name may contain characters that are invalid in a file name.
    auto *const dialog = new QFileDialog(m_window, tr("Export report"), QDir::homePath(), tr("HTML files (*.html)"));
    dialog->setObjectName(QStringLiteral("runReportDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    dialog->setDefaultSuffix(QStringLiteral("html"));
    dialog->selectFile(runId.text() + QStringLiteral(".html"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, runId](const QString &file) { writeReport(runId, file); });
    dialog->open();
}

void RunActions::writeReport(const RunId &runId, const QString &file)
{
    Q_EMIT reporting(runId, true);
    whenDone(reportRun(m_services, runId, QStringLiteral("Trainyard ") + QCoreApplication::applicationVersion(), m_stop.get_token()), this,
             [this, runId, file](const Result<QByteArray> &html) {
                 Q_EMIT reporting(runId, false);
                 // The dialog has already asked whether to overwrite.
                 const Result<void> written = html ? writeDocument(file, *html, true) : Result<void>(html.error());
                 if (!written && !written.error().isCancelled())
                     Q_EMIT failed(runId, written.error());
                 else if (written && !QDesktopServices::openUrl(QUrl::fromLocalFile(file)))
                     Q_EMIT failed(
                         runId,
                         {ErrorCode::Unsupported, tr("The report is saved. Could not start a browser: open %1 yourself.").arg(file), {}});
             });
}

}  // namespace trainyard

#include "moc_runactions.cpp"
