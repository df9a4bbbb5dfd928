// SPDX-License-Identifier: GPL-3.0-or-later
#include "containerengines.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QThread>

#include <sys/mount.h>
#include <unistd.h>

namespace trainyard {

namespace {

constexpr int kDaemonStart = 60000;  // it needs about a second
constexpr int kClient = 60000;

bool writeFile(const QString &path, const QByteArray &content)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

// Whether containers can share the files of their image below `folder`. If not (nested in another overlay), each has its own copy.
bool hasOverlay(const QString &folder)
{
    const QTemporaryDir dir(folder + QStringLiteral("/try-XXXXXX"));
    for (const char *name : {"lower", "upper", "work", "merged"})
        QDir(dir.path()).mkdir(QString::fromLatin1(name));
    const QByteArray path = QFile::encodeName(dir.path()), merged = path + "/merged";
    const QByteArray options = "lowerdir=" + path + "/lower,upperdir=" + path + "/upper,workdir=" + path + "/work";
    return ::mount("overlay", merged.constData(), "overlay", 0, options.constData()) == 0 && ::umount2(merged.constData(), MNT_DETACH) == 0;
}

// Mounts that an engine leaves behind would keep the folder busy.
void unmountBelow(const QString &folder)
{
    QFile mounts(QStringLiteral("/proc/self/mounts"));
    if (!mounts.open(QIODevice::ReadOnly))
        return;
    const QByteArray prefix = QFile::encodeName(folder) + '/';
    QByteArrayList points;
    for (const QByteArray &line : mounts.readAll().split('\n')) {
        if (const QByteArray point = line.split(' ').value(1); point.startsWith(prefix))
            points.prepend(point);
    }
    for (const QByteArray &point : std::as_const(points))
        ::umount2(point.constData(), MNT_DETACH);
}

}  // namespace

ContainerEngine::ContainerEngine(Kind kind) : m_kind(kind), m_dir(QStringLiteral("/tmp/ty-engine-XXXXXX"))  // short: sockets below it
{
    if (kind == Kind::Docker)
        startDocker();
    else
        setUpPodman();
    if (!m_problem.isEmpty())
        return;
    const auto answer = run({QStringLiteral("info")});
    if (answer.first != 0)
        m_problem = QStringLiteral("%1 does not answer: %2").arg(program(), QString::fromUtf8(answer.second.right(400)));
}

ContainerEngine::~ContainerEngine()
{
    if (!m_environment.isEmpty()) {
        const auto all = run({QStringLiteral("ps"), QStringLiteral("--all"), QStringLiteral("--quiet")});
        for (const QByteArray &id : all.second.split('\n')) {
            if (all.first == 0 && !id.isEmpty())
                run({QStringLiteral("rm"), QStringLiteral("--force"), QString::fromLatin1(id)});
        }
    }
    if (m_daemon) {
        m_daemon->terminate();
        if (!m_daemon->waitForFinished(15000)) {
            m_daemon->kill();
            m_daemon->waitForFinished(5000);
        }
    }
    unmountBelow(m_dir.path());
    // Layers belong to many users and have many modes; rm can remove what QTemporaryDir cannot.
    QProcess::execute(QStringLiteral("rm"), {QStringLiteral("-rf"), m_dir.path()});
}

QString ContainerEngine::program() const { return m_kind == Kind::Docker ? QStringLiteral("docker") : QStringLiteral("podman"); }

void ContainerEngine::addTo(QProcessEnvironment &environment) const
{
    for (const auto &[name, value] : m_environment)
        environment.insert(name, value);
}

void ContainerEngine::startDocker()
{
    const QStringList paths{QStringLiteral("/usr/bin"), QStringLiteral("/usr/sbin"), QStringLiteral("/usr/local/bin")};
    const QString daemon = QStandardPaths::findExecutable(QStringLiteral("dockerd"), paths);
    if (daemon.isEmpty() || QStandardPaths::findExecutable(QStringLiteral("docker")).isEmpty()) {
        m_problem = QStringLiteral("Docker is not installed: apt-get install docker.io");
        return;
    }
    if (::geteuid() != 0) {
        m_problem = QStringLiteral("A private dockerd needs root: run the tests as root, e.g. with sudo");
        return;
    }
    const QString dir = m_dir.path(), address = QStringLiteral("unix://%1/docker.sock").arg(dir);
    m_daemon = std::make_unique<QProcess>();
    m_daemon->setStandardInputFile(QProcess::nullDevice());
    m_daemon->setStandardOutputFile(dir + QStringLiteral("/dockerd.log"));
    m_daemon->setProcessChannelMode(QProcess::MergedChannels);
    // Without bridge and firewall rules it changes nothing on the computer.
    m_daemon->start(daemon, {QStringLiteral("--iptables=false"), QStringLiteral("--bridge=none"), QStringLiteral("--storage-driver"),
                             hasOverlay(dir) ? QStringLiteral("overlay2") : QStringLiteral("vfs"), QStringLiteral("--data-root"),
                             dir + QStringLiteral("/data"), QStringLiteral("--exec-root"), dir + QStringLiteral("/exec"),
                             QStringLiteral("--pidfile"), dir + QStringLiteral("/dockerd.pid"), QStringLiteral("-H"), address});
    m_environment = {{QStringLiteral("DOCKER_HOST"), address}, {QStringLiteral("DOCKER_CONFIG"), dir + QStringLiteral("/config")}};
    QElapsedTimer timer;
    timer.start();
    while (!QFile::exists(dir + QStringLiteral("/docker.sock")) || run({QStringLiteral("info")}).first != 0) {
        if (m_daemon->state() == QProcess::NotRunning || timer.elapsed() > kDaemonStart) {
            QFile log(dir + QStringLiteral("/dockerd.log"));
            m_problem = QStringLiteral("dockerd does not start here: ");
            if (log.open(QIODevice::ReadOnly))
                m_problem += QString::fromUtf8(log.readAll().right(400));
            return;
        }
        m_daemon->waitForFinished(50);
    }
}

void ContainerEngine::setUpPodman()
{
    if (QStandardPaths::findExecutable(QStringLiteral("podman")).isEmpty()) {
        m_problem = QStringLiteral("Podman is not installed: apt-get install podman runc");
        return;
    }
    const QString dir = m_dir.path();
    // crun refuses hybrid cgroups, and limits above our own cannot be set on a nested machine.
    const bool hasRunc = !QStandardPaths::findExecutable(QStringLiteral("runc"), {QStringLiteral("/usr/sbin"), QStringLiteral("/usr/bin"),
                                                                                  QStringLiteral("/usr/local/bin")})
                              .isEmpty();
    const QByteArray settings = QByteArray("[containers]\ndefault_ulimits = [\"nofile=1024:1024\", \"nproc=1024:1024\"]\n"
                                           "[engine]\ncgroup_manager = \"cgroupfs\"\nevents_logger = \"file\"\n")
                                + (hasRunc ? "runtime = \"runc\"\n" : "") + "tmp_dir = \"" + dir.toUtf8() + "/tmp\"\n";
    const QByteArray storage = QByteArray("[storage]\ndriver = ") + (hasOverlay(dir) ? "\"overlay\"" : "\"vfs\"") + "\ngraphroot = \""
                               + dir.toUtf8() + "/graph\"\nrunroot = \"" + dir.toUtf8() + "/run\"\n";
    if (!writeFile(dir + QStringLiteral("/containers.conf"), settings) || !writeFile(dir + QStringLiteral("/storage.conf"), storage)) {
        m_problem = QStringLiteral("cannot write to ") + dir;
        return;
    }
    m_environment = {{QStringLiteral("CONTAINERS_CONF"), dir + QStringLiteral("/containers.conf")},
                     {QStringLiteral("CONTAINERS_STORAGE_CONF"), dir + QStringLiteral("/storage.conf")}};
}

QPair<int, QByteArray> ContainerEngine::run(const QStringList &arguments, const QByteArray &input) const
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    addTo(environment);
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program(), arguments);
    if (!input.isEmpty())
        process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(kClient)) {
        process.kill();
        process.waitForFinished(5000);
        return {-1, process.readAll()};
    }
    return {process.exitCode(), process.readAll()};
}

