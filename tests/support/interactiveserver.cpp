// SPDX-License-Identifier: GPL-3.0-or-later
#include "interactiveserver.h"

#include "sshdfixture.h"

#include <QFile>

#include <libssh/libssh.h>
#include <libssh/server.h>

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace trainyard {

InteractiveServer::InteractiveServer(QList<QList<Prompt>> rounds, bool alsoTakesPasswords)
    : m_rounds(std::move(rounds)), m_takesPasswords(alsoTakesPasswords)
{
}

InteractiveServer::~InteractiveServer()
{
    m_isClosing = true;
    if (m_thread.joinable())
        m_thread.join();
    ssh_bind_free(static_cast<ssh_bind>(m_bind));
}

bool InteractiveServer::start()
{
    const QString key = m_directory.filePath(QStringLiteral("host_key"));
    const QByteArray keyFile = key.toUtf8();
    ssh_bind bind = ssh_bind_new();
    m_bind = bind;
    const unsigned any = 0;
    ssh_bind_options_set(bind, SSH_BIND_OPTIONS_BINDADDR, "127.0.0.1");
    ssh_bind_options_set(bind, SSH_BIND_OPTIONS_BINDPORT, &any);
    if (!SshdFixture::makeKey(key))
        return false;
    ssh_bind_options_set(bind, SSH_BIND_OPTIONS_HOSTKEY, keyFile.constData());
    if (ssh_bind_listen(bind) != SSH_OK)
        return false;
    sockaddr_in address = {};
    socklen_t length = sizeof address;
    ::getsockname(ssh_bind_get_fd(bind), reinterpret_cast<sockaddr *>(&address), &length);
    m_port = ntohs(address.sin_port);
    QFile publicKey(key + QStringLiteral(".pub")), known(m_directory.filePath(QStringLiteral("known_hosts")));
    if (!publicKey.open(QIODevice::ReadOnly) || !known.open(QIODevice::WriteOnly))
        return false;
    known.write(QStringLiteral("[127.0.0.1]:%1 ").arg(m_port).toUtf8() + publicKey.readAll());
    m_thread = std::thread([this] { main(); });
    return true;
}

SshTarget InteractiveServer::target() const
{
    SshTarget target;
    target.host = QStringLiteral("127.0.0.1");
    target.port = m_port;
    target.user = QStringLiteral("somebody");
    target.knownHostsFile = m_directory.filePath(QStringLiteral("known_hosts"));
    return target;
}

void InteractiveServer::main()
{
    const auto bind = static_cast<ssh_bind>(m_bind);
    while (!m_isClosing) {
        pollfd entry = {ssh_bind_get_fd(bind), POLLIN, 0};
        if (::poll(&entry, 1, 50) != 1)
            continue;
        ssh_session session = ssh_new();
        if (ssh_bind_accept(bind, session) == SSH_OK) {
            ++m_connections;
            const long seconds = 20;  // a silent client must not block the test
            ssh_options_set(session, SSH_OPTIONS_TIMEOUT, &seconds);
            if (ssh_handle_key_exchange(session) == SSH_OK)
                serve(session);
        }
        ssh_disconnect(session);
        ssh_free(session);
    }
}

void InteractiveServer::serve(void *opaque)
{
    const auto session = static_cast<ssh_session>(opaque);
    const int methods = SSH_AUTH_METHOD_INTERACTIVE | (m_takesPasswords ? SSH_AUTH_METHOD_PASSWORD : 0);
    qsizetype round = 0;
    bool isIn = false;
    while (!m_isClosing) {
        ssh_message message = ssh_message_get(session);
        if (!message)
            return;
        const int type = ssh_message_type(message), kind = ssh_message_subtype(message);
        if (type == SSH_REQUEST_SERVICE) {
            ssh_message_service_reply_success(message);
        } else if (type == SSH_REQUEST_AUTH && kind == SSH_AUTH_METHOD_INTERACTIVE && !isIn) {
            bool isRight = true;
            if (ssh_message_auth_kbdint_is_response(message)) {
                const QList<Prompt> asked = m_rounds.value(round++);
                isRight = ssh_userauth_kbdint_getnanswers(session) == asked.size();
                for (qsizetype i = 0; isRight && i < asked.size(); ++i)
                    isRight = QString::fromUtf8(ssh_userauth_kbdint_getanswer(session, static_cast<unsigned>(i))) == asked[i].rightAnswer;
            } else {
                round = 0;
            }
            if (!isRight) {
                ssh_message_auth_set_methods(message, methods);
                ssh_message_reply_default(message);
            } else if (round < m_rounds.size()) {
                std::vector<QByteArray> texts;
                std::vector<const char *> prompts;
                std::vector<char> echoes;
                for (const Prompt &prompt : m_rounds[round]) {
                    texts.push_back(prompt.text.toUtf8());
                    echoes.push_back(prompt.isEchoed ? 1 : 0);
                }
                for (const QByteArray &text : texts)
                    prompts.push_back(text.constData());
                ssh_message_auth_interactive_request(message, "", "Stand-in server", static_cast<unsigned>(prompts.size()), prompts.data(),
                                                     echoes.data());
            } else {
                isIn = true;
                ++m_logins;
                ssh_message_auth_reply_success(message, 0);
            }
        } else {
            ssh_message_auth_set_methods(message, methods);
            ssh_message_reply_default(message);
        }
        ssh_message_free(message);
    }
}

}  // namespace trainyard
