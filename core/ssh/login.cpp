#include "core/ssh/login.h"

#include "core/ssh/authenticator.h"
#include "core/ssh/dial.h"
#include "core/ssh/hostkeycheck.h"
#include "core/ssh/sessionwait.h"
#include "core/ssh/sshconfig.h"
#include "core/ssh/ssherrors.h"

#include <QCoreApplication>

#include <pwd.h>
#include <unistd.h>

namespace trainyard {

namespace {

struct Resolved {
    QString host;
    int port = 22;
    QString user;
    QStringList identityFiles;
    QString knownHostsFile;
    bool hasUnknownMatch = false;
};

Result<Resolved> resolved(const SshTarget &target)
{
    if (target.host.isEmpty())
        return Error{ErrorCode::InvalidInput,
                     QCoreApplication::translate("trainyard::Ssh", "No machine is named. Give its name or address."),
                     {}};
    const QString home = homeDirectory();
    const SshConfig config = readSshConfig(home, target.host, target.user,
                                           {home + QStringLiteral("/.ssh/config"),
                                            QStringLiteral("/etc/ssh/ssh_config")});
    if (!config.proxy.isEmpty())
        return Error{ErrorCode::Unsupported,
                     QCoreApplication::translate("trainyard::Ssh",
                                                 "Your ~/.ssh/config reaches %1 through another machine, which is not "
                                                 "supported yet. Add the machine under an address that can be reached "
                                                 "directly.").arg(target.host),
                     config.proxy};
    Resolved result;
    result.host = config.hostName.isEmpty() ? target.host : config.hostName;
    result.port = target.port > 0 ? target.port : config.port > 0 ? config.port : 22;
    result.user = target.user.isEmpty() ? config.user : target.user;
    if (result.user.isEmpty()) {
        if (const passwd *entry = ::getpwuid(::getuid()))
            result.user = QString::fromLocal8Bit(entry->pw_name);
    }
    for (const QString &file : target.identityFiles)
        result.identityFiles << expandedHome(file, home);
    result.identityFiles << config.identityFiles;
    result.identityFiles.removeDuplicates();
    result.knownHostsFile = target.knownHostsFile.isEmpty() ? config.knownHostsFile : target.knownHostsFile;
    result.knownHostsFile = expandedHome(result.knownHostsFile, home);
    result.hasUnknownMatch = config.hasUnknownMatch;
    return result;
}

void setText(ssh_session session, ssh_options_e option, const QString &value)
{
    ssh_options_set(session, option, value.toUtf8().constData());
}

Error handshakeError(ssh_session session, const Resolved &place)
{
    const QString detail = QString::fromUtf8(ssh_get_error(session));
    return unreachableError(
        QCoreApplication::translate("trainyard::Ssh",
                                    "%1:%2 answered, but no SSH connection came about. Check that this port belongs to "
                                    "an SSH server, then try again.").arg(place.host, QString::number(place.port)),
        detail);
}

}  // namespace

void SessionDeleter::operator()(ssh_session session) const
{
    ssh_disconnect(session);
    ssh_free(session);
}

Result<Login> logIn(const SshTarget &target, const SshQuestions &questions, QDeadlineTimer deadline,
                    std::stop_token stop)
{
    const auto place = resolved(target);
    if (!place)
        return place.error();
    auto fd = dial(place->host, place->port, deadline, stop);
    if (!fd) {
        Error error = fd.error();
        if (error.code == ErrorCode::Unreachable && place->hasUnknownMatch)
            error.what += u' '
                + QCoreApplication::translate("trainyard::Ssh",
                                              "(~/.ssh/config has Match conditions that are not evaluated here, such as "
                                              "exec; a Host section would be.)");
        return error;
    }

    SessionHandle session(ssh_new());
    if (!session) {
        ::close(*fd);
        return Error{ErrorCode::Io, QCoreApplication::translate("trainyard::Ssh", "Out of memory."), {}};
    }
    // The file was read above; libssh would run `Match exec` and ProxyCommand lines.
    const int no = 0, yes = 1, silent = SSH_LOG_NOLOG;
    ssh_options_set(session.get(), SSH_OPTIONS_PROCESS_CONFIG, &no);
    ssh_options_set(session.get(), SSH_OPTIONS_LOG_VERBOSITY, &silent);
    ssh_options_set(session.get(), SSH_OPTIONS_NODELAY, &yes);
    setText(session.get(), SSH_OPTIONS_HOST, place->host);
    setText(session.get(), SSH_OPTIONS_USER, place->user);
    const unsigned port = static_cast<unsigned>(place->port);
    ssh_options_set(session.get(), SSH_OPTIONS_PORT, &port);
    const HostKeyCheck hostKeys(target, place->host, place->port, place->knownHostsFile);
    // So that the key type that is known gets negotiated.
    setText(session.get(), SSH_OPTIONS_KNOWNHOSTS, hostKeys.file());
    setText(session.get(), SSH_OPTIONS_GLOBAL_KNOWNHOSTS, hostKeys.globalFile());
    const socket_t socket = *fd;
    if (ssh_options_set(session.get(), SSH_OPTIONS_FD, &socket) != SSH_OK) {
        ::close(*fd);
        return handshakeError(session.get(), *place);
    }
    ssh_set_blocking(session.get(), 0);

    SessionWait wait(session.get(), *fd, deadline, stop);
    const auto connected = wait.drive([&] { return ssh_connect(session.get()); }, SSH_AGAIN);
    // A descriptor that came by option is closed when the link breaks but not by ssh_disconnect(). Forgetting
    // the option makes it libssh's own in every case.
    const socket_t none = -1;
    ssh_options_set(session.get(), SSH_OPTIONS_FD, &none);
    if (!connected)
        return connected.error();
    if (*connected != SSH_OK)
        return handshakeError(session.get(), *place);

    auto hostKey = hostKeys.check(session.get(), questions);
    if (!hostKey)
        return hostKey.error();

    Authenticator authenticator(session.get(), target, questions, wait);
    if (auto done = authenticator.run(place->user, place->identityFiles); !done)
        return done.error();
    return Login{std::move(session), std::move(*hostKey)};
}

}  // namespace trainyard
