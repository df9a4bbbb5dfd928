// SPDX-License-Identifier: GPL-3.0-or-later
// The section `slurm` of a task file: what is kept as written, and what would break out of its line of the job script.
#include "core/model/task.h"

#include <QTest>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

}  // namespace

class SlurmOptionsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sectionIsReadAndWritten();
    void sectionMeansTheEngine();
    void wrongValuesAreToldWithTheirPlace_data();
    void wrongValuesAreToldWithTheirPlace();
    void optionsAreOneLongOptionEach_data();
    void optionsAreOneLongOptionEach();
};

void SlurmOptionsTest::sectionIsReadAndWritten()
{
    const TaskCheck read = parseTask("slurm:\n  partition: gpu,short\n  account: physics\n  qos: 1\n  cpus: 8\n  memory: 64GB\n"
                                     "  options: [--constraint=a100, \"--reservation=it's mine\"]\nrun: true\n");
    QVERIFY2(read.errors.isEmpty(), read.errors.isEmpty() ? "" : qPrintable(read.errors.first().what));
    const SlurmOptions expected{
        s("gpu,short"), s("physics"), s("1"), 8, qint64(64) << 30, {s("--constraint=a100"), s("--reservation=it's mine")}};
    QCOMPARE(read.task.slurm.memory, expected.memory);
    QVERIFY(read.task.slurm == expected);
    const TaskCheck again = parseTask(writeTask(read.task));
    QVERIFY2(again.errors.isEmpty() && again.task == read.task, writeTask(read.task).constData());
}

// What asks for a partition must not run on the login node.
void SlurmOptionsTest::sectionMeansTheEngine()
{
    QVERIFY(parseTask("slurm: {partition: gpu}\nrun: true\n").task.engine == EngineKind::Slurm);
    QVERIFY(parseTask("slurm: {partition: gpu}\nengine: process\nrun: true\n").task.engine == EngineKind::Process);
    QVERIFY(parseTask("slurm:\nrun: true\n").task.engine == EngineKind::Auto);
    QVERIFY(parseTask("engine: slurm\nrun: true\n").task.engine == EngineKind::Slurm);
}

void SlurmOptionsTest::wrongValuesAreToldWithTheirPlace_data()
{
    QTest::addColumn<QByteArray>("section");
    QTest::addColumn<QString>("says");
    QTest::newRow("blank in a name") << QByteArray("partition: a b") << s("'partition'");
    QTest::newRow("option as a name") << QByteArray("account: --uid=0") << s("'account'");
    QTest::newRow("no count") << QByteArray("cpus: many") << s("cpus");
    QTest::newRow("no unit") << QByteArray("memory: 64") << s("'memory'");
    QTest::newRow("no list") << QByteArray("options: --exclusive") << s("'options' is a list");
    QTest::newRow("no option") << QByteArray("options: [exclusive]") << s("exclusive");
    QTest::newRow("unknown key") << QByteArray("partitions: gpu") << s("partition");
}

void SlurmOptionsTest::wrongValuesAreToldWithTheirPlace()
{
    QFETCH(QByteArray, section);
    QFETCH(QString, says);
    const TaskCheck read = parseTask("run: true\nslurm:\n  " + section + "\n");
    QCOMPARE(read.errors.size(), 1);
    QCOMPARE(read.errors.first().line, 3);
    QVERIFY2(read.errors.first().what.contains(says), qPrintable(read.errors.first().what));
}

void SlurmOptionsTest::optionsAreOneLongOptionEach_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<bool>("isFine");
    const auto row = [](const char *option, bool isFine) { QTest::newRow(option) << s(option) << isFine; };
    for (const char *option : {"--exclusive", "--constraint=a100", "--constraint \"a100&nvlink\"", "--begin=now+1hour",
                               "--gres=gpu:2,shard:1", "--time=2-12:00:00", "--mail-user=li@example.edu", "--nodelist=n[1-3]"})
        row(option, true);
    for (const char *option : {"", "-p gpu", "exclusive", "--", "--x y -z", "--x=1 --uid=0", "--x=1\t--uid=0", "--x=1\n#SBATCH --uid=0",
                               "--x=1\r", "--x # y", "--x=", "--Uid=0"})
        row(option, false);
    for (const char *option : {"--output=/tmp/x", "--job-name=a", "--signal=B:USR1@10", "--requeue", "--array=0-3", "--nodes=2",
                               "--export=ALL", "--chdir=/", "--wrap=true", "--clusters=all", "--comment=x"})
        row(option, false);
}

void SlurmOptionsTest::optionsAreOneLongOptionEach()
{
    QFETCH(QString, option);
    QFETCH(bool, isFine);
    const auto checked = checkSlurmOption(option);
    QCOMPARE(checked.has_value(), isFine);
    if (!isFine)
        QVERIFY(!checked.error().what.contains(u'\n') && checked.error().what.endsWith(u'.'));
}

QTEST_GUILESS_MAIN(SlurmOptionsTest)

#include "tst_slurmoptions.moc"
