// SPDX-License-Identifier: GPL-3.0-or-later
// A researcher's PyTorch script with two DistributedDataParallel processes in a real container: launched, followed,
// checkpointed and resumed through the same path as everything else.
#include "tests/support/labmachine.h"
#include "tests/support/yardcommand.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

const QString kImage = QStringLiteral("trainyard-test/torch");

// Built from what Debian's packages installed on this computer.
bool makeTorchImage(const ContainerEngine &engine, QByteArray *told)
{
    QProcess files, import;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    engine.addTo(environment);
    import.setProcessEnvironment(environment);
    files.setStandardOutputProcess(&import);
    import.setProcessChannelMode(QProcess::MergedChannels);
    files.start(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/support/debian-image"), {QStringLiteral("python3-torch")});
    import.start(engine.program(), {QStringLiteral("import"), QStringLiteral("-"), kImage});
    const bool isDone = files.waitForFinished(600000) && import.waitForFinished(600000) && files.exitCode() == 0 && import.exitCode() == 0;
    *told = files.readAllStandardError() + import.readAll();
    return isDone;
}

struct Point {
    int step = 0;
    double loss = 0;
};

QList<Point> points(const QByteArray &log)
{
    static const QRegularExpression kLine(QStringLiteral("^step=(\\d+) loss=([0-9.]+) world=2$"), QRegularExpression::MultilineOption);
    QList<Point> found;
    auto matches = kLine.globalMatch(QString::fromUtf8(log));
    while (matches.hasNext()) {
        const auto match = matches.next();
        found << Point{match.captured(1).toInt(), match.captured(2).toDouble()};
    }
    return found;
}

}  // namespace

class TestDdp : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void trainsAndResumesInAContainer()
    {
        if (!QFile::exists(QStringLiteral("/usr/lib/python3/dist-packages/torch"))) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL("PyTorch is missing: apt-get install python3-torch");
            QSKIP("PyTorch is missing: apt-get install python3-torch");
        }
        LabMachine machine(ContainerEngine::Kind::Podman);
        if (!machine.start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(machine.problem()));
            QSKIP(qPrintable(machine.problem()));
        }
        QByteArray told;
        QVERIFY2(makeTorchImage(*machine.engine(), &told), told.constData());

        QTemporaryDir state, project;
        YardCommand yard(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), state.path());
        auto answer = yard.run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("lab"), machine.sshCommand()});
        QVERIFY2(answer.status == 0, answer.told().constData());
        QDir(project.path()).mkdir(QStringLiteral("code"));
        QVERIFY(QFile::copy(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/ddp/train.py"),
                            project.filePath(QStringLiteral("code/train.py"))));
        const QString words = QStringLiteral("data/words");
        QVERIFY(QDir(project.path()).mkpath(words));
        QFile data(project.filePath(words + QStringLiteral("/two words 数据.txt")));
        QVERIFY(data.open(QIODevice::WriteOnly) && data.write("what the mounted file holds\n") > 0);
        data.close();
        QFile task(project.filePath(QStringLiteral("task.yaml")));
        QVERIFY(task.open(QIODevice::WriteOnly));
        // Debian's torch.distributed.run needs its redirects spelled out (-r, -t) under Python 3.11.
        task.write(
            "name: ddp\nworkdir: code\n"
            "resources:\n  image_id: docker:trainyard-test/torch\n"
            "file_mounts:\n  /mnt/words: data/words\n"
            "envs:\n  OMP_NUM_THREADS: \"1\"\n  GLOO_SOCKET_IFNAME: lo\n"
            "checkpoints:\n  dir: /checkpoints\n  pattern: \"step-*.pt\"\n  resume: --resume {path}\n"
            "run: |\n  cat '/mnt/words/two words 数据.txt'\n  python3 -m torch.distributed.run -r 9:1 -t 9:1 --nproc_per_node=2 --master_addr=127.0.0.1"
            " --master_port=29517 train.py --steps 60 --every 20 $TRAINYARD_RESUME_ARGS\n");
        task.close();

        answer = yard.run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("launch"), QStringLiteral("--machine"),
                           QStringLiteral("lab"), task.fileName()},
                          120000);
        QVERIFY2(answer.status == 0, answer.told().constData());
        const QString first = answer.object()[QLatin1String("id")].toString();
        auto followed = yard.run({QStringLiteral("run"), QStringLiteral("logs"), QStringLiteral("-f"), first}, 420000);
        QVERIFY2(followed.status == 0, followed.told().constData());
        QVERIFY2(followed.out.contains("what the mounted file holds\n"), followed.out.left(2000).constData());
        const QList<Point> before = points(followed.out);
        QCOMPARE(before.size(), 60);
        QVERIFY(before.last().loss < before.first().loss);

        answer = yard.run({QStringLiteral("--json"), QStringLiteral("checkpoint"), QStringLiteral("list"), first});
        QVERIFY2(answer.status == 0, answer.told().constData());
        QCOMPARE(answer.array().size(), 3);
        const QJsonObject newest = answer.array().first().toObject();
        QCOMPARE(newest[QLatin1String("step")].toInt(), 60);
        QCOMPARE(newest[QLatin1String("verdict")].toString(), QStringLiteral("complete"));

        answer = yard.run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("resume"), QStringLiteral("--checkpoint"),
                           QStringLiteral("20"), first},
                          120000);
        QVERIFY2(answer.status == 0, answer.told().constData());
        const QString second = answer.object()[QLatin1String("id")].toString();
        QCOMPARE(answer.object()[QLatin1String("attempt")].toInt(), 2);
        followed = yard.run({QStringLiteral("run"), QStringLiteral("logs"), QStringLiteral("-f"), second}, 420000);
        QVERIFY2(followed.status == 0, followed.told().constData());
        const QList<Point> after = points(followed.out);
        QCOMPARE(after.size(), 40);
        QCOMPARE(after.first().step, 21);
        // The same data and state: the curve continues from where it was.
        for (qsizetype i = 0; i < after.size(); ++i)
            QVERIFY(qAbs(after[i].loss - before[i + 20].loss) < 1e-3);
    }
};

QTEST_GUILESS_MAIN(TestDdp)
#include "tst_ddp.moc"
