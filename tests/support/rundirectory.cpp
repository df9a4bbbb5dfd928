// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/rundirectory.h"

#include "tests/support/testdepth.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QTest>

#include <signal.h>

namespace trainyard {

QStringList shellsToTry()
{
    QStringList shells{QStringLiteral("dash"), QStringLiteral("bash"), QStringLiteral("busybox")};
    if (!testsThoroughly())
        shells.removeAt(1 + qsizetype(qstrlen(QTest::currentTestFunction()) % 2));
    return shells;
}

void addShellRows()
{
    QTest::addColumn<QString>("shell");
    for (const QString &shell : shellsToTry())
        QTest::newRow(qPrintable(shell)) << shell;
}

QJsonObject Ran::json() const { return QJsonDocument::fromJson(out.trimmed().split('\n').last()).object(); }

RunDirectory::RunDirectory(const QString &shell)
{
    // An odd home on purpose: blanks and quotes must survive everywhere.
    QDir(m_home.path()).mkpath(QStringLiteral("it's a home"));
    const QString bin = m_home.path() + QStringLiteral("/bin");
    QDir().mkpath(bin);
    environment = QProcessEnvironment::systemEnvironment();
    if (shell == QLatin1String("busybox"))
        QProcess::execute(QStringLiteral("/bin/busybox"), {QStringLiteral("--install"), QStringLiteral("-s"), bin});
    else
        QFile::link(QStringLiteral("/bin/") + shell, bin + QStringLiteral("/sh"));
    environment.insert(QStringLiteral("PATH"), bin + QStringLiteral(":/usr/bin:/bin:/usr/sbin:/sbin"));
    environment.insert(QStringLiteral("HOME"), m_home.path() + QStringLiteral("/it's a home"));

    input.lineage = QStringLiteral("try-abc234");
    input.runId = RunId(QStringLiteral("try-abc234-a1"));
    input.engine = EngineKind::Process;
    input.task.graceSeconds = 5;
    input.task.limits.heedsSpotNotice = false;  // independent of the machine that runs the tests
    input.task.run = QStringLiteral("true");
}

RunDirectory::~RunDirectory()
{
    if (has(QStringLiteral("supervise.sh")) && !has(QStringLiteral("exit")) && has(QStringLiteral("start")))
        verb({QStringLiteral("stop"), QStringLiteral("0")});
    comesTrue([this] {
        const auto left = processes();
        for (const qint64 pid : left)
            ::kill(static_cast<pid_t>(pid), SIGKILL);
        return left.isEmpty();
    });
}

void RunDirectory::write()
{
    QDir().mkpath(path());
    const auto plan = makeLaunchPlan(input);
    if (!plan)
        qFatal("%s", qPrintable(plan.error().what));
    for (const RunFile &file : plan->files)
        put(file.name, file.content, file.mode);
}

QString RunDirectory::path(const QString &name) const
{
    const QString directory = environment.value(QStringLiteral("HOME")) + QStringLiteral("/.trainyard/runs/") + input.runId.text();
    return name.isEmpty() ? directory : directory + u'/' + name;
}

// Outside the odd home, so that no text needs to quote it; containers see only the run's directory.
QString RunDirectory::goOnFile() const
{
    return input.engine == EngineKind::Process ? m_home.filePath(QStringLiteral("go-on")) : path(QStringLiteral("go-on"));
}

QString RunDirectory::waitForGoOn() const
{
    const QString seen = input.engine == EngineKind::Process ? goOnFile() : QStringLiteral("/trainyard/go-on");
    return QStringLiteral("while [ ! -e %1 ]; do sleep 0.1; done").arg(seen);
}

void RunDirectory::goOn() const
{
    QFile file(goOnFile());
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write %s", qPrintable(file.fileName()));
}

QByteArray RunDirectory::read(const QString &name) const
{
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void RunDirectory::put(const QString &name, const QByteArray &content, int mode) const
{
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(file.fileName()));
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | (mode & 0100 ? QFile::ExeOwner : QFile::ReadOwner));
}

bool RunDirectory::has(const QString &name) const { return QFile::exists(path(name)); }

Ran RunDirectory::run(const QStringList &arguments) const
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral("/usr/bin/env"), arguments);
    Ran ran;
    if (!process.waitForFinished(60000)) {
        process.kill();
        process.waitForFinished();
        ran.err = "timed out\n";
    } else {
        ran.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    }
    ran.out = process.readAllStandardOutput();
    ran.err += process.readAllStandardError();
    return ran;
}

Ran RunDirectory::verb(const QStringList &verb) const
{
    return run(QStringList{QStringLiteral("sh"), path(QStringLiteral("supervise.sh"))} + verb);
}

QJsonObject RunDirectory::exitRecord() const { return QJsonDocument::fromJson(read(QStringLiteral("exit"))).object(); }

qint64 RunDirectory::pidIn(const QString &name) const { return read(name).split(' ').first().toLongLong(); }

QList<qint64> RunDirectory::processes() const
{
    QList<qint64> found;
    const QByteArray mark = "HOME=" + environment.value(QStringLiteral("HOME")).toUtf8();
    for (const QString &pid : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        QFile file(QStringLiteral("/proc/%1/environ").arg(pid));
        if (pid.toLongLong() > 1 && file.open(QIODevice::ReadOnly) && file.readAll().split('\0').contains(mark)
            && isAlive(pid.toLongLong()))
            found << pid.toLongLong();
    }
    return found;
}

QList<qint64> RunDirectory::samplers() const
{
    QList<qint64> found;
    for (const qint64 pid : processes()) {
        if (commandLine(pid).contains("sample.sh"))
            found << pid;
    }
    return found;
}

namespace {

// The words of its /proc/PID/stat from the state on; empty when there is no such process.
QByteArrayList stateWords(qint64 pid)
{
    QFile file(QStringLiteral("/proc/%1/stat").arg(pid));
    if (pid <= 0 || !file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray stat = file.readAll();
    return stat.mid(stat.lastIndexOf(')') + 2).split(' ');
}

}  // namespace

bool isAlive(qint64 pid)
{
    const QByteArray state = stateWords(pid).value(0);
    return !state.isEmpty() && state != "Z" && state != "X";
}

qint64 parentOf(qint64 pid) { return stateWords(pid).value(1).toLongLong(); }

void killHard(qint64 pid)
{
    if (pid <= 1 || ::kill(static_cast<pid_t>(pid), SIGKILL) != 0 || !comesTrue([pid] { return !isAlive(pid); }))
        qFatal("cannot kill process %lld", pid);
}

QByteArray commandLine(qint64 pid)
{
    QFile file(QStringLiteral("/proc/%1/cmdline").arg(pid));
    return file.open(QIODevice::ReadOnly) ? file.readAll().replace('\0', ' ') : QByteArray();
}

bool comesTrue(const std::function<bool()> &condition, int milliseconds)
{
    QElapsedTimer timer;
    timer.start();
    while (!condition()) {
        if (timer.elapsed() > milliseconds)
            return false;
        QTest::qWait(20);
    }
    return true;
}

}  // namespace trainyard
