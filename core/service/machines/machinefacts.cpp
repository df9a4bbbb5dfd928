// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/machinefacts.h"
#include "core/execution/launchplan/storemounter.h"
#include "core/execution/registry/executionbackends.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::MachineFacts)
};

constexpr int kMaxIndex = 1023;
constexpr int kMaxGpus = 128;  // more than any single machine has; bounds what a hostile one can send
constexpr int kMaxValue = 300;
constexpr int kMaxVolumes = 200;
constexpr int kMaxGpuLines = 1000;  // processes and MIG devices, likewise
// Beyond anything built; larger values count as unknown.
constexpr qint64 kMaxCpus = 65536, kMaxKiB = qint64(1) << 50, kMaxGpuMiB = 1 << 24;

std::optional<qint64> within(const QString &text, qint64 most)
{
    bool isNumber = false;
    const qint64 value = text.toLongLong(&isNumber);
    return isNumber && value > 0 && value <= most ? std::optional(value) : std::nullopt;
}

std::optional<qint64> kibibytes(const QString &text)
{
    const auto value = within(text, kMaxKiB);
    return value ? std::optional(*value * 1024) : std::nullopt;
}

// index, uuid, memory.total, driver_version, name; the name comes last because it may hold commas.
std::optional<MachineFacts::Gpu> parseGpu(const QString &line, QString *driver)
{
    const QStringList fields = line.split(u',');
    if (fields.size() < 5)
        return std::nullopt;
    MachineFacts::Gpu gpu;
    bool isIndex = false;
    gpu.index = fields[0].trimmed().toInt(&isIndex);
    if (!isIndex || gpu.index < 0 || gpu.index > kMaxIndex)
        return std::nullopt;
    const auto told = [&gpu](const QString &text) {
        const SmiValue value = smiValue(text);
        if (value == SmiValue::Told)
            return text.trimmed();
        // The worst word counts: a lost GPU may have some values that only failed.
        const bool isWorse = value == SmiValue::Lost || gpu.health == SmiValue::Told;
        if (isWorse && value != SmiValue::NotSupported && value != SmiValue::Absent)
            gpu.health = value;
        return QString();
    };
    gpu.uuid = told(fields[1]);
    gpu.memoryMiB = within(told(fields[2]), kMaxGpuMiB);
    if (const QString version = told(fields[3]); !version.isEmpty())
        *driver = version;
    gpu.name = told(fields.mid(4).join(u','));
    // One failed value does not make a failed GPU.
    if (gpu.health == SmiValue::Failed && !gpu.name.isEmpty() && gpu.memoryMiB)
        gpu.health = SmiValue::Told;
    return gpu;
}

// From what nvidia-smi printed where no GPU's line was expected, and its exit status.
std::optional<SmiProblem> troubleOf(const QStringList &said, int status, bool hasGpus)
{
    CheckPart part;
    part.status = status == 124 || status == 137 ? CheckPart::kTimedOut : status;  // the exit statuses of `timeout`
    part.text = said.join(u'\n');
    QList<SmiProblem> problems = smiProblems(part);
    if (problems.isEmpty() && !said.isEmpty() && !hasGpus)
        problems << SmiProblem{SmiTrouble::NotUnderstood, {}, {}, said.first()};
    return problems.isEmpty() ? std::nullopt : std::optional(problems.first());
}

// "docker-version=24.0.7" from an engine that answered, "docker-problem=…" from one that did not.
std::optional<EngineFact> engineFactOf(const QByteArray &key, const QString &value)
{
    const bool isUsable = key.endsWith("-version");
    const auto kind = engineFromName(QString::fromLatin1(key.left(key.lastIndexOf('-'))));
    if ((!isUsable && !key.endsWith("-problem")) || !kind || *kind == EngineKind::Auto || !capabilitiesOf(*kind).isContainer)
        return std::nullopt;
    return EngineFact{*kind, isUsable, isUsable ? value : QString(), isUsable ? QString() : value};
}

// The kernel writes blanks, tabs and backslashes of a path as octal numbers.
QString withoutOctal(const QByteArray &text)
{
    QByteArray plain;
    for (qsizetype i = 0; i < text.size(); ++i) {
        bool isOctal = false;
        const int code = text[i] == '\\' ? text.mid(i + 1, 3).toInt(&isOctal, 8) : 0;
        const bool isEscape = isOctal && i + 3 < text.size() && code > 0 && code < 256;
        plain += isEscape ? char(code) : text[i];
        if (isEscape)
            i += 3;
    }
    return QString::fromUtf8(plain);
}

// A folder that could not be mounted into a container counts as none.
void addVolume(const QByteArray &line, QList<MachineFacts::Volume> &volumes)
{
    const QByteArrayList fields = line.split('\t');
    if (fields.size() != 3)
        return;
    const MachineFacts::Volume volume{withoutOctal(fields[0]), withoutOctal(fields[1]), withoutOctal(fields[2])};
    const bool isSame = std::any_of(volumes.begin(), volumes.end(), [&volume](const MachineFacts::Volume &other) {
        return other.name == volume.name && other.folder == volume.folder;
    });
    if (!isSame && (volume.folder.isEmpty() || isMountSource(volume.folder)))
        volumes << volume;
}

}  // namespace

bool MachineFacts::hasRealGpus() const
{
    return std::any_of(gpus.begin(), gpus.end(), [](const Gpu &gpu) { return !gpu.isSimulated(); });
}

