// Logs in by keys, agent, password and keyboard-interactive, in this order. Internal to core/ssh.
#pragma once

#include "core/base/result.h"
#include "core/ssh/keyfile.h"
#include "core/ssh/sessionwait.h"
#include "core/ssh/sshconnection.h"

#include <libssh/libssh.h>

#include <QStringList>

namespace trainyard {

class Authenticator {
public:
    Authenticator(ssh_session session, const SshTarget &target, const SshQuestions &questions, SessionWait &wait);

    // `identityFiles` empty: the default keys of ~/.ssh are tried after the agent's.
    // AuthenticationFailed, Cancelled, TimedOut, Unreachable (the server hung up), and InvalidInput,
    // NotFound, Unsupported for a key file that was asked for and cannot be used.
    Result<void> run(const QString &user, const QStringList &identityFiles);

private:
    enum class Outcome { In, Refused };
    using Attempt = Result<Outcome>;

    Attempt tryNone();
    Attempt tryKeyFiles(const QList<KeyFile> &keys, const QStringList &paths, bool isEncrypted);
    Attempt tryKey(const KeyFile &key, const QString &path);
    Attempt tryAgent();
    Attempt tryPassword();
    Attempt tryKeyboardInteractive();
    Attempt answerPrompts();
    Result<ssh_key> importKey(const KeyFile &key, const QString &path);
    Result<bool> isKeyWelcome(ssh_key key);
    Attempt outcome(const Result<int> &status);
    bool offers(int method) const;
    Error refused() const;

    ssh_session m_session;
    const SshTarget &m_target;
    const SshQuestions &m_questions;
    SessionWait &m_wait;
    QString m_user;
    QStringList m_tried;      // for the error's detail
};

}  // namespace trainyard
