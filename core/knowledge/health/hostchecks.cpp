// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/internal/checklist.h"

#include "core/knowledge/health/plaintext.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::HostChecks)
};

constexpr qint64 kGiBInKiB = 1024 * 1024;

QString gib(qint64 kib) { return QString::number(double(kib) / kGiBInKiB, 'f', 1); }

struct DiskLine {
    QString device, place;
    qint64 total = 0, free = 0;
};

// The lines of `df -P`, read from the right: a device's name may contain blanks.
QList<DiskLine> diskLines(const CheckPart &part)
{
    static const QRegularExpression form(
        QStringLiteral("^(.+?)\\s+([0-9]{1,18})\\s+([0-9]{1,18})\\s+(-?[0-9]{1,18})\\s+(?:[0-9]{1,3}%|-)\\s+(/.*)$"));
    QList<DiskLine> found;
    const QStringList lines = part.lines();
    for (const QString &line : lines) {
        if (const auto match = form.match(line); match.hasMatch() && found.size() < 16)
            found << DiskLine{match.captured(1), match.captured(5).left(200), match.captured(2).toLongLong(),
                              match.captured(4).toLongLong()};
    }
    return found;
}

void checkShm(Checklist &list)
{
    const CheckPart part = list.answer.part(latin("shm"));
    const QList<DiskLine> lines = diskLines(part);
    const QString why = Words::tr("Data loader workers pass their batches through /dev/shm; when it is full they crash with a bus error.");
    if (lines.isEmpty() || lines.first().place != QLatin1String("/dev/shm")) {
        list.add("shm", HealthSection::Storage, HealthState::Unknown,
                 Words::tr("The size of /dev/shm could not be read. %1").arg(part.status == 0 ? QString() : list.whyNot(part, latin("df"))),
                 why);
        return;
    }
    const bool isSmall = lines.first().total < kGiBInKiB;
    HealthFinding &finding = list.add(
        "shm", HealthSection::Storage, isSmall ? HealthState::Warning : HealthState::Ok,
        Words::tr("/dev/shm has %1 GiB, %2 GiB of it free.").arg(gib(lines.first().total), gib(lines.first().free)), why);
    finding.numbers = {{latin("total_kib"), QString::number(lines.first().total)},
                       {latin("free_kib"), QString::number(lines.first().free)}};
    finding.sources = QStringList{latin("PYTORCH-SHM")};
    if (isSmall) {
        finding.remedy = Words::tr("Make it larger; containers get theirs from --shm-size or --ipc=host.");
        finding.command = latin("sudo mount -o remount,size=8G /dev/shm");
    }
}

void checkDisk(Checklist &list)
{
    const CheckPart part = list.answer.part(latin("disk"));
    const QString why = Words::tr("A full disk ends a run at its next checkpoint, and images and data sets are large.");
    QStringList said;
    for (const DiskLine &line : diskLines(part)) {
        if (said.contains(line.place))
            continue;
        said << line.place;
        // The home comes first; another directory for temporary files may be small.
        const bool isHome = said.size() == 1;
        const HealthState state = isHome                  ? line.free < 10 * kGiBInKiB   ? HealthState::Bad
                                                            : line.free < 50 * kGiBInKiB ? HealthState::Warning
                                                                                         : HealthState::Ok
                                  : line.free < kGiBInKiB ? HealthState::Warning
                                                          : HealthState::Ok;
        HealthFinding &finding = list.add("disk-space", HealthSection::Storage, state,
                                          Words::tr("%1 GiB of %2 GiB are free on %3.").arg(gib(line.free), gib(line.total), line.place),
                                          why);
        finding.numbers = {{latin("free_kib"), QString::number(line.free)}, {latin("total_kib"), QString::number(line.total)}};
        finding.detail = line.device;
        if (state != HealthState::Ok) {
            finding.remedy = Words::tr("Remove images and files that are not needed, or rent a larger disk.");
            finding.command = latin("docker system df; du -xh --max-depth=2 \"$HOME\" | sort -h | tail");
        }
    }
    if (said.isEmpty())
        list.add("disk-space", HealthSection::Storage, HealthState::Unknown, list.whyNot(part, latin("df")), why);
    const QList<DiskLine> inodes = diskLines(list.answer.part(latin("inodes")));
    // File systems without a fixed number report 0.
    if (!inodes.isEmpty() && inodes.first().total > 0) {
        const double part_free = double(inodes.first().free) / double(inodes.first().total);
        const HealthState state = part_free < 0.01 ? HealthState::Bad : part_free < 0.05 ? HealthState::Warning : HealthState::Ok;
        HealthFinding &finding = list.add(
            "inodes", HealthSection::Storage, state,
            Words::tr("Space for %1 more files on %2 (%3 %).")
                .arg(QString::number(inodes.first().free), inodes.first().place, QString::number(part_free * 100, 'f', 0)),
            Words::tr("A data set of millions of small files fills the inode table before the disk."));
        finding.numbers.insert(latin("free"), QString::number(inodes.first().free));
    }
}

