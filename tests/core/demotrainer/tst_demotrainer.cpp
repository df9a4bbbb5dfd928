// SPDX-License-Identifier: GPL-3.0-or-later
// The demo trainer from outside, as the program it is: real processes, real files, real signals.
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <memory>
#include <sys/mount.h>
#include <unistd.h>

namespace {

const QString kProgram = QStringLiteral(TRAINYARD_BIN_DIR "/yard-demotrainer");

struct Outcome {
    int code = -1;
    QByteArray out, err;
};

std::unique_ptr<QProcess> started(const QStringList &arguments, const QString &checkpointDir)
{
    auto process = std::make_unique<QProcess>();
    QProcessEnvironment environment;
    environment.insert(QStringLiteral("TRAINYARD_CHECKPOINT_DIR"), checkpointDir);
    process->setProcessEnvironment(environment);
    process->start(kProgram, arguments);
    process->waitForStarted();
    return process;
}

Outcome finished(QProcess &process)
{
    if (!process.waitForFinished(60'000))
        return {};
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -process.exitCode(), process.readAllStandardOutput(),
            process.readAllStandardError()};
}

Outcome train(const QStringList &arguments, const QString &checkpointDir) { return finished(*started(arguments, checkpointDir)); }

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void overwrite(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

QStringList names(const QString &dir, const QString &pattern) { return QDir(dir).entryList({pattern}, QDir::Files, QDir::Name); }

// The step and loss of the machine-readable lines; the speed differs from run to run.
QList<QByteArray> metrics(const QByteArray &out)
{
    static const QRegularExpression line(QStringLiteral("^(step=\\d+ loss=[\\d.]+ lr=[\\d.e+-]+) tok/s=\\d+$"),
                                         QRegularExpression::MultilineOption);
    QList<QByteArray> found;
    for (auto it = line.globalMatch(QString::fromUtf8(out)); it.hasNext();)
        found.append(it.next().captured(1).toUtf8());
    return found;
}

double loss(const QByteArray &metricsLine) { return metricsLine.mid(metricsLine.indexOf("loss=") + 5).split(' ').first().toDouble(); }

}  // namespace

class TestDemoTrainer : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_dir;
    QString dir(const char *name = "checkpoints") const { return m_dir->filePath(QLatin1String(name)); }

private Q_SLOTS:
    void init()
    {
        QVERIFY2(QFile::exists(kProgram), "build the target yard-demotrainer first");
        m_dir = std::make_unique<QTemporaryDir>();
        QVERIFY(m_dir->isValid());
    }

    void lossFalls()
    {
        const Outcome run = train({"--steps", "600", "--metrics-every", "50"}, dir());
        QCOMPARE(run.code, 0);
        const auto lines = metrics(run.out);
        QCOMPARE(lines.size(), 12);
        QVERIFY(loss(lines.first()) < 4.2);  // ln of the number of characters, the loss of random guessing
        QVERIFY2(loss(lines.last()) < 2.4, lines.last().constData());
        QVERIFY(run.out.contains("parameters"));
        QVERIFY(run.out.contains("Alice"));
    }

    void progressBarIsDrawnWithoutATerminal()
    {
        const Outcome run = train({"--steps", "50"}, dir());
        QVERIFY(run.err.contains("\rTraining:"));
        QVERIFY(run.err.contains("50/50 ["));
        QVERIFY(!run.out.contains('\r'));
    }

    void everyLineIsThereAtOnce()
    {
        auto process = started({"--steps", "1000", "--steps-per-second", "5", "--metrics-every", "1"}, dir());
        QByteArray out;
        QTRY_VERIFY_WITH_TIMEOUT((process->waitForReadyRead(50), out += process->readAllStandardOutput(), out.contains("step=1 ")), 10'000);
        QVERIFY(!out.contains("step=100 "));
        process->kill();
        process->waitForFinished();
    }

    void theFirstStepTellsNoHigherSpeedThanTheOthers()
    {
        const Outcome run = train({"--steps", "3", "--steps-per-second", "5", "--metrics-every", "1"}, dir());
        static const QRegularExpression first(QStringLiteral("step=1 .*tok/s=(\\d+)")), batch(QStringLiteral("batch (\\d+)"));
        const double speed = first.match(QString::fromUtf8(run.out)).captured(1).toDouble();
        const double most = 5 * batch.match(QString::fromUtf8(run.out)).captured(1).toDouble();
        QVERIFY2(speed > 0 && speed <= most, run.out.constData());
    }

    void resumedRunIsBitIdenticalToAnUninterruptedOne()
    {
        // The stop comes after the first epoch (483 steps) and between two lines of metrics.
        const QStringList common{"--checkpoint-every", "0", "--metrics-every", "20", "--seed", "7"};
        const Outcome whole = train(QStringList{"--steps", "700"} + common, dir("whole"));
        QCOMPARE(whole.code, 0);
        QCOMPARE(train(QStringList{"--steps", "510"} + common, dir("parts")).code, 0);
        const Outcome second = train(QStringList{"--steps", "700", "--resume", dir("parts") + "/step-000510.safetensors",
                                                 "--checkpoint-every", "0", "--metrics-every", "20"},
                                     dir("parts"));
        QCOMPARE(second.code, 0);
        QVERIFY(second.out.contains("at step 510, loss "));
        const auto resumed = metrics(second.out);
        QCOMPARE(resumed.size(), 10);
        QCOMPARE(resumed, metrics(whole.out).mid(25));
        for (const char *file : {"/step-000700.safetensors", "/step-000700.json"}) {
            const QByteArray expected = contents(dir("whole") + QLatin1String(file));
            QVERIFY(!expected.isEmpty());
            QVERIFY(contents(dir("parts") + QLatin1String(file)) == expected);
        }
    }

    // The basis of the resume trials: each fault shows where it would in a real program, and not before.
    void aWrongResumeIsWrongInItsOwnWay()
    {
        const QStringList common{"--checkpoint-every", "0", "--metrics-every", "1", "--seed", "7"};
        QCOMPARE(train(QStringList{"--steps", "60"} + common, dir("from")).code, 0);
        const auto resumed = [&](const QStringList &more) {
            const Outcome run = train(QStringList{"--steps", "80", "--resume", dir("from") + "/step-000060.safetensors"} + common + more,
                                      dir("on"));
            return run.code == 0 ? metrics(run.out) : QList<QByteArray>();
        };
        const auto right = resumed({});
        QCOMPARE(right.size(), 20);
        QVERIFY(right.first().startsWith("step=61 "));
        const auto wrong = [&](const char *what) { return resumed({"--wrong-resume", QLatin1String(what)}); };

        const auto again = wrong("step");
        QCOMPARE(again.size(), 21);
        QVERIFY(again.first().startsWith("step=60 "));
        QCOMPARE(loss(again.first()), loss(right.first()));
        const auto otherData = wrong("data");
        QCOMPARE(otherData.size(), 20);
        QVERIFY(loss(otherData.first()) != loss(right.first()));
        // The first loss is that of the loaded state; only what is learnt from then on differs.
        for (const char *what : {"optimizer", "rate"}) {
            const auto lines = wrong(what);
            QCOMPARE(lines.size(), 20);
            QCOMPARE(loss(lines.first()), loss(right.first()));
            QVERIFY2(std::abs(loss(lines.last()) - loss(right.last())) > 0.001, what);
        }
        // Only a resume shows the fault.
        const QStringList fresh = QStringList{"--steps", "20"} + common;
        QCOMPARE(metrics(train(fresh + QStringList{"--wrong-resume", "rate"}, dir("a")).out), metrics(train(fresh, dir("b")).out));
    }

    void differentSeedsGiveDifferentModels()
    {
        QCOMPARE(train({"--steps", "5", "--seed", "1"}, dir("a")).code, 0);
        QCOMPARE(train({"--steps", "5", "--seed", "2"}, dir("b")).code, 0);
        QVERIFY(contents(dir("a") + "/step-000005.safetensors") != contents(dir("b") + "/step-000005.safetensors"));
    }

    void checkpointHeaderDescribesTheFileExactly()
    {
        QCOMPARE(train({"--steps", "3"}, dir()).code, 0);
        const QByteArray bytes = contents(dir() + "/step-000003.safetensors");
        quint64 headerSize = 0;
        QVERIFY(bytes.size() > 8);
        memcpy(&headerSize, bytes.constData(), 8);
        const QJsonObject header = QJsonDocument::fromJson(bytes.mid(8, static_cast<qsizetype>(headerSize))).object();
        QCOMPARE(header["__metadata__"].toObject()["step"].toString(), QStringLiteral("3"));
        qint64 end = 0;
        int tensors = 0;
        for (auto it = header.begin(); it != header.end(); ++it) {
            if (it.key() == QLatin1String("__metadata__"))
                continue;
            ++tensors;
            QCOMPARE(it.value().toObject()["dtype"].toString(), QStringLiteral("F32"));
            end = qMax(end, it.value().toObject()["data_offsets"].toArray().at(1).toInteger());
        }
        QCOMPARE(tensors, 15);
        QCOMPARE(end + 8 + static_cast<qint64>(headerSize), bytes.size());
        const QJsonObject state = QJsonDocument::fromJson(contents(dir() + "/step-000003.json")).object();
        QCOMPARE(state["step"].toInt(), 3);
        QCOMPARE(state["tokens"].toInt(), 3 * 64);
    }

    void onlyTheNewestAreKept()
    {
        QCOMPARE(train({"--steps", "50", "--checkpoint-every", "10", "--keep", "2"}, dir()).code, 0);
        QCOMPARE(names(dir(), "*"),
                 QStringList({"step-000040.json", "step-000040.safetensors", "step-000050.json", "step-000050.safetensors"}));
    }

    void signalSavesACheckpointFirst_data()
    {
        QTest::addColumn<int>("signal");
        QTest::addColumn<int>("status");
        QTest::newRow("TERM") << SIGTERM << 143;
        QTest::newRow("INT") << SIGINT << 130;
    }
    void signalSavesACheckpointFirst()
    {
        QFETCH(int, signal);
        QFETCH(int, status);
        auto process = started({"--steps", "100000", "--steps-per-second", "40", "--metrics-every", "1", "--checkpoint-every", "0"}, dir());
        QByteArray out;
        QTRY_VERIFY_WITH_TIMEOUT((process->waitForReadyRead(50), out += process->readAllStandardOutput(), out.contains("step=3 ")), 60'000);
        ::kill(static_cast<pid_t>(process->processId()), signal);
        const Outcome run = finished(*process);
        QCOMPARE(run.code, status);
        out += run.out;
        QVERIFY(out.contains(signal == SIGTERM ? "Asked to stop (TERM)" : "Asked to stop (INT)"));
        const QStringList saved = names(dir(), "*.safetensors");
        QCOMPARE(saved.size(), 1);
        QVERIFY(out.contains("Saved " + (dir() + '/' + saved.first()).toUtf8()));
        QCOMPARE(train({"--steps", "1", "--resume", "latest"}, dir()).code, 0);
    }

    void usr1SavesAndTheTrainingGoesOn()
    {
        auto process = started({"--steps", "100000", "--steps-per-second", "40", "--metrics-every", "1", "--checkpoint-every", "0"}, dir());
        QByteArray out;
        QTRY_VERIFY_WITH_TIMEOUT((process->waitForReadyRead(50), out += process->readAllStandardOutput(), out.contains("step=3 ")), 60'000);
        ::kill(static_cast<pid_t>(process->processId()), SIGUSR1);
        QTRY_VERIFY_WITH_TIMEOUT((process->waitForReadyRead(50), out += process->readAllStandardOutput(), out.contains("Saved ")), 60'000);
        QCOMPARE(names(dir(), "*.safetensors").size(), 1);
        const qsizetype saved = out.size();
        QTRY_VERIFY_WITH_TIMEOUT((process->waitForReadyRead(50), out += process->readAllStandardOutput(), out.mid(saved).contains("step=")),
                                 60'000);
        QCOMPARE(names(dir(), "*.safetensors").size(), 1);  // once
        ::kill(static_cast<pid_t>(process->processId()), SIGTERM);
        QCOMPARE(finished(*process).code, 143);
    }

    void killWhileSavingLeavesOnlyWholeCheckpoints()
    {
        for (int round = 0; round < 12; ++round) {
            auto process = started(
                {"--steps", "1000000", "--checkpoint-every", "1", "--metrics-every", "1000", "--keep", "3", "--resume", "latest"}, dir());
            // After the first save of this round, at a moment that differs from round to round.
            QByteArray out;
            QTRY_VERIFY_WITH_TIMEOUT((process->waitForReadyRead(20), out += process->readAllStandardOutput(), out.contains("Saved ")),
                                     60'000);
            QElapsedTimer timer;
            timer.start();
            while (timer.nsecsElapsed() < round * 1'700'000) {}
            process->kill();
            process->waitForFinished();
            const QStringList saved = names(dir(), "*.safetensors");
            QVERIFY(!saved.isEmpty());
            for (const QString &name : saved) {
                const Outcome check = train({"--steps", "1", "--resume", dir() + '/' + name}, dir("other"));
                QVERIFY2(check.code == 0, check.err.constData());
                QVERIFY(check.out.contains("Resumed from"));
            }
        }
        QCOMPARE(train({"--steps", "1", "--resume", "latest"}, dir()).code, 0);
        // A start removes what the kills left; the directory holds only pairs.
        QCOMPARE(names(dir(), "*.tmp"), QStringList());
        QCOMPARE(names(dir(), "*.json").size(), names(dir(), "*.safetensors").size());
    }

    void damagedCheckpointIsRefusedWithOneSentence_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const auto withHeader = [](const QByteArray &header, quint64 size) {
            return QByteArray(reinterpret_cast<const char *>(&size), 8) + header;
        };
        const QByteArray meta(R"({"__metadata__":{"kind":"trainyard-demo-char-lm","id":"0"})");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("seven bytes") << QByteArray(7, 'x');
        QTest::newRow("header longer than the file") << withHeader("{}", 40'000);
        QTest::newRow("huge header") << withHeader("{}", ~quint64(0));
        QTest::newRow("no JSON") << withHeader(QByteArray(64, '\xff'), 64);
        QTest::newRow("deeply nested") << withHeader(QByteArray(60'000, '['), 60'000);
        QTest::newRow("tensors missing") << withHeader(meta + "}" + QByteArray(600'000, '\0'), quint64(meta.size() + 1));
        const QByteArray wrong = meta + R"(,"embed.weight":{"dtype":"F32","shape":[63,16],"data_offsets":[18446744073709547584,0]}})";
        QTest::newRow("offsets that wrap around") << withHeader(wrong + QByteArray(600'000, '\0'), quint64(wrong.size()));
        const QByteArray far = meta + R"(,"embed.weight":{"dtype":"F32","shape":[63,16],"data_offsets":[9000000000,9000004032]}})";
        QTest::newRow("no object") << withHeader("[[1],2]", 7);
        QTest::newRow("metadata that are none") << withHeader(R"({"__metadata__":[7]})", 20);
        const QByteArray untyped = meta + R"(,"embed.weight":{"dtype":"F32","shape":{"0":63},"data_offsets":["0",-1]}})";
        QTest::newRow("lists that are none") << withHeader(untyped + QByteArray(600'000, '\0'), quint64(untyped.size()));
        QTest::newRow("offsets beyond the end") << withHeader(far + QByteArray(600'000, '\0'), quint64(far.size()));
    }
    void damagedCheckpointIsRefusedWithOneSentence()
    {
        QFETCH(QByteArray, bytes);
        QCOMPARE(train({"--steps", "2"}, dir()).code, 0);
        const QString path = dir() + "/step-000002.safetensors";
        overwrite(path, bytes);
        const Outcome run = train({"--steps", "9", "--resume", path}, dir());
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.startsWith("Cannot resume from " + path.toUtf8()), run.err.constData());
        QCOMPARE(run.err.count('\n'), 1);
        QVERIFY(contents(path) == bytes);
    }

    // One value of the state at a time has another type, is too large or is missing.
    void damagedStateIsRefused_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("no list") << QByteArray("rng") << QByteArray("7");
        QTest::newRow("a list that is too short") << QByteArray("rng") << QByteArray("[1, 2, 3]");
        QTest::newRow("texts for numbers") << QByteArray("rng") << QByteArray(R"(["1", "2", "3", "4"])");
        QTest::newRow("a number below zero") << QByteArray("step") << QByteArray("-2");
        QTest::newRow("a fraction") << QByteArray("step") << QByteArray("2.0");
        QTest::newRow("a number without end") << QByteArray("step") << QByteArray(400, '9');
        QTest::newRow("a loss beyond all numbers") << QByteArray("loss") << QByteArray("1e999");
        QTest::newRow("no object") << QByteArray("data") << QByteArray("[1, 2, 3]");
        QTest::newRow("nothing") << QByteArray("config") << QByteArray("null");
        QTest::newRow("much within much") << QByteArray("config") << QByteArray(20'000, '[') + QByteArray(20'000, ']');
    }
    void damagedStateIsRefused()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        QCOMPARE(train({"--steps", "2"}, dir()).code, 0);
        const QString path = dir() + "/step-000002.json";
        const QRegularExpression own(QStringLiteral("\"%1\": (\\[[^]]*\\]|\\{[^}]*\\}|[^,\\n]*)").arg(QLatin1String(key)));
        QString document = QString::fromUtf8(contents(path));
        QVERIFY(own.match(document).hasMatch());
        document.replace(own, QStringLiteral("\"%1\": %2").arg(QLatin1String(key), QLatin1String(value)));
        overwrite(path, document.toUtf8());
        const Outcome run = train({"--steps", "9", "--resume", dir() + "/step-000002.safetensors"}, dir());
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.startsWith("Cannot resume from " + path.toUtf8()), run.err.constData());
    }

    void everyCutOffLengthIsRefused()
    {
        QCOMPARE(train({"--steps", "2"}, dir()).code, 0);
        const QString path = dir() + "/step-000002.safetensors";
        const QByteArray whole = contents(path);
        for (const qsizetype size : {qsizetype(8), qsizetype(100), qsizetype(1500), whole.size() / 2, whole.size() - 1}) {
            overwrite(path, whole.left(size));
            QCOMPARE(train({"--steps", "9", "--resume", path}, dir()).code, 2);
        }
    }

    void oneFlippedBitIsRefused()
    {
        QCOMPARE(train({"--steps", "2"}, dir()).code, 0);
        const QString path = dir() + "/step-000002.safetensors";
        QByteArray bytes = contents(path);
        bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
        overwrite(path, bytes);
        const Outcome run = train({"--steps", "9", "--resume", path}, dir());
        QCOMPARE(run.code, 2);
        QVERIFY(run.err.contains("do not fit together"));
    }

    void missingCheckpointAndMissingStateAreRefused()
    {
        QCOMPARE(train({"--steps", "9", "--resume", "/nowhere/step-000001.safetensors"}, dir()).code, 2);
        QCOMPARE(train({"--steps", "2"}, dir()).code, 0);
        QVERIFY(QFile::remove(dir() + "/step-000002.json"));
        const Outcome run = train({"--steps", "9", "--resume", dir() + "/step-000002.safetensors"}, dir());
        QCOMPARE(run.code, 2);
        QVERIFY(run.err.contains("step-000002.json"));
    }

    void latestPassesOverADamagedOne()
    {
        QCOMPARE(train({"--steps", "20", "--checkpoint-every", "10"}, dir()).code, 0);
        overwrite(dir() + "/step-000020.safetensors", "broken");
        const Outcome run = train({"--steps", "11", "--resume", "latest"}, dir());
        QCOMPARE(run.code, 0);
        QVERIFY(run.out.contains("step-000010.safetensors at step 10"));
        QVERIFY(run.err.contains("step-000020.safetensors"));
    }

    void fullDiskEndsTheRunAndSparesOlderCheckpoints()
    {
        const bool isCi = qEnvironmentVariable("CI") == QLatin1String("true");
        const QString disk = m_dir->filePath("disk");
        QVERIFY(QDir().mkdir(disk));
        const QByteArray path = QFile::encodeName(disk);
        if (::mount("tmpfs", path.constData(), "tmpfs", 0, "size=1200k") != 0) {
            QVERIFY2(!isCi, "a small tmpfs is needed: run as root with CAP_SYS_ADMIN");
            QSKIP("needs a small tmpfs: run this test as root, e.g. with sudo");
        }
        const Outcome run = train({"--steps", "50", "--checkpoint-every", "10"}, disk + "/c");
        const QStringList left = names(disk + "/c", "*");
        const Outcome resumed = train({"--steps", "1", "--resume", disk + "/c/step-000020.safetensors"}, dir());
        ::umount2(path.constData(), MNT_DETACH);
        QCOMPARE(run.code, 1);
        QVERIFY2(run.err.contains("Cannot save the checkpoint of step 30"), run.err.constData());
        QCOMPARE(left, QStringList({"step-000010.json", "step-000010.safetensors", "step-000020.json", "step-000020.safetensors"}));
        QCOMPARE(resumed.code, 0);
    }

    void wrongUsageIsNamed_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("named");
        QTest::newRow("unknown option") << QStringList{"--stepz", "3"} << QByteArray("--stepz");
        QTest::newRow("missing value") << QStringList{"--steps"} << QByteArray("--steps needs a value");
        QTest::newRow("no number") << QStringList{"--steps", "many"} << QByteArray("not \"many\"");
        QTest::newRow("unknown fault") << QStringList{"--wrong-resume", "everything"} << QByteArray("not \"everything\"");
        QTest::newRow("zero steps") << QStringList{"--steps=0"} << QByteArray("from 1");
        QTest::newRow("negative speed") << QStringList{"--steps-per-second", "-1"} << QByteArray("--steps-per-second");
    }
    void wrongUsageIsNamed()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, named);
        const Outcome run = train(arguments, dir());
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains(named), run.err.constData());
    }

    void helpNamesEveryOption()
    {
        const Outcome run = train({"--help"}, dir());
        QCOMPARE(run.code, 0);
        for (const char *option : {"--steps ", "--checkpoint-every", "--metrics-every", "--checkpoint-dir", "--keep", "--resume",
                                   "--wrong-resume", "--seed", "--steps-per-second", "--batch"})
            QVERIFY2(run.out.contains(option), option);
    }
};

QTEST_GUILESS_MAIN(TestDemoTrainer)
#include "tst_demotrainer.moc"
