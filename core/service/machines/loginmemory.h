// SPDX-License-Identifier: GPL-3.0-or-later
// What a person answered during one login, for the logins after it: passwords and passphrases, in memory only. A
// one-time code is never kept. One thread.
#pragma once

#include "core/transport/ssh/sshconnection.h"

#include <QString>

#include <map>

namespace trainyard {

// Which question it is. A password belongs to the machine that asks, as a jump host has one of its own, and to the
// words it is asked for with: a server may want two.
QString secretName(const SshPrompt &prompt);

class LoginMemory {
public:
    LoginMemory() = default;
    ~LoginMemory();  // overwrites them
    LoginMemory(const LoginMemory &) = delete;
    LoginMemory &operator=(const LoginMemory &) = delete;

    // The same questions, listened to. Not to be called after this object is gone.
    SshQuestions listening(const SshQuestions &questions);
    const std::map<QString, QString> &answers() const { return m_answers; }  // by secretName()

private:
    std::map<QString, QString> m_answers;
};

}  // namespace trainyard
