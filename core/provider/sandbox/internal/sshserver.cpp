// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/sandbox/internal/sshserver.h"

#include "core/base/retry.h"
#include "core/provider/sandbox/internal/installhint.h"
#include "core/provider/sandbox/internal/placefile.h"
#include "core/provider/sandbox/internal/sandboxtext.h"
#include "core/provider/sandbox/localcommand.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trainyard {

namespace {

using namespace std::chrono_literals;

const QStringList kServerDirs{QStringLiteral("/usr/sbin"), QStringLiteral("/usr/local/sbin"), QStringLiteral("/sbin"),
                              QStringLiteral("/usr/bin"), QStringLiteral("/usr/local/bin")};

// One word of sshd_config (argv_split in OpenSSH's misc.c: double quotes, backslash escapes).
QString configWord(const QString &text)
{
    QString word = text;
    word.replace(QLatin1Char('\\'), QLatin1String("\\\\")).replace(QLatin1Char('"'), QLatin1String("\\\""));
    return QLatin1Char('"') + word + QLatin1Char('"');
}

QMap<QString, QString> toolEnvironment() { return {{QStringLiteral("PATH"), QStringLiteral("/usr/sbin:/usr/bin:/sbin:/bin")}}; }

int boundPort(int wanted)
{
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return 0;
    // As sshd does; otherwise the port is refused for a minute after a server with connections ends.
    const int yes = 1;
    ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<quint16>(wanted));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto *plain = reinterpret_cast<sockaddr *>(&address);
    const bool isBound = ::bind(fd, plain, size) == 0 && ::listen(fd, 1) == 0 && ::getsockname(fd, plain, &size) == 0;
    ::close(fd);
    return isBound ? ntohs(address.sin_port) : 0;
}

Result<void> makeKey(const QString &file, const QString &comment, const SshPrograms &programs, const std::stop_token &stop)
{
    if (QFileInfo::exists(file) && QFileInfo::exists(file + QStringLiteral(".pub")))
        return {};
    // ssh-keygen asks before overwriting, and an incomplete pair is useless.
    QFile::remove(file);
    QFile::remove(file + QStringLiteral(".pub"));
    TRY(const auto made, runLocal({programs.keygen,
                                   {QStringLiteral("-q"), QStringLiteral("-t"), QStringLiteral("ed25519"), QStringLiteral("-N"), QString(),
                                    QStringLiteral("-C"), comment, QStringLiteral("-f"), file},
                                   toolEnvironment(),
                                   {},
                                   20s},
                                  stop));
    if (made.exitCode != 0)
        return Error{ErrorCode::Io, SandboxText::tr("The keys of the sandbox could not be created; check the disk."), made.lastLine()};
    return {};
}

}  // namespace

Result<SshPrograms> findSshPrograms()
{
    SshPrograms programs;
    programs.server = QStandardPaths::findExecutable(QStringLiteral("sshd"), kServerDirs);
    programs.keygen = QStandardPaths::findExecutable(QStringLiteral("ssh-keygen"));
    // Its paths on Debian, Fedora, Arch and SUSE.
    for (const char *candidate : {"/usr/lib/openssh/sftp-server", "/usr/libexec/openssh/sftp-server", "/usr/lib/ssh/sftp-server",
                                  "/usr/libexec/ssh/sftp-server", "/usr/libexec/sftp-server", "/usr/lib/sftp-server"}) {
        if (programs.sftpServer.isEmpty() && QFileInfo(QLatin1String(candidate)).isExecutable())
            programs.sftpServer = QLatin1String(candidate);
    }
    if (programs.server.isEmpty() || programs.keygen.isEmpty() || programs.sftpServer.isEmpty()) {
        return Error{ErrorCode::Unsupported,
                     SandboxText::tr("The sandbox needs the OpenSSH server on this computer; install it with: %1")
                         .arg(installCommand(Installable::SshServer)),
                     {}};
    }
    return programs;
}

Result<void> ensureKeys(const SandboxPlaces &places, const SshPrograms &programs, const std::stop_token &stop)
{
    for (const auto &[file, comment] : {std::pair(places.hostKey(), QStringLiteral("trainyard-sandbox-host")),
                                        std::pair(places.clientKey(), QStringLiteral("trainyard-sandbox"))}) {
        const auto made = makeKey(file, comment, programs, stop);
        if (!made)
            return made;
    }
    return placeFile(places.authorizedKeys(), contentsOf(places.clientKey() + QStringLiteral(".pub")), 0600);
}

