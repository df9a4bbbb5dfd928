// SPDX-License-Identifier: GPL-3.0-or-later
// A real run of two processes on a real SSH machine, whose nvidia-smi is a stand-in with simulated figures: one process stops advancing,
// the other waits for it, and the GPUs are reported as busy at low power. `yard` reports that it hangs, which rank is behind and where both
// are; and it explains a run that ended badly.
#include "tests/support/labmachine.h"
#include "tests/support/yardcommand.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

using namespace trainyard;

namespace {

QString s(const char *text) { return QString::fromUtf8(text); }

constexpr int kSoonMs = 60000;

// Two GPUs; the utilisation and power of both are in the file gpu-state, which the run writes.
const char *const kSmi =
    "#!/bin/sh\n"
    "# Simulated figures.\n"
    "query='' pause=''\n"
    "while [ $# -gt 0 ]; do case $1 in --query-gpu=*) query=${1#*=} ;; -l) pause=$2; shift ;; esac; shift; done\n"
    "while :; do\n"
    "  read -r busy watts <\"$SMI_STATE\" || busy=0 watts=70\n"
    "  for gpu in 0 1; do\n"
    "    text=''\n"
    "    for field in $(echo \"$query\" | tr , ' '); do\n"
    "      case $field in index) v=$gpu ;; uuid) v=SIM-$gpu ;; name) v='Simulated GPU' ;; utilization.gpu) v=$busy ;; power.draw) v=$watts ;;\n"
    "        enforced.power.limit) v=700 ;; memory.used) v=1000 ;; memory.total) v=80000 ;; temperature.gpu) v=50 ;; *) v='[N/A]' ;; esac\n"
    "      text=\"$text${text:+, }$v\"\n"
    "    done\n"
    "    echo \"$text\" || exit 0\n"
    "  done\n"
    "  [ -n \"$pause\" ] || exit 0\n"
    "  sleep \"$pause\"\n"
    "done\n";

// Rank 1 comes to the meeting place until its step 60 and then no more; rank 0 waits for it there.
const char *const kTwoRanks = "name: two-ranks\n"
                              "run: |\n"
                              "  cd \"$(mktemp -d)\" && cp \"$(command -v sleep)\" python3\n"
                              "  cat > worker.sh <<'END'\n"
                              "  rank=$1 step=0\n"
                              "  while [ $step -lt 1000 ]; do\n"
                              "    step=$((step + 1))\n"
                              "    if [ \"$rank\" = 1 ] && [ $step -gt 60 ]; then echo '100 110' >\"$SMI_STATE\"; exec ./python3 600; fi\n"
                              "    : >came-$rank-$step\n"
                              "    while [ ! -e came-$((1 - rank))-$step ]; do sleep 0.05; done\n"
                              "    sleep 0.25\n"
                              "    echo \"[rank$rank]: step=$step/1000 loss=2.5\"\n"
                              "  done\n"
                              "  END\n"
                              "  echo '98 600' >\"$SMI_STATE\"\n"
                              "  RANK=0 sh worker.sh 0 & RANK=1 sh worker.sh 1 & wait\n";

}  // namespace

class TestWatching : public QObject {
    Q_OBJECT

    std::unique_ptr<LabMachine> m_lab;
    QTemporaryDir m_state;

