// SPDX-License-Identifier: GPL-3.0-or-later
// Runs yard-probe against fake libraries and a made-up machine, and reads its report.
#pragma once

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

namespace trainyard {

// A folder that contains a machine as /proc, /sys and /dev show it.
struct MadeUpMachine {
    QTemporaryDir folder;

    explicit MadeUpMachine(bool hasGpu = true, bool hasModule = true, bool hasDeviceFiles = true)
    {
        write(QStringLiteral("/etc/os-release"), "NAME=x\nPRETTY_NAME=\"Made-up Linux 1\"\n");
        write(QStringLiteral("/proc/meminfo"), "MemTotal:       65536000 kB\nMemAvailable:     400000 kB\n");
        const QString pci = QStringLiteral("/sys/bus/pci/devices/");
        write(pci + QStringLiteral("0000:00:00.0/vendor"), "0x8086\n");
        write(pci + QStringLiteral("0000:00:00.0/class"), "0x060000\n");
        if (hasGpu) {
            write(pci + QStringLiteral("0000:1b:00.0/vendor"), "0x10de\n");
            write(pci + QStringLiteral("0000:1b:00.0/class"), "0x030200\n");
            write(pci + QStringLiteral("0000:1b:00.0/device"), "0x2330\n");
            write(pci + QStringLiteral("0000:1b:00.0/numa_node"), "1\n");
        }
        if (hasModule) {
            write(QStringLiteral("/sys/module/nvidia/version"), "580.65.06\n");
            write(QStringLiteral("/proc/driver/nvidia/version"),
                  "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build\n");
        }
        if (hasDeviceFiles) {
            write(QStringLiteral("/dev/nvidiactl"), "");
            write(QStringLiteral("/dev/nvidia0"), "");
        }
    }
    void write(const QString &path, const QByteArray &content) const
    {
        const QString whole = folder.path() + path;
        QDir().mkpath(whole.section(QLatin1Char('/'), 0, -2));
        QFile file(whole);
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("%s cannot be written", qPrintable(whole));
    }
};

struct ProbeRun {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    QStringList arguments;
    int exitCode = -1;
    QJsonObject report;
    QByteArray output, progress;

    explicit ProbeRun(const char *libraries = "new")
    {
        for (const QString &name : environment.keys()) {
            if (name.startsWith(QLatin1String("FAKE_")) || name.startsWith(QLatin1String("TRAINYARD_PROBE_")))
                environment.remove(name);
        }
        if (libraries != nullptr)
            environment.insert(QStringLiteral("TRAINYARD_PROBE_LIBRARIES"),
                               QStringLiteral(TRAINYARD_FAKEGPU_DIR "/") + QLatin1String(libraries));
    }
    ProbeRun &on(const MadeUpMachine &machine) { return with("TRAINYARD_PROBE_ROOT", machine.folder.path()); }
    ProbeRun &with(const char *variable, const QString &value)
    {
        environment.insert(QLatin1String(variable), value);
        return *this;
    }
    // Sizes that a processor computes quickly.
    ProbeRun &small(const char *only = nullptr)
    {
        arguments << QStringLiteral("--quick") << QStringLiteral("--buffer") << QStringLiteral("2") << QStringLiteral("--matmul")
                  << QStringLiteral("128") << QStringLiteral("--sustained") << QStringLiteral("1");
        if (only != nullptr)
            arguments << QStringLiteral("--only") << QLatin1String(only);
        return *this;
    }
    void start()
    {
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(TRAINYARD_BIN_DIR "/yard-probe"), arguments);
    }
    bool finish(int milliseconds = 120'000)
    {
        if (!process.waitForFinished(milliseconds)) {
            process.kill();
            process.waitForFinished();
            return false;
        }
        exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
        output = process.readAllStandardOutput();
        progress += process.readAllStandardError();
        report = QJsonDocument::fromJson(output).object();
        return true;
    }
    bool run()
    {
        start();
        return finish();
    }

    QString status() const { return report.value(QLatin1String("status")).toString(); }
    QList<QJsonObject> results(const char *probe = nullptr) const
    {
        QList<QJsonObject> found;
        for (const QJsonValue value : report.value(QLatin1String("results")).toArray()) {
            const QJsonObject result = value.toObject();
            if (probe == nullptr || result.value(QLatin1String("probe")) == QLatin1String(probe))
                found.append(result);
        }
        return found;
    }
    QJsonObject device(int index = 0) const { return report.value(QLatin1String("devices")).toArray().at(index).toObject(); }
    QByteArray words() const { return output + progress; }
};

}  // namespace trainyard
