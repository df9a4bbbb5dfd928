// SPDX-License-Identifier: GPL-3.0-or-later
#include "sshdfixture.h"

#include "processtree.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QStandardPaths>

#include <algorithm>
#include <arpa/inet.h>
#include <csignal>
#include <cstddef>
#include <netinet/in.h>
#include <poll.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace trainyard {

namespace {

QString serverProgram(const char *name)
{
    return QStandardPaths::findExecutable(QLatin1String(name),
                                          {QStringLiteral("/usr/sbin"), QStringLiteral("/usr/local/sbin"), QStringLiteral("/usr/bin")});
}

bool canMount() { return QProcess::execute(QStringLiteral("unshare"), {QStringLiteral("-m"), QStringLiteral("true")}) == 0; }

// Mounts that only the command sees. Its shell refers to the fixture's folder as $0.
QStringList mounted(const QStringList &mounts, const QString &folder, const QStringList &command)
{
    if (mounts.isEmpty())
        return command;
    return QStringList{QStringLiteral("unshare"),
                       QStringLiteral("-m"),
                       QStringLiteral("sh"),
                       QStringLiteral("-c"),
                       mounts.join(QStringLiteral(" && ")) + QStringLiteral(" && exec \"$@\""),
                       folder}
           + command;
}

QString sftpServer()
{
    for (const char *path : {"/usr/lib/openssh/sftp-server", "/usr/libexec/openssh/sftp-server", "/usr/lib/ssh/sftp-server"}) {
        if (QFileInfo::exists(QLatin1String(path)))
            return QLatin1String(path);
    }
    return QStringLiteral("internal-sftp");
}

sockaddr_in loopback(int port)
{
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<quint16>(port));
    return address;
}

bool canListen(int port)
{
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int yes = 1;
    ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);  // as sshd does
    const sockaddr_in address = loopback(port);
    const bool canBind = ::bind(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0 && ::listen(fd, 1) == 0;
    ::close(fd);
    return canBind;
}

// Binds a name that one process at a time can hold in this network. It disappears with the process: no file is left behind.
int claim(int port)
{
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    const QByteArray name = "trainyard-test-port-" + QByteArray::number(port);
    std::copy(name.begin(), name.end(), address.sun_path + 1);
    const auto size = socklen_t(offsetof(sockaddr_un, sun_path) + 1 + size_t(name.size()));
    if (::bind(fd, reinterpret_cast<const sockaddr *>(&address), size) == 0)
        return fd;
    ::close(fd);
    return -1;
}

bool saysHello(int port)
{
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = loopback(port);
    bool isReady = ::connect(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0;
    if (isReady) {
        char banner[4] = {};
        pollfd entry = {fd, POLLIN, 0};
        isReady = ::poll(&entry, 1, 2000) == 1 && ::recv(fd, banner, 4, 0) == 4 && qstrncmp(banner, "SSH-", 4) == 0;
    }
    ::close(fd);
    return isReady;
}

}  // namespace

QString SshdFixture::missingPart(Server server)
{
    if (serverProgram("sshd").isEmpty() || QStandardPaths::findExecutable(QStringLiteral("ssh-keygen")).isEmpty())
        return QStringLiteral("sshd is missing; enable with: apt-get install openssh-server openssh-client");
    if (server == Server::OpenSsh)
        return {};
    if (serverProgram("dropbear").isEmpty())
        return QStringLiteral("dropbear is missing; enable with: apt-get install dropbear-bin openssh-sftp-server");
    return canMount() ? QString()
                      : QStringLiteral("dropbear only reads keys in the user's own home, so one is mounted; enable by "
                                       "running the tests as root");
}

QString SshdFixture::missingForPassword()
{
    if (!canMount())
        return QStringLiteral("mount namespaces are not allowed; enable by running the tests as root");
    if (QStandardPaths::findExecutable(QStringLiteral("openssl")).isEmpty())
        return QStringLiteral("openssl is missing; enable with: apt-get install openssl");
    return {};
}

