// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/gputrouble.h"
#include "core/service/machines/machinefacts.h"

#include <QProcess>
#include <QTest>

using namespace trainyard;

namespace {

const QByteArray kAnswer = "Welcome to the machine room!\n"
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

    void whatIsNotToldIsNotZero()
    {
        const auto facts = parseMachineFacts(
            "trainyard-facts=1\nhome=/home/ml\ncpus=-5\nmemory-kib=99999999999999999\nhome-free-kib=-1\n"
            "gpu=0, GPU-1, [N/A], 580.1, NVIDIA GB10\ngpu=1, GPU-2, [GPU is lost], 580.1, [GPU is lost]\n"
            "gpu=2, GPU-3, [Unknown Error], [Unknown Error], [Unknown Error]\ngpu=3, GPU-4, 9999999999999, 580.1, NVIDIA L40S\n"
            "gpu=4, GPU-5, [Insufficient Permissions], 580.1, [Insufficient Permissions]\nend=1\n");
        QVERIFY(facts);
        QCOMPARE(facts->cpuCount, 0);
        QCOMPARE(facts->memoryBytes, 0);
        QVERIFY(!facts->homeAvailableBytes);
        QCOMPARE(facts->driverVersion, QStringLiteral("580.1"));
        QCOMPARE(facts->gpus.size(), 5);
        for (const MachineFacts::Gpu &gpu : facts->gpus)
            QVERIFY2(!gpu.memoryMiB, qPrintable(gpu.uuid));
        QStringList states, texts;
        for (const MachineFacts::Gpu &gpu : facts->gpus) {
            states << gpuStateName(gpu.health);
            texts << gpuText(gpu);
        }
        QCOMPARE(states.join(u' '), QStringLiteral("ok lost failed ok permission"));
        QCOMPARE(texts[0], QStringLiteral("NVIDIA GB10, memory unknown"));
        QVERIFY(!texts[1].contains(u'['));
        QCOMPARE(gpuTroubleText(*facts), QString());
    }

    void aMachineThatCannotTellIsNotOneWithout_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("words");
        const QString none;
        QTest::newRow("no driver at all") << QByteArray() << none << none;
        QTest::newRow("no devices") << QByteArray("gpu=No devices were found\nsmi-status=6\n") << none << none;
        QTest::newRow("permission") << QByteArray("gpu=Failed to initialize NVML: Insufficient Permissions\nsmi-status=4\n")
                                    << QStringLiteral("permission") << QStringLiteral("no permission");
        QTest::newRow("mismatch, as new drivers tell it") << QByteArray(
            "kernel-module=570.158.01\ngpu=Failed to initialize NVML: Driver/library version mismatch\ngpu=NVML library version: "
            "580.173\nsmi-status=18\n") << QStringLiteral("mismatch")
                                                          << QStringLiteral("580.173, the loaded kernel module is 570.158.01");
        QTest::newRow("mismatch, as old ones do")
            << QByteArray("gpu=Failed to initialize NVML: Driver/library version mismatch\nsmi-status=18\n") << QStringLiteral("mismatch")
            << QStringLiteral("different versions");
        QTest::newRow("not loaded") << QByteArray(
            "gpu=NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure\nsmi-status=9\n")
                                    << QStringLiteral("no-driver") << QStringLiteral("not running");
        QTest::newRow("a GPU off the bus takes all with it")
            << QByteArray("gpu=Unable to determine the device handle for GPU 0000:1A:00.0: GPU is lost.  Reboot the system to recover this "
                          "GPU\nsmi-status=15\n")
            << QStringLiteral("lost") << QStringLiteral("lost");
        QTest::newRow("stuck") << QByteArray("smi-status=124\n") << QStringLiteral("hangs") << QStringLiteral("does not answer");
        QTest::newRow("words nobody knows") << QByteArray("gpu=Something new\nsmi-status=77\n") << QStringLiteral("failed")
                                            << QStringLiteral("Something new");
    }
    void aMachineThatCannotTellIsNotOneWithout()
    {
        QFETCH(QByteArray, said);
        QFETCH(QString, words);
        const auto facts = parseMachineFacts("trainyard-facts=1\nhome=/home/ml\n" + said + "end=1\n");
        QVERIFY(facts);
        QTEST(gpuTroubleName(*facts), "name");
        QVERIFY2(gpuTroubleText(*facts).contains(words) && gpuTroubleText(*facts).isEmpty() == words.isEmpty(),
                 qPrintable(gpuTroubleText(*facts)));
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
