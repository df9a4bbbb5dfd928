// SPDX-License-Identifier: GPL-3.0-or-later
// Logs in with keys, agent, keyboard-interactive and password, in this order. Internal to core/transport/ssh.
#pragma once

#include "core/base/result.h"
#include "core/transport/ssh/internal/keyfile.h"
#include "core/transport/ssh/internal/loginquestions.h"
#include "core/transport/ssh/internal/sessionwait.h"
#include "core/transport/ssh/internal/sshplace.h"

#include <libssh/libssh.h>

#include <QStringList>

namespace trainyard {

class Authenticator {
public:
    Authenticator(ssh_session session, const SshTarget &target, const SshPlace &place, LoginQuestions &questions, SessionWait &wait);

    // Without identity files the default keys of ~/.ssh are tried after the agent's. AuthenticationFailed, Cancelled, TimedOut, Unreachable
    // (the server hung up), and InvalidInput, NotFound, PermissionDenied, Unsupported for a requested key file that cannot be used.
    Result<void> run();

private:
    enum class Outcome { In, Partly, Refused };  // Partly: accepted, and the server wants another method too
    using Attempt = Result<Outcome>;
    struct Key {
        QString path;
        KeyFile file;
    };

    Result<void> readKeys();
    Attempt tryAll();
    Attempt tryNamedKey();
    Attempt tryNone();
    Attempt tryKeyFiles(bool isEncrypted);
    Attempt tryKey(const Key &key);
    Attempt tryAgent();
    Attempt tryPassword();
    Attempt tryKeyboardInteractive();
    Attempt answerPrompts(bool *hasAsked);
    Result<void> answerRound(bool *hasAsked);
    Result<ssh_key> importKey(const Key &key);
    Attempt isKeyWelcome(ssh_key key);
    Result<QString> ask(SshPrompt prompt);
    Attempt outcome(const Result<int> &status);
    bool offers(int method) const;
    Error refused() const;
    Error hungUp() const;

    ssh_session m_session;
    const SshTarget &m_target;
    const SshPlace &m_place;
    LoginQuestions &m_questions;
    SessionWait &m_wait;
    QList<Key> m_keys;
    const Key *m_refusedKey = nullptr;  // of m_keys: not to be tried again
    std::optional<Error> m_keyError;    // why a requested key could not be used
    QStringList m_tried;                // for the error's detail
};

}  // namespace trainyard
