// SPDX-License-Identifier: GPL-3.0-or-later
// `yard checkpoint prune`, `trash`, `verify` and `diff` as a person uses them, on this computer and on a machine; killed in the middle, and
// on a full disk. The checkpoints are copies of real files in PyTorch's format.
#include "tests/support/labmachine.h"
#include "tests/support/yardcommand.h"

#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QTest>

#include <csignal>
#include <sys/mount.h>
#include <unistd.h>

using namespace trainyard;

namespace {

const QString kYard = QStringLiteral(TRAINYARD_BIN_DIR "/yard");
const QString kTorchFile = QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/torch-1.13.pt");

}  // namespace

class TestPrune : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void showsFirstAndRemovesWhenTold();
    void aMachinesCheckpointsGoToItsTrash();
    void aFollowedRunsRulesAreApplied();
    void killedInTheMiddleNothingIsLost();
    void aFullDiskIsMadeRoomOn();
    void looksInsideVerifiesAndCompares_data();
    void looksInsideVerifiesAndCompares();
    void saysWhatIsWrongWithTheQuestion();

private:
    // One every hundred steps, three files each.
    void make(const QString &top, int count)
    {
        for (int step = 100; step <= count * 100; step += 100) {
            for (const char *name : {"model.pt", "extra.pt", "more.pt"}) {
                const QString folder = top + QStringLiteral("/step-%1").arg(step);
                QVERIFY(QDir().mkpath(folder));
                const QString path = folder + u'/' + QLatin1String(name);
                QVERIFY(QFile::copy(kTorchFile, path));
                QFile file(path);
                QVERIFY(file.open(QIODevice::ReadWrite));
                QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(-100'000 + step), QFileDevice::FileModificationTime));
            }
        }
    }
    static QStringList present(const QString &top) { return QDir(top).entryList({"step-*"}, QDir::Dirs, QDir::Name); }
    // In the folder itself or in one entry of its trash: complete, or not at all.
    static QMap<QString, int> filesOfEach(const QString &top)
    {
        QMap<QString, int> count;
        QDirIterator it(top, {"*.pt"}, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (it.hasNext())
            ++count[QFileInfo(it.next()).path()];
        return count;
    }
    YardCommand::Answer yard(const QStringList &arguments) const { return YardCommand(kYard, m_state->path()).run(arguments); }

    std::unique_ptr<QTemporaryDir> m_state, m_folder;
};

void TestPrune::init()
{
    m_state = std::make_unique<QTemporaryDir>();
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestPrune::showsFirstAndRemovesWhenTold()
{
    const QString top = m_folder->path();
    make(top, 6);
    const auto shown = yard({"--json", "checkpoint", "prune", "--last", "2", "--every", "300", top});
    QVERIFY2(shown.status == 0, shown.told().constData());
    QCOMPARE(shown.object()["carried_out"].toBool(true), false);
    QCOMPARE(shown.object()["removed"].toInt(), 9);  // three files each
    QVERIFY(shown.object()["room"].toObject()["more"].toDouble() > 0);
    QCOMPARE(present(top).size(), 6);

    const auto done = yard({"--json", "checkpoint", "prune", "--last", "2", "--every", "300", "--yes", top});
    QVERIFY2(done.status == 0, done.told().constData());
    QCOMPARE(present(top), (QStringList{"step-300", "step-500", "step-600"}));
    const auto trash = yard({"--json", "checkpoint", "trash", top});
    QVERIFY2(trash.status == 0, trash.told().constData());
    QCOMPARE(trash.array().size(), 3);
    const QString id = trash.array().at(0).toObject()["id"].toString();
    QCOMPARE(yard({"--json", "checkpoint", "trash", "--restore", id, top}).array().size(), 2);
    QCOMPARE(present(top).size(), 4);
    QCOMPARE(yard({"--json", "checkpoint", "trash", "--empty", top}).array().size(), 0);
    for (const int count : filesOfEach(top))
        QCOMPARE(count, 3);
    QCOMPARE(filesOfEach(top).size(), 4);

    // The only complete one stays, whatever the options.
    const auto last = yard({"checkpoint", "prune", "--last", "1", "--for-good", "--yes", top});
    QVERIFY2(last.status == 0, last.told().constData());
    QCOMPARE(present(top), QStringList{"step-600"});
    QVERIFY(yard({"checkpoint", "prune", "--last", "1", "--yes", top}).err.contains("Nothing to remove"));
}

void TestPrune::aMachinesCheckpointsGoToItsTrash()
{
    LabMachine lab(std::nullopt);
    if (!lab.start()) {
        if (qEnvironmentVariable("CI") == QLatin1String("true"))
            QFAIL(qPrintable(lab.problem()));
        QSKIP(qPrintable(lab.problem()));
    }
    const auto added = yard({"machine", "add", "box", lab.sshCommand()});
    QVERIFY2(added.status == 0, added.told().constData());
    const QString top = lab.home() + QStringLiteral("/out");
    make(top, 5);
    QFile tracker(top + QStringLiteral("/latest"));
    QVERIFY(tracker.open(QIODevice::WriteOnly));
    tracker.write("step-200");
    tracker.close();
    const auto pinned = yard({"--json", "checkpoint", "pin", "box:" + top, "400"});
    QVERIFY2(pinned.status == 0, pinned.told().constData());
    QCOMPARE(pinned.array().at(0).toObject()["pinned"].toBool(), true);
    QVERIFY(yard({"checkpoint", "pin", "box:" + top, "777"}).status != 0);
    const auto done = yard({"--json", "checkpoint", "prune", "--last", "1", "--pin", "300", "--yes", "box:" + top});
    QVERIFY2(done.status == 0, done.told().constData());
    QCOMPARE(present(top), (QStringList{"step-200", "step-300", "step-400", "step-500"}));
    QVERIFY(yard({"checkpoint", "unpin", "box:" + top, "400"}).err.contains("step-400"));
    QVERIFY(yard({"checkpoint", "prune", "--last", "1", "--pin", "300", "--yes", "box:" + top}).status == 0);
    QCOMPARE(present(top), (QStringList{"step-200", "step-300", "step-500"}));
    const auto trash = yard({"--json", "checkpoint", "trash", "box:" + top});
    QVERIFY2(trash.status == 0, trash.told().constData());
    QCOMPARE(trash.array().size(), 2);
    const auto restored = yard({"--json", "checkpoint", "trash", "--restore",
                                trash.array().at(0).toObject()["id"].toString() + ',' + trash.array().at(1).toObject()["id"].toString(),
                                "box:" + top});
    QVERIFY2(restored.status == 0, restored.told().constData());
    QCOMPARE(present(top).size(), 5);
}

// A real run under real rules: nothing is deleted while no program follows it; afterwards its events record the deletions.
void TestPrune::aFollowedRunsRulesAreApplied()
{
    LabMachine lab(std::nullopt);
    if (!lab.start()) {
        if (qEnvironmentVariable("CI") == QLatin1String("true"))
            QFAIL(qPrintable(lab.problem()));
        QSKIP(qPrintable(lab.problem()));
    }
    const auto end = qScopeGuard([&] { LabMachine::kill(LabMachine::processesWith(lab.home() + QStringLiteral("/.trainyard/runs"))); });
    QVERIFY(yard({"machine", "add", "box", lab.sshCommand()}).status == 0);
    const QString top = lab.home() + QStringLiteral("/ck");
    QFile task(m_folder->filePath(QStringLiteral("task.yaml")));
    QVERIFY(task.open(QIODevice::WriteOnly));
    task.write("run: |\n"
               "  for s in 1 2 3 4 5; do mkdir -p '"
               + top.toUtf8() + "'/step-${s}00; cp '" TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/torch-1.13.pt' '" + top.toUtf8()
               + "'/step-${s}00/model.pt; done\n"
                 "  touch \"$HOME/written\"; while [ ! -e \"$HOME/go-on\" ]; do echo step=500; sleep 1; done\n"
                 "checkpoints:\n  dir: "
               + top.toUtf8() + "\n  keep: {last: 2, every: 200}\n");
    task.close();
    const auto launched = yard({"--json", "run", "launch", "--machine", "box", task.fileName()});
    QVERIFY2(launched.status == 0, launched.told().constData());
    const QString run = launched.object()["id"].toString();
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(lab.home() + QStringLiteral("/written")), 60'000);
    QVERIFY(yard({"checkpoint", "pin", run, "100"}).status == 0);
    QCOMPARE(present(top).size(), 5);

    const auto follower = YardCommand(kYard, m_state->path()).start({"run", "logs", "--follow", run});
    QTRY_COMPARE_WITH_TIMEOUT(present(top), (QStringList{"step-100", "step-200", "step-400", "step-500"}), 90'000);
    const auto text = [&] {
        QFile file(lab.runDirectory(RunId(run)) + QStringLiteral("/events"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QTRY_VERIFY_WITH_TIMEOUT(text().contains("checkpoint-removed") && text().contains("step-300"), 30'000);
    const auto trash = yard({"--json", "checkpoint", "trash", run});
    QVERIFY2(trash.status == 0, trash.told().constData());
    QCOMPARE(trash.array().size(), 1);
    QVERIFY(text().contains(trash.array().at(0).toObject()["id"].toString().toUtf8()));
    const auto list = yard({"--json", "checkpoint", "list", run});
    QVERIFY2(list.status == 0, list.told().constData());
    QCOMPARE(list.array().size(), 4);
    QVERIFY(list.array().at(0).toObject()["room"].toObject()["more"].toDouble() > 0);
    QVERIFY(list.array().at(3).toObject()["pinned"].toBool());
    follower->kill();
    follower->waitForFinished();
}

void TestPrune::killedInTheMiddleNothingIsLost()
{
    const QString top = m_folder->path();
    make(top, 40);
    QElapsedTimer timer;
    timer.start();
    QVERIFY(yard({"--json", "checkpoint", "prune", "--last", "39", "--yes", top}).status == 0);
    const int whole = int(timer.elapsed());
    for (int round = 0; round < 12; ++round) {
        QProcess process;
        process.setProcessEnvironment(YardCommand(kYard, m_state->path()).environment);
        process.start(kYard, {"checkpoint", "prune", "--last", "2", round % 2 ? "--yes" : "--for-good", "--yes", top});
        QVERIFY(process.waitForStarted());
        ::usleep(useconds_t(QRandomGenerator::global()->bounded(whole * 1000 * 3 / 2)));
        process.kill();
        process.waitForFinished();
        const QStringList left = present(top);
        QVERIFY2(left.contains(QStringLiteral("step-4000")) && left.contains(QStringLiteral("step-3900")), qPrintable(left.join(u' ')));
        const QMap<QString, int> files = filesOfEach(top);
        for (auto it = files.begin(); it != files.end(); ++it) {
            if (!it.key().contains(QLatin1String(".doomed")))
                QVERIFY2(it.value() == 3, qPrintable(it.key()));
        }
        if (left.size() == 2)
            break;
    }
    const auto last = yard({"--json", "checkpoint", "prune", "--last", "2", "--yes", top});
    QVERIFY2(last.status == 0, last.told().constData());
    QCOMPARE(present(top), (QStringList{"step-3900", "step-4000"}));
    QVERIFY(yard({"checkpoint", "trash", "--empty", top}).status == 0);
    QCOMPARE(filesOfEach(top).size(), 2);
}

void TestPrune::aFullDiskIsMadeRoomOn()
{
    if (::getuid() != 0)
        QSKIP("mounting a small file system needs root; run as: sudo ctest -R tst_prune");
    const QString top = m_folder->filePath(QStringLiteral("disk"));
    QVERIFY(QDir().mkpath(top));
    if (::mount("tmpfs", QFile::encodeName(top).constData(), "tmpfs", 0, "size=2m") != 0)
        QSKIP("this place does not allow mounts; run in a container started with --privileged");
    const auto unmount = qScopeGuard([&] { ::umount2(QFile::encodeName(top).constData(), MNT_DETACH); });
    make(top, 4);
    QFile filler(top + QStringLiteral("/filler"));
    QVERIFY(filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
    for (int failures = 0; failures < 10;)
        failures += filler.write(QByteArray(4096, 'y')) != 4096;
    filler.close();
    const auto shown = yard({"--json", "checkpoint", "prune", "--last", "1", top});
    QVERIFY2(shown.status == 0, shown.told().constData());
    QCOMPARE(shown.object()["room"].toObject()["more"].toInt(-1), 0);
    const auto done = yard({"--json", "checkpoint", "prune", "--last", "1", "--for-good", "--yes", top});
    QVERIFY2(done.status == 0, done.told().constData());
    QCOMPARE(present(top), QStringList{"step-400"});
    QCOMPARE(filesOfEach(top).size(), 1);
}

void TestPrune::looksInsideVerifiesAndCompares_data()
{
    QTest::addColumn<bool>("isMachine");
    QTest::newRow("on this computer") << false;
    QTest::newRow("on a machine") << true;
}

void TestPrune::looksInsideVerifiesAndCompares()
{
    QFETCH(bool, isMachine);
    LabMachine lab(std::nullopt);
    if (isMachine) {
        if (!lab.start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(lab.problem()));
            QSKIP(qPrintable(lab.problem()));
        }
        const auto added = yard({"machine", "add", "box", lab.sshCommand()});
        QVERIFY2(added.status == 0, added.told().constData());
    }
    const QString top = m_folder->path(), where = isMachine ? "box:" + top : top;
    const QString source = QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/checkpoints/torch/");
    QVERIFY(QFile::copy(source + "training.pt", top + "/step-1200.pt"));
    QVERIFY(QFile::copy(source + "training.pt", top + "/step-1300.pt"));
    QVERIFY(QFile::copy(source + "runs.pt", top + "/step-1400.pt"));

    const auto seen = yard({"--json", "checkpoint", "inspect", where, "1200"});
    QVERIFY2(seen.status == 0, seen.told().constData());
    for (const char *key : {"format", "framework", "verdict", "safety", "findings", "step", "epoch", "tensors", "tensorCount", "parameters",
                            "bytes", "files", "bytesRead", "requests"})
        QVERIFY2(seen.object().contains(QLatin1String(key)), key);
    QCOMPARE(seen.object()["step"].toInt(), 1200);
    QCOMPARE(seen.object()["tensorCount"].toInt(), 27);
    QCOMPARE(seen.object()["safety"].toString(), QStringLiteral("safe"));
    const auto dangerous = yard({"--json", "checkpoint", "inspect", where, "1400"});
    QCOMPARE(dangerous.status, 1);
    QCOMPARE(dangerous.object()["safety"].toString(), QStringLiteral("dangerous"));

    const auto same = yard({"--json", "checkpoint", "diff", where + "@1200", where + "@1300"});
    QVERIFY2(same.status == 0, same.told().constData());
    QVERIFY(same.object()["fits"].toBool());
    const auto whole = yard({"--json", "checkpoint", "verify", "--full", "--manifest", where, "1300"});
    QVERIFY2(whole.status == 0, whole.told().constData());
    QVERIFY(whole.object()["manifest_written"].toBool());
    QCOMPARE(whole.object()["by"].toString(), isMachine ? QStringLiteral("python3") : QStringLiteral("here"));
    QCOMPARE(whole.object()["untransferred_bytes"].toInt(-1), 0);

    // A bit flips in the middle of the weights.
    QFile file(top + "/step-1300.pt");
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(2440));
    char byte = 0;
    QVERIFY(file.getChar(&byte) && file.seek(2440) && file.putChar(char(byte ^ 4)));
    file.close();
    const auto broken = yard({"--json", "checkpoint", "verify", "--full", where, "1300"});
    QVERIFY2(broken.status == 1, broken.told().constData());
    QCOMPARE(broken.object()["verdict"].toString(), QStringLiteral("corrupt"));
    QCOMPARE(broken.object()["finding_count"].toInt(), 2);  // the record's sum and the file's
}

void TestPrune::saysWhatIsWrongWithTheQuestion()
{
    const QString top = m_folder->path();
    make(top, 1);
    QCOMPARE(yard({"checkpoint", "prune", top}).status, 2);  // no rule was given
    QCOMPARE(yard({"checkpoint", "prune", "--last", "0", top}).status, 2);
    QCOMPARE(yard({"checkpoint", "prune", "--last", "1", "--by", "size", top}).status, 2);
    QCOMPARE(yard({"checkpoint", "prune", "--last", "1"}).status, 2);
    QCOMPARE(yard({"checkpoint", "prune", "--last", "1", "nothing"}).status, 1);
    QCOMPARE(yard({"checkpoint", "prune", "--last", "1", "nobody:/x"}).status, 1);
    QCOMPARE(yard({"checkpoint", "prune", "--last", "1", top + "/gone"}).status, 1);
    QCOMPARE(yard({"checkpoint", "trash", "--restore", "20260101T000000Z-0000", top}).status, 1);
    QCOMPARE(yard({"checkpoint", "trash", "--restore", "../../x", top}).status, 1);
    QCOMPARE(yard({"checkpoint", "trash", "--empty", "--erase", "x", top}).status, 2);
    QCOMPARE(present(top).size(), 1);
}

QTEST_GUILESS_MAIN(TestPrune)
#include "tst_prune.moc"
