// SPDX-License-Identifier: GPL-3.0-or-later
// The questions of one login. Their time does not count, a stop request withdraws them, and they are not repeated if the server hung up
// while the person was thinking (sshd's LoginGraceTime) and the login restarts. One thread. Internal to core/transport/ssh.
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

    // The server turned out to be gone right after an answer, before the answer could be sent.
    void setCutOff() { m_isCutOff = true; }
    bool isCutOff() const { return m_isCutOff; }
    // The last passwords and passphrases are reused once each; codes are asked for again.
    void startAgain();

private:
    const SshQuestions &m_questions;
    LoginClock &m_clock;
    std::map<QString, QString> m_given, m_again;
    bool m_isCutOff = false;
};

// Text from a machine, made fit to show: control characters removed, length limited.
QString shownText(const QString &text);

}  // namespace trainyard
