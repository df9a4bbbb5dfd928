// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/login.h"

#include "core/model/sshcommand.h"
#include "core/transport/ssh/internal/authenticator.h"
#include "core/transport/ssh/internal/dial.h"
#include "core/transport/ssh/internal/hostkeycheck.h"
#include "core/transport/ssh/internal/jumpforwarder.h"
#include "core/transport/ssh/internal/proxyprocess.h"
#include "core/transport/ssh/internal/sessionwait.h"
#include "core/transport/ssh/internal/sshplace.h"
#include "core/transport/ssh/ssherrors.h"

#include <QCoreApplication>
#include <QVersionNumber>

#include <unistd.h>

namespace trainyard {

namespace {

constexpr int kMaxHops = 8;     // more can only be a circle
constexpr int kMaxRedials = 3;  // a person who lets four connections expire has gone away

void setText(ssh_session session, ssh_options_e option, const QString &value)
{
    ssh_options_set(session, option, value.toUtf8().constData());
}

struct Link {
    int fd = -1;
    std::shared_ptr<Transport> carrier;
};

Error handshakeError(ssh_session session, const SshPlace &place, const Transport *carrier)
{
    QString detail = QString::fromUtf8(ssh_get_error(session));
    if (const QString text = carrier ? carrier->failureText() : QString(); !text.isEmpty())
        detail += u'\n' + text;
    if (!place.proxyCommand.isEmpty())
        return unreachableError(
            QCoreApplication::translate(
                "trainyard::Ssh",
                "The ProxyCommand for %1 in your SSH configuration did not open an SSH connection. Run it by hand to see why.")
                .arg(place.host),
            detail + u'\n' + place.proxyCommand);
    return unreachableError(
        QCoreApplication::translate(
            "trainyard::Ssh",
            "Connected to %1:%2, but the SSH handshake failed. Check that this port belongs to an SSH server, then try again.")
            .arg(place.host, QString::number(place.port)),
        detail);
}

// Marks an error as one of a machine on the way, so that it is not attributed to the target.
Error onTheWay(Error error, const SshPlace &hop)
{
    if (!error.isCancelled())
        error.what = QCoreApplication::translate("trainyard::Ssh", "At the jump host %1: %2").arg(hop.display(), error.what);
    return error;
}

class LoginPath {
public:
    LoginPath(LoginQuestions &questions, LoginClock &clock) : m_questions(questions), m_clock(clock) {}

    Result<Login> open(const SshTarget &target, int depth = 0)
    {
        TRY(auto place, resolvePlace(target));
        auto link = reach(target, place, depth);
        if (!link) {
            Error error = link.error();
            addMatchNote(error, place);
            return depth > 0 && place.jumps.isEmpty() ? onTheWay(error, place) : error;
        }
        auto login = logIn(target, place, std::move(*link));
        if (!login && depth > 0)
            return onTheWay(login.error(), place);
        return login;
    }

private:
    static void addMatchNote(Error &error, const SshPlace &place)
    {
        if (!place.hasUnknownMatch || (error.code != ErrorCode::Unreachable && error.code != ErrorCode::AuthenticationFailed))
            return;
        error.what += u' '
                      + QCoreApplication::translate(
                          "trainyard::Ssh",
                          "(~/.ssh/config has Match conditions that are not supported here, such as exec; a Host section is.)");
    }

    Result<Link> reach(const SshTarget &target, const SshPlace &place, int depth)
    {
        if (!place.proxyCommand.isEmpty()) {
            TRY(auto started, ProxyProcess::start(place.proxyCommand));
            return Link{started.fd, started.process};
        }
        if (place.jumps.isEmpty()) {
            TRY(auto fd, dial(place.host, place.port, m_clock.deadline(), m_clock.stop()));
            return Link{fd, nullptr};
        }

        TRY(auto hop, parseHop(place.jumps.last().trimmed()));
        // The first hop is reached by its own configuration, the others through those before them.
        hop.jumps = place.jumps.mid(0, place.jumps.size() - 1);
        TRY(const auto hopPlace, resolvePlace(hop));
        if (depth >= kMaxHops || isSame(hopPlace, place))
            return Error{
                ErrorCode::InvalidInput,
                QCoreApplication::translate(
                    "trainyard::Ssh", "The connection to %1 goes through %2 in a circle. Correct ProxyJump in your SSH configuration.")
                    .arg(target.host, hop.host),
                place.jumps.join(u',')};
        auto login = open(hop, depth + 1);
        if (!login)
            return login.error();  // names its hop already
        auto started = JumpForwarder::start(std::move(login->session), place.host, place.port, m_clock);
        if (!started)
            return onTheWay(started.error(), hopPlace);
        return Link{started->fd, started->pump};
    }

    static bool isSame(const SshPlace &one, const SshPlace &other)
    {
        return one.host == other.host && one.port == other.port && one.user == other.user;
    }

    Result<Login> logIn(const SshTarget &target, const SshPlace &place, Link link);

