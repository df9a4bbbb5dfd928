// SPDX-License-Identifier: GPL-3.0-or-later
// Who holds the GPUs of a machine, and the choice of some of them. The answers are written as nvidia-smi and ps give them; no GPU is used.
#include "core/service/machines/gpuchoice.h"
#include "tests/fuzz/mutate.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace trainyard;

namespace {

const QByteArray kShared = "trainyard-facts=1\nhost=lab\nhome=/home/ml\n"
                           "holders-told=1\n"
                           "holder=GPU-aa, 4242, 39210\nholder=GPU-aa, 4243, 512\nholder=GPU-bb, 5151, [N/A]\nholder=GPU-cc, 7777, 10\n"
                           "process=4242 7260 wang /usr/bin/python3 -u /home/wang/train.py --token=hf_secret\n"
                           "process=4243 12 wang python -m torch.distributed.run --nproc 8 x.py\n"
                           "process=5151 200000 li ./a.out secret\n"
                           "gpu=0, GPU-aa, 40960, 570.1, NVIDIA A100\ngpu=1, GPU-bb, 40960, 570.1, NVIDIA A100\n"
                           "gpu=2, GPU-cc, 40960, 570.1, NVIDIA A100\ngpu=3, GPU-dd, 40960, 570.1, NVIDIA A100\nend=1\n";

MachineFacts shared() { return parseMachineFacts(kShared).value_or(MachineFacts()); }

Task choosing(const QStringList &gpus)
{
    Task task;
    task.gpus = gpus;
    return task;
}

}  // namespace