// Megabytes per second (10^6) in the speed test of check.sh; nullopt if unknown.
std::optional<double> rateOf(const CheckPart &part)
{
    static const QRegularExpression form(
        QStringLiteral("begin=([0-9]{1,12}\\.[0-9]{2}) end=([0-9]{1,12}\\.[0-9]{2}) bytes=\\s*([0-9]{1,12})"));
    const auto match = form.match(part.text);
    if (part.status != 0 || !match.hasMatch())
        return {};
    const double seconds = match.captured(2).toDouble() - match.captured(1).toDouble(), bytes = match.captured(3).toDouble();
    // The kernel's clock ticks in hundredths.
    if (seconds < 0 || bytes < 1e6)
        return {};
    return bytes / 1e6 / qMax(seconds, 0.01);
}

void checkSpeed(Checklist &list)
{
    const QString why = Words::tr(
        "Training pauses while a checkpoint is written, and the GPU waits if data arrives slower than it is used.");
    const struct {
        const char *id, *part;
        double least;
        QString ok, slow;
    } ways[] = {{"disk-write", "disk-write", 100, Words::tr("256 MiB were written to the home disk at %1 MB/s."),
                 Words::tr("Writing to the home disk is slow: %1 MB/s.")},
                {"disk-read", "disk-read", 100, Words::tr("They were read back without the cache at %1 MB/s."),
                 Words::tr("Reading from the home disk is slow: %1 MB/s.")}};
    for (const auto &way : ways) {
        const CheckPart part = list.answer.part(latin(way.part));
        const bool isRead = qstrcmp(way.id, "disk-read") == 0;
        if (part.status == CheckPart::kTimedOut) {
            HealthFinding &finding = list.add(way.id, HealthSection::Storage, HealthState::Warning,
                                              isRead ? Words::tr("Reading 256 MiB from the home disk took longer than 20 s.")
                                                     : Words::tr("Writing 256 MiB to the home disk took longer than 20 s."),
                                              why);
            finding.command = latin("df -h \"$HOME\"; iostat -x 1 3");
            continue;
        }
        const auto rate = rateOf(part);
        if (!rate) {
            QString what = isRead ? Words::tr("The read speed of the home disk was not measured.")
                                  : Words::tr("The write speed of the home disk was not measured.");
            if (part.status == CheckPart::kGivenUp)
                what += u' ' + Words::tr("Less than 2 GiB are free.");
            else if (isRead && part.text.contains(QLatin1String("nvalid argument")))
                what += u' ' + Words::tr("It cannot be read without the cache.");
            list.add(way.id, HealthSection::Storage, HealthState::Unknown, what, why).detail = shortened(part.text, 3);
            continue;
        }
        const bool isSlow = *rate < way.least;
        HealthFinding &finding = list.add(way.id, HealthSection::Storage, isSlow ? HealthState::Warning : HealthState::Ok,
                                          (isSlow ? way.slow : way.ok).arg(QString::number(*rate, 'f', 0)), why);
        finding.numbers.insert(latin("mb_per_s"), QString::number(*rate, 'f', 1));
        if (isSlow)
            finding.remedy = Words::tr("Keep data and checkpoints on a local disk, if the machine has one.");
    }
}

}  // namespace