    LoginQuestions &m_questions;
    LoginClock &m_clock;
};

Result<Login> LoginPath::logIn(const SshTarget &target, const SshPlace &place, Link link)
{
    SessionHandle session(ssh_new());
    if (!session) {
        ::close(link.fd);
        return Error{ErrorCode::Io, QCoreApplication::translate("trainyard::Ssh", "Out of memory."), {}};
    }
    session.get_deleter().carrier = link.carrier;
    // The file has been read already; libssh would run `Match exec` and ProxyCommand lines.
    const int no = 0, yes = 1, silent = SSH_LOG_NOLOG;
    ssh_options_set(session.get(), SSH_OPTIONS_PROCESS_CONFIG, &no);
    ssh_options_set(session.get(), SSH_OPTIONS_LOG_VERBOSITY, &silent);
    ssh_options_set(session.get(), SSH_OPTIONS_NODELAY, &yes);
    setText(session.get(), SSH_OPTIONS_HOST, place.host);
    setText(session.get(), SSH_OPTIONS_USER, place.user);
    const unsigned port = static_cast<unsigned>(place.port);
    ssh_options_set(session.get(), SSH_OPTIONS_PORT, &port);
    const QByteArray ciphers = offeredCiphers(ssh_version(0));
    ssh_options_set(session.get(), SSH_OPTIONS_CIPHERS_C_S, ciphers.constData());
    ssh_options_set(session.get(), SSH_OPTIONS_CIPHERS_S_C, ciphers.constData());
    const HostKeyCheck hostKeys(target, place);
    ssh_options_set(session.get(), SSH_OPTIONS_HOSTKEYS, hostKeys.algorithms().constData());
    // Known hosts are only read here: libssh would look up the name without its alias.
    ssh_options_set(session.get(), SSH_OPTIONS_KNOWNHOSTS, "/dev/null");
    ssh_options_set(session.get(), SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/dev/null");
    const socket_t socket = link.fd;
    if (ssh_options_set(session.get(), SSH_OPTIONS_FD, &socket) != SSH_OK) {
        ::close(link.fd);
        return handshakeError(session.get(), place, link.carrier.get());
    }
    ssh_set_blocking(session.get(), 0);

    SessionWait wait(session.get(), link.fd, m_clock);
    const auto connected = wait.drive([&] { return ssh_connect(session.get()); }, SSH_AGAIN);
    // A descriptor that was set as an option is closed when the link breaks but not by ssh_disconnect(). Clearing the option makes libssh
    // own it in every case.
    const socket_t none = -1;
    ssh_options_set(session.get(), SSH_OPTIONS_FD, &none);
    if (!connected)
        return connected.error();
    if (*connected != SSH_OK)
        return handshakeError(session.get(), place, link.carrier.get());

    auto hostKey = hostKeys.check(session.get(), m_questions);
    if (m_clock.isStopped())
        return cancelledError();
    if (!hostKey)
        return hostKey.error();
    if (wait.isHungUp()) {
        m_questions.setCutOff();
        return unreachableError(QCoreApplication::translate("trainyard::Ssh", "%1 did not wait for the answer and closed the connection. "
                                                                              "Connect again.")
                                    .arg(place.host),
                                QStringLiteral("hung up after the key exchange"));
    }

    Authenticator authenticator(session.get(), target, place, m_questions, wait);
    if (auto done = authenticator.run(); !done) {
        Error error = done.error();
        addMatchNote(error, place);
        return error;
    }
    Login login{std::move(session), std::move(*hostKey), {}};
    if (place.aliveSeconds >= 0)
        login.liveness.interval = std::chrono::seconds(place.aliveSeconds);
    if (place.aliveCount > 0)
        login.liveness.count = place.aliveCount;
    return login;
}

}  // namespace

void SessionDeleter::operator()(ssh_session session)
{
    ssh_disconnect(session);
    ssh_free(session);
    carrier.reset();
}

QByteArray offeredCiphers(const QByteArray &libsshVersion)
{
    QByteArray ciphers = "chacha20-poly1305@openssh.com";
    // "0.10.6/openssl/zlib"
    const auto version = QVersionNumber::fromString(QString::fromLatin1(libsshVersion.split('/').first()));
    const bool isFixed = version >= QVersionNumber(0, 12, 1) || (version >= QVersionNumber(0, 11, 5) && version < QVersionNumber(0, 12));
    if (isFixed)
        ciphers += ",aes256-gcm@openssh.com,aes128-gcm@openssh.com";
    return ciphers + ",aes256-ctr,aes192-ctr,aes128-ctr";
}

Result<Login> logIn(const SshTarget &target, const SshQuestions &questions, QDeadlineTimer deadline, std::stop_token stop)
{
    LoginClock clock(deadline, std::move(stop));
    LoginQuestions asked(questions, clock);
    for (int redials = 0;; ++redials) {
        auto login = LoginPath(asked, clock).open(target);
        if (login || !asked.isCutOff() || redials == kMaxRedials || clock.isStopped())
            return login;
        asked.startAgain();
    }
}

}  // namespace trainyard
