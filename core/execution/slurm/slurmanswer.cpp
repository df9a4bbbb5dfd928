// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/slurm/slurmanswer.h"

#include "core/execution/slurm/slurmadvice.h"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>
#include <array>
#include <string_view>

namespace trainyard {

namespace {

constexpr qsizetype kMostText = 300;  // of a name or a reason
constexpr int kMostGpus = 1'000'000;  // of a job or a node; a number above it is no number
constexpr std::size_t kColumns = 14;
using Columns = std::array<QByteArrayView, kColumns>;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Slurm)
};

struct Part {
    QList<QByteArrayView> lines;
    int status = -1;  // -1: it did not end

    QByteArrayView first() const
    {
        const auto said = std::find_if(lines.begin(), lines.end(), [](QByteArrayView line) { return !line.trimmed().isEmpty(); });
        return said == lines.end() ? QByteArrayView() : *said;
    }
};

struct Parts {
    QHash<QByteArray, Part> parts;
    bool isWhole = false;
    bool hasSlurm = true;
};

Parts partsOf(const QByteArray &output, const QByteArray &word)
{
    Parts found;
    Part *open = nullptr;
    for (qsizetype at = 0; at < output.size();) {
        qsizetype end = output.indexOf('\n', at);
        if (end < 0)
            end = output.size();
        const QByteArrayView line = QByteArrayView(output).sliced(at, end - at);
        at = end + 1;
        if (!line.startsWith(word) || line.size() <= word.size() || line[word.size()] != ' ') {
            if (open)
                open->lines << line;
            continue;
        }
        const QByteArrayView said = line.sliced(word.size() + 1);
        if (open && said.startsWith("end ")) {
            open->status = said.sliced(4).toByteArray().toInt();
            open = nullptr;
        } else if (said == "whole") {
            found.isWhole = true;
        } else if (said == "none") {
            found.hasSlurm = false;
        } else {
            open = &found.parts[said.toByteArray()];
        }
    }
    return found;
}

// One line that can be shown, from anybody's bytes.
QString lineOf(QByteArrayView bytes)
{
    bytes = bytes.first(std::min<qsizetype>(bytes.size(), 4 * kMostText));
    if (std::all_of(bytes.begin(), bytes.end(), [](char c) { return c > ' ' && c < 0x7f; }))
        return QString::fromLatin1(bytes).left(kMostText);
    QString text = QString::fromUtf8(bytes);
    for (QChar &c : text) {
        if (!c.isPrint() && !c.isSurrogate())
            c = u' ';
    }
    return text.simplified().left(kMostText);
}

// "NodeName=n1 Arch=x86_64 OS=Linux 6.1 #1 SMP Reason=no power [root@…]": a value goes on until the next word that has a "=".
QHash<QByteArray, QByteArray> pairsOf(QByteArrayView line)
{
    QHash<QByteArray, QByteArray> pairs;
    QByteArray name;
    for (const QByteArray &word : line.toByteArray().split(' ')) {
        const qsizetype equals = word.indexOf('=');
        const bool isName = equals > 0 && std::all_of(word.begin(), word.begin() + equals, [](char c) {
                                return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == ':'
                                       || c == '/';
                            });
        // What is said twice counts as said first: free texts stand at the end. And everything after a reason belongs to it.
        if (isName && name != "Reason" && !pairs.contains(word.left(equals))) {
            name = word.left(equals);
            pairs.insert(name, word.mid(equals + 1));
        } else if (!name.isEmpty()) {
            pairs[name] += ' ' + word;
        }
    }
    return pairs;
}

int countOf(QByteArrayView text)
{
    bool isNumber = false;
    const int count = text.toInt(&isNumber);
    return isNumber && count > 0 && count <= kMostGpus ? count : 0;
}

// "gpu:a100:2(IDX:0,1),gpu:2,shard:8": by type. Before the count there may be a type; after it, in brackets, which of them.
QMap<QString, int> gresOf(QByteArray text)
{
    for (qsizetype open = text.indexOf('('); open >= 0; open = text.indexOf('(')) {
        const qsizetype close = text.indexOf(')', open);
        text.remove(open, close < 0 ? text.size() : close - open + 1);
    }
    QMap<QString, int> gpus;
    for (QByteArray one : text.split(',')) {
        one = one.trimmed();
        // Versions differ in what they put in front.
        for (const char *front : {"gres:", "gres/"}) {
            if (one.startsWith(front))
                one.remove(0, 5);
        }
        const QByteArrayList words = one.split(':');
        if (words.first() != "gpu")
            continue;
        const int count = words.size() == 1 ? 1 : countOf(words.last());
        if (count > 0)
            gpus[words.size() == 3 ? lineOf(words.at(1)) : QStringLiteral("gpu")] += count;
    }
    return gpus;
}