bool ContainerEngine::makeImage(const QString &name, const QList<QPair<QString, QString>> &files,
                                const QList<QPair<QString, QString>> &links) const
{
    QTemporaryDir root;
    for (const auto &[path, source] : files) {
        const QString target = root.path() + path;
        if (!QDir().mkpath(QFileInfo(target).path()) || !QFile::copy(source, target))
            return false;
        QFile::setPermissions(target, QFile::permissions(target) | QFile::ExeOwner | QFile::ExeGroup | QFile::ExeOther);
    }
    for (const auto &[path, target] : links) {
        if (!QDir().mkpath(QFileInfo(root.path() + path).path()) || !QFile::link(target, root.path() + path))
            return false;
    }
    QDir().mkpath(root.path() + QStringLiteral("/tmp"));
    const QString archive = m_dir.path() + QStringLiteral("/image.tar");
    if (QProcess::execute(QStringLiteral("tar"), {QStringLiteral("-C"), root.path(), QStringLiteral("-cf"), archive, QStringLiteral(".")})
        != 0)
        return false;
    return run({QStringLiteral("import"), archive, name}).first == 0;
}

bool ContainerEngine::makeTestImages() const
{
    const QString busybox = QStringLiteral("/bin/busybox");
    QList<QPair<QString, QString>> links;
    for (const char *name : {"sh", "sleep", "mv", "sync", "ls", "cat", "setsid", "grep", "true", "false", "kill"})
        links << qMakePair(QStringLiteral("/bin/") + QString::fromLatin1(name), QStringLiteral("busybox"));
    return makeImage(QStringLiteral("trainyard-test/shell"), {{QStringLiteral("/bin/busybox"), busybox}}, links)
           && makeImage(QStringLiteral("trainyard-test/bare"), {{QStringLiteral("/busybox"), busybox}}, {});
}

}  // namespace trainyard