bool SshdFixture::writeShadow() const
{
    QProcess openssl;
    openssl.start(QStringLiteral("openssl"), {QStringLiteral("passwd"), QStringLiteral("-6"), QStringLiteral("-stdin")});
    openssl.write(m_password.toUtf8() + '\n');
    openssl.closeWriteChannel();
    openssl.waitForFinished();
    const QByteArray hash = openssl.readAllStandardOutput().trimmed();
    QFile system(QStringLiteral("/etc/shadow")), ours(m_directory.filePath(QStringLiteral("shadow")));
    if (hash.isEmpty() || !system.open(QIODevice::ReadOnly) || !ours.open(QIODevice::WriteOnly))
        return false;
    ours.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    const QByteArray name = user().toLocal8Bit() + ':';
    const QList<QByteArray> lines = system.readAll().split('\n');
    for (const QByteArray &line : lines) {
        if (!line.isEmpty())
            ours.write((line.startsWith(name) ? name + hash + ":19000:0:99999:7:::" : line) + '\n');
    }
    return true;
}

bool SshdFixture::writePam() const
{
    QDir(m_directory.path()).mkpath(QStringLiteral("pam.d"));
    for (const char *name : {"pam.d/sshd", "pam.d/other"}) {
        QFile service(m_directory.filePath(QLatin1String(name)));
        if (!service.open(QIODevice::WriteOnly) || service.write(m_pam.join(u'\n').toUtf8() + '\n') < 0)
            return false;
    }
    return true;
}

SshdFixture::SshdFixture(Server server) : m_server(server) { takePort(); }

SshdFixture::~SshdFixture()
{
    stop();
    ::close(m_claim);
}

// Takes a port that no other fixture can take, even while this server is stopped: if the port were merely free at the moment, the banner of
// another fixture's server could pass for ours. It is below the range that the system assigns to connections.
void SshdFixture::takePort()
{
    if (m_claim >= 0)
        ::close(std::exchange(m_claim, -1));
    for (int attempt = 0; attempt < 1000; ++attempt) {
        m_port = QRandomGenerator::system()->bounded(18000, 28000);
        m_claim = claim(m_port);
        if (m_claim >= 0 && canListen(m_port))
            return;
        if (m_claim >= 0)
            ::close(std::exchange(m_claim, -1));
    }
}

void SshdFixture::setEnvironment(const QString &name, const QString &value)
{
    m_environment << QStringLiteral("\"%1=%2\"").arg(name, value);
}

QString SshdFixture::user() const
{
    const passwd *entry = ::getpwuid(::getuid());
    return entry ? QString::fromLocal8Bit(entry->pw_name) : qEnvironmentVariable("USER");
}

bool SshdFixture::makeKey(const QString &path, const QString &type, const QStringList &more)
{
    QFile::remove(path);
    QStringList arguments{QStringLiteral("-q"), QStringLiteral("-t"),  type, QStringLiteral("-f"), path,
                          QStringLiteral("-C"), QStringLiteral("test")};
    if (!more.contains(QLatin1String("-N")))
        arguments << QStringLiteral("-N") << QString();
    return QProcess::execute(QStringLiteral("ssh-keygen"), arguments + more) == 0;
}

bool SshdFixture::replaceHostKey() { return makeKey(m_directory.filePath(QStringLiteral("host_key"))); }

// A separate home, or every command would run the login scripts of the user who runs the tests.
QStringList SshdFixture::withHome() const
{
    QDir(m_directory.path()).mkpath(QStringLiteral("home/.ssh"));
    QStringList all = m_environment;
    if (all.filter(QRegularExpression(QStringLiteral("^\"HOME="))).isEmpty())
        all << QStringLiteral("\"HOME=%1\"").arg(m_directory.filePath(QStringLiteral("home")));
    // With a faked date (tests/other-days) the machine has the same one; sshd does not pass the variables on by itself.
    if (qEnvironmentVariableIsSet("FAKETIME")) {
        for (const char *name : {"FAKETIME", "FAKETIME_DONT_FAKE_MONOTONIC", "FAKETIME_SHARED", "FAKE_UTIME", "LD_PRELOAD", "TZ"})
            all << QStringLiteral("\"%1=%2\"").arg(QLatin1String(name), qEnvironmentVariable(name));
    }
    return all;
}

QString SshdFixture::authorizedKeys() const
{
    return m_directory.filePath(m_server == Server::OpenSsh ? QStringLiteral("authorized_keys")
                                                            : QStringLiteral("home/.ssh/authorized_keys"));
}