// Of "cpu=1,mem=500M,gres/gpu=2,gres/gpu:a100=2".
int gpusOfTres(QByteArrayView tres, QString *type)
{
    int count = 0;
    if (!tres.contains("gres/gpu"))
        return 0;
    for (const QByteArray &one : tres.toByteArray().split(',')) {
        const qsizetype equals = one.indexOf('=');
        const QByteArray name = one.left(equals);
        if (name == "gres/gpu")
            count = countOf(one.mid(equals + 1));
        else if (name.startsWith("gres/gpu:"))
            *type = lineOf(name.mid(9));
    }
    return count;
}

// "365-00:00:00", "1:00:00", "10:00". None for UNLIMITED and what is no time.
std::optional<std::chrono::seconds> timeOf(QByteArrayView view)
{
    const QByteArray text = view.toByteArray();
    const qsizetype dash = text.indexOf('-');
    bool isNumber = true;
    const qint64 days = dash < 0 ? 0 : text.left(dash).toLongLong(&isNumber);
    const QByteArrayList words = text.mid(dash + 1).split(':');
    if (!isNumber || days < 0 || days > 100'000 || words.size() > 3)
        return std::nullopt;
    qint64 seconds = 0;
    for (const QByteArray &word : words) {
        const int value = word.toInt(&isNumber);
        if (!isNumber || value < 0 || value > 1'000'000)
            return std::nullopt;
        seconds = seconds * 60 + value;
    }
    return std::chrono::seconds(days * 86'400 + seconds);
}

QDateTime momentOf(QByteArrayView text)
{
    bool isNumber = false;
    const qint64 seconds = text.toLongLong(&isNumber);
    return isNumber && seconds > 0 && seconds < 253'402'300'800 ? QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC) : QDateTime();
}

QStringList namesOf(const QByteArray &list)
{
    QStringList names;
    for (const QByteArray &one : list.split(',')) {
        if (const QString name = lineOf(one); !name.isEmpty())
            names << name;
    }
    return names;
}

ClusterNode nodeOf(QByteArrayView line)
{
    const auto pairs = pairsOf(line);
    ClusterNode node;
    node.name = lineOf(pairs.value("NodeName"));
    node.partitions = namesOf(pairs.value("Partitions"));
    // "MIXED+DRAIN", "IDLE*" (does not answer), "IDLE+CLOUD+POWERED_DOWN" (is started when it is needed).
    const QByteArray state = pairs.value("State").trimmed();
    node.state = lineOf(state).toLower().replace(u'_', u' ').replace(QStringLiteral("+"), QStringLiteral(", "));
    QByteArrayList words = state.split('+');
    const bool isSilent = words.first().endsWith('*');
    const QByteArray base = words.takeFirst().replace('*', "");
    static const QByteArrayList kFine{"CLOUD", "POWERED_DOWN", "POWERING_UP", "POWERED_UP", "PLANNED", "COMPLETING", "DYNAMIC_NORM"};
    node.isUsable = !isSilent && (base == "IDLE" || base == "MIXED" || base == "ALLOCATED" || base == "COMPLETING" || base == "PLANNED")
                    && std::all_of(words.begin(), words.end(), [](const QByteArray &word) { return kFine.contains(word); });
    node.reason = lineOf(pairs.value("Reason"));
    node.gpus = gresOf(pairs.value("Gres"));
    node.usedGpus = gresOf(pairs.value("GresUsed"));
    node.cpus = countOf(pairs.value("CPUTot"));
    node.usedCpus = countOf(pairs.value("CPUAlloc"));
    node.memoryMiB = pairs.value("RealMemory").toLongLong();
    node.usedMemoryMiB = pairs.value("AllocMem").toLongLong();
    return node;
}

ClusterPartition partitionOf(QByteArrayView line)
{
    const auto pairs = pairsOf(line);
    ClusterPartition partition;
    partition.name = lineOf(pairs.value("PartitionName"));
    partition.isDefault = pairs.value("Default") == "YES";
    partition.isUp = pairs.value("State") == "UP";
    partition.isForAll = pairs.value("AllowGroups", "ALL") == "ALL" && pairs.value("AllowAccounts", "ALL") == "ALL"
                         && pairs.value("DenyAccounts", "(null)") == "(null)" && pairs.value("RootOnly", "NO") == "NO";
    partition.longest = timeOf(pairs.value("MaxTime"));
    return partition;
}

ClusterJob::State stateOf(QByteArrayView word)
{
    using State = ClusterJob::State;
    // The last four are jobs that were sent back to the queue.
    if (word == "PD" || word == "RQ" || word == "RH" || word == "RD" || word == "SE" || word == "RF")
        return State::Waiting;
    if (word == "CF")
        return State::Starting;
    if (word == "R")
        return State::Running;
    if (word == "S" || word == "ST")
        return State::Paused;
    if (word == "CG" || word == "SO" || word == "SI" || word == "RS")
        return State::Ending;
    return State::Ended;
}

ClusterJob jobOf(const Columns &columns)
{
    ClusterJob job;
    job.id = lineOf(columns.at(0));
    job.partition = lineOf(columns.at(1));
    job.word = lineOf(columns.at(2));
    job.state = stateOf(columns.at(2));
    const QByteArrayView nodesOrReason = columns.at(3);
    if (nodesOrReason.startsWith('('))
        job.reason = lineOf(nodesOrReason.sliced(1)).remove(u')');
    else
        job.nodes = lineOf(nodesOrReason);
    job.submitted = momentOf(columns.at(4));
    job.start = momentOf(columns.at(5));
    job.end = momentOf(columns.at(6));
    job.limit = timeOf(columns.at(7));
    const QByteArrayView nodes = columns.at(8);
    job.nodeCount = countOf(nodes.first(nodes.indexOf('-') < 0 ? nodes.size() : nodes.indexOf('-')));  // "2-4": at least
    job.gpus = gpusOfTres(columns.at(9), &job.gpuType);
    // Per node: the only one that some sites have, and often the only one with the type.
    const QMap<QString, int> perNode = gresOf(columns.at(10).toByteArray());
    for (auto one = perNode.begin(); one != perNode.end(); ++one) {
        if (one.key() != QLatin1String("gpu"))
            job.gpuType = one.key();
    }
    if (job.gpus == 0 && !perNode.isEmpty())
        job.gpus = std::min(kMostGpus, perNode.first() * std::max(1, job.nodeCount));
    job.user = lineOf(columns.at(11));
    job.account = lineOf(columns.at(12));
    job.name = lineOf(columns.at(13));
    return job;
}

// None if it is not a line of a job: what a name with a line end goes on with.
std::optional<Columns> columnsOf(QByteArrayView line, const QByteArray &word)
{
    Columns columns;
    std::size_t count = 0;
    const std::string_view all(line.data(), static_cast<std::size_t>(line.size()));
    const std::string_view between(word.data(), static_cast<std::size_t>(word.size()));
    for (std::size_t at = 0; at != all.npos;) {
        if (count == kColumns)
            return std::nullopt;
        const std::size_t end = all.find(between, at);
        std::string_view column = all.substr(at, end == all.npos ? all.npos : end - at);
        column = column.substr(0, column.find_last_not_of(' ') + 1);
        columns[count++] = QByteArrayView(column.data(), static_cast<qsizetype>(column.size()));
        at = end == all.npos ? all.npos : end + between.size();
    }
    return count == kColumns ? std::optional(columns) : std::nullopt;
}

Error notAnswered(const QString &said)
{
    return Error{ErrorCode::RemoteCommandFailed,
                 said.isEmpty() ? Words::tr("Slurm did not answer.") : Words::tr("Slurm did not answer: %1").arg(said), said};
}

}  // namespace

Result<Cluster> readSlurm(const QByteArray &output, const QByteArray &word, const QDateTime &asked)
{
    const Parts found = partsOf(output, word);
    if (!found.hasSlurm) {
        return Error{ErrorCode::Unsupported,
                     Words::tr("There is no Slurm on this machine (no squeue). Name the machine that you log in to for submitting jobs."),
                     {}};
    }
    for (const char *name : {"nodes", "partitions", "jobs"}) {
        const Part part = found.parts.value(name);
        if (part.status > 0)
            return notAnswered(lineOf(part.first()));
        if (part.status < 0)
            return Error{ErrorCode::ConnectionLost, Words::tr("Slurm's answer ended in the middle. Try again."),
                         lineOf(output.right(kMostText))};
    }
    Cluster cluster;
    cluster.asked = asked;
    cluster.version = lineOf(found.parts.value("version").first());
    cluster.user = lineOf(found.parts.value("user").first());
    for (const QByteArrayView line : found.parts.value("nodes").lines) {
        if (line.startsWith("NodeName="))
            cluster.nodes << nodeOf(line);
    }
    for (const QByteArrayView line : found.parts.value("partitions").lines) {
        if (line.startsWith("PartitionName="))
            cluster.partitions << partitionOf(line);
    }
    for (const QByteArrayView line : found.parts.value("jobs").lines) {
        if (const auto columns = columnsOf(line, word))
            cluster.jobs << jobOf(*columns);
    }
    // squeue lists those with a higher priority first.
    QHash<QString, int> ahead;
    for (ClusterJob &job : cluster.jobs) {
        job.isMine = !cluster.user.isEmpty() && job.user == cluster.user;
        if (job.state != ClusterJob::State::Waiting)
            continue;
        job.why = slurmWhy(job, ahead.value(job.partition));
        if (waitsForRoom(job))
            ++ahead[job.partition];
    }
    // Thousands of jobs may ask for the same; Slurm plans the start of only the first hundreds.
    QHash<QString, QStringList> known;
    for (ClusterJob &job : cluster.jobs) {
        if (!job.isMine || !waitsForRoom(job))
            continue;
        const QString asks = QStringLiteral("%1 %2 %3 %4 %5 %6")
                                 .arg(job.partition, job.gpuType)
                                 .arg(job.gpus)
                                 .arg(job.nodeCount)
                                 .arg(job.limit ? job.limit->count() : -1)
                                 .arg(job.start.toSecsSinceEpoch());
        auto advice = known.find(asks);
        if (advice == known.end())
            advice = known.insert(asks, slurmSooner(job, cluster));
        job.sooner = *advice;
    }
    return cluster;
}

}  // namespace trainyard
