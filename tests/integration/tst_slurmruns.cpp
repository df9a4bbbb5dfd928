// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as jobs of a real Slurm with two nodes (tests/support/slurm-server), launched and followed with `yard` through its login node, which is
// a private sshd on this computer. The home is the shared disk.
#include "tests/support/labmachine.h"
#include "tests/support/rundirectory.h"
#include "tests/support/slurmserver.h"
#include "tests/support/yardcommand.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

QByteArray contents(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool write(const QString &name, const QByteArray &content)
{
    QFile file(name);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

// Counts, and writes a checkpoint when it is told to end.
const QByteArray kSaving = "limits: {grace: 10}\n"
                           "run: |\n"
                           "  trap 'echo saving; sleep 1; echo saved >saved; echo saved; exit 0' TERM\n"
                           "  echo gpu $CUDA_VISIBLE_DEVICES\n"
                           "  i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo \"step $i\"; sleep 0.2; done\n";

}  // namespace

class SlurmRunsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void previewShowsTheJob();
    void waitsRunsAndFinishes();
    void stopsInTheQueue();
    void stopsWithASave();
    void endsAtTheTimeLimit();
    void nodeFails();
    void refusedBySlurm();
    void killedWhileSubmitting();
    void cancelledBySomebodyElse();
    void loginNodeAway();

private:
    YardCommand::Answer yard(const QStringList &words) const { return m_yard.run(words, 120'000); }
    QString launch(const QByteArray &yaml, const QStringList &options = {});
    QJsonObject show(const QString &run) const { return yard({s("--json"), s("run"), s("show"), run}).object(); }
    QString state(const QString &run) const { return show(run)[s("state")].toString(); }
    bool becomes(const QString &run, const char *wanted) const
    {
        return comesTrue([&] { return state(run) == QLatin1String(wanted); }, 120'000);
    }
    QByteArray log(const QString &run) const { return contents(m_home.filePath(s("data/runs/%1/log").arg(run))); }
    QByteArray there(const QString &run, const char *file) const
    {
        return contents(m_login.runDirectory(RunId(run)) + u'/' + QLatin1String(file));
    }
    // Its jobs, also those that are over.
    QByteArrayList jobs(const QString &run) const
    {
        const QByteArray told = m_slurm.run({s("squeue"), s("--noheader"), s("--states=all"), s("--format=%T"), s("--name=ty-") + run});
        return told.isEmpty() ? QByteArrayList() : told.split('\n');
    }
    QByteArray occupyAllGpus();

    QTemporaryDir m_home;
    SlurmServer m_slurm;
    LabMachine m_login{std::nullopt};
    YardCommand m_yard{s(TRAINYARD_BIN_DIR "/yard"), m_home.path()};
};

void SlurmRunsTest::initTestCase()
{
    if (const QString missing = SlurmServer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    QVERIFY2(m_slurm.start(), m_slurm.problem().constData());
    // Its answer can be delayed.
    QVERIFY(QDir().mkpath(m_slurm.file(s("bin"))));
    const QString sbatch = m_slurm.file(s("bin/sbatch"));
    QVERIFY(write(sbatch, "#!/bin/sh\nanswer=$(/usr/bin/sbatch \"$@\")\ncode=$?\nif [ -e " + m_slurm.file(s("slow")).toUtf8()
                              + " ]; then sleep 4; fi\necho \"$answer\"\nexit $code\n"));
    QVERIFY(QFile::setPermissions(sbatch, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    m_login.sshd().setEnvironment(s("SLURM_CONF"), m_slurm.configuration());
    m_login.sshd().setEnvironment(s("PATH"), m_slurm.file(s("bin")) + u':' + qEnvironmentVariable("PATH"));
    QVERIFY2(m_login.start(), qPrintable(m_login.problem()));
    const auto added = yard({s("machine"), s("add"), s("lab"), m_login.sshCommand()});
    QVERIFY2(added.status == 0, added.told().constData());
}

void SlurmRunsTest::cleanup()
{
    if (!SlurmServer::missing().isEmpty())
        return;
    m_slurm.run({s("scancel"), s("--full"), s("--signal=KILL"), s("--user=root")});
    QVERIFY(comesTrue([&] { return m_slurm.run({s("squeue"), s("--noheader")}).isEmpty(); }, 60'000));
    LabMachine::kill(LabMachine::processesWith(m_login.home()));
}

QString SlurmRunsTest::launch(const QByteArray &yaml, const QStringList &options)
{
    const QString task = m_home.filePath(s("task.yaml"));
    if (!write(task, yaml))
        return {};
    const auto launched = yard(QStringList{s("run"), s("launch"), s("--machine"), s("lab"), s("--partition"), s("gpu")} + options
                               + QStringList{task});
    if (launched.status != 0)
        qWarning("%s", launched.told().constData());
    return QString::fromUtf8(launched.out).trimmed();
}

QByteArray SlurmRunsTest::occupyAllGpus()
{
    const QString script = m_slurm.file(s("holder.sh"));
    write(script, "#!/bin/sh\nsleep 600\n");
    return m_slurm.run(
        {s("sbatch"), s("--parsable"), s("--nodes=2"), s("--gres=gpu:a100:2"), s("--time=10"), s("--output=/dev/null"), script});
}

void SlurmRunsTest::previewShowsTheJob()
{
    const QString task = m_home.filePath(s("task.yaml"));
    QVERIFY(write(task, "resources: {accelerators: A100:2}\nrun: python train.py\n"));
    const auto preview = yard(
        {s("run"), s("launch"), s("--machine"), s("lab"), s("--partition"), s("gpu"), s("--qos"), s("high"), s("--dry-run"), task});
    QVERIFY2(preview.status == 0, preview.told().constData());
    for (const char *line : {"sbatch --parsable", "#SBATCH --partition=gpu\n", "#SBATCH --qos=high\n", "#SBATCH --gres=gpu:a100:2\n"})
        QVERIFY2(preview.out.contains(line), preview.told().constData());
    const auto odd = yard({s("run"), s("launch"), s("--machine"), s("lab"), s("--partition"), s("a b"), task});
    QVERIFY2(odd.status != 0 && odd.err.contains("partition"), odd.told().constData());
}

void SlurmRunsTest::waitsRunsAndFinishes()
{
    const QByteArray holder = occupyAllGpus();
    m_yard.environment.insert(s("TOKEN"), s("four-letters"));
    const QString run = launch("resources: {accelerators: A100:1}\n"
                               "slurm: {cpus: 1, memory: 100MB}\n"
                               "secrets: {TOKEN: }\n"
                               "run: |\n"
                               "  echo \"gpu $CUDA_VISIBLE_DEVICES in $PWD, secret of ${#TOKEN}\"\n"
                               "  for i in 1 2 3 4 5; do echo step $i; sleep 0.5; done\n"
                               "  echo end >&2\n",
                               {s("--env"), s("OTHER=1")});
    QVERIFY(!run.isEmpty());
    QVERIFY(becomes(run, "waiting"));
    QVERIFY(comesTrue([&] { return show(run)[s("message")].toString().contains(s("It is next")); }, 90'000));
    const auto shown = yard({s("run"), s("show"), run});
    QVERIFY2(shown.out.contains("waiting: It is next"), shown.told().constData());
    QVERIFY(show(run)[s("started")].isNull());
    QVERIFY(!there(run, "job.sh").contains("four-letters"));

    m_slurm.run({s("scancel"), QString::fromLatin1(holder)});
    QVERIFY(becomes(run, "finished"));
    const QJsonObject end = show(run);
    QCOMPARE(end[s("exit_code")].toInt(-1), 0);
    QVERIFY2(end[s("message")].toString().isEmpty(), qPrintable(end[s("message")].toString()));
    const QByteArray lines = log(run);
    QVERIFY2(lines.startsWith("gpu 0 in ") && lines.endsWith("step 1\nstep 2\nstep 3\nstep 4\nstep 5\nend\n"), lines.constData());
    QCOMPARE(lines, there(run, "log"));
    QCOMPARE(lines.count('\n'), 7);
    QCOMPARE(jobs(run).size(), 1);
    // What it waited does not count as its time.
    const QDateTime started = QDateTime::fromString(end[s("started")].toString(), Qt::ISODate),
                    ended = QDateTime::fromString(end[s("ended")].toString(), Qt::ISODate);
    QVERIFY2(started.secsTo(ended) < 30, qPrintable(QString::number(started.secsTo(ended))));
}

void SlurmRunsTest::stopsInTheQueue()
{
    occupyAllGpus();
    const QString run = launch("resources: {accelerators: A100:1}\nrun: echo never\n");
    QVERIFY(becomes(run, "waiting"));
    const auto stopped = yard({s("run"), s("stop"), run});
    QVERIFY2(stopped.status == 0, stopped.told().constData());
    QCOMPARE(state(run), s("stopped"));
    QCOMPARE(jobs(run), QByteArrayList{"CANCELLED"});
    QVERIFY(show(run)[s("started")].isNull());
    QCOMPARE(there(run, "begun"), QByteArray());
    QCOMPARE(log(run), QByteArray());
}

void SlurmRunsTest::stopsWithASave()
{
    const QString run = launch("resources: {accelerators: A100:1}\n" + kSaving);
    QVERIFY(becomes(run, "running"));
    QVERIFY(comesTrue([&] { return there(run, "log").contains("step 3"); }));
    const auto stopped = yard({s("run"), s("stop"), run});
    QVERIFY2(stopped.status == 0, stopped.told().constData());
    const QJsonObject end = show(run);
    QCOMPARE(end[s("state")].toString(), s("stopped"));
    QCOMPARE(end[s("exit_code")].toInt(-1), 0);
    QVERIFY2(log(run).endsWith("saving\nsaved\n"), log(run).constData());
    QCOMPARE(log(run), there(run, "log"));
    QVERIFY(comesTrue([&] { return jobs(run) == QByteArrayList{"COMPLETED"}; }));
}

void SlurmRunsTest::endsAtTheTimeLimit()
{
    const QString run = launch("resources: {accelerators: A100:1}\nlimits: {hours: 0.016, grace: 10}\n"
                               + kSaving.mid(kSaving.indexOf("run:")));
    QVERIFY(becomes(run, "running"));
    QVERIFY(becomes(run, "stopped"));
    const QJsonObject end = show(run);
    QVERIFY2(end[s("message")].toString().contains(s("time limit")), qPrintable(end[s("message")].toString()));
    QVERIFY2(log(run).endsWith("saving\nsaved\n"), log(run).constData());
}

// The node is gone with all that ran on it; Slurm notices.
void SlurmRunsTest::nodeFails()
{
    const QString run = launch("resources: {accelerators: A100:1}\nslurm: {options: [--nodelist=n2]}\n" + kSaving);
    QVERIFY(becomes(run, "running"));
    QVERIFY(comesTrue([&] { return there(run, "log").contains("step 3"); }));
    const QString job = QString::fromLatin1(there(run, "job").trimmed());
    LabMachine::kill(LabMachine::processesWith(s("slurmstepd: [%1.batch]").arg(job)));
    LabMachine::kill(LabMachine::processesWith(m_login.runDirectory(RunId(run))));
    LabMachine::kill(LabMachine::processesWith(s("./supervise.sh")));
    m_slurm.run({s("scontrol"), s("update"), s("nodename=n2"), s("state=down"), s("reason=gone")});
    QVERIFY(becomes(run, "failed"));
    const QJsonObject end = show(run);
    QVERIFY2(end[s("message")].toString().contains(s("The node that it ran on failed")), qPrintable(end[s("message")].toString()));
    QCOMPARE(log(run), there(run, "log"));
    QCOMPARE(jobs(run), QByteArrayList{"NODE_FAIL"});
    // Its controller accepts that a moment after the job is cleaned up.
    QVERIFY(comesTrue([&] {
        m_slurm.run({s("scontrol"), s("update"), s("nodename=n2"), s("state=resume")});
        return m_slurm.run({s("sinfo"), s("--noheader"), s("--nodes=n2"), s("--format=%t"), s("--partition=gpu")}) == "idle";
    }));
}

void SlurmRunsTest::refusedBySlurm()
{
    const QString task = m_home.filePath(s("task.yaml"));
    QVERIFY(write(task, "resources: {accelerators: A100:9}\nrun: true\n"));
    const auto refused = yard({s("run"), s("launch"), s("--machine"), s("lab"), s("--partition"), s("gpu"), task});
    QVERIFY2(refused.status != 0 && refused.err.contains("Requested node configuration is not available"), refused.told().constData());
    QVERIFY(m_slurm.run({s("squeue"), s("--noheader")}).isEmpty());
    const QJsonObject last = yard({s("--json"), s("run"), s("list")}).array().first().toObject();
    QCOMPARE(last[s("state")].toString(), s("failed"));
    QVERIFY(last[s("started")].isNull());
}

void SlurmRunsTest::killedWhileSubmitting()
{
    const QString task = m_home.filePath(s("task.yaml"));
    QVERIFY(write(task, "name: cut-off\nresources: {accelerators: A100:1}\n" + kSaving));
    QVERIFY(write(m_slurm.file(s("slow")), ""));
    const auto launching = m_yard.start({s("run"), s("launch"), s("--machine"), s("lab"), s("--partition"), s("gpu"), task});
    QVERIFY(comesTrue([&] { return m_slurm.run({s("squeue"), s("--noheader"), s("--format=%j")}).startsWith("ty-cut-off"); }));
    killHard(launching->processId());
    QVERIFY(QFile::remove(m_slurm.file(s("slow"))));
    const QString run = yard({s("--json"), s("run"), s("list")}).array().first().toObject()[s("id")].toString();
    QVERIFY(run.startsWith(s("cut-off-")));
    QVERIFY(becomes(run, "running"));
    QCOMPARE(jobs(run).size(), 1);
    QCOMPARE(yard({s("run"), s("stop"), run}).status, 0);
    QCOMPARE(log(run).count("step 1\n"), 1);
}

void SlurmRunsTest::cancelledBySomebodyElse()
{
    const QString run = launch("resources: {accelerators: A100:1}\n" + kSaving);
    QVERIFY(becomes(run, "running"));
    QVERIFY(comesTrue([&] { return there(run, "log").contains("step 3"); }));
    m_slurm.run({s("scancel"), s("--name=ty-") + run});
    QVERIFY(becomes(run, "stopped"));
    const QJsonObject end = show(run);
    QVERIFY2(end[s("message")].toString().contains(s("cancelled, but not by Trainyard")), qPrintable(end[s("message")].toString()));
    QVERIFY2(log(run).contains("saving\nsaved\n"), log(run).constData());
}

void SlurmRunsTest::loginNodeAway()
{
    const QString run = launch("resources: {accelerators: A100:1}\nrun: |\n  for i in $(seq 30); do echo step $i; sleep 0.2; done\n");
    QVERIFY(becomes(run, "running"));
    m_login.sshd().stop();
    const auto away = yard({s("run"), s("show"), run});
    QVERIFY2(away.status != 0 && away.out.contains("running"), away.told().constData());
    QVERIFY(comesTrue([&] { return !there(run, "exit").isEmpty(); }));
    QVERIFY(m_login.sshd().start());
    QCOMPARE(state(run), s("finished"));
    QCOMPARE(log(run), there(run, "log"));
    QCOMPARE(log(run).count('\n'), 30);
}

QTEST_GUILESS_MAIN(SlurmRunsTest)

#include "tst_slurmruns.moc"