    YardCommand yard() const { return YardCommand(QStringLiteral(TRAINYARD_BIN_DIR "/yard"), m_state.path()); }
    bool place(const char *name, const QByteArray &text) const
    {
        QFile file(m_lab->home() + u'/' + QLatin1String(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size()
               && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    QString launch(const QByteArray &yaml) const
    {
        QFile task(m_state.filePath(s("task.yaml")));
        if (!task.open(QIODevice::WriteOnly) || task.write(yaml) != yaml.size())
            return {};
        task.close();
        const auto launched = yard().run({s("--json"), s("run"), s("launch"), s("--machine"), s("box"), task.fileName()});
        return launched.object()[QLatin1String("id")].toString();
    }
    QJsonObject show(const QString &run) const { return yard().run({s("--json"), s("run"), s("show"), run}).object(); }

private Q_SLOTS:
    void initTestCase()
    {
        m_lab = std::make_unique<LabMachine>(std::nullopt);
        QDir().mkpath(m_lab->home() + s("/bin"));
        QVERIFY(place("bin/nvidia-smi", kSmi));
        QVERIFY(place("gpu-state", "0 70\n"));
        for (const char *log : {"bin/dmesg", "bin/journalctl"})  // the messages of this computer's kernel are not about the runs
            QVERIFY(place(log, "#!/bin/sh\nexit 1\n"));
        m_lab->sshd().setEnvironment(s("SMI_STATE"), m_lab->home() + s("/gpu-state"));
        m_lab->sshd().setEnvironment(s("PATH"), m_lab->home() + s("/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"));
        if (!m_lab->start()) {
            if (qEnvironmentVariable("CI") == QLatin1String("true"))
                QFAIL(qPrintable(m_lab->problem()));
            QSKIP(qPrintable(m_lab->problem()));
        }
        const auto added = yard().run(
            {s("machine"), s("add"), s("--accept-host-key"), m_lab->sshd().hostFingerprint(), s("box"), m_lab->sshCommand()});
        QVERIFY2(added.status == 0, added.told().constData());
    }

    void aRunThatWaitsForItselfIsHung()
    {
        const QString run = launch(kTwoRanks);
        QVERIFY(!run.isEmpty());
        // A program follows the alerts, and no page is open.
        QProcess watch;
        watch.setProcessEnvironment(yard().environment);
        watch.start(s(TRAINYARD_BIN_DIR "/yard"), {s("--json"), s("alert"), s("watch")});
        QVERIFY(watch.waitForStarted());
        QByteArray told;
        QJsonValue progress;
        QElapsedTimer waited;
        waited.start();
        bool hasAdvanced = false;
        while (progress[QLatin1String("state")].toString() != QLatin1String("hung") && waited.elapsed() < 3 * kSoonMs) {
            QThread::msleep(1000);
            progress = show(run)[QLatin1String("progress")];
            hasAdvanced |= progress[QLatin1String("state")].toString() == QLatin1String("advancing")
                           && progress[QLatin1String("step")].toDouble() >= 5;
        }
        QVERIFY(hasAdvanced);
        QCOMPARE(progress[QLatin1String("state")].toString(), s("hung"));
        QCOMPARE(progress[QLatin1String("step")].toInt(), 60);
        QCOMPARE(progress[QLatin1String("total_steps")].toInt(), 1000);
        QCOMPARE(progress[QLatin1String("gpus")][QLatin1String("spinning")].toInt(), 2);
        const double since = progress[QLatin1String("since_step_seconds")].toDouble();
        qInfo("said to hang %.0f s after its last step", since);
        QVERIFY2(since <= 90, qPrintable(QString::number(since)));
        const auto toldOf = [&](const QByteArray &kind) {
            return (told += watch.readAllStandardOutput()).contains("\"kind\":\"" + kind + '"');
        };
        QTRY_VERIFY2_WITH_TIMEOUT(toldOf("hung"), (told + watch.readAllStandardError()).constData(), kSoonMs);
        QVERIFY(!toldOf("no_progress"));
        watch.terminate();
        QVERIFY(watch.waitForFinished());

        // Shows where they are, whatever tools the machine has.
        QVERIFY(
            place("bin/py-spy",
                  "#!/bin/sh\necho 'Permission Denied: Try running again with elevated permissions'\nprintf '\\033[31mred\\n'\nexit 1\n"));
        auto stacks = yard().run({s("run"), s("stacks"), run}, 2 * kSoonMs);
        QVERIFY2(stacks.status == 0, stacks.told().constData());
        QVERIFY2(stacks.out.contains("worker.sh") && stacks.out.contains("rank 1"), stacks.out.constData());
        QVERIFY2(stacks.out.contains("ptrace") && !stacks.out.contains('\033'), stacks.out.constData());
        QVERIFY(place("bin/py-spy", "#!/bin/sh\necho \"Thread $3 (active)\"\necho '    all_reduce (torch/distributed)'\n"));
        stacks = yard().run({s("--json"), s("run"), s("stacks"), run}, 2 * kSoonMs);
        QVERIFY2(stacks.object()[QLatin1String("text")].toString().contains(s("all_reduce")), stacks.told().constData());

        const auto stopped = yard().run({s("run"), s("stop"), run}, 2 * kSoonMs);
        QVERIFY2(stopped.status == 0, stopped.told().constData());
        QCOMPARE(show(run)[QLatin1String("progress")][QLatin1String("state")].toString(), s("dead"));
        QCOMPARE(yard().run({s("run"), s("explain"), run}).status, 0);  // it was requested
    }

    void aRunThatEndedBadlyIsExplained()
    {
        const QString run = launch(
            "name: broken\nrun: |\n  echo 'step=1 loss=3.0'\n"
            "  echo 'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 23.65 GiB of which 1.06 GiB is free.'\n"
            "  exit 1\n");
        QVERIFY(!run.isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(show(run)[QLatin1String("state")].toString(), s("failed"), kSoonMs);
        const auto explained = yard().run({s("--json"), s("run"), s("explain"), run});
        QCOMPARE(explained.status, 1);
        const QJsonValue card = explained.object()[QLatin1String("cards")][0];
        QCOMPARE(card[QLatin1String("rule")].toString(), s("cuda-out-of-memory"));
        QCOMPARE(card[QLatin1String("offset")].toInt(), 16);
        QVERIFY(yard().run({s("run"), s("explain"), run}).out.contains("2.00 GiB"));
        // The kernel's messages from that time are fetched once; dmesg is a stand-in.
        QVERIFY(place(
            "bin/dmesg",
            "#!/bin/sh\nread -r up _ </proc/uptime\necho \"[$up] NVRM: Xid (PCI:0000:3b:00): 79, pid=1, GPU has fallen off the bus.\"\n"));
        const QString lost = launch("name: lost\nrun: |\n  echo 'step=1 loss=3.0'\n  exit 1\n");
        QTRY_COMPARE_WITH_TIMEOUT(show(lost)[QLatin1String("state")].toString(), s("failed"), kSoonMs);
        const auto ofKernel = yard().run({s("--json"), s("run"), s("explain"), lost});
        const bool hasGpus = QDir(s("/proc/driver/nvidia/gpus")).exists();  // different from that one
        QVERIFY2(hasGpus || ofKernel.object()[QLatin1String("cards")][0][QLatin1String("rule")].toString() == s("xid-79"),
                 ofKernel.told().constData());
        QVERIFY(place("bin/dmesg", "#!/bin/sh\nexit 1\n"));
        const QString fine = launch("name: fine\nrun: echo 'step=1 loss=3.0'\n");
        QTRY_COMPARE_WITH_TIMEOUT(show(fine)[QLatin1String("state")].toString(), s("finished"), kSoonMs);
        QCOMPARE(yard().run({s("--json"), s("run"), s("explain"), fine}).status, 0);
        QCOMPARE(show(fine)[QLatin1String("progress")][QLatin1String("state")].toString(), s("finished"));
        QCOMPARE(yard().run({s("run"), s("explain")}).status, 2);
        QCOMPARE(yard().run({s("run"), s("explain"), s("nobody")}).status, 1);
    }

    void cleanupTestCase()
    {
        if (m_lab)
            LabMachine::kill(LabMachine::processesWith(m_lab->home()));
    }
};

QTEST_GUILESS_MAIN(TestWatching)
#include "tst_watching.moc"
