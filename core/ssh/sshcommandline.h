// Reads the words of an ssh command. Pure. Internal to core/ssh.
#pragma once

#include "core/ssh/sshtarget.h"

namespace trainyard {

// Splits as a POSIX shell would, without expanding anything. InvalidInput: a quote is not closed.
Result<QStringList> shellWords(const QString &text);

// What can be a name or address, and a user: free of what a shell on the way, or a line of a file, would read.
bool isHostName(const QString &text);
bool isUserName(const QString &text);
// "[user@]host[:port]" or ssh://…, the form of ProxyJump.
Result<SshTarget> parseHop(const QString &text);

class SshCommandLine {
public:
    explicit SshCommandLine(QStringList words) : m_words(std::move(words)) {}
    Result<SshTarget> target();

private:
    Result<void> takeOption(const QString &word);
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
    SshTarget m_target;
};

}  // namespace trainyard
