// SPDX-License-Identifier: GPL-3.0-or-later
// `yard cluster` against a real Slurm with two nodes (tests/support/slurm-server); its GPUs are only counted. The login node is a private
// sshd on this computer.
#include "tests/support/labmachine.h"
#include "tests/support/rundirectory.h"
#include "tests/support/slurmserver.h"
#include "tests/support/yardcommand.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

}  // namespace

class SlurmTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void partitionsAndFreeGpus();
    void ownJobsAndWhyTheyWait();
    void drainedNodeSaysWhy();
    void controllerAway();
    void wrongWords();

private:
    QByteArray slurm(const QStringList &words) const { return m_slurm.run(words); }
    QJsonObject cluster(const QStringList &words) const { return m_yard.run(QStringList{s("--json"), s("cluster")} + words).object(); }
    QJsonObject job(const QByteArray &name) const;
    QJsonObject node(const QString &name) const;
    bool becomes(const std::function<bool()> &condition) const { return comesTrue(condition, 90'000); }

    QTemporaryDir m_home;
    SlurmServer m_slurm;
    LabMachine m_login{std::nullopt};
    YardCommand m_yard{s(TRAINYARD_BIN_DIR "/yard"), m_home.path()};
};

QJsonObject SlurmTest::job(const QByteArray &name) const
{
    for (const QJsonValue &one : cluster({s("queue"), s("lab")})[s("jobs")].toArray()) {
        if (one[s("name")].toString() == QString::fromUtf8(name))
            return one.toObject();
    }
    return {};
}

QJsonObject SlurmTest::node(const QString &name) const
{
    for (const QJsonValue &one : cluster({s("show"), s("lab")})[s("nodes")].toArray()) {
        if (one[s("name")].toString() == name)
            return one.toObject();
    }
    return {};
}

void SlurmTest::initTestCase()
{
    if (const QString missing = SlurmServer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    QVERIFY2(m_slurm.start(), m_slurm.problem().constData());
    m_login.sshd().setEnvironment(s("SLURM_CONF"), m_slurm.configuration());
    QVERIFY2(m_login.start(), qPrintable(m_login.problem()));
    const auto added = m_yard.run({s("machine"), s("add"), s("lab"), m_login.sshCommand()});
    QVERIFY2(added.status == 0, added.told().constData());
    QFile script(m_slurm.file(s("job.sh")));
    QVERIFY(script.open(QIODevice::WriteOnly) && script.write("#!/bin/sh\nsleep 600\n") > 0);
}

void SlurmTest::partitionsAndFreeGpus()
{
    const QJsonObject seen = cluster({s("show"), s("lab")});
    QVERIFY2(seen[s("version")].toString().startsWith(QLatin1String("slurm")), qPrintable(seen[s("version")].toString()));
    QStringList partitions;
    for (const QJsonValue &one : seen[s("partitions")].toArray())
        partitions << one[s("name")].toString() + (one[s("for_all")].toBool() ? s(" all") : s(" some"));
    QCOMPARE(partitions, (QStringList{s("gpu all"), s("short all"), s("staff some")}));
    QCOMPARE(node(s("n1"))[s("gpus")][s("a100")][s("free")].toInt(), 2);
    QVERIFY(node(s("n2"))[s("usable")].toBool());
    const auto shown = m_yard.run({s("cluster"), s("show"), s("lab")});
    QVERIFY2(shown.status == 0 && shown.out.contains("4 of 4 a100") && shown.out.contains("gpu (default)"), shown.told().constData());
    const auto none = m_yard.run({s("cluster"), s("queue"), s("lab")});
    QVERIFY2(none.status == 0 && none.out.contains("None of your jobs"), none.told().constData());
}

void SlurmTest::ownJobsAndWhyTheyWait()
{
    const QString script = m_slurm.file(s("job.sh"));
    const auto submit = [&](const QStringList &options) {
        return slurm(QStringList{s("sbatch"), s("--parsable"), s("--output=/dev/null")} + options + QStringList{script});
    };
    const QByteArray holder = submit({s("--gres=gpu:a100:2"), s("--nodelist=n1"), s("--time=60"), s("--job-name=holder")});
    submit({s("--gres=gpu:a100:1"), s("--nodelist=n2"), s("--time=60"), s("--job-name=half")});
    QVERIFY(becomes([&] { return job("holder")[s("state")] == s("running") && job("half")[s("state")] == s("running"); }));
    QCOMPARE(job("holder")[s("gpus")].toInt(), 2);
    QCOMPARE(job("holder")[s("on")].toString(), s("n1"));
    QCOMPARE(node(s("n2"))[s("gpus")][s("a100")][s("free")].toInt(), 1);

    submit({s("--gres=gpu:a100:2"), s("--time=30"), s("--job-name=odd|name\n$(reboot)")});
    submit({s("--time=10"), s("--hold"), s("--job-name=held")});
    submit({s("--time=10"), s("--begin=now+1hour"), s("--job-name=later")});
    submit({s("--time=10"), s("--dependency=afterok:") + QString::fromLatin1(holder), s("--job-name=after")});
    submit({s("--time=10"), s("--gres=gpu:1"), s("--array=0-3"), s("--hold"), s("--job-name=many")});
    QVERIFY(becomes([&] { return job("odd|name")[s("reason")] == s("Resources"); }));
    const QJsonObject next = job("odd|name");
    QVERIFY2(next[s("sooner")].toArray().first().toString().contains(QLatin1String("there is room now")),
             qPrintable(QString::number(next[s("sooner")].toArray().size())));
    QVERIFY(becomes([&] { return !job("odd|name")[s("expected_start")].isNull(); }));
    QCOMPARE(job("held")[s("reason")].toString(), s("JobHeldUser"));
    QCOMPARE(job("later")[s("reason")].toString(), s("BeginTime"));
    QCOMPARE(job("after")[s("reason")].toString(), s("Dependency"));
    QVERIFY2(job("many")[s("id")].toString().endsWith(QLatin1String("_[0-3]")), qPrintable(job("many")[s("id")].toString()));
    for (const char *name : {"held", "later", "after", "odd|name"})
        QVERIFY2(!job(name)[s("why")].toString().isEmpty() && job(name)[s("mine")].toBool(), name);

    const auto shown = m_yard.run({s("cluster"), s("queue"), s("--all"), s("--partition"), s("gpu"), s("lab")});
    QVERIFY2(shown.status == 0 && shown.out.contains("It is next:") && shown.out.contains("It waits for another job to end."),
             shown.told().constData());
    QVERIFY(!shown.out.contains("$(reboot)"));
    slurm({s("scancel"), s("--me")});
    QVERIFY(becomes([&] { return cluster({s("queue"), s("lab")})[s("jobs")].toArray().isEmpty(); }));
}

void SlurmTest::drainedNodeSaysWhy()
{
    slurm({s("scontrol"), s("update"), s("nodename=n2"), s("state=drain"), s("reason=power supply, ask Li")});
    QVERIFY(becomes([&] { return !node(s("n2"))[s("usable")].toBool(true); }));
    QCOMPARE(node(s("n2"))[s("gpus")][s("a100")][s("free")].toInt(-1), 0);
    const auto shown = m_yard.run({s("cluster"), s("show"), s("lab")});
    QVERIFY2(shown.out.contains("power supply, ask Li") && shown.out.contains("2 of 4 a100"), shown.told().constData());
    slurm({s("scontrol"), s("update"), s("nodename=n2"), s("state=resume")});
    QVERIFY(becomes([&] { return node(s("n2"))[s("usable")].toBool(); }));
}

void SlurmTest::controllerAway()
{
    const qint64 controller = m_slurm.process(s("controller"));
    QVERIFY(commandLine(controller).contains("slurmctld"));
    killHard(controller);
    const auto away = m_yard.run({s("cluster"), s("show"), s("lab")}, 120'000);
    QVERIFY2(away.status == 5 && away.err.contains("Slurm did not answer: "), away.told().constData());
}

void SlurmTest::wrongWords()
{
    const auto unknown = m_yard.run({s("cluster"), s("show"), s("nowhere")});
    QVERIFY2(unknown.status == 1 && unknown.err.contains("nowhere"), unknown.told().constData());
    QVERIFY(m_yard.run({s("cluster"), s("show")}).status == 2);
}

QTEST_GUILESS_MAIN(SlurmTest)

#include "tst_slurm.moc"