class TestGpuHolder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachHolderHasItsUserProgramAndTime()
    {
        const MachineFacts facts = shared();
        QVERIFY(facts.areHoldersKnown);
        QCOMPARE(facts.holders.size(), 4);
        const GpuHolder &first = facts.holders[0];
        QCOMPARE(first.device, QStringLiteral("GPU-aa"));
        QCOMPARE(first.pid, 4242);
        QCOMPARE(first.user, QStringLiteral("wang"));
        QCOMPARE(first.command, QStringLiteral("python3 train.py"));
        QVERIFY(first.running == std::chrono::seconds(7260));
        QVERIFY(first.memoryMiB == 39210);
        QCOMPARE(facts.holders[1].command, QStringLiteral("python -m torch.distributed.run"));
        QCOMPARE(facts.holders[2].command, QStringLiteral("a.out"));
        QVERIFY(!facts.holders[2].memoryMiB);
    }

    void aProcessThatCannotBeSeenHasAnUnknownUser()
    {
        const GpuHolder hidden = shared().holders[3];
        QCOMPARE(hidden.pid, 7777);
        QVERIFY(hidden.user.isEmpty() && hidden.command.isEmpty() && !hidden.running);
        QCOMPARE(holderNames({hidden}), QStringLiteral("unknown user"));
        const auto unnumbered = parseGpuHolders({QStringLiteral("GPU-aa, [N/A], [N/A]")}, {QStringLiteral("1 5 root init")});
        QCOMPARE(unnumbered.size(), 1);
        QCOMPARE(unnumbered.first().pid, 0);
        QVERIFY(unnumbered.first().user.isEmpty());
    }

    void ownersAreCountedByGpu()
    {
        QCOMPARE(ownersText(shared()), QStringLiteral("wang 1, li 1, unknown user 1, free 1"));
        MachineFacts silent = shared();
        silent.areHoldersKnown = false;
        QCOMPARE(ownersText(silent), QStringLiteral("who uses the GPUs is unknown"));
        QCOMPARE(ownersText(MachineFacts()), QString());
    }

    void migDevicesAreChosenByThemselves()
    {
        MachineFacts facts = shared();
        facts.migDevices = parseMigDevices({QStringLiteral("GPU 0: NVIDIA A100-SXM4-40GB (UUID: GPU-aa)"),
                                            QStringLiteral("  MIG 3g.20gb     Device  0: (UUID: MIG-11-22)"),
                                            QStringLiteral("  MIG 4g.20gb     Device  1: (UUID: MIG-33)"),
                                            QStringLiteral("GPU 1: NVIDIA A100-SXM4-40GB (UUID: GPU-bb)")});
        QCOMPARE(facts.migDevices.size(), 2);
        QCOMPARE(facts.migDevices[1], (MigDevice{0, 1, QStringLiteral("4g.20gb"), QStringLiteral("MIG-33")}));
        facts.holders = parseGpuHolders({QStringLiteral("MIG-33, 9, 100")}, {QStringLiteral("9 60 li python3")});
        const QList<GpuDevice> devices = gpuDevices(facts);
        QCOMPARE(devices.size(), 5);
        QCOMPARE(devices[0].number, QStringLiteral("0:0"));
        QVERIFY(devices[0].holders.isEmpty());
        QCOMPARE(devices[1].holders.size(), 1);
        QCOMPARE(*chosenGpus(choosing({QStringLiteral("0:0"), QStringLiteral("1")}), facts),
                 (QStringList{QStringLiteral("MIG-11-22"), QStringLiteral("GPU-bb")}));
        // The whole of a divided GPU cannot be given.
        QVERIFY(!chosenGpus(choosing({QStringLiteral("0")}), facts));
    }

    void numbersBecomeUuids()
    {
        const auto chosen = chosenGpus(choosing({QStringLiteral("3"), QStringLiteral("GPU-BB")}), shared());
        QVERIFY(chosen);
        QCOMPARE(*chosen, (QStringList{QStringLiteral("GPU-dd"), QStringLiteral("GPU-bb")}));
        QVERIFY(chosenGpus(Task(), shared())->isEmpty());
    }

    void whatTheMachineLacksIsRefusedInASentence()
    {
        const auto missing = chosenGpus(choosing({QStringLiteral("7")}), shared());
        QVERIFY(!missing);
        QCOMPARE(missing.error().what, QStringLiteral("The task chooses GPU 7, but lab has only these: 0, 1, 2, 3. Correct 'gpus'."));
        const auto twice = chosenGpus(choosing({QStringLiteral("3"), QStringLiteral("GPU-dd")}), shared());
        QVERIFY(!twice);
        QVERIFY(twice.error().what.contains(QStringLiteral("twice")));
        const auto none = chosenGpus(choosing({QStringLiteral("0")}), MachineFacts());
        QVERIFY(!none);
        QVERIFY(none.error().what.contains(QStringLiteral("no GPU of")));
    }

    void aHeldOneIsAWarning()
    {
        QVERIFY(chosenGpus(choosing({QStringLiteral("0")}), shared()));
        QCOMPARE(sharedGpusText(choosing({QStringLiteral("0"), QStringLiteral("3")}), shared()),
                 QStringLiteral("GPUs chosen for this run are in use: GPU 0 (wang). It will share their memory and time."));
        QCOMPARE(sharedGpusText(choosing({QStringLiteral("3")}), shared()), QString());
    }

    void textsOfOthersStayHarmless()
    {
        const auto holders = parseGpuHolders(
            {QStringLiteral("GPU-aa, 1, 5"), QStringLiteral("GPU-aa; rm -rf, 2, 5"), QStringLiteral("GPU-aa, 1, 99999999999")},
            {QStringLiteral("1 5 li python3 \u202Eevil\u0007.py"), QStringLiteral("1 5 root init"), QStringLiteral("2 5 $(id) x")});
        QCOMPARE(holders.size(), 1);
        QCOMPARE(holders.first().user, QStringLiteral("li"));
        QCOMPARE(holders.first().command, QStringLiteral("python3 evil.py"));
        QVERIFY(programOf(QString(5000, u'a')).size() <= 80);
    }

    // As tests/fuzz does with other readers: any damage is read without a crash, and what comes out is bounded.
    void damagedAnswersAreRead()
    {
        QRandomGenerator random(1);
        for (int i = 0; i < 3000; ++i) {
            const QByteArray damaged = mutated(kShared, random, {"holder=", "process=", "device=", "GPU-", ",", "\n", "MIG "});
            const auto facts = parseMachineFacts(damaged);
            if (!facts)
                continue;
            QVERIFY(facts->holders.size() <= 1000);
            for (const GpuHolder &holder : facts->holders)
                QVERIFY(holder.pid >= 0 && holder.user.size() <= 64 && holder.command.size() <= 80);
            QVERIFY(ownersText(*facts).size() < 20000);
        }
    }

    // The script itself, with a stub in the place of nvidia-smi and real processes.
    void theScriptNamesOnlyProcessesThatItSees()
    {
        QTemporaryDir dir;
        QVERIFY(QDir(dir.path()).mkpath(QStringLiteral("dev")));
        QFile device(dir.filePath(QStringLiteral("dev/nvidia0")));
        QVERIFY(device.open(QIODevice::WriteOnly));
        device.close();
        QProcess worker;
        worker.setStandardInputFile(device.fileName());  // open as a GPU would be
        worker.start(QStringLiteral("sleep"), {QStringLiteral("60")});
        QVERIFY(worker.waitForStarted());
        QFile stub(dir.filePath(QStringLiteral("nvidia-smi")));
        QVERIFY(stub.open(QIODevice::WriteOnly));
        stub.write("#!/bin/sh\n# Stub.\ncase $* in\n*query-gpu*) echo '0, GPU-aa, 40960, 570.1, Stub GPU' ;;\n"
                   "*query-compute-apps*) echo 'GPU-aa, "
                   + QByteArray::number(worker.processId()) + ", 300'; echo 'GPU-aa, 999999999, 20' ;;\n*) exit 2 ;;\nesac\n");
        stub.close();
        QVERIFY(stub.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        QProcess script;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"), dir.path() + u':' + environment.value(QStringLiteral("PATH")));
        environment.insert(QStringLiteral("HOME"), dir.path());
        script.setProcessEnvironment(environment);
        script.setStandardInputFile(QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/onbox/facts.sh"));
        script.start(QStringLiteral("sh"), {QStringLiteral("-s")});
        QVERIFY(script.waitForFinished());
        worker.kill();
        worker.waitForFinished();
        const auto facts = parseMachineFacts(script.readAllStandardOutput());
        QVERIFY(facts);
        QVERIFY(facts->areHoldersKnown);
        QCOMPARE(facts->holders.size(), 2);
        QCOMPARE(facts->holders[0].command, QStringLiteral("sleep"));
        QCOMPARE(facts->holders[0].user, facts->user);
        QVERIFY(facts->holders[1].user.isEmpty());
        QVERIFY(facts->engine(EngineKind::Process));
    }
};

QTEST_GUILESS_MAIN(TestGpuHolder)

#include "tst_gpuholder.moc"