const EngineFact *MachineFacts::engine(EngineKind kind) const
{
    const auto found = std::find_if(engines.begin(), engines.end(), [kind](const EngineFact &fact) { return fact.engine == kind; });
    return found == engines.end() ? nullptr : &*found;
}

Result<EngineKind> MachineFacts::engineFor(const Task &task) const
{
    // Whether a scheduler is there is found out by its own script: not every login node has its programs in the path of a command.
    if (isForScheduler(task))
        return task.engine;
    if (task.engine != EngineKind::Auto) {
        const EngineFact *fact = engine(task.engine);
        if (fact && fact->isUsable)
            return task.engine;
        return Error{ErrorCode::Unsupported,
                     Words::tr("%1 cannot be used on %2. Install or start it there, or choose another engine.")
                         .arg(engineName(task.engine), hostName),
                     fact ? fact->problem : QString()};
    }
    for (const ExecutionBackend *backend : executionBackends()) {
        if (backend->capabilities().isScheduled)
            continue;
        const bool isContainer = backend->capabilities().isContainer;
        const EngineFact *fact = engine(backend->kind());
        if (isContainer != task.image.isEmpty() && (!isContainer || (fact && fact->isUsable)))
            return backend->kind();
    }
    QStringList problems;
    for (const EngineFact &fact : engines) {
        if (!fact.problem.isEmpty())
            problems << engineName(fact.engine) + QStringLiteral(": ") + fact.problem;
    }
    return Error{ErrorCode::Unsupported,
                 Words::tr("There is no container engine on %1. Install Docker or Podman there, or leave out the image "
                           "and use the engine process.")
                     .arg(hostName),
                 problems.join(u'\n')};
}

Result<MachineFacts> parseMachineFacts(const QByteArray &answer)
{
    const QList<QByteArray> lines = answer.split('\n');
    const auto isComplete = lines.contains("trainyard-facts=1") && lines.contains("end=1");
    if (!isComplete) {
        return Error{
            ErrorCode::Corrupt,
            QCoreApplication::translate("trainyard::MachineFacts",
                                        "The machine did not answer as a POSIX shell would. Check its login shell and start-up files."),
            QString::fromUtf8(answer.left(kMaxValue))};
    }
    MachineFacts facts;
    QStringList said, apps, processes, list;
    int status = 0;
    // Output of a login shell's start-up files before our first line is not ours.
    for (qsizetype i = lines.indexOf("trainyard-facts=1") + 1; i < lines.size() && lines[i] != "end=1"; ++i) {
        const qsizetype equals = lines[i].indexOf('=');
        if (equals <= 0)
            continue;
        const QByteArray key = lines[i].left(equals);
        const QString value = QString::fromUtf8(lines[i].mid(equals + 1).left(kMaxValue)).trimmed();
        if (key == "host")
            facts.hostName = value;
        else if (key == "kernel")
            facts.kernel = value;
        else if (key == "architecture")
            facts.architecture = value;
        else if (key == "user")
            facts.user = value;
        else if (key == "home")
            facts.home = value;
        else if (key == "system")
            facts.system = value;
        else if (key == "cpus")
            facts.cpuCount = int(within(value, kMaxCpus).value_or(0));
        else if (key == "memory-kib")
            facts.memoryBytes = within(value, kMaxKiB).value_or(0) * 1024;
        else if (key == "home-free-kib")
            facts.homeAvailableBytes = value == QLatin1String("0") ? std::optional<qint64>(0) : kibibytes(value);
        else if (key == "kernel-module")
            facts.kernelModule = value.left(40);
        else if (key == "holders-told")
            facts.areHoldersKnown = value == QLatin1String("1");
        else if (key == "holder" && apps.size() < kMaxGpuLines)
            apps << value;
        else if (key == "process" && processes.size() < kMaxGpuLines)
            processes << value;
        else if (key == "device" && list.size() < kMaxGpuLines)
            list << value;
        else if (key == "mounter" && storeMounters().contains(value) && !facts.storeMounters.contains(value))
            facts.storeMounters << value;
        else if (key == "fuse")
            facts.canMount = value == QLatin1String("1");
        else if (key == "fuse-shared")
            facts.canShareMounts = value == QLatin1String("1");
        else if (key == "volume" && facts.volumes.size() < kMaxVolumes)
            addVolume(lines[i].mid(equals + 1).left(kMaxValue), facts.volumes);
        else if (key == "smi-status")
            status = value.toInt();
        else if (const auto engine = engineFactOf(key, value))
            facts.engines << *engine;
        else if (key == "gpu" && facts.gpus.size() < kMaxGpus) {
            if (const auto gpu = parseGpu(value, &facts.driverVersion))
                facts.gpus << *gpu;
            else if (said.size() < kMaxGpus)
                said << value;
        }
    }
    facts.gpuProblem = said.value(0);
    facts.holders = parseGpuHolders(apps, processes);
    facts.migDevices = parseMigDevices(list);
    facts.gpuTrouble = troubleOf(said, status, !facts.gpus.isEmpty());
    for (const ExecutionBackend *backend : executionBackends()) {
        if (!backend->capabilities().isContainer && !backend->capabilities().isScheduled)
            facts.engines << EngineFact{backend->kind(), true, {}, {}};
    }
    if (!facts.home.startsWith(u'/')) {
        return Error{ErrorCode::Corrupt,
                     QCoreApplication::translate("trainyard::MachineFacts",
                                                 "The account on this machine has no home directory. Use an account that has one."),
                     facts.home};
    }
    return facts;
}

}  // namespace trainyard