QString SshdFixture::writeConfig() const
{
    const QString path = m_directory.filePath(QStringLiteral("sshd_config"));
    const QString usual[] = {
        QStringLiteral("Port %1").arg(m_port),
        QStringLiteral("ListenAddress 127.0.0.1"),
        QStringLiteral("HostKey ") + m_directory.filePath(QStringLiteral("host_key")),
        QStringLiteral("AuthorizedKeysFile ") + authorizedKeys(),
        QStringLiteral("PidFile none"),
        QStringLiteral("StrictModes no"),  // temporary folders lie below a world-writable one
        m_pam.isEmpty() ? QStringLiteral("UsePAM no") : QStringLiteral("UsePAM yes"),
        QStringLiteral("PermitRootLogin yes"),
        QStringLiteral("PasswordAuthentication no"),
        QStringLiteral("KbdInteractiveAuthentication no"),
        QStringLiteral("PrintMotd no"),
        QStringLiteral("MaxStartups 100"),
        QStringLiteral("Subsystem sftp ") + sftpServer(),
        // A repeated SetEnv counts only once, so all variables share a line.
        QStringLiteral("SetEnv ") + withHome().join(u' '),
    };
    QStringList lines = m_config;
    for (const QString &line : usual) {
        const QRegularExpression sameKeyword(QStringLiteral("^\\s*%1\\s").arg(line.section(u' ', 0, 0)),
                                             QRegularExpression::CaseInsensitiveOption);
        if (m_config.filter(sameKeyword).isEmpty())
            lines << line;
    }
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(lines.join(u'\n').toUtf8() + '\n');
    return path;
}

QStringList SshdFixture::openSshCommand() const
{
    QStringList mounts;
    if (!m_password.isEmpty())
        mounts << QStringLiteral("mount --bind \"$0/shadow\" /etc/shadow");
    if (!m_pam.isEmpty())
        mounts << QStringLiteral("mount --bind \"$0/pam.d\" /etc/pam.d");
    return mounted(mounts, m_directory.path(),
                   {serverProgram("sshd"), QStringLiteral("-D"), QStringLiteral("-e"), QStringLiteral("-f"), writeConfig()});
}

QStringList SshdFixture::dropbearCommand()
{
    const QString key = m_directory.filePath(QStringLiteral("host_key")), own = key + QStringLiteral(".dropbear");
    QProcess convert;  // its output is discarded
    convert.start(QStringLiteral("dropbearconvert"), {QStringLiteral("openssh"), QStringLiteral("dropbear"), key, own});
    if (!convert.waitForFinished() || convert.exitCode() != 0) {
        m_error = QStringLiteral("dropbearconvert failed");
        return {};
    }
    QStringList mounts{QStringLiteral("mount --bind \"$0/home\" ~") + user()};
    if (m_server == Server::DropbearWithoutSftp)
        mounts << QStringLiteral("mount -t tmpfs none /usr/lib/openssh");
    return mounted(mounts, m_directory.path(),
                   {serverProgram("dropbear"), QStringLiteral("-F"), QStringLiteral("-E"), QStringLiteral("-e"), QStringLiteral("-r"), own,
                    QStringLiteral("-p"), QStringLiteral("127.0.0.1:%1").arg(m_port), QStringLiteral("-P"), own + QStringLiteral(".pid")});
}

