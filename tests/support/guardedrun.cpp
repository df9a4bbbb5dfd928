// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/guardedrun.h"

#include <QFile>
#include <QJsonDocument>

#include <cstdio>

namespace trainyard {

using namespace std::chrono_literals;

GuardedRun::GuardedRun(const QString &shell) : RunDirectory(shell)
{
    static int count = 0;
    input.lineage = QStringLiteral("guarded-%1").arg(++count);
    input.runId = RunId(input.lineage + QStringLiteral("-a1"));
    input.task.checkpoints = CheckpointPlan{};
    input.task.graceSeconds = 1;
    input.task.limits.save = 30s;
    environment.insert(QStringLiteral("TRAINYARD_GUARD_TICK"), QStringLiteral("0"));
    environment.insert(QStringLiteral("TRAINYARD_GUARD_DMI"), home());
}

QString GuardedRun::trainer() { return QStringLiteral(TRAINYARD_BIN_DIR "/yard-demotrainer"); }

QString GuardedRun::checkpoints() const
{
    return environment.value(QStringLiteral("HOME")) + QStringLiteral("/.trainyard/checkpoints/") + input.lineage;
}

void GuardedRun::train() { input.task.run = trainer() + QStringLiteral(" --steps 1000000000 --steps-per-second 50 --checkpoint-every 0"); }

void GuardedRun::addProgram(const QString &name, const QByteArray &text) const
{
    const QString path = home() + QStringLiteral("/bin/") + name;
    QFile::remove(path);  // may be a link to busybox
    putFile(path, text);
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

void GuardedRun::setCloud(const QByteArray &vendor, const QString &url)
{
    putFile(home() + QStringLiteral("/sys_vendor"), vendor + '\n');
    putFile(home() + QStringLiteral("/chassis_asset_tag"), "7783-7084-3265-9085-8269-3286-77\n");
    environment.insert(QStringLiteral("TRAINYARD_GUARD_METADATA"), url);
    input.task.limits.heedsSpotNotice = true;
}

void GuardedRun::putFile(const QString &path, const QByteArray &content) const
{
    QFile file(path + QStringLiteral(".part"));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(path));
    file.close();
    if (::rename(file.fileName().toUtf8().constData(), path.toUtf8().constData()) != 0)
        qFatal("cannot rename to %s", qPrintable(path));
}

void GuardedRun::setGpuPercent(int percent)
{
    const QString file = home() + QStringLiteral("/percent");
    if (!environment.contains(QStringLiteral("STUB_GPU_PERCENT"))) {
        QFile stub(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/onbox/stub-gpus.sh"));
        if (!stub.open(QIODevice::ReadOnly))
            qFatal("the stub is missing");
        addProgram(QStringLiteral("nvidia-smi"), stub.readAll());
        environment.insert(QStringLiteral("STUB_GPU_PERCENT"), file);
    }
    putFile(file, QByteArray::number(percent) + '\n');
}

void GuardedRun::setUptime(int seconds)
{
    environment.insert(QStringLiteral("TRAINYARD_GUARD_UPTIME"), home() + QStringLiteral("/uptime"));
    putFile(home() + QStringLiteral("/uptime"), QByteArray::number(seconds) + ".37 1234.56\n");
}

void GuardedRun::renew(const Lease &lease) const { putFile(path(QStringLiteral("lease")), leaseText(lease)); }

bool GuardedRun::start()
{
    write();
    if (!spot.isEmpty())
        put(QStringLiteral("lease"), read(QStringLiteral("lease")) + "spot=" + spot + '\n');
    const Ran started = verb({QStringLiteral("start")});
    return started.code == 0 && comesTrue([&] { return hasEvent("started"); });
}

bool GuardedRun::ends(int milliseconds) const
{
    return comesTrue([&] { return has(QStringLiteral("exit")); }, milliseconds);
}

QString GuardedRun::reason() const { return exitRecord()[QStringLiteral("reason")].toString(); }

QList<QJsonObject> GuardedRun::events() const
{
    QList<QJsonObject> list;
    for (const QByteArray &line : read(QStringLiteral("events")).split('\n')) {
        if (!line.isEmpty())
            list << QJsonDocument::fromJson(line).object();
    }
    return list;
}

QByteArray GuardedRun::eventNames() const
{
    QByteArrayList names;
    for (const QJsonObject &event : events())
        names << event[QStringLiteral("event")].toString().toUtf8();
    return names.join(' ');
}

QJsonObject GuardedRun::event(const char *name) const
{
    for (const QJsonObject &event : events()) {
        if (event[QStringLiteral("event")].toString() == QLatin1String(name))
            return event;
    }
    return {};
}

bool GuardedRun::hasEvent(const char *name) const { return !event(name).isEmpty(); }

qint64 GuardedRun::guard() const
{
    // A command substitution of a guard has its command line too, and lives on for a moment when the guard is killed: the guard itself is the
    // child of the loop that it names, as long as there is that loop.
    for (const qint64 pid : processes()) {
        const QByteArray line = commandLine(pid);
        const qsizetype at = line.indexOf("guard.sh watch ");
        if (at < 0)
            continue;
        const qint64 loop = line.mid(at).split(' ').value(2).toLongLong();
        if (!isAlive(loop) || parentOf(pid) == loop)
            return pid;
    }
    return 0;
}

QByteArrayList GuardedRun::state() const { return read(QStringLiteral("guard-state")).simplified().split(' '); }

bool GuardedRun::allComeTo(const std::vector<GuardedRun *> &runs, int uptime)
{
    // The guard notes the time, in steps of half a minute, before it does what is due: once it notes a later time, that is done.
    for (const int seconds : {uptime, uptime + 30}) {
        for (GuardedRun *run : runs)
            run->setUptime(seconds);
        for (const GuardedRun *run : runs) {
            if (!comesTrue([&] { return run->state().value(3) == QByteArray::number(seconds); }))
                return false;
        }
    }
    return true;
}

}  // namespace trainyard
