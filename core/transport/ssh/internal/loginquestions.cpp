// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/internal/loginquestions.h"

#include <QStringList>

namespace trainyard {

namespace {

constexpr qsizetype kMaxText = 1000;  // a prompt is short

QString keyOf(const SshPrompt &prompt)
{
    return QStringList{QString::number(static_cast<int>(prompt.kind)), prompt.target.display(), prompt.name, prompt.text}.join(u'\n');
}

void wipe(std::map<QString, QString> &answers)
{
    for (auto &[key, answer] : answers)
        answer.fill(u'\0');
    answers.clear();
}

}  // namespace

LoginQuestions::~LoginQuestions()
{
    wipe(m_given);
    wipe(m_again);
}

std::optional<QString> LoginQuestions::secret(const SshPrompt &prompt)
{
    if (m_clock.isStopped() || !m_questions.secret)
        return std::nullopt;
    const QString key = keyOf(prompt);
    if (const auto again = m_again.find(key); again != m_again.end()) {
        const QString answer = again->second;
        m_again.erase(again);
        m_given[key] = QString(answer.constData(), answer.size());
        return answer;
    }
    auto answer = m_clock.waitForPerson([&] { return m_questions.secret(prompt, m_clock.stop()); });
    if (m_clock.isStopped())
        return std::nullopt;
    // A detached copy, because the caller's is wiped after use.
    if (answer && prompt.kind != SshPrompt::Kind::Code)
        m_given[key] = QString(answer->constData(), answer->size());
    return answer;
}

bool LoginQuestions::accepts(const SshTarget &target, const HostKey &key)
{
    if (m_clock.isStopped() || !m_questions.acceptUnknownHostKey)
        return false;
    return m_clock.waitForPerson([&] { return m_questions.acceptUnknownHostKey(target, key, m_clock.stop()); });
}

void LoginQuestions::startAgain()
{
    m_isCutOff = false;
    wipe(m_again);
    m_again.swap(m_given);
}

QString shownText(const QString &text)
{
    QString shown;
    for (const QChar c : text.left(kMaxText)) {
        // Format characters would let a machine rearrange what the person reads.
        if (c == u'\n' || (c.category() != QChar::Other_Control && c.category() != QChar::Other_Format))
            shown += c;
    }
    return shown.trimmed();
}

}  // namespace trainyard
