// SPDX-License-Identifier: GPL-3.0-or-later
// The questions of one login: off the clock, withdrawn on stop, and not asked twice when the server hung up
// while the person thought (sshd's LoginGraceTime) and the login starts anew. One thread. Internal to core/transport/ssh.
#pragma once

#include "core/transport/ssh/internal/loginclock.h"
#include "core/transport/ssh/sshconnection.h"

#include <map>
#include <optional>

namespace trainyard {

class LoginQuestions {
public:
    LoginQuestions(const SshQuestions &questions, LoginClock &clock) : m_questions(questions), m_clock(clock) {}
    ~LoginQuestions();  // overwrites the answers
    LoginQuestions(const LoginQuestions &) = delete;
    LoginQuestions &operator=(const LoginQuestions &) = delete;

    bool canAskSecrets() const { return static_cast<bool>(m_questions.secret); }
    std::optional<QString> secret(const SshPrompt &prompt);
    bool accepts(const SshTarget &target, const HostKey &key);

    // The server was found gone right after an answer, before it could be sent.
    void setCutOff() { m_isCutOff = true; }
    bool isCutOff() const { return m_isCutOff; }
    // Passwords and passphrases that were given last are given again, once each; codes are asked for anew.
    void startAgain();

private:
    const SshQuestions &m_questions;
    LoginClock &m_clock;
    std::map<QString, QString> m_given, m_again;
    bool m_isCutOff = false;
};

// Text of a machine for a person: control characters gone, cut at a sensible length.
QString shownText(const QString &text);

}  // namespace trainyard
