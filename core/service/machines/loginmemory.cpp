// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/loginmemory.h"

namespace trainyard {

QString secretName(const SshPrompt &prompt)
{
    if (prompt.kind == SshPrompt::Kind::Passphrase)
        return prompt.name;
    // The lines above the question itself may change from login to login.
    return QStringLiteral("password %1 %2").arg(prompt.target.display(), prompt.text.section(u'\n', -1).trimmed());
}

LoginMemory::~LoginMemory()
{
    for (auto &[name, answer] : m_answers)
        answer.fill(u'\0');
}

SshQuestions LoginMemory::listening(const SshQuestions &questions)
{
    SshQuestions listening = questions;
    if (!questions.secret)
        return listening;
    listening.secret = [this, ask = questions.secret](const SshPrompt &prompt, const std::stop_token &stop) {
        auto answer = ask(prompt, stop);
        // A copy of its own: the login overwrites the one it gets.
        if (answer && prompt.kind != SshPrompt::Kind::Code)
            m_answers[secretName(prompt)] = QString(answer->constData(), answer->size());
        return answer;
    };
    return listening;
}

}  // namespace trainyard
