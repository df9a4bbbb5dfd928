// SPDX-License-Identifier: GPL-3.0-or-later
// A run writes 200 000 lines of everything that a log may contain, while connections are cut, the desktop's process is killed, and so are
// all processes on the machine that supervise, sample or talk to the engine. In the end the copy here equals the machine's file and the
// exit code is right.
#include "tests/support/labmachine.h"
#include "tests/support/yardcommand.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

constexpr int kCuts = 10;
constexpr int kDesktopKills = 2;
constexpr int kSupervisorKills = 3;

QByteArray sha256(const QString &file)
{
    QFile opened(file);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    return opened.open(QIODevice::ReadOnly) && hash.addData(&opened) ? hash.result().toHex() : QByteArray();
}

QByteArray read(const QString &file)
{
    QFile opened(file);
    return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
}

}  // namespace

class TestChaos : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyByteArrivesOnce_data()
    {
        QTest::addColumn<QString>("engine");
        QTest::newRow("process") << QStringLiteral("process");
        QTest::newRow("podman") << QStringLiteral("podman");
        QTest::newRow("docker") << QStringLiteral("docker");
    }

    void everyByteArrivesOnce()
    {
        QFETCH(QString, engine);
        const auto kind = engine == QLatin1String("docker")   ? std::optional(ContainerEngine::Kind::Docker)
                          : engine == QLatin1String("podman") ? std::optional(ContainerEngine::Kind::Podman)
                                                              : std::nullopt;
        LabMachine machine(kind);
        if (!machine.start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(machine.problem()));
            QSKIP(qPrintable(machine.problem()));
        }
        QTemporaryDir state;
        YardCommand yard(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), state.path());
        auto answer = yard.run({QStringLiteral("machine"), QStringLiteral("add"), QStringLiteral("lab"), machine.sshCommand()});
        QVERIFY2(answer.status == 0, answer.told().constData());

        QTemporaryDir project;
        QDir(project.path()).mkdir(QStringLiteral("work"));
        QVERIFY(QFile::copy(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/chaos/noise.sh"),
                            project.filePath(QStringLiteral("work/noise.sh"))));
        QFile blob(project.filePath(QStringLiteral("work/blob")));
        QVERIFY(blob.open(QIODevice::WriteOnly));
        QByteArray bytes(65536, Qt::Uninitialized);
        QRandomGenerator random(20261121);
        random.generate(reinterpret_cast<quint32 *>(bytes.data()), reinterpret_cast<quint32 *>(bytes.data()) + 16384);
        QCOMPARE(blob.write(bytes), bytes.size());
        blob.close();
        QByteArray task = "name: chaos\nworkdir: work\nengine: " + engine.toUtf8() + "\nrun: sh ./noise.sh\n";
        if (machine.engine()) {
            QVERIFY(machine.engine()->makeTestImages());
            task += "resources:\n  image_id: docker:trainyard-test/shell\n";
        }
        QFile file(project.filePath(QStringLiteral("task.yaml")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(task) == task.size());
        file.close();

        answer = yard.run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("launch"), QStringLiteral("--machine"),
                           QStringLiteral("lab"), file.fileName()},
                          120000);
        QVERIFY2(answer.status == 0, answer.told().constData());
        const QString id = answer.object()[QLatin1String("id")].toString();
        QVERIFY(!id.isEmpty());

        const QStringList follow{QStringLiteral("run"), QStringLiteral("logs"), QStringLiteral("-f"), id};
        auto desktop = yard.start(follow);
        const QString remote = machine.runDirectory(RunId(id));
        int cuts = 0, desktopKills = 0, supervisorKills = 0, clientKills = 0;
        // The faults are spread over the run's life by how much it has written.
        const qint64 expected = 21'000'000;
        int blow = 0;
        const int blows = kCuts + kDesktopKills + kSupervisorKills;
        QDeadlineTimer deadline(240000);
        while (!QFile::exists(remote + QStringLiteral("/exit")) && !deadline.hasExpired()) {
            QTest::qWait(50);
            if (machine.engine()) {
                // Whenever a client of the engine appears for this container, it is killed in the middle of its work.
                for (const qint64 pid : LabMachine::processesWith(QStringLiteral("ty-") + id)) {
                    const QByteArray line = read(QStringLiteral("/proc/%1/cmdline").arg(pid));
                    const bool isClient = line.startsWith(engine.toUtf8()) && line.contains("inspect");
                    if (isClient && clientKills < 5) {
                        LabMachine::kill({pid});
                        ++clientKills;
                    }
                }
            }
            if (blow == blows) {  // all have hit a living run, however fast this computer is
                QFile goOn(remote + QStringLiteral("/workdir/go-on"));
                QVERIFY(goOn.open(QIODevice::WriteOnly));
            }
            if (blow >= blows || QFile(remote + QStringLiteral("/log")).size() < expected * blow / blows)
                continue;
            switch (blow++ % 3) {
            case 0:
                if (desktopKills < kDesktopKills && blow > 3) {
                    desktop->kill();
                    QVERIFY(desktop->waitForFinished(10000));
                    desktop = yard.start(follow);
                    ++desktopKills;
                    break;
                }
                [[fallthrough]];
            case 1:
                if (supervisorKills < kSupervisorKills && blow % 2 == 0) {
                    LabMachine::kill(LabMachine::processesWith(remote + QStringLiteral("/supervise.sh")));
                    ++supervisorKills;
                    break;
                }
                [[fallthrough]];
            default: machine.sshd().dropConnections(); ++cuts;
            }
        }
        while (cuts < kCuts) {
            machine.sshd().dropConnections();
            ++cuts;
            QTest::qWait(200);
        }
        QTRY_VERIFY_WITH_TIMEOUT(desktop->state() == QProcess::NotRunning, 90000);

        answer = yard.run({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("show"), id});
        QVERIFY2(answer.status == 0, answer.told().constData());
        QCOMPARE(answer.object()[QLatin1String("state")].toString(), QStringLiteral("failed"));
        QCOMPARE(answer.object()[QLatin1String("exit_code")].toInt(-1), 7);
        const QString here = state.path() + QStringLiteral("/data/runs/") + id;
        QVERIFY(QFile(here + QStringLiteral("/log")).size() > expected);
        QCOMPARE(sha256(here + QStringLiteral("/log")), sha256(remote + QStringLiteral("/log")));
        QCOMPARE(sha256(here + QStringLiteral("/metrics")), sha256(remote + QStringLiteral("/metrics")));
        QCOMPARE(read(here + QStringLiteral("/events")).count("\"started\""), 1);
        QCOMPARE(desktopKills, kDesktopKills);
        QCOMPARE(supervisorKills, kSupervisorKills);
        QVERIFY(read(here + QStringLiteral("/log")).endsWith("the end, without a newline"));
        qInfo("%s: %d cuts, %d desktop kills, %d supervisor kills, %d engine clients killed", qPrintable(engine), cuts, desktopKills,
              supervisorKills, clientKills);
    }
};

QTEST_GUILESS_MAIN(TestChaos)
#include "tst_chaos.moc"