bool SshdFixture::start()
{
    stop();
    const QString hostKey = m_directory.filePath(QStringLiteral("host_key"));
    m_error = missingPart(m_server);
    if (!m_error.isEmpty())
        return false;
    withHome();
    const bool isFirst = !QFileInfo::exists(hostKey);
    if (isFirst && !(replaceHostKey() && makeKey(clientKey()))) {
        m_error = QStringLiteral("ssh-keygen failed");
        return false;
    }
    if (isFirst) {
        QFile::copy(clientKey() + QStringLiteral(".pub"), authorizedKeys());
        QFile::setPermissions(authorizedKeys(), QFile::ReadOwner | QFile::WriteOwner);
        trustHostKey();
    }
    if (::getuid() == 0)
        ::mkdir("/run/sshd", 0755);  // sshd's separation directory; sshd does not start as root without it
    if ((!m_password.isEmpty() && !writeShadow()) || (!m_pam.isEmpty() && !writePam())) {
        m_error = QStringLiteral("the accounts cannot be written");
        return false;
    }

    // Another program may take the port between the check and the start.
    for (int attempt = 0; attempt < (isFirst ? 5 : 1); ++attempt) {
        m_sshd = std::make_unique<QProcess>();
        m_sshd->setProcessChannelMode(QProcess::MergedChannels);
        m_sshd->setStandardOutputFile(m_directory.filePath(QStringLiteral("sshd.log")), QIODevice::Append);
        // If the test dies, its server does too.
        m_sshd->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
        QStringList words = m_server == Server::OpenSsh ? openSshCommand() : dropbearCommand();
        if (words.isEmpty())
            return false;
        if (m_server != Server::OpenSsh) {
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            for (const QString &variable : std::as_const(m_environment))
                environment.insert(variable.mid(1).section(u'=', 0, 0), variable.section(u'=', 1).chopped(1));
            m_sshd->setProcessEnvironment(environment);
        }
        const QString program = words.takeFirst();
        m_sshd->start(program, words);
        if (m_sshd->waitForStarted() && waitReady())
            return true;
        stop();
        if (isFirst) {
            takePort();
            trustHostKey();
        }
    }
    m_error = QStringLiteral("the server does not start: ") + QString::fromLocal8Bit(log());
    return false;
}

bool SshdFixture::waitReady()
{
    const QDeadlineTimer deadline(30'000);
    while (!deadline.hasExpired()) {
        if (saysHello(m_port))
            return m_sshd->state() == QProcess::Running;
        if (m_sshd->waitForFinished(20))  // also paces the polling
            return false;
    }
    return false;
}

QList<qint64> SshdFixture::connectionProcesses() const
{
    return m_sshd ? descendants(m_sshd->processId(), m_server == Server::OpenSsh ? "sshd" : "dropbear") : QList<qint64>();
}

void SshdFixture::dropConnections()
{
    const QList<qint64> pids = connectionProcesses();
    for (const qint64 pid : pids)
        ::kill(static_cast<pid_t>(pid), SIGKILL);
}

void SshdFixture::pauseConnections()
{
    m_paused = connectionProcesses();
    for (const qint64 pid : std::as_const(m_paused))
        ::kill(static_cast<pid_t>(pid), SIGSTOP);
}

void SshdFixture::killListener()
{
    if (m_sshd && m_sshd->processId() > 0) {
        m_sshd->kill();
        m_sshd->waitForFinished(5000);
    }
}

void SshdFixture::stop()
{
    if (!m_sshd)
        return;
    // A process that was stopped while it executed its command has a different name by now, and would remain forever.
    const QList<qint64> connections = connectionProcesses() + std::exchange(m_paused, {});
    killListener();
    for (const qint64 pid : connections)
        ::kill(static_cast<pid_t>(pid), SIGKILL);
    m_sshd.reset();
}

SshTarget SshdFixture::target() const
{
    SshTarget target;
    target.host = QStringLiteral("127.0.0.1");
    target.port = m_port;
    target.user = user();
    target.identityFiles = {clientKey()};
    target.knownHostsFile = knownHosts();
    return target;
}

bool SshdFixture::authorize(const QString &publicKeyFile)
{
    QFile key(publicKeyFile), authorized(authorizedKeys());
    return key.open(QIODevice::ReadOnly) && authorized.open(QIODevice::Append) && authorized.write(key.readAll()) > 0;
}

void SshdFixture::forgetHostKey() { QFile::remove(knownHosts()); }

void SshdFixture::trustHostKey()
{
    QFile key(m_directory.filePath(QStringLiteral("host_key.pub")));
    QFile known(knownHosts());
    if (key.open(QIODevice::ReadOnly) && known.open(QIODevice::WriteOnly | QIODevice::Truncate))
        known.write(QStringLiteral("[127.0.0.1]:%1 ").arg(m_port).toUtf8() + key.readAll());
}

QString SshdFixture::hostFingerprint() const
{
    QProcess keygen;
    keygen.start(QStringLiteral("ssh-keygen"), {QStringLiteral("-lf"), m_directory.filePath(QStringLiteral("host_key.pub"))});
    keygen.waitForFinished();
    return QString::fromUtf8(keygen.readAllStandardOutput()).section(u' ', 1, 1);
}

QByteArray SshdFixture::log() const
{
    QFile file(m_directory.filePath(QStringLiteral("sshd.log")));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace trainyard
