// SPDX-License-Identifier: GPL-3.0-or-later
// What a login node of Slurm answers, read. tests/data/slurm has answers of a real Slurm 22.05 to slurmQuery(), with the word "ty5eed"; the
// others are written here.
#include "core/execution/slurm/slurmadvice.h"
#include "core/execution/slurm/slurmanswer.h"
#include "core/execution/slurm/slurmquery.h"

#include <QFile>
#include <QRandomGenerator>
#include <QTest>

using namespace trainyard;

namespace {

const QByteArray kWord = "ty5eed";
const QDateTime kAsked = QDateTime::fromSecsSinceEpoch(1'795'801'000, Qt::UTC);

QByteArray recorded(const char *name)
{
    QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/slurm/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray part(const char *name, const QByteArray &text, int status = 0)
{
    return '\n' + kWord + ' ' + name + '\n' + text + '\n' + kWord + " end " + QByteArray::number(status) + '\n';
}

QByteArray answer(const QByteArray &nodes, const QByteArray &partitions, const QByteArray &jobs)
{
    return part("user", "li\n") + part("version", "slurm 23.11.4\n") + part("nodes", nodes) + part("partitions", partitions)
           + part("jobs", jobs) + '\n' + kWord + " whole\n";
}

struct Row {
    QByteArray id, partition = "gpu", state = "PD", reason = "(Priority)", start = "N/A", limit = "1:00:00", nodes = "1",
                   tres = "cpu=1,gres/gpu=2", perNode = "gres:gpu:a100:2", user = "li", name = "train";

    QByteArray line() const
    {
        const QByteArrayList columns{id,    partition, state, reason,  "1795800000", start, "N/A",
                                     limit, nodes,     tres,  perNode, user,         "lab", name};
        QByteArray text;
        for (const QByteArray &column : columns)
            text += (text.isEmpty() ? QByteArray() : kWord) + column.leftJustified(30, ' ');
        return text + '\n';
    }
};

QByteArray node(const QByteArray &name, const QByteArray &state, int used, const QByteArray &partitions = "gpu",
                const QByteArray &gres = "gpu:a100:4(S:0-1)")
{
    return "NodeName=" + name + " Gres=" + gres + " GresUsed=gpu:a100:" + QByteArray::number(used) + "(IDX:0,2) State=" + state
           + " Partitions=" + partitions + " CPUTot=64 CPUAlloc=8\n";
}

QByteArray partition(const QByteArray &name, const QByteArray &more = "MaxTime=UNLIMITED")
{
    return "PartitionName=" + name + " AllowGroups=ALL AllowAccounts=ALL State=UP " + more + '\n';
}

const ClusterJob *find(const Cluster &cluster, const char *id)
{
    for (const ClusterJob &job : cluster.jobs) {
        if (job.id == QLatin1String(id))
            return &job;
    }
    return nullptr;
}

}  // namespace

class SlurmAnswerTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void realQueue();
    void realDrainedNode();
    void reasonsHaveWords();
    void whatWouldStartSooner();
    void nodesOfEveryState_data();
    void nodesOfEveryState();
    void gpusOfEveryVersion();
    void namesForgeNothing();
    void refusalsAndCuts();
    void anyBytesAreSafe();
    void questionHasItsWordOnly();
};

void SlurmAnswerTest::realQueue()
{
    const auto cluster = readSlurm(recorded("queue.txt"), kWord, kAsked);
    QVERIFY(cluster);
    QCOMPARE(cluster->version, QStringLiteral("slurm-wlm 22.05.8"));
    QCOMPARE(cluster->user, QStringLiteral("root"));
    QCOMPARE(cluster->partitions.size(), 2);
    QCOMPARE(cluster->partitions.first().name, QStringLiteral("gpu"));
    QVERIFY(cluster->partitions.first().isDefault && cluster->partitions.first().isUp && cluster->partitions.first().isForAll);
    QVERIFY(!cluster->partitions.first().longest);
    QCOMPARE(cluster->partitions.last().longest, std::chrono::hours(1));
    QCOMPARE(cluster->nodes.size(), 2);
    QCOMPARE(cluster->nodes.first().gpus, (QMap<QString, int>{{QStringLiteral("a100"), 2}}));
    QCOMPARE(cluster->nodes.first().freeGpus(), 0);
    QCOMPARE(cluster->nodes.last().freeGpus(QStringLiteral("a100")), 1);
    QCOMPARE(cluster->nodes.last().partitions, (QStringList{QStringLiteral("gpu"), QStringLiteral("high")}));
    QCOMPARE(cluster->nodes.last().memoryMiB, 2000);

    QCOMPARE(cluster->jobs.size(), 9);
    const ClusterJob *next = find(*cluster, "422");
    QVERIFY(next);
    QCOMPARE(next->name, QStringLiteral("train|llama"));
    QCOMPARE(next->state, ClusterJob::State::Waiting);
    QCOMPARE(next->reason, QStringLiteral("Resources"));
    QCOMPARE(next->gpus, 2);
    QCOMPARE(next->gpuType, QStringLiteral("a100"));
    QCOMPARE(next->limit, std::chrono::minutes(45));
    QVERIFY(next->isMine && next->start.isValid() && next->start > next->submitted);
    QCOMPARE(next->sooner.size(), 1);
    QVERIFY2(next->sooner.first().contains(u'1') && next->sooner.first().contains(u'2'), qPrintable(next->sooner.first()));
    const ClusterJob *running = find(*cluster, "420");
    QVERIFY(running);
    QCOMPARE(running->state, ClusterJob::State::Running);
    QCOMPARE(running->nodes, QStringLiteral("n1"));
    QVERIFY(running->why.isEmpty() && running->reason.isEmpty());
    QVERIFY(find(*cluster, "426_[1-3%1]"));
    QCOMPARE(find(*cluster, "427")->name, QString::fromUtf8("漢字"));
    // The rest of this name is on a line of its own.
    QCOMPARE(find(*cluster, "423")->name, QStringLiteral("two"));
}

void SlurmAnswerTest::realDrainedNode()
{
    const auto cluster = readSlurm(recorded("drained.txt"), kWord, kAsked);
    QVERIFY(cluster);
    const ClusterNode &drained = cluster->nodes.last();
    QVERIFY(!drained.isUsable);
    QCOMPARE(drained.state, QStringLiteral("allocated, drain"));
    // A reason is a person's text; it does not change what the node says of itself.
    QVERIFY2(drained.reason.startsWith(QLatin1String("disk broken State=IDLE, ask Li")), qPrintable(drained.reason));
    QCOMPARE(drained.freeGpus(), 0);
    QVERIFY(cluster->nodes.first().isUsable);
}

void SlurmAnswerTest::reasonsHaveWords()
{
    // https://slurm.schedmd.com/job_reason_codes.html
    const QStringList known =
        QStringLiteral(
            "Resources Priority None BeginTime Dependency DependencyNeverSatisfied JobHeldUser JobHeldAdmin JobArrayTaskLimit ReqNodeNotAvail "
            "Reservation NodeDown PartitionDown PartitionInactive PartitionNodeLimit PartitionTimeLimit Licenses BadConstraints InvalidAccount "
            "InvalidQOS JobLaunchFailure SystemFailure FrontEndDown Cleaning Prolog AssocGrpGRES AssocGrpCpuLimit AssocMaxJobsLimit "
            "AssocGrpBillingMinutes QOSMaxJobsPerUserLimit QOSMaxGRESPerUser QOSMaxCpuPerUserLimit QOSMaxWallDurationPerJobLimit QOSMinGRES "
            "QOSGrpNodeLimit MaxGRESPerAccount")
            .split(u' ');
    QSet<QString> sentences;
    for (const QString &reason : known) {
        ClusterJob job;
        job.id = QStringLiteral("7");
        job.reason = reason;
        const QString why = slurmWhy(job, 3);
        QVERIFY2(why.endsWith(u'.'), qPrintable(why));
        QVERIFY2(!why.startsWith(QLatin1String("Slurm's reason")), qPrintable(reason));
        sentences << why;
    }
    QVERIFY2(sentences.size() > 30, qPrintable(QString::number(sentences.size())));
    ClusterJob odd;
    odd.reason = QStringLiteral("SomethingNew");
    QVERIFY(slurmWhy(odd, 0).contains(QLatin1String("SomethingNew")));
    odd.reason = QStringLiteral("ReqNodeNotAvail, UnavailableNodes:n[3-4]");
    QVERIFY(slurmWhy(odd, 0).contains(QLatin1String("n[3-4]")));
    // Those that wait for a later time or are held are not before it.
    const auto cluster = readSlurm(answer(node("n1", "ALLOCATED", 4), partition("gpu"),
                                          Row{"1", "gpu", "PD", "(Resources)"}.line() + Row{"2", "gpu", "PD", "(BeginTime)"}.line()
                                              + Row{"3", "cpu", "PD", "(Resources)"}.line() + Row{"4"}.line()),
                                   kWord, kAsked);
    QVERIFY(cluster);
    QCOMPARE(find(*cluster, "4")->why, slurmWhy(*find(*cluster, "4"), 1));
}

void SlurmAnswerTest::whatWouldStartSooner()
{
    const auto soonerOf = [](const QByteArray &nodes, const QByteArray &partitions, const QByteArray &jobs) {
        const auto cluster = readSlurm(answer(nodes, partitions, jobs), kWord, kAsked);
        const ClusterJob *job = cluster ? find(*cluster, "1") : nullptr;
        return job ? job->sooner : QStringList{QStringLiteral("no such job")};
    };
    const QByteArray full = node("n1", "ALLOCATED", 4), job = Row{"1"}.line();
    QCOMPARE(soonerOf(full, partition("gpu"), job), QStringList());
    // Another partition has room, and lets everybody in for so long.
    const QByteArray other = node("n2", "IDLE", 0, "fast");
    QVERIFY(soonerOf(full + other, partition("gpu") + partition("fast", "MaxTime=2:00:00"), job).value(0).contains(QLatin1String("fast")));
    QCOMPARE(soonerOf(full + other, partition("gpu") + partition("fast", "MaxTime=30:00"), job), QStringList());
    QCOMPARE(soonerOf(full + other, partition("gpu") + "PartitionName=fast AllowGroups=staff State=UP MaxTime=UNLIMITED\n", job),
             QStringList());
    QCOMPARE(soonerOf(full + other, partition("gpu") + "PartitionName=fast State=DOWN MaxTime=UNLIMITED\n", job), QStringList());
    QCOMPARE(soonerOf(full + node("n2", "IDLE", 0, "fast", "gpu:v100:4"), partition("gpu") + partition("fast"), job), QStringList());
    QCOMPARE(soonerOf(full + node("n2", "IDLE+DRAIN", 0, "fast"), partition("gpu") + partition("fast"), job), QStringList());
    // One of the two is free.
    QVERIFY(soonerOf(node("n1", "MIXED", 3), partition("gpu"), job).value(0).contains(u'1'));
    // Free, but kept for a job that starts in 50 minutes.
    const QByteArray kept = Row{"9", "gpu", "PD", "(Resources)", QByteArray::number(kAsked.toSecsSinceEpoch() + 3000)}.line();
    QVERIFY(soonerOf(node("n1", "MIXED", 2), partition("gpu"), kept + job).value(0).contains(QLatin1String("50m")));
    Row brief{"1"};
    brief.limit = "30:00";
    QCOMPARE(soonerOf(node("n1", "MIXED", 2), partition("gpu"), kept + brief.line()), QStringList());
    // Not of a job that is held, of others, or without GPUs.
    QCOMPARE(soonerOf(full + other, partition("gpu") + partition("fast"), Row{"1", "gpu", "PD", "(JobHeldUser)"}.line()), QStringList());
    Row foreign{"1"};
    foreign.user = "wang";
    QCOMPARE(soonerOf(full + other, partition("gpu") + partition("fast"), foreign.line()), QStringList());
    Row plain{"1"};
    plain.tres = "cpu=4", plain.perNode = "N/A";
    QCOMPARE(soonerOf(full + other, partition("gpu") + partition("fast"), plain.line()), QStringList());
}

void SlurmAnswerTest::nodesOfEveryState_data()
{
    QTest::addColumn<bool>("isUsable");
    for (const char *state : {"IDLE", "MIXED", "ALLOCATED", "IDLE+CLOUD+POWERED_DOWN", "MIXED+PLANNED", "ALLOCATED+COMPLETING"})
        QTest::newRow(state) << true;
    for (const char *state : {"DOWN", "DOWN*", "IDLE*", "IDLE+DRAIN", "MIXED+DRAIN", "DOWN*+DRAIN", "IDLE+MAINT", "MIXED+RESERVED",
                              "IDLE+FAIL", "ALLOCATED*+NOT_RESPONDING", "FUTURE", "UNKNOWN", "ERROR", "IDLE+REBOOT_REQUESTED", ""})
        QTest::newRow(*state ? state : "none") << false;
}

void SlurmAnswerTest::nodesOfEveryState()
{
    QFETCH(bool, isUsable);
    const QByteArray state = QTest::currentDataTag() == QByteArray("none") ? QByteArray() : QByteArray(QTest::currentDataTag());
    const auto cluster = readSlurm(answer(node("n1", state, 1), partition("gpu"), {}), kWord, kAsked);
    QVERIFY(cluster);
    QCOMPARE(cluster->nodes.first().isUsable, isUsable);
    QCOMPARE(cluster->nodes.first().freeGpus(), isUsable ? 3 : 0);
}

void SlurmAnswerTest::gpusOfEveryVersion()
{
    const auto gpusOf = [](const QByteArray &tres, const QByteArray &perNode, const QByteArray &nodes = "1") {
        Row row{"1"};
        row.tres = tres, row.perNode = perNode, row.nodes = nodes;
        const auto cluster = readSlurm(answer({}, partition("gpu"), row.line()), kWord, kAsked);
        const ClusterJob *job = cluster ? find(*cluster, "1") : nullptr;
        return job ? QStringLiteral("%1 %2").arg(job->gpus).arg(job->gpuType) : QString();
    };
    QCOMPARE(gpusOf("cpu=1,gres/gpu=8,node=2", "gres:gpu:h100:4", "2"), QStringLiteral("8 h100"));
    QCOMPARE(gpusOf("cpu=1,gres/gpu=8,gres/gpu:h100=8", "N/A"), QStringLiteral("8 h100"));
    // A site that does not account for GPUs.
    QCOMPARE(gpusOf("cpu=1,mem=4G,node=3", "gres/gpu:a100:2", "3"), QStringLiteral("6 a100"));
    QCOMPARE(gpusOf("cpu=1", "gpu:2", "2-4"), QStringLiteral("4 "));
    QCOMPARE(gpusOf("cpu=1", "gres:shard:2"), QStringLiteral("0 "));
    QCOMPARE(gpusOf("cpu=1,gres/gpu=99999999999", "gpu:-4"), QStringLiteral("0 "));
    const auto cluster = readSlurm(answer("NodeName=n1 Gres=gpu:a100_1g.5gb:7(S:0,1),gpu:1080ti:2,gpu:1,shard:8 "
                                          "GresUsed=gpu:a100_1g.5gb:3(IDX:0,1,4),gpu:1080ti:0(IDX:N/A) State=MIXED\n",
                                          {}, {}),
                                   kWord, kAsked);
    QVERIFY(cluster);
    const ClusterNode &mixed = cluster->nodes.first();
    QCOMPARE(mixed.gpuCount(), 10);
    QCOMPARE(mixed.freeGpus(QStringLiteral("a100_1g.5gb")), 4);
    QCOMPARE(mixed.freeGpus(QStringLiteral("1080ti")), 2);
    QCOMPARE(mixed.freeGpus(), 7);
}

void SlurmAnswerTest::namesForgeNothing()
{
    // Who does not know the word can write what they like.
    Row row{"5"};
    row.name = "a\nty0000 end 1\nNodeName=evil State=IDLE Gres=gpu:h100:8\n\x1b]0;x\x07\n" + Row{"6"}.line().replace(kWord, "tyffff");
    const auto cluster = readSlurm(answer(node("n1", "IDLE", 0), partition("gpu"), row.line() + Row{"7"}.line()), kWord, kAsked);
    QVERIFY(cluster);
    QCOMPARE(cluster->nodes.size(), 1);
    QCOMPARE(cluster->jobs.size(), 2);
    Row colours{"5"};
    colours.name = "\x1b[31mred\x07\xff\xe2\x80\xae";
    const auto shown = readSlurm(answer({}, partition("gpu"), colours.line()), kWord, kAsked);
    QVERIFY(shown);
    for (const QChar c : shown->jobs.first().name)
        QVERIFY(c.isPrint() || c == QChar::ReplacementCharacter);
}

void SlurmAnswerTest::refusalsAndCuts()
{
    const auto none = readSlurm("Welcome!\n\n" + kWord + " none\n", kWord, kAsked);
    QVERIFY(!none);
    QCOMPARE(none.error().code, ErrorCode::Unsupported);
    const QByteArray refusal = "slurm_load_node error: Unable to contact slurm controller (connect failure)";
    const auto away = readSlurm(part("user", "li") + part("version", "slurm 23.11") + part("nodes", refusal, 1)
                                    + part("partitions", refusal, 1) + part("jobs", refusal, 1) + '\n' + kWord + " whole\n",
                                kWord, kAsked);
    QVERIFY(!away);
    QCOMPARE(away.error().code, ErrorCode::RemoteCommandFailed);
    QVERIFY(away.error().what.contains(QLatin1String("Unable to contact slurm controller")));
    const QByteArray whole = recorded("queue.txt");
    const auto cut = readSlurm(whole.left(whole.size() / 2), kWord, kAsked);
    QVERIFY(!cut);
    QCOMPARE(cut.error().code, ErrorCode::ConnectionLost);
    QVERIFY(!readSlurm({}, kWord, kAsked));
    QVERIFY(!readSlurm(whole, "tyother", kAsked));
}

void SlurmAnswerTest::anyBytesAreSafe()
{
    const QByteArray whole = recorded("queue.txt");
    QRandomGenerator random(7);
    int read = 0;
    for (int i = 0; i < 3000; ++i) {
        QByteArray broken = whole;
        for (int changes = random.bounded(1, 30); changes > 0; --changes)
            broken[random.bounded(static_cast<int>(broken.size()))] = static_cast<char>(random.bounded(256));
        if (const auto cluster = readSlurm(broken, kWord, kAsked)) {
            ++read;
            for (const ClusterNode &one : cluster->nodes)
                QVERIFY(one.freeGpus() >= 0 && one.freeGpus() <= one.gpuCount());
            for (const ClusterJob &job : cluster->jobs)
                QVERIFY(job.gpus >= 0 && job.gpus <= 1'000'000 && job.name.size() <= 300);
        }
    }
    QVERIFY(read > 100);
}

void SlurmAnswerTest::questionHasItsWordOnly()
{
    const QByteArray first = newSlurmWord(), second = newSlurmWord();
    QVERIFY(first != second && first.size() > 12);
    for (const char c : first)
        QVERIFY((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'));
    const QByteArray query = slurmQuery(first);
    QVERIFY(query.contains("JobArrayID:60" + first + ',') && !query.contains("@WORD@") && !query.contains("@COLUMNS@"));
}

QTEST_APPLESS_MAIN(SlurmAnswerTest)

#include "tst_slurmanswer.moc"