void checkStorage(Checklist &list)
{
    checkShm(list);
    checkDisk(list);
    checkSpeed(list);
}

void checkHost(Checklist &list)
{
    const CheckPart part = list.answer.part(latin("memory"));
    QHash<QString, qint64> memory;
    static const QRegularExpression form(QStringLiteral("^(Mem|Swap)([A-Za-z]+): +([0-9]{1,15}) kB$"));
    for (const QString &line : part.lines()) {
        if (const auto match = form.match(line); match.hasMatch())
            memory.insert(match.captured(1) + match.captured(2), match.captured(3).toLongLong());
    }
    const QString why = Words::tr("Data loaders, and the copy of the model before it is moved to the GPU, use the machine's memory.");
    if (!memory.contains(latin("MemTotal")) || !memory.contains(latin("MemAvailable"))) {
        list.add("memory", HealthSection::Host, HealthState::Unknown, Words::tr("The machine's memory could not be read."), why);
    } else {
        const qint64 total = memory[latin("MemTotal")], available = memory[latin("MemAvailable")];
        const bool isShort = available < 4 * kGiBInKiB || available < total / 10;
        HealthFinding &finding = list.add("memory", HealthSection::Host, isShort ? HealthState::Warning : HealthState::Ok,
                                          Words::tr("%1 GiB of %2 GiB of memory are available.").arg(gib(available), gib(total)), why);
        finding.numbers = {{latin("available_kib"), QString::number(available)}, {latin("total_kib"), QString::number(total)}};
        if (isShort)
            finding.command = latin("ps -eo rss,user,comm --sort=-rss | head");
        const qint64 swap = memory.value(latin("SwapTotal")), swapFree = memory.value(latin("SwapFree"));
        if (memory.contains(latin("SwapTotal")) && memory.contains(latin("SwapFree"))) {
            const bool isUsed = swap > 0 && swap - swapFree > swap / 2;
            list.add("swap", HealthSection::Host, isUsed ? HealthState::Warning : HealthState::Ok,
                     swap == 0 ? Words::tr("No swap.")
                               : Words::tr("%1 GiB of %2 GiB of swap are in use.").arg(gib(swap - swapFree), gib(swap)),
                     Words::tr("Swapped-out memory is a thousand times slower to access."));
        }
    }
    const KeyedLines cgroup(list.answer.part(latin("cgroup")));
    std::optional<qint64> least;
    for (const QString &value : cgroup.all("memory.max")) {
        if (const auto bytes = wholeNumber(value); bytes && *bytes > 0)
            least = qMin(least.value_or(*bytes), *bytes);
    }
    if (least && memory.contains(latin("MemTotal")) && *least / 1024 < memory[latin("MemTotal")]) {
        HealthFinding &finding = list.add("memory-limit", HealthSection::Limits, HealthState::Warning,
                                          Words::tr("This session may use %1 GiB of the machine's %2 GiB of memory.")
                                              .arg(gib(*least / 1024), gib(memory[latin("MemTotal")])),
                                          Words::tr("A process that exceeds it is killed."));
        finding.numbers.insert(latin("limit_kib"), QString::number(*least / 1024));
    }

    const CheckPart processor = list.answer.part(latin("cpu"));
    const KeyedLines cpu(processor);
    const auto count = wholeNumber(cpu.value("cpus"));
    auto usable = wholeNumber(cpu.value("usable"));
    // nproc does not take a cgroup quota into account.
    for (const QString &value : cgroup.all("cpu.max")) {
        const QStringList words = value.split(u' ');
        const auto quota = wholeNumber(words.value(0)), period = wholeNumber(words.value(1));
        if (quota && period && *quota > 0 && *period > 0)
            usable = qMin(usable.value_or(1 << 20), qMax<qint64>(1, *quota / *period));
    }
    const QString whyCpu = Words::tr("Each GPU needs processors that read and prepare its data.");
    const qint64 gpus = qint64(list.smi.cards.size());
    if (!usable || *usable <= 0) {
        list.add("cpu", HealthSection::Host, HealthState::Unknown, Words::tr("The number of processors could not be read."), whyCpu);
    } else {
        const bool isShort = gpus > 0 && *usable < 4 * gpus;
        QString what = count && *count > *usable ? Words::tr("%1 of %2 processors may be used").arg(*usable).arg(*count)
                                                 : Words::tr("%1 processors").arg(*usable);
        if (const QString model = cpu.value("model"); !model.isEmpty())
            what += QStringLiteral(" (%1)").arg(model.left(80));
        what += gpus > 0 ? Words::tr(", %1 for each GPU.").arg(double(*usable) / double(gpus), 0, 'f', 1) : QStringLiteral(".");
        HealthFinding &finding = list.add("cpu", HealthSection::Host,
                                          isShort && !list.smi.hasSimulated() ? HealthState::Warning : HealthState::Ok, what, whyCpu);
        finding.numbers.insert(latin("usable"), QString::number(*usable));
        const auto load = leadingNumber(cpu.value("load"));
        const QString whyLoad = Words::tr("Other users' processes take up the time that data loading needs.");
        if (!load) {
            list.add("load", HealthSection::Host, HealthState::Unknown, Words::tr("The processor load could not be read."), whyLoad);
        } else {
            const bool isBusy = *load > double(*usable);
            HealthFinding &busy = list.add("load", HealthSection::Host, isBusy ? HealthState::Warning : HealthState::Ok,
                                           Words::tr("The load is %1 on %2 processors.").arg(*load, 0, 'f', 1).arg(*usable), whyLoad);
            busy.numbers.insert(latin("load"), QString::number(*load));
            if (isBusy)
                busy.command = latin("ps -eo pcpu,user,comm --sort=-pcpu | head");
        }
    }
    QStringList governors;
    for (const QString &value : cpu.all("governor"))
        governors << value.section(u' ', 1);
    if (!governors.isEmpty()) {
        const bool isSaving = governors.contains(latin("powersave"));
        HealthFinding &finding = list.add("governor", HealthSection::Host, isSaving ? HealthState::Warning : HealthState::Ok,
                                          Words::tr("The processors' frequency governor is %1.").arg(governors.join(latin(", "))),
                                          Words::tr("Processors in power-saving mode launch kernels later and load data slower."));
        if (isSaving)
            finding.command = latin("sudo cpupower frequency-set -g performance");
    }
}

