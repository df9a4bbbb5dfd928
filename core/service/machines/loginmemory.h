// SPDX-License-Identifier: GPL-3.0-or-later
// What a person answered during one login, kept for later logins: passwords and passphrases, in memory only. A one-time code is never kept.
// One thread.
#pragma once

#include "core/transport/ssh/sshconnection.h"

#include <QString>

#include <map>

namespace trainyard {

// Identifies the question. A password belongs to the machine that asks, since a jump host has its own, and to the wording of the prompt: a
// server may want two.
QString secretName(const SshPrompt &prompt);

class LoginMemory {
public:
    LoginMemory() = default;
    ~LoginMemory();  // overwrites them
    LoginMemory(const LoginMemory &) = delete;
    LoginMemory &operator=(const LoginMemory &) = delete;

    // Wraps the questions to record the answers. Must not be called after this object is gone.
    SshQuestions listening(const SshQuestions &questions);
    const std::map<QString, QString> &answers() const { return m_answers; }  // by secretName()

private:
    std::map<QString, QString> m_answers;
};

}  // namespace trainyard
