#include "core/machine/machinefacts.h"

#include <QProcess>
#include <QTest>

using namespace trainyard;

namespace {

const QByteArray kAnswer =
    "Welcome to the machine room!\n"
    "trainyard-facts=1\nhost=gpu01\nkernel=Linux 6.1\narchitecture=x86_64\nuser=ml\nhome=/home/ml\n"
    "system=Debian GNU/Linux 12\ncpus=16\nmemory-kib=1024\nhome-free-kib=2048\n"
    "gpu=0, GPU-1, 81559, 570.124.06, NVIDIA H100, 80GB HBM3\n"
    "gpu=1, SIM-2, 24576, 570.124.06, Simulated GPU\n"
    "docker-problem=Cannot connect to the Docker daemon\npodman-version=4.3.1\nend=1\n";

Task taskWith(const QString &image, EngineKind engine = EngineKind::Auto)
{
    Task task;
    task.image = image;
    task.engine = engine;
    return task;
}

}  // namespace

class TestMachineFacts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsEveryFieldBehindALoginBanner()
    {
        const auto facts = parseMachineFacts(kAnswer);
        QVERIFY(facts);
        QCOMPARE(facts->hostName, QStringLiteral("gpu01"));
        QCOMPARE(facts->home, QStringLiteral("/home/ml"));
        QCOMPARE(facts->cpuCount, 16);
        QCOMPARE(facts->memoryBytes, 1024 * 1024);
        QCOMPARE(facts->driverVersion, QStringLiteral("570.124.06"));
        QCOMPARE(facts->gpus.size(), 2);
        QCOMPARE(facts->gpus[0].name, QStringLiteral("NVIDIA H100, 80GB HBM3"));
        QVERIFY(!facts->gpus[0].isSimulated());
        QVERIFY(facts->gpus[1].isSimulated());
        QVERIFY(facts->hasRealGpus());
    }

    void prefersDockerThenPodmanAndNamesWhatIsMissing()
    {
        auto facts = *parseMachineFacts(kAnswer);
        QCOMPARE(*facts.engineFor(taskWith(QStringLiteral("img"))), EngineKind::Podman);
        QCOMPARE(*facts.engineFor(taskWith(QString())), EngineKind::Process);
        const auto docker = facts.engineFor(taskWith(QStringLiteral("img"), EngineKind::Docker));
        QVERIFY(!docker);
        QCOMPARE(docker.error().code, ErrorCode::Unsupported);
        QVERIFY(docker.error().detail.contains(QLatin1String("Docker daemon")));
        facts.engines = {EngineFact{EngineKind::Process, true, {}, {}}};
        QCOMPARE(facts.engineFor(taskWith(QStringLiteral("img"))).error().code, ErrorCode::Unsupported);
    }

    void refusesWhatIsNotWhole_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("cut off") << kAnswer.left(kAnswer.size() - 6);
        QTest::newRow("another program answers") << QByteArray("This account is currently not available.\n");
        QTest::newRow("no home") << QByteArray("trainyard-facts=1\nhost=x\nend=1\n");
    }
    void refusesWhatIsNotWhole()
    {
        QFETCH(QByteArray, answer);
        const auto facts = parseMachineFacts(answer);
        QVERIFY(!facts);
        QCOMPARE(facts.error().code, ErrorCode::Corrupt);
        QVERIFY(!facts.error().what.isEmpty());
    }

    void boundsWhatAHostileMachineSends()
    {
        QByteArray answer = "trainyard-facts=1\nhome=/h\nhost=" + QByteArray(100000, 'x') + '\n';
        for (int i = 0; i < 5000; ++i)
            answer += "gpu=" + QByteArray::number(i) + ", GPU-x, 1, 1, n\n";
        const auto facts = parseMachineFacts(answer + "gpu=nonsense\ngpu=-1,a,b,c,d\nend=1\n");
        QVERIFY(facts);
        QVERIFY(facts->hostName.size() <= 300);
        QVERIFY(facts->gpus.size() <= 128);
    }

    void theScriptAnswersUnderEveryShell_data()
    {
        QTest::addColumn<QStringList>("shell");
        QTest::newRow("sh") << QStringList{QStringLiteral("sh")};
        QTest::newRow("dash") << QStringList{QStringLiteral("dash")};
        QTest::newRow("bash as sh") << QStringList{QStringLiteral("bash"), QStringLiteral("--posix")};
        QTest::newRow("busybox") << QStringList{QStringLiteral("busybox"), QStringLiteral("sh")};
    }
    void theScriptAnswersUnderEveryShell()
    {
        QFETCH(QStringList, shell);
        QProcess process;
        process.setStandardInputFile(QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/onbox/facts.sh"));
        process.start(shell.first(), shell.mid(1) + QStringList{QStringLiteral("-s")});
        if (!process.waitForStarted())
            QSKIP("this shell is missing: apt-get install dash bash busybox-static");
        QVERIFY(process.waitForFinished(60000));
        const auto facts = parseMachineFacts(process.readAllStandardOutput());
        QVERIFY2(facts, process.readAllStandardError().constData());
        QVERIFY(facts->cpuCount > 0);
        QVERIFY(facts->memoryBytes > 0);
        QVERIFY(!facts->hostName.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestMachineFacts)
#include "tst_machinefacts.moc"
