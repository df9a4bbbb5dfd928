// SPDX-License-Identifier: GPL-3.0-or-later
// kernel.sh under the shells that machines have, with a stand-in for dmesg: which part of the kernel's log belongs to this run.
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

class TestKernel : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;

    bool write(const char *name, const QByteArray &text, bool isProgram = false) const
    {
        QFile file(m_dir.filePath(QLatin1String(name)));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size()
               && (!isProgram || file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }

    // Prints these lines as dmesg does, each `ago` seconds before now.
    bool placeLog(const QList<std::pair<int, QByteArray>> &lines) const
    {
        QFile uptime(QStringLiteral("/proc/uptime"));
        if (!uptime.open(QIODevice::ReadOnly))
            return false;
        const double up = uptime.readAll().split(' ').first().toDouble();
        QByteArray text = "<html>\n[no time] NVRM: Xid\n";
        for (const auto &[ago, line] : lines)
            text += "[" + QByteArray::number(up - ago, 'f', 6).rightJustified(12) + "] " + line + '\n';
        return write("lines", text) && write("dmesg", "#!/bin/sh\ncat '" + m_dir.filePath(QStringLiteral("lines")).toUtf8() + "'\n", true);
    }

    QByteArray ask(const QStringList &shell) const
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"), m_dir.path() + u':' + environment.value(QStringLiteral("PATH")));
        process.setProcessEnvironment(environment);
        process.start(shell.first(), shell.mid(1)
                                         + QStringList{QStringLiteral(TRAINYARD_SOURCE_DIR "/resources/onbox/kernel.sh"),
                                                       m_dir.filePath(QStringLiteral("run"))});
        process.waitForFinished(30'000);
        return process.exitCode() == 0 ? process.readAllStandardOutput() : QByteArray("failed: ") + process.readAllStandardError();
    }

private Q_SLOTS:
    void init()
    {
        QVERIFY(QDir(m_dir.path()).mkpath(QStringLiteral("run")));
        QVERIFY(write("run/launch.sh", "x") && write("run/spec.sh", "RUN_ID=r-a1\nENGINE=process\nCONTAINER=\n")
                && write("run/status", "signal=9\n"));
        QFile launch(m_dir.filePath(QStringLiteral("run/launch.sh")));
        QVERIFY(launch.open(QIODevice::ReadWrite)
                && launch.setFileTime(QDateTime::currentDateTime().addSecs(-100), QFileDevice::FileModificationTime));
        // Nothing from this computer's own log.
        QVERIFY(write("journalctl", "#!/bin/sh\nexit 1\n", true));
    }

    void onlyWhatIsTheRunsIsTold_data()
    {
        QTest::addColumn<QStringList>("shell");
        QTest::addColumn<bool>("isBusyboxAwk");
        QTest::newRow("dash") << QStringList{QStringLiteral("dash")} << false;
        QTest::newRow("bash") << QStringList{QStringLiteral("bash"), QStringLiteral("--posix")} << false;
        // busybox's shell would not use the stand-in for dmesg.
        QTest::newRow("busybox's awk") << QStringList{QStringLiteral("dash")} << true;
    }

    void onlyWhatIsTheRunsIsTold()
    {
        QFETCH(QStringList, shell);
        QFETCH(bool, isBusyboxAwk);
        if (isBusyboxAwk)
            QVERIFY(QFile::link(QStandardPaths::findExecutable(QStringLiteral("busybox")), m_dir.filePath(QStringLiteral("awk"))));
        const QByteArray own = QByteArray::number(getuid()), other = QByteArray::number(getuid() + 1);
        const QByteArray xid = "NVRM: Xid (PCI:0000:3b:00): 79, pid=1, GPU has fallen off the bus.";
        const QByteArray mine = "Out of memory: Killed process 4 (python3) total-vm:1kB, anon-rss:2kB, UID:" + own + " pgtables:1kB";
        const QByteArray kill = "oom-kill:constraint=CONSTRAINT_NONE,task=python3,pid=4,uid=";
        QVERIFY(placeLog({{500, xid + " of an earlier run"},
                          {60, "eth0: link up"},
                          {50, xid},
                          {41, kill + other},
                          {40, "Out of memory: Killed process 3 (java) total-vm:1kB, anon-rss:2kB, UID:" + other + " pgtables:1kB"},
                          {31, kill + own},
                          {30, mine}}));
        const QByteArray said = ask(shell);
        if (isBusyboxAwk)
            QVERIFY(QFile::remove(m_dir.filePath(QStringLiteral("awk"))));
        // Where the driver is loaded, its GPUs are different from this one.
        const bool hasGpus = QDir(QStringLiteral("/proc/driver/nvidia/gpus")).exists();
        QCOMPARE(said.count('\n'), hasGpus ? 1 : 2);
        QVERIFY2(said.contains(mine) && said.contains(xid) != hasGpus && !said.contains("earlier"), said.constData());
    }

    void crashesOfOthersAreLeftOut()
    {
        QVERIFY(write("run/status", "code=1\n"));
        QVERIFY(placeLog({{30, "python3[4]: segfault at 10 ip 00007f3c sp 00007ffd error 4 in libc.so.6[7f3c+1000]"}}));
        QCOMPARE(ask({QStringLiteral("sh")}), QByteArray());
    }

    void aContainersKillsAreKnownByItsId()
    {
        const QByteArray id(64, 'b');
        QVERIFY(write("run/spec.sh", "RUN_ID=r-a1\nENGINE=docker\nCONTAINER=ty-r-a1\n") && write("run/handle", id + '\n'));
        const QByteArray kill = "Memory cgroup out of memory: Killed process 5 (python3) total-vm:1kB, anon-rss:2kB, UID:0 pgtables:1kB";
        QVERIFY(placeLog({{30, "oom-kill:constraint=CONSTRAINT_MEMCG,task_memcg=/system.slice/docker-" + QByteArray(64, 'c')
                                   + ".scope,task=x,pid=9,uid=0"},
                          {30, kill + " foreign"}}));
        QCOMPARE(ask({QStringLiteral("sh")}), QByteArray());
        QVERIFY(placeLog(
            {{30, "oom-kill:constraint=CONSTRAINT_MEMCG,task_memcg=/system.slice/docker-" + id + ".scope,task=python3,pid=5,uid=0"},
             {30, kill}}));
        QVERIFY2(ask({QStringLiteral("sh")}).contains(kill), ask({QStringLiteral("sh")}).constData());
        QVERIFY(QFile::remove(m_dir.filePath(QStringLiteral("run/handle"))));
    }

    void aFloodIsBoundedAndARefusalIsSilence()
    {
        QList<std::pair<int, QByteArray>> flood;
        for (int i = 0; i < 2000; ++i)
            flood << std::pair(30, "GPU at 0000:3b:00.0 has fallen off the bus. " + QByteArray(1000, 'x'));
        QVERIFY(placeLog(flood));
        QVERIFY(ask({QStringLiteral("sh")}).size() <= 49152);
        QVERIFY(write("dmesg", "#!/bin/sh\necho 'dmesg: read kernel buffer failed: Operation not permitted' >&2\nexit 1\n", true));
        QCOMPARE(ask({QStringLiteral("sh")}), QByteArray());
    }
};

QTEST_GUILESS_MAIN(TestKernel)
#include "tst_kernel.moc"
