// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/launch/launchcontroller.h"

#include "core/service/runs/launchedtask.h"
#include "core/service/runs/services.h"
#include "core/service/runs/whendone.h"
#include "ui/launch/environmentdialog.h"
#include "ui/launch/imagedialog.h"
#include "ui/launch/launchpage.h"

#include <QPointer>
#include <QtConcurrent>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qint64 kHistoryAge = 60'000;  // ms

}  // namespace

LaunchController::LaunchController(Services &services, LaunchPage *page, QObject *parent)
    : QObject(parent), m_services(services), m_page(page)
{
    connect(page, &LaunchPage::machineChosen, this, &LaunchController::inspect);
    connect(page, &LaunchPage::previewRequested, this, &LaunchController::preview);
    connect(page, &LaunchPage::launchRequested, this, &LaunchController::launch);
    connect(page, &LaunchPage::environmentRequested, this, &LaunchController::openEnvironment);
    connect(page, &LaunchPage::imagesRequested, this, &LaunchController::openImages);
    connect(page, &LaunchPage::vocabularyRequested, this, &LaunchController::tellNames);
    connect(page, &LaunchPage::cancelRequested, this, [this] { m_stop.request_stop(); });
    connect(&services.machines, &MachineService::changed, this, &LaunchController::reloadMachines);
    reloadMachines();
}

LaunchController::~LaunchController()
{
    m_historyStop.request_stop();
    m_readers.waitForDone();  // they read the database, those that were stopped too
}

void LaunchController::reloadMachines()
{
    const Result<QList<Machine>> machines = m_services.database().machines.all();
    if (machines)
        m_page->setMachines(*machines);
    else
        Q_EMIT failed(machines.error());
}

void LaunchController::inspect(MachineId machineId)
{
    followGpus(machineId);
    whenDone(m_services.machines.inspect(machineId), this, [this, machineId](const Result<MachineFacts> &facts) {
        if (facts) {
            m_facts = {machineId, *facts};
            m_page->setFacts(machineId, *facts);
        } else {
            m_page->setFactsError(machineId, facts.error());
        }
    });
}

// The window watches every machine anyway.
void LaunchController::followGpus(MachineId machineId)
{
    MachineWatch *const watch = m_services.machines.watch(machineId);
    disconnect(m_sampled);
    if (!watch)
        return;
    const auto tell = [this, machineId, watch] {
        const bool isLive = watch->linkState() == LinkState::Live && !watch->history().empty();
        m_page->setGpuUse(machineId, isLive ? std::optional(watch->history().back().gpus) : std::nullopt);
    };
    m_sampled = connect(watch, &MachineWatch::sampled, this, tell);
    tell();
}

// Hashes files: not for each key that is typed, but when it is about another run or folder, and when it is a minute old.
void LaunchController::askHistory(const LaunchRequest &request)
{
    const bool isSame = m_historyOf && m_historyOf->task.name == request.task.name && m_historyOf->task.project == request.task.project
                        && m_historyOf->task.workdir == request.task.workdir && m_historyOf->taskDirectory == request.taskDirectory;
    if (isSame && m_historyAge.isValid() && !m_historyAge.hasExpired(kHistoryAge))
        return;
    m_historyOf = request;
    m_historyAge.start();
    m_historyStop.request_stop();
    m_historyStop = std::stop_source();
    auto *const store = &m_services.database();
    const auto reading = QtConcurrent::run(&m_readers, [paths = m_services.paths(), store, request, stop = m_historyStop.get_token()] {
        return launchHistory(paths, *store, request.task, request.taskDirectory, QDateTime::currentDateTimeUtc(), stop);
    });
    whenDone(reading, this, [this, task = request.task](const Result<LaunchHistory> &history) {
        if (history)
            m_page->setHistory(task, *history);
    });
}