Result<QByteArray> serverConfig(const SandboxPlaces &places, const SshPrograms &programs, int port,
                                const QMap<QString, QString> &environment)
{
    for (const QChar c : places.root) {
        if (c.category() == QChar::Other_Control) {
            return Error{
                ErrorCode::InvalidInput,
                SandboxText::tr(
                    "The sandbox cannot use a directory whose name contains control characters; set TRAINYARD_HOME to another one."),
                places.root};
        }
    }
    QString authorizedKeys = places.authorizedKeys();
    authorizedKeys.replace(QLatin1Char('%'), QLatin1String("%%"));  // only this option expands %-tokens
    QStringList lines{
        QStringLiteral("# Made by Trainyard at every start of the sandbox."),
        QStringLiteral("ListenAddress 127.0.0.1"),
        QStringLiteral("Port %1").arg(port),
        QStringLiteral("HostKey ") + configWord(places.hostKey()),
        QStringLiteral("PidFile ") + configWord(places.serverPid()),
        QStringLiteral("AuthorizedKeysFile ") + configWord(authorizedKeys),
        // The data directory may be under one that others can write to; the key in it is what protects this server.
        QStringLiteral("StrictModes no"),
        QStringLiteral("PubkeyAuthentication yes"),
        QStringLiteral("PasswordAuthentication no"),
        QStringLiteral("KbdInteractiveAuthentication no"),
        QStringLiteral("PermitRootLogin prohibit-password"),
        QStringLiteral("UsePAM no"),
        QStringLiteral("PermitUserRC no"),
        QStringLiteral("PermitUserEnvironment no"),
        QStringLiteral("AllowAgentForwarding no"),
        QStringLiteral("X11Forwarding no"),
        QStringLiteral("PrintMotd no"),
        QStringLiteral("PrintLastLog no"),
        // Everything that connects to the sandbox at once: windows, watchers, tests.
        QStringLiteral("MaxSessions 64"),
        QStringLiteral("MaxStartups 64:30:128"),
        QStringLiteral("LogLevel INFO"),
        // A name for session.sh, not a program.
        QStringLiteral("Subsystem sftp trainyard-sftp"),
        QStringLiteral("ForceCommand exec /bin/sh \"$TRAINYARD_SANDBOX/etc/session.sh\""),
    };
    // sshd uses only the first SetEnv, so everything goes on one line.
    QString setEnv = QStringLiteral("SetEnv");
    QMap<QString, QString> all = environment;
    all.insert(QStringLiteral("TRAINYARD_SANDBOX"), places.root);
    all.insert(QStringLiteral("TRAINYARD_SFTP_SERVER"), programs.sftpServer);
    for (auto it = all.cbegin(); it != all.cend(); ++it)
        setEnv += QLatin1Char(' ') + configWord(it.key() + QLatin1Char('=') + it.value());
    lines << setEnv;
    return (lines.join(QLatin1Char('\n')) + QLatin1Char('\n')).toUtf8();
}

int freePort(int wanted)
{
    const int port = wanted > 0 ? boundPort(wanted) : 0;
    return port > 0 ? port : boundPort(0);
}

Result<ProcessIdentity> startServer(const SandboxPlaces &places, const SshPrograms &programs, const std::stop_token &stop)
{
    // As root, sshd requires this directory, which the system's service creates at boot.
    if (::geteuid() == 0 && ::mkdir("/run/sshd", 0755) == 0)
        ::chmod("/run/sshd", 0755);
    QFile::remove(places.serverPid());
    QFile::remove(places.serverLog());
    TRY(const auto started, runLocal({programs.server,
                                      {QStringLiteral("-f"), places.serverConfig(), QStringLiteral("-E"), places.serverLog()},
                                      toolEnvironment(),
                                      {},
                                      20s},
                                     stop));
    const QString log = QString::fromUtf8(contentsOf(places.serverLog()));
    if (started.exitCode != 0) {
        if (log.contains(QLatin1String("Cannot bind")))
            return Error{ErrorCode::AlreadyExists, SandboxText::tr("The port of the sandbox is used by another program."), log};
        return Error{ErrorCode::Unsupported, SandboxText::tr("The SSH server of the sandbox does not start; see the details."),
                     log + started.lastLine()};
    }
    // It is listening before it goes into the background; only its pid may appear a moment later.
    const QDeadlineTimer deadline(5000);
    while (!deadline.hasExpired()) {
        const ProcessIdentity server = identityOf(contentsOf(places.serverPid()).trimmed().toLongLong());
        if (server.pid > 0)
            return server;
        pauseFor(10ms);
    }
    return Error{ErrorCode::TimedOut, SandboxText::tr("The SSH server of the sandbox ended at once; try again."), log};
}

void endServer(const ProcessIdentity &server, bool sessions)
{
    if (!isAlive(server))
        return;
    const QList<ProcessIdentity> connections = sessions ? childrenOf(server.pid, "sshd") : QList<ProcessIdentity>();
    endProcess(server, 3s);
    for (const ProcessIdentity &connection : connections)
        endProcess(connection, 2s);
}

Result<void> writeKnownHosts(const SandboxPlaces &places, int port)
{
    const QByteArray key = contentsOf(places.hostKey() + QStringLiteral(".pub")).simplified();
    return placeFile(places.knownHosts(), "[127.0.0.1]:" + QByteArray::number(port) + ' ' + key + '\n', 0600);
}

}  // namespace trainyard