void checkTime(Checklist &list)
{
    const QString why = Words::tr("With a wrong clock, logins and downloads are refused and logs of several machines do not line up.");
    static const QRegularExpression form(QStringLiteral("^\\s*([0-9]{9,11})(?:\\.([0-9]{9}))?\\S*\\s*$"));
    const auto match = list.clock ? form.match(QString::fromLatin1(list.clock->answer)) : QRegularExpressionMatch();
    if (!match.hasMatch() || list.clock->after < list.clock->before) {
        list.add("clock", HealthSection::Time, HealthState::Unknown, Words::tr("The machine's time could not be read."), why);
        return;
    }
    const bool isFine = !match.captured(2).isEmpty();
    const qint64 remote = match.captured(1).toLongLong() * 1000 + (isFine ? match.captured(2).left(3).toLongLong() : 500);
    // The clock was read at some moment between the two readings of this computer's clock.
    const qint64 middle = list.clock->before + (list.clock->after - list.clock->before) / 2;
    const qint64 unsure = (list.clock->after - list.clock->before + 1) / 2 + (isFine ? 0 : 500);
    const qint64 apart = remote - middle, least = qMax<qint64>(0, qAbs(apart) - unsure);
    // S3 and other services refuse requests with a clock that is five minutes off.
    const HealthState state = least >= 300 * 1000 ? HealthState::Bad : least >= 2000 ? HealthState::Warning : HealthState::Ok;
    const QString seconds = QString::number(double(qAbs(apart)) / 1000, 'f', 2), plus = QString::number(double(unsure) / 1000, 'f', 2);
    HealthFinding &finding = list.add("clock", HealthSection::Time, state,
                                      apart >= 0
                                          ? Words::tr("The machine's clock is %1 s ahead of this computer's (± %2 s).").arg(seconds, plus)
                                          : Words::tr("The machine's clock is %1 s behind this computer's (± %2 s).").arg(seconds, plus),
                                      why);
    finding.numbers = {{latin("offset_ms"), QString::number(apart)}, {latin("uncertainty_ms"), QString::number(unsure)}};
    if (state != HealthState::Ok) {
        finding.remedy = Words::tr("Let the machine set its clock from the network, after checking this computer's own clock.");
        finding.command = latin("sudo timedatectl set-ntp true; timedatectl");
    }
}