// The values of the project that is being worked on; a simulated machine's are the demo's.
void LaunchController::beginAsLast()
{
    struct Last {
        Run run;
        QByteArray task;
    };
    auto *const store = &m_services.database();
    const auto reading = QtConcurrent::run(&m_readers, [paths = m_services.paths(), store]() -> std::optional<Last> {
        const auto runs = store->runs.all();
        const QList<Run> all = runs.value_or(QList<Run>());
        const auto last = std::find_if(all.begin(), all.end(), [](const Run &run) { return !run.isSimulated; });
        const auto task = last == all.end() ? Result<Task>(cancelledError()) : taskOfRun(paths, last->id);
        return task ? std::optional(Last{*last, writeTask(*task)}) : std::nullopt;
    });
    whenDone(reading, this, [this](const std::optional<Last> &last) {
        if (!last || !m_page->isUntouched() || !m_page->taskText().trimmed().isEmpty())
            return;
        m_page->setTaskOfRun(last->run.name, last->task);
        m_page->selectMachine(last->run.head().machineId);
    });
}

bool LaunchController::loadFacts()
{
    if (m_advisor)
        return true;
    const auto advisor = CompatAdvisor::builtIn();
    if (advisor)
        m_advisor = *advisor;
    else
        Q_EMIT failed(advisor.error());
    return advisor.has_value();
}

void LaunchController::openEnvironment()
{
    const auto recipes = RecipeFacts::parse(builtInRecipeFiles());
    if (!recipes)
        return Q_EMIT failed(recipes.error());
    if (!loadFacts())
        return;
    auto *const dialog = new EnvironmentDialog(m_advisor, *recipes, m_page->facts(), m_page);
    connect(dialog, &EnvironmentDialog::taskChosen, m_page, &LaunchPage::takeMadeTask);
    dialog->open();
}

void LaunchController::openImages()
{
    if (!loadFacts())
        return;
    const auto request = m_page->request();
    const Task task = request ? request->task : Task();
    auto *const dialog = new ImageDialog(m_advisor->imagesFor(m_page->facts(), QDate::currentDate(), task.engine), m_page->machineName(),
                                         task.image, m_page);
    connect(dialog, &ImageDialog::imageChosen, m_page, &LaunchPage::useImage);
    dialog->open();
}

void LaunchController::tellNames()
{
    if (!loadFacts())
        return;
    TaskVocabulary names;
    names.gpus = m_advisor->gpuNames();
    for (const JudgedImage &known : m_advisor->imagesFor(std::nullopt, QDate::currentDate()))
        names.images << known.image;
    m_page->setVocabulary(names);
}

void LaunchController::showFit(const LaunchRequest &request)
{
    if (!loadFacts())
        return;
    const bool isAsked = m_facts && m_facts->first == request.machineId && !request.task.image.isEmpty();
    m_page->setFit(request.task.image,
                   isAsked ? m_advisor->imageOn(m_facts->second, request.task.image, QDate::currentDate(), request.task.engine)
                           : std::nullopt);
}

void LaunchController::preview(const LaunchRequest &request)
{
    showFit(request);
    askHistory(request);
    const int number = ++m_previews;
    whenDone(m_services.runs.preview(request), this, [this, number](const Result<LaunchPreview> &preview) {
        if (number != m_previews)
            return;
        if (preview)
            m_page->setPreview(*preview);
        else if (!preview.error().isCancelled())
            m_page->setPreviewError(preview.error());
    });
}

void LaunchController::launch(const LaunchRequest &request)
{
    m_stop = std::stop_source();
    const auto guard = std::make_shared<QPointer<LaunchPage>>(m_page);
    const auto report = [guard, context = QPointer<QObject>(&m_services)](const QString &step) {
        QMetaObject::invokeMethod(
            context.data(),
            [guard, step] {
                if (*guard)
                    (*guard)->setLaunching(step);
            },
            Qt::QueuedConnection);
    };
    m_page->setLaunching(tr("Starting…"));
    whenDone(m_services.runs.launch(request, report, m_stop.get_token()), this, [this](const Result<Run> &run) {
        // Steps queued before the end must not make it look busy again.
        QMetaObject::invokeMethod(
            this,
            [this, run] {
                if (run) {
                    m_page->setLaunchEnded();
                    Q_EMIT launched(*run);
                } else {
                    m_page->setLaunchError(run.error());
                }
            },
            Qt::QueuedConnection);
    });
}

}  // namespace trainyard

#include "moc_launchcontroller.cpp"
