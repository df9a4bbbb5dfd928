// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the words of an ssh command. Pure. Internal to core/transport/ssh.
#pragma once

#include "core/transport/ssh/sshcommand.h"

#include <optional>

namespace trainyard {

// Splits as a POSIX shell would, without expanding anything. InvalidInput: a quote is not closed.
Result<QStringList> shellWords(const QString &text);

// What can be a name or address, a port, and a user: free of what a shell on the way, or a line of a file, would read.
bool isHostName(const QString &text);
std::optional<quint16> portFrom(const QString &text);  // 1 to 65535
bool isUserName(const QString &text);
// "[user@]host[:port]" or ssh://…, the form of ProxyJump.
Result<SshTarget> parseHop(const QString &text);

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
