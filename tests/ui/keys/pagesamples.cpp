// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/keys/pagesamples.h"

#include "core/knowledge/health/topology.h"
#include "core/service/machines/compatadvisor.h"
#include "core/service/machines/transferqueue.h"
#include "core/service/runs/meternow.h"
#include "core/service/runs/runreporter.h"
#include "tests/ui/run/runsample.h"
#include "ui/alerts/alertsettingscard.h"
#include "ui/alerts/alertspage.h"
#include "ui/checkpoints/checkpointspage.h"
#include "ui/common/messagebar.h"
#include "ui/files/filebrowser.h"
#include "ui/files/filespage.h"
#include "ui/health/healthpage.h"
#include "ui/home/homepage.h"
#include "ui/launch/launchpage.h"
#include "ui/machines/machinespage.h"
#include "ui/offers/offerspage.h"
#include "ui/run/runcomparepage.h"
#include "ui/run/runspage.h"
#include "ui/transfers/transferspage.h"
#include "ui/window/moneycard.h"
#include "ui/window/rail.h"
#include "ui/window/settingspage.h"
#include "ui/window/topstrip.h"

#include <QDir>
#include <QTabBar>
#include <QTreeView>

#include <cmath>

namespace trainyard {

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

QDateTime now() { return QDateTime::currentDateTimeUtc(); }

Money usd(const char *amount) { return *Money::parse(amount, Currency::USD); }

template <typename P>
P &pageOf(MainWindow &window)
{
    return *window.findChild<P *>();
}

Run attempt(const char *lineage, int number, RunState state, int minutesAgo, const char *machine = "lab-h100-07")
{
    Run run;
    run.lineage = s(lineage);
    run.attempt = number;
    run.id = RunId(s("%1-a%2").arg(run.lineage).arg(number));
    run.name = run.lineage;
    run.head().machineName = s(machine);
    run.head().machineId = MachineId(1);
    run.isSimulated = run.head().machineName == s("sandbox");
    run.command = s("torchrun --nproc-per-node 8 train.py");
    run.checkpointDir = s("/ckpt");
    run.state = state;
    run.created = run.started = now().addSecs(-60 * minutesAgo);
    if (hasEnded(state)) {
        run.ended = run.started.addSecs(60 * minutesAgo / 2);
        run.exitCode = state == RunState::Finished ? 0 : 1;
    }
    if (state == RunState::Failed)
        run.message = s("torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.");
    return run;
}

// Newest first.
QList<Run> runs()
{
    Run noted = attempt("vit-base-imagenet", 1, RunState::Stopped, 3000);
    noted.note = s("Warm-up of 2 000 steps, as in the paper.");
    return {attempt("llama31-8b-instruct-sft-16k-context", 3, RunState::Running, 190),
            attempt("char-lm", 1, RunState::Running, 12, "sandbox"),
            attempt("qwen3-32b-cpt-med", 2, RunState::Failed, 400),
            attempt("llama31-8b-instruct-sft-16k-context", 2, RunState::Failed, 800),
            attempt("diffusion-xl", 1, RunState::Finished, 1500, "rented-2"),
            noted,
            attempt("whisper-zh", 1, RunState::Unknown, 9000),
            attempt("llama31-8b-instruct-sft-16k-context", 1, RunState::Stopped, 12000),
            attempt("starting", 1, RunState::Preparing, 0)};
}

QHash<RunId, RunGlance> glances()
{
    RunGlance going{ProgressState::Advancing,
                    12'400,
                    35'000,
                    1.8721,
                    SpanRange{5'400'000, 6'000'000, 7'100'000},
                    {{0, 3.1}, {6'000, 2.2}, {12'400, 1.8721}}};
    RunGlance hung{ProgressState::Hung, 1'203, 2'000, 0.0412, SpanRange{20'000, 24'000, 31'000}, {}};
    return {{RunId(s("llama31-8b-instruct-sft-16k-context-a3")), going},
            {RunId(s("char-lm-a1")), hung},
            {RunId(s("qwen3-32b-cpt-med-a2")), {ProgressState::Dead, 103'122, 250'000, 11.03, {}, {}}},
            {RunId(s("diffusion-xl-a1")), {ProgressState::Finished, 2'000, 2'000, 0.1337, {}, {}}}};
}

MeterNow meter()
{
    MeterNow meter;
    meter.when = now();
    meter.machines.resize(3);
    MeterReading &reading = meter.readings[Currency::USD];
    reading.perHour = usd("25.87");
    reading.today.total = usd("81.2");
    reading.month.total = usd("1254.07");
    reading.month.idle = usd("208.5");
    reading.month.projects = {{s("llama"), usd("700")}, {s("whisper"), usd("300.07")}, {{}, usd("45.5")}};
    reading.all = reading.month;
    MeterReading &yuan = meter.readings[Currency::CNY];
    yuan.perHour = *Money::parse("9.08", Currency::CNY);
    yuan.today.total = *Money::parse("80", Currency::CNY);
    yuan.month = yuan.all = yuan.today;
    BudgetState month, project;
    month.budget = {BudgetScope::Month, {}, usd("1500")};
    month.use.spent = usd("1254.07");
    month.use.permille = 836;
    project.budget = {BudgetScope::Project, s("llama"), usd("700")};
    project.use.spent = usd("700");
    project.use.permille = 1000;
    project.use.step = BudgetStep::Stop;
    meter.budgets = {month, project};
    const QDate today = meter.when.toLocalTime().date();
    const qint64 began = QDate(today.year(), today.month(), 1).startOfDay().toSecsSinceEpoch();
    const double seconds = double(meter.when.toSecsSinceEpoch() - began);
    // Two machines that together cost what the reading says, the second one in the later half of the month so far.
    for (const auto &[part, from] : {std::pair(0.4, 0.0), std::pair(0.6, 0.5)}) {
        MeteredRental rental;
        rental.span.from = began + qint64(seconds * from);
        rental.perHour = Money(qint64(1254.07e9 * part / (seconds * (1 - from) / 3600)), Currency::USD);
        meter.metered << rental;
    }
    return meter;
}

Need need(const char *id, Tone tone, const char *icon, const char *fact, const char *context, const char *verb)
{
    return {s(id), tone, s(icon), s(fact), s(context), s(verb), true};
}

std::shared_ptr<void> fillHome(MainWindow &window)
{
    auto &page = pageOf<HomePage>(window);
    page.setMachineCount(4, true);
    page.setRuns(runs());
    page.setGlances(glances());
    page.setLatestGood(HomePage::GoodCheckpoint{s("llama31-8b-instruct-sft-16k-context"), 12'000});
    SandboxView view;
    view.wasUsed = true;
    view.phase = SandboxView::Phase::Running;
    page.setSandbox(view);
    page.setNeeds({need("a", Tone::Bad, "cross", "qwen3-32b-cpt-med failed",
                        "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.", "Show"),
                   need("b", Tone::Warning, "bell", "GPU 3 and 5 are hot", "91 °C for 18 minutes on lab-h100-07", "Open"),
                   need("c", Tone::Warning, "tag", "The budget of llama is used up", "700.00 of 700.00 USD", "Budgets")});
    page.setMeter(meter());
    page.setNow(now());
    return {};
}

std::shared_ptr<void> fillFirstStart(MainWindow &window)
{
    auto &page = pageOf<HomePage>(window);
    page.setMachineCount(0);
    page.setRuns({});
    SandboxView view;
    view.note = s("Docker and Podman are missing: sudo apt install podman");
    page.setSandbox(view);
    page.setNow(now());
    return {};
}

MachineCard machineCard(qint64 id, const char *name, const char *group, LinkState link, int gpus = 0)
{
    MachineCard card;
    card.machine.id = MachineId(id);
    card.machine.name = s(name);
    card.machine.group = s(group);
    card.machine.target.host = s("gpu-%1.lab.example").arg(id);
    card.link = link;
    if (link != LinkState::Live)
        return card;
    card.lastHeard = now();
    MachineSample sample;
    sample.timeMs = card.lastHeard.toMSecsSinceEpoch();
    sample.cpuPercent = 34;
    sample.cpuCount = 192;
    sample.memoryTotalBytes = 2'000'000'000'000;
    sample.memoryAvailableBytes = 1'400'000'000'000;
    sample.diskTotalBytes = 7'600'000'000'000;
    sample.diskUsedBytes = 7'300'000'000'000;
    sample.diskAvailableBytes = 300'000'000'000;
    sample.diskPath = s("/");
    for (int i = 0; i < gpus; ++i) {
        GpuSample gpu;
        gpu.index = i;
        gpu.uuid = s("GPU-%1").arg(i);
        gpu.name = s("NVIDIA H100 80GB HBM3");
        gpu.busyPercent = i < 6 ? 97 - i : 0;
        gpu.memoryUsedMiB = 70'000;
        gpu.memoryTotalMiB = 81'559;
        gpu.temperatureC = 60 + 4 * i;
        gpu.powerWatts = 640;
        gpu.powerLimitWatts = 700;
        sample.gpus << gpu;
    }
    card.sample = sample;
    for (size_t i = 20; i < card.strip.size(); ++i)
        card.strip[i] = float(40 + (i * 7) % 60);
    return card;
}

std::shared_ptr<void> fillMachines(MainWindow &window)
{
    MachineCard busy = machineCard(1, "lab-h100-07", "Lab", LinkState::Live, 8);
    busy.runId = RunId(s("x-a1"));
    busy.runName = s("llama31-8b-instruct-sft-16k-context");
    busy.runStarted = now().addSecs(-11'400);
    MachineCard idle = machineCard(2, "rented-2", "Rented", LinkState::Live, 2);
    idle.perHour = usd("23.60");
    idle.idleSince = now().addSecs(-5400);
    idle.idleCost = usd("35.40");
    MachineCard gone = machineCard(3, "aws-p5-a", "Rented", LinkState::Unreachable);
    gone.error = {ErrorCode::Unreachable, s("gpu-3.lab.example does not answer."), s("It may be starting.")};
    MachineCard changed = machineCard(4, "old-v100", "Lab", LinkState::Unreachable);
    changed.error = {ErrorCode::HostKeyChanged, s("The host key of gpu-4.lab.example:22099 is not the one that is known."), {}};
    MachineCard stopped = machineCard(5, "sandbox", "", LinkState::Idle);
    stopped.machine.isSimulated = true;
    stopped.isStopped = true;
    auto &page = pageOf<MachinesPage>(window);
    page.setMachines({busy, idle, gone, changed, stopped, machineCard(6, "build-host", "Lab", LinkState::Live),
                      machineCard(7, "new-one", "Lab", LinkState::Connecting)});
    page.setNow(now());
    return {};
}

std::shared_ptr<void> fillRuns(MainWindow &window)
{
    auto &page = pageOf<RunsPage>(window);
    page.setRuns(runs());
    page.setGlances(glances());
    page.setMeter(meter());
    if (auto *const view = page.findChild<QTreeView *>(s("runsView")))
        view->expand(view->model()->index(0, 0));
    return {};
}

PageSample runSample(const char *name, RunState state, int tab)
{
    return {name, MainWindow::RunDetail,
            [state, tab](MainWindow &window) {
                auto sample = std::make_shared<RunSample>(state);
                auto &page = pageOf<RunPage>(window);
                sample->show(page);
                page.findChild<QTabBar *>(s("runTabs"))->setCurrentIndex(tab);
                return sample;
            },
            [](MainWindow &window) { return RunSample::isRead(pageOf<RunPage>(window)); }};
}

// In the form that readRunRecord() returns: a run that was copied here.
ComparedRun compared(const QString &folder, const char *lineage, double from)
{
    constexpr qint64 kStart = 1'763'800'000'000;  // ms
    Paths paths;
    paths.data = folder;
    Run run = attempt(lineage, 1, RunState::Finished, 300);
    run.started = QDateTime::fromMSecsSinceEpoch(kStart, Qt::UTC);
    run.ended = run.started.addSecs(600);
    const QString at = paths.runs() + u'/' + run.id.text();
    QDir().mkpath(at);
    QByteArray log, metrics;
    for (int i = 1; i <= 300; ++i) {
        log += "step=" + QByteArray::number(i) + " loss=" + QByteArray::number(from / std::sqrt(i) + 0.03 * std::sin(i * 1.7), 'f', 4)
               + " tok/s=5000\n";
        const QByteArray ms = QByteArray::number(kStart + i * 2000);
        metrics += ms + " mem 1000 400 0 0\n" + ms + " log " + QByteArray::number(log.size()) + '\n';
    }
    const auto write = [&at](const char *name, const QByteArray &bytes) {
        QFile file(at + u'/' + QLatin1String(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(bytes);
    };
    write("log", log);
    write("metrics", metrics);
    write("task.yaml", "name: " + QByteArray(lineage) + "\nenvs:\n  LR: \"" + QByteArray::number(from)
                           + "e-4\"\nrun: torchrun --nproc-per-node 8 train.py\n");
    write("exit", R"({"reason":"finished","code":0,"signal":null,"oom":false,"log":1,"ended":1763800600,"seconds":600})");
    const auto record = readRunRecord(run, paths, {});
    return comparedRun(run, record ? *record : RunRecord(), {});
}

// The curve that such a run would have; readRunRecord() has read its log for `compared`.
QHash<QString, RunCurve> curvesOf(double from)
{
    OverlayCurve curve;
    for (int i = 1; i <= 300; ++i)
        curve.append(i, i * 2000.0, std::nullopt, from / std::sqrt(i) + 0.03 * std::sin(i * 1.7));
    curve.close();
    return {{QStringLiteral("loss"), std::make_shared<const OverlayCurve>(std::move(curve))}};
}

std::shared_ptr<void> fillComparison(MainWindow &window)
{
    const QTemporaryDir folder;
    pageOf<RunComparePage>(window).setRuns({compared(folder.path(), "llama31-8b-instruct-sft-16k-context", 4),
                                            compared(folder.path(), "char-lm", 3), compared(folder.path(), "whisper-zh", 2.5)},
                                           {curvesOf(4), curvesOf(3), curvesOf(2.5)});
    return {};
}

FoundCheckpoint found(const char *lineage, qint64 step, Verdict verdict, const char *reason, bool isLatestGood = false)
{
    FoundCheckpoint one;
    one.source = CheckpointSource::ofRun(attempt(lineage, 2, RunState::Stopped, 300));
    one.attempt = 1;
    one.checkpoint.name = s("step-%1.safetensors").arg(step);
    one.checkpoint.step = step;
    one.checkpoint.loss = 1.8721;
    one.checkpoint.metrics = {{s("eval_loss"), 2.2513}};
    one.checkpoint.sizeBytes = 16'060'000'000;
    one.checkpoint.files = {CheckpointFile{one.checkpoint.name, one.checkpoint.sizeBytes, now().toSecsSinceEpoch() - 3600}};
    one.checkpoint.verdict = verdict;
    one.checkpoint.reason = s(reason);
    one.checkpoint.modified = now().toSecsSinceEpoch() - 3600;
    one.saved = now().addSecs(-3600);
    one.path = s("/ckpt/") + one.checkpoint.name;
    one.isLatestGood = isLatestGood;
    return one;
}

std::shared_ptr<void> fillCheckpoints(MainWindow &window, bool isGroupChosen)
{
    const FoundCheckpoint good = found("llama31-8b-instruct-sft-16k-context", 12'000, Verdict::Complete, "All listed tensors are present.",
                                       true);
    CheckpointScan scan;
    scan.found = {found("llama31-8b-instruct-sft-16k-context", 12'500, Verdict::Partial,
                        "2 of 7 files are missing: model-00003-of-00007.safetensors and another one."),
                  good, found("llama31-8b-instruct-sft-16k-context", 11'500, Verdict::Complete, "All listed tensors are present."),
                  found("char-lm", 300, Verdict::Corrupt, "The header names 1.2 GB, and the file has 0.9 GB."),
                  found("char-lm", 200, Verdict::Unknown, "It is still being written.", false)};
    scan.problems << CheckpointScan::Problem{attempt("whisper-zh", 1, RunState::Unknown, 9000),
                                             {ErrorCode::Unreachable, s("aws-p5-a does not answer."), s("Try again later.")}};
    auto &page = pageOf<CheckpointsPage>(window);
    page.setScan(scan, now());
    if (auto *const view = page.findChild<QTreeView *>(s("checkpointsView"))) {
        const QModelIndex group = view->model()->index(0, 0);
        view->setCurrentIndex(isGroupChosen ? group : view->model()->index(1, 0, group));
    }
    Inspection inside;
    inside.format = s("safetensors");
    inside.verdict = Verdict::Complete;
    inside.safety = Safety::Safe;
    for (int i = 0; i < 200; ++i) {
        TensorInfo tensor;
        tensor.name = s("model.layers.%1.self_attn.q_proj.weight").arg(i);
        tensor.shape = {4096, 4096};
        tensor.dtype = s("bfloat16");
        tensor.bytes = 33'554'432;
        inside.tensors.push_back(tensor);
    }
    page.setInspection(good, inside);
    return {};
}

std::shared_ptr<void> fillFiles(MainWindow &window)
{
    const qint64 saved = now().toSecsSinceEpoch() - 600;
    const quint32 folder = FolderEntry::kFolderType | 0755, file = FolderEntry::kFileType | 0644, link = FolderEntry::kLinkType | 0777;
    const QByteArray here = "/home/me/.trainyard/runs/llama-3.1-8b-instruct-a1";
    FilesPage &page = pageOf<FilesPage>(window);
    page.setMachine(s("lab-h100-07"), true);
    page.browser()->add(here, {{"workdir", 4096, saved, folder, {}, 0},
                               {"latest", 9, saved, link, "checkpoints/step-6000", folder},
                               {"gone", 9, saved, link, "/mnt/scratch/old", 0},
                               {"log", 6'203'114, saved, file, {}, 0},
                               {"model-00001-of-00004.safetensors", 4'976'698'672, saved, file, {}, 0},
                               {"caf\xe9\n2.py", 812, saved, file, {}, 0},
                               {".cache", 4096, saved, folder, {}, 0}});
    page.browser()->finish(here, "log", QDateTime::currentDateTime());
    page.browser()->setOutOfTouch(true);
    page.browser()->setTransfers(s("2 transfers, 45 %"));
    return {};
}

std::shared_ptr<void> fillTransfers(MainWindow &window)
{
    QList<QueuedTransfer> all;
    for (int state = int(TransferState::Waiting); state <= int(TransferState::Cancelled); ++state) {
        QueuedTransfer one;
        one.id = TransferId(state + 1);
        one.machineId = MachineId(1);
        one.machineName = s("lab-h100-07");
        one.spec.local = "/home/me/models/llama-3.1-8b-instruct/model-0000" + QByteArray::number(state) + "-of-00007.safetensors";
        one.spec.remote = "models/llama-3.1-8b-instruct/model-0000" + QByteArray::number(state) + "-of-00007.safetensors";
        one.spec.direction = state % 2 ? TransferDirection::Download : TransferDirection::Upload;
        one.progress.state = TransferState(state);
        one.isPaused = one.progress.state == TransferState::Paused;
        one.progress.bytesDone = 4'976'000'000;
        one.progress.bytesTotal = 16'060'000'000;
        one.progress.bytesPerSecond = 112'000'000;
        one.progress.secondsLeft = 99;
        one.progress.filesTotal = 7;
        one.progress.filesDone = 2;
        one.added = now().addSecs(-600);
        if (one.progress.state == TransferState::Reconnecting || one.progress.state == TransferState::Failed)
            one.progress.trouble = Error{ErrorCode::Unreachable, s("lab-h100-07 does not answer."),
                                         s("Nothing is lost; it goes on from where it was.")};
        if (one.hasEnded())
            one.ended = now();
        all << one;
    }
    pageOf<TransfersPage>(window).setTransfers(all);
    return {};
}

std::shared_ptr<void> fillAlerts(MainWindow &window)
{
    QList<Alert> all;
    for (int kind = 0; kind < kAlertKinds; ++kind) {
        Alert alert;
        alert.id = AlertId(kind + 1);
        alert.kind = AlertKind(kind);
        alert.severity = kind % 3 == 0 ? AlertSeverity::Critical : kind % 3 == 1 ? AlertSeverity::Warning : AlertSeverity::Info;
        alert.runName = s("llama31-8b-instruct-sft-16k-context");
        alert.runId = RunId(alert.runName);
        alert.machine = s("lab-h100-07");
        if (alert.kind <= AlertKind::GpuLost)
            alert.gpus = {3, 5};
        alert.value = alert.kind == AlertKind::NoProgress ? 1080 : 91;
        alert.opened = alert.seen = now().addSecs(-700 * kind - 60);
        if (kind % 4 == 3)
            alert.cleared = alert.opened.addSecs(300);
        all << alert;
    }
    pageOf<AlertsPage>(window).setAlerts(all, now());
    return {};
}

HealthFinding finding(const char *id, HealthSection section, HealthState state, const char *what)
{
    HealthFinding one;
    one.id = s(id);
    one.section = section;
    one.state = state;
    one.what = s(what);
    one.why = s("A memory error that cannot be corrected ends the run, or spoils it without a word.");
    return one;
}

std::shared_ptr<void> fillHealth(MainWindow &window)
{
    auto &page = pageOf<HealthPage>(window);
    page.setMachines({{MachineId(1), s("lab-h100-07")}, {MachineId(2), s("rented-2")}});
    HealthReport report;
    report.hostName = s("lab-h100-07");
    report.system = s("Debian GNU/Linux 12 (bookworm)");
    report.driverVersion = s("550.54.15");
    report.checkedAt = now();
    report.duration = std::chrono::seconds(21);
    report.isWhole = true;
    for (int i = 0; i < 8; ++i) {
        HealthGpu gpu;
        gpu.index = i;
        gpu.name = s("NVIDIA H100 80GB HBM3");
        gpu.uuid = s("GPU-%1").arg(i);
        report.gpus << gpu;
    }
    HealthFinding remap = finding("row-remap", HealthSection::GpuMemory, HealthState::Bad, "GPU 3 could not replace a row of its memory.");
    remap.gpu = 3;
    remap.remedy = s("Give the machine back, or have the GPU replaced.");
    remap.command = s("nvidia-smi -q -d ROW_REMAPPER -i 3");
    remap.detail = s("Remapping Failure Occurred : Yes");
    report.findings << finding("module", HealthSection::Driver, HealthState::Ok, "Driver 550.54.15 and the kernel module are the same.")
                    << remap
                    << finding("xid", HealthSection::KernelLog, HealthState::Unknown, "The kernel log may not be read by this user.")
                    << finding("disk-space", HealthSection::Storage, HealthState::Warning, "12 GiB are free in the home directory.");
    report.topology = parseTopology(
        s("\tGPU0\tGPU1\tGPU2\tGPU3\tNIC0\tCPU Affinity\tNUMA Affinity\n"
          "GPU0\t X \tNV18\tNV18\tNV18\tPIX\t0-55\t0\nGPU1\tNV18\t X \tNV18\tNV18\tSYS\t0-55\t0\n"
          "GPU2\tNV18\tNV18\t X \tNV18\tSYS\t0-55\t0\nGPU3\tNV18\tNV18\tNV18\t X \tSYS\t0-55\t0\nNIC0\tPIX\tSYS\tSYS\tSYS\t X \t\t\n"));
    page.setReport(report);
    page.setHistory({{CheckId(2), report.checkedAt}, {CheckId(1), report.checkedAt.addDays(-1)}}, CheckId(2));
    return {};
}

std::shared_ptr<void> fillOffers(MainWindow &window)
{
    auto &page = pageOf<OffersPage>(window);
    page.setNeeds({{s("needGpus"), s("H100")}, {s("needCount"), s("8")}});
    return {};
}

MachineFacts facts()
{
    MachineFacts all;
    all.architecture = s("x86_64");
    all.cpuCount = 192;
    all.driverVersion = s("470.82.01");
    all.engines = {{EngineKind::Docker, false, {}, s("permission denied")},
                   {EngineKind::Podman, true, s("4.3.1"), {}},
                   {EngineKind::Process, true, {}, {}}};
    MachineFacts::Gpu gpu;
    gpu.name = s("NVIDIA H100 80GB HBM3");
    all.gpus = QList<MachineFacts::Gpu>(8, gpu);
    return all;
}

std::shared_ptr<void> fillLaunch(MainWindow &window, bool isFile)
{
    Machine lab;
    lab.id = MachineId(1);
    lab.name = s("lab-h100-07");
    auto &page = pageOf<LaunchPage>(window);
    page.setMachines({lab});
    page.selectMachine(MachineId(1));
    page.setTask(
        "name: llama31-8b-instruct-sft-16k-context\nresources:\n  image_id: docker:nvcr.io/nvidia/pytorch:25.02-py3\nenvs:\n  SEED: "
        "\"7\"\ncheckpoints:\n"
        "  dir: /checkpoints\n  resume: --resume {path}\nrun: |\n  torchrun --nproc-per-node 8 train.py --fast\n",
        s("/home/me"));
    page.setFacts(MachineId(1), facts());
    page.setFit(s("nvcr.io/nvidia/pytorch:25.02-py3"),
                (*CompatAdvisor::builtIn())->imageOn(facts(), s("nvcr.io/nvidia/pytorch:25.02-py3"), QDate(2026, 11, 21)));
    QList<GpuSample> use(8);
    for (int i = 0; i < 8; ++i) {
        use[i].index = i;
        use[i].busyPercent = i < 3 ? 97 : 0;
    }
    page.setGpuUse(MachineId(1), use);
    Task asked;
    asked.name = s("llama31-8b-instruct-sft-16k-context");
    LaunchHistory history;
    history.last.emplace().name = asked.name;
    history.lastTask = asked;
    history.took = std::chrono::minutes(340);
    history.wasResumed = true;
    history.budgets.append({{BudgetScope::Month, {}, usd("3000")}, {usd("2610"), 870, BudgetStep::Save}, {}, {}, {}});
    page.setHistory(asked, history);
    LaunchPreview preview;
    preview.engine = EngineKind::Podman;
    preview.commandPreview = s(
        "podman run --rm \\\n  --device nvidia.com/gpu=all \\\n  --env SEED=7 \\\n  --volume /home/me/checkpoints:/checkpoints \\\n"
        "  nvcr.io/nvidia/pytorch:25.02-py3 \\\n  bash -c 'torchrun --nproc-per-node 8 train.py --fast'");
    preview.machineName = s("lab-h100-07");
    preview.perHour = usd("23.60");
    if (const auto request = page.request())
        preview.request = *request;
    page.setPreview(preview);
    if (auto *const file = page.findChild<QAbstractButton *>(s("launchMode1")); isFile && file)
        file->click();
    return {};
}

std::shared_ptr<void> fillSettings(MainWindow &window)
{
    auto &page = pageOf<SettingsPage>(window);
    page.money()->setMeter(meter());
    AlertSettings settings;
    page.alerts()->setSettings(settings);
    page.alerts()->setWebhookHost(s("hooks.example.com"));
    page.alerts()->setTestResult(s("hooks.example.com answered 200."), true);
    return {};
}

std::shared_ptr<void> nothing(MainWindow &) { return {}; }

}  // namespace

QList<PageSample> pageSamples()
{
    return {
        {"home", MainWindow::Home, fillHome},
        {"home-first", MainWindow::Home, fillFirstStart},
        {"machines", MainWindow::Machines, fillMachines},
        {"machines-none", MainWindow::Machines,
         [](MainWindow &window) {
             pageOf<MachinesPage>(window).setMachines({});
             return std::shared_ptr<void>();
         }},
        {"runs", MainWindow::Runs, fillRuns},
        {"runs-none", MainWindow::Runs,
         [](MainWindow &window) {
             pageOf<RunsPage>(window).setRuns({});
             return std::shared_ptr<void>();
         }},
        runSample("run", RunState::Running, 0),
        runSample("run-log", RunState::Running, 1),
        runSample("run-charts", RunState::Running, 2),
        runSample("run-events", RunState::Finished, 3),
        runSample("run-command", RunState::Finished, 4),
        runSample("run-failed", RunState::Failed, 0),
        {"compare", MainWindow::Compare, fillComparison},
        {"checkpoints", MainWindow::Checkpoints, [](MainWindow &window) { return fillCheckpoints(window, false); }},
        {"checkpoints-group", MainWindow::Checkpoints, [](MainWindow &window) { return fillCheckpoints(window, true); }},
        {"checkpoints-none", MainWindow::Checkpoints,
         [](MainWindow &window) {
             pageOf<CheckpointsPage>(window).setScan({}, now());
             return std::shared_ptr<void>();
         }},
        {"transfers", MainWindow::Transfers, fillTransfers},
        {"transfers-none", MainWindow::Transfers, nothing},
        {"files", MainWindow::Files, fillFiles},
        {"files-none", MainWindow::Files, nothing},
        {"alerts", MainWindow::Alerts, fillAlerts},
        {"alerts-none", MainWindow::Alerts, nothing},
        {"health", MainWindow::Health, fillHealth},
        {"health-none", MainWindow::Health,
         [](MainWindow &window) {
             pageOf<HealthPage>(window).setMachines({{MachineId(1), s("lab-h100-07")}});
             return std::shared_ptr<void>();
         }},
        {"offers", MainWindow::Offers, fillOffers},
        {"launch", MainWindow::Launch, [](MainWindow &window) { return fillLaunch(window, false); }},
        {"launch-file", MainWindow::Launch, [](MainWindow &window) { return fillLaunch(window, true); }},
        {"settings", MainWindow::Settings, fillSettings},
        {"help", MainWindow::Help, nothing},
    };
}

void fillFrame(MainWindow &window)
{
    auto *const strip = window.findChild<TopStrip *>();
    strip->setMeter(meter());
    strip->setRunsGoing(2);
    strip->setAlerts(3, true);
    strip->setConnections(4, 1, 2);
    TransferTotals totals;
    totals.going = 3;
    totals.bytesDone = 4'976'000'000;
    totals.bytesTotal = 16'060'000'000;
    totals.bytesPerSecond = 112'000'000;
    totals.secondsLeft = 99;
    strip->setTransfers(totals);
    strip->setSandbox(true, false);
    window.findChild<Rail *>()->setAttention(int(MainWindow::Machines), s("2 unreachable"));
}

}  // namespace trainyard
