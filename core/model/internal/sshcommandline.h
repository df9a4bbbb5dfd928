// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the words of an ssh command. Pure.
#pragma once

#include "core/model/sshcommand.h"

namespace trainyard {

// Splits as a POSIX shell would, without any expansion. InvalidInput: a quote is not closed.
Result<QStringList> shellWords(const QString &text);

class SshCommandLine {
public:
    explicit SshCommandLine(QStringList words) : m_words(std::move(words)) {}
    Result<SshCommand> command();

private:
    Result<void> takeOptions(const QString &word);
    Result<void> takeOption(const QString &word, QChar option, const QString &value);
    Error refuse(const QString &word) const;
    Result<void> takeForward(const QString &forward);
    Result<void> takeSetting(const QString &setting);
    Result<void> takeJumps(const QString &list);
    Result<void> takeDestination(const QString &word);
    Result<void> takeUri(const QString &uri);
    Result<void> setPort(const QString &text);
    Result<void> setUser(const QString &text);
    Result<void> setHost(const QString &text);

    QStringList m_words;
    qsizetype m_next = 0;
    bool m_hasDestination = false;
    QString m_hostName;
    bool m_isForOthers = false;  // -g
    SshTarget m_target;
    QList<SshForward> m_forwards;
};

}  // namespace trainyard