void checkLimits(Checklist &list)
{
    const CheckPart part = list.answer.part(latin("limits"));
    static const QRegularExpression form(QStringLiteral("^Max ([a-z ]+?) {2,}(unlimited|[0-9]{1,20}) +(unlimited|[0-9]{1,20})(?: .*)?$"));
    QHash<QString, QPair<QString, QString>> limits;
    for (const QString &line : part.lines()) {
        if (const auto match = form.match(line); match.hasMatch())
            limits.insert(match.captured(1), {match.captured(2), match.captured(3)});
    }
    const bool hasCards = list.report.topology && list.report.topology->nodes.size() > list.report.topology->gpuCount();
    const struct {
        const char *id, *name;
        qint64 least;
        QString what, why;
        const char *flag;
    } rules[] = {{"nofile", "open files", 4096, Words::tr("A process may open %1 files (at most %2)."),
                  Words::tr("Many workers and shards open thousands of files; then the run fails with “too many open files”."), "-n"},
                 {"nproc", "processes", 4096, Words::tr("This user may have %1 processes and threads (at most %2)."),
                  Words::tr("Workers and math libraries start hundreds of threads for each GPU."), "-u"},
                 {"stack", "stack size", 8 * 1024 * 1024, Words::tr("A process may have a stack of %1 bytes (at most %2)."),
                  Words::tr("NCCL and compilers crash with less."), "-s"},
                 // InfiniBand pins the memory it sends from.
                 {"memlock", "locked memory", hasCards ? std::numeric_limits<qint64>::max() : 65536,
                  Words::tr("A process may lock %1 bytes of memory (at most %2)."),
                  Words::tr("RDMA between machines needs it unlimited; without RDMA network cards it matters little."), "-l"}};
    for (const auto &rule : rules) {
        if (!limits.contains(latin(rule.name))) {
            list.add(rule.id, HealthSection::Limits, HealthState::Unknown,
                     Words::tr("The limit of %1 could not be read.").arg(latin(rule.name)), rule.why);
            continue;
        }
        const auto [soft, hard] = limits.value(latin(rule.name));
        const bool isEnough = soft == QLatin1String("unlimited") || wholeNumber(soft).value_or(0) >= rule.least;
        HealthFinding &finding = list.add(rule.id, HealthSection::Limits, isEnough ? HealthState::Ok : HealthState::Warning,
                                          rule.what.arg(soft, hard), rule.why);
        finding.numbers = {{latin("soft"), soft}, {latin("hard"), hard}};
        if (!isEnough) {
            finding.remedy = Words::tr(
                "Raise it for the session; for good, in /etc/security/limits.conf. Containers take theirs from --ulimit.");
            finding.command = latin("ulimit ") + latin(rule.flag) + u' '
                              + (hard == QLatin1String("unlimited")
                                     ? QString::number(rule.least == std::numeric_limits<qint64>::max() ? 0 : rule.least)
                                     : hard);
            if (rule.least == std::numeric_limits<qint64>::max())
                finding.command = latin("ulimit -l unlimited");
            else if (qstrcmp(rule.id, "stack") == 0)
                finding.command = latin("ulimit -s 8192");
        }
    }
}

}  // namespace trainyard
