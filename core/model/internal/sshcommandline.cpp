// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/internal/sshcommandline.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

Error notUnderstood(const QString &word, const QString &why)
{
    return invalidInput(QCoreApplication::translate("trainyard::Ssh", "“%1” cannot be used here: %2").arg(word, why));
}

// The meanings of OpenSSH's options that are refused; with `hasValue` the next word belongs to the option.
struct Refusal {
    char option;
    bool hasValue;
    const char *why;
};
const Refusal kRefusals[] = {
    {'4', false, QT_TRANSLATE_NOOP("trainyard::Ssh", "the address family cannot be chosen. Leave it out or use an IPv4 address.")},
    {'6', false, QT_TRANSLATE_NOOP("trainyard::Ssh", "the address family cannot be chosen. Leave it out or use an IPv6 address.")},
    {'R', true, QT_TRANSLATE_NOOP("trainyard::Ssh", "the machine never gets a connection back to this computer. Leave it out.")},
    {'D', true,
     QT_TRANSLATE_NOOP("trainyard::Ssh", "there is no SOCKS proxy. Leave it out; yard tunnel open leads to one server on the machine.")},
    {'W', true, QT_TRANSLATE_NOOP("trainyard::Ssh", "port forwarding is not part of a machine's address. Leave it out.")},
    {'F', true, QT_TRANSLATE_NOOP("trainyard::Ssh", "only ~/.ssh/config is read. Leave it out.")},
    {'A', false, QT_TRANSLATE_NOOP("trainyard::Ssh", "the agent is never forwarded. Leave it out.")},
};

// Flags for the ssh program itself: no command, background, no terminal, quiet, verbose, compression, no X11, no agent.
constexpr QStringView kPassedOver = u"NfnTtqvCxak";
constexpr QStringView kUnderstood = u"piloJL";

Result<SshTarget> targetOf(const QStringList &words)
{
    const auto command = SshCommandLine(words).command();
    return command ? Result<SshTarget>(command->target) : command.error();
}

}  // namespace

Result<QStringList> shellWords(const QString &text)
{
    QStringList words;
    QString word;
    bool isOpen = false;
    QChar quote;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        const bool hasNext = i + 1 < text.size();
        if (quote == u'\'') {
            if (c == quote)
                quote = {};
            else
                word += c;
        } else if (quote == u'"') {
            if (c == quote)
                quote = {};
            else if (c == u'\\' && hasNext && QStringLiteral("\\\"$`").contains(text[i + 1]))
                word += text[++i];
            else
                word += c;
        } else if (c == u'\'' || c == u'"') {
            quote = c;
            isOpen = true;
        } else if (c == u'\\' && hasNext) {
            if (text[++i] != u'\n') {  // backslash, newline: the line continues
                word += text[i];
                isOpen = true;
            }
        } else if (c.isSpace()) {
            if (isOpen)
                words << word;
            word.clear();
            isOpen = false;
        } else {
            word += c;
            isOpen = true;
        }
    }
    if (!quote.isNull())
        return invalidInput(QCoreApplication::translate("trainyard::Ssh", "A quote (%1) is not closed. Close or remove it.").arg(quote));
    if (isOpen)
        words << word;
    return words;
}

Result<SshTarget> parseHop(const QString &text)
{
    if (text.startsWith(QLatin1String("ssh://"), Qt::CaseInsensitive))
        return targetOf({QStringLiteral("--"), text});
    // A colon after the name starts a port; an IPv6 address with a port is in brackets.
    const qsizetype at = text.lastIndexOf(u'@');
    const QString place = text.mid(at + 1);
    const bool isBracketed = place.startsWith(u'[');
    const qsizetype colon = isBracketed ? place.indexOf(u':', place.indexOf(u']')) : place.indexOf(u':');
    QStringList words;
    QString host = text;
    if (colon >= 0 && (isBracketed || place.count(u':') == 1)) {
        words << QStringLiteral("-p") << place.mid(colon + 1);
        host = text.left(at + 1 + colon);
    }
    if (words.size() == 2 && words[1].isEmpty())
        return notUnderstood(text, QCoreApplication::translate("trainyard::Ssh", "its port is missing."));
    return targetOf(words << QStringLiteral("--") << host);
}

Result<void> SshCommandLine::takeJumps(const QString &list)
{
    if (!m_target.jumps.isEmpty())
        return notUnderstood(list, QCoreApplication::translate("trainyard::Ssh", "the jump host is given twice."));
    const QStringList hops = list.split(u',');
    if (hops != QStringList{QStringLiteral("none")}) {
        for (const QString &hop : hops) {
            TRY_DO(parseHop(hop));
        }
    }
    m_target.jumps = hops;
    return {};
}

Result<SshCommand> SshCommandLine::command()
{
    if (!m_words.isEmpty() && m_words.first() == u"ssh")
        m_next = 1;
    bool areOptionsOver = false;
    while (m_next < m_words.size()) {
        const QString word = m_words[m_next++];
        Result<void> taken;
        if (!areOptionsOver && word == u"--")
            areOptionsOver = true;
        else if (!areOptionsOver && word.size() > 1 && word.startsWith(u'-'))
            taken = takeOptions(word);
        else if (!m_hasDestination)
            taken = takeDestination(word);
        else
            taken = notUnderstood(
                word, QCoreApplication::translate("trainyard::Ssh",
                                                  "a command after the machine's name is not part of its address. Leave it out."));
        if (!taken)
            return taken.error();
    }
    if (!m_hasDestination)
        return invalidInput(
            QCoreApplication::translate("trainyard::Ssh", "No machine is named. Paste a command such as: ssh -p 2222 user@host"));
    if (!m_hostName.isEmpty())
        m_target.host = m_hostName;
    for (SshForward &forward : m_forwards) {
        if (m_isForOthers && forward.bindAddress.isEmpty())
            forward.bindAddress = QStringLiteral("*");
    }
    return SshCommand{m_target, m_forwards};
}

// "-vNL 8080:localhost:8080": flags may share a word, and the last one may take a value.
Result<void> SshCommandLine::takeOptions(const QString &word)
{
    for (qsizetype i = 1; i < word.size(); ++i) {
        const QChar option = word[i];
        if (kPassedOver.contains(option))
            continue;
        if (option == u'g') {
            m_isForOthers = true;
            continue;
        }
        const QString named = i == 1 ? word : u'-' + word.mid(i);
        if (!kUnderstood.contains(option))
            return refuse(named);
        QString value = word.mid(i + 1);
        if (value.isEmpty()) {
            if (m_next >= m_words.size())
                return notUnderstood(named, QCoreApplication::translate("trainyard::Ssh", "its value is missing."));
            value = m_words[m_next++];
        }
        return takeOption(named, option, value);
    }
    return {};
}

Result<void> SshCommandLine::takeOption(const QString &word, QChar option, const QString &value)
{
    if (option == u'p')
        return setPort(value);
    if (option == u'l')
        return setUser(value);
    if (option == u'J')
        return takeJumps(value);
    if (option == u'o')
        return takeSetting(value);
    if (option == u'L')
        return takeForward(value);
    if (value.isEmpty() || value.contains(QChar(u'\0')))
        return notUnderstood(word, QCoreApplication::translate("trainyard::Ssh", "the key file's name is empty."));
    m_target.identityFiles << value;
    return {};
}

Error SshCommandLine::refuse(const QString &word) const
{
    for (const Refusal &refusal : kRefusals) {
        if (word[1].unicode() != static_cast<char16_t>(refusal.option))
            continue;
        QString shown = word;
        if (refusal.hasValue && word.size() == 2 && m_next < m_words.size())
            shown += u' ' + m_words[m_next];
        return notUnderstood(shown, QCoreApplication::translate("trainyard::Ssh", refusal.why));
    }
    return notUnderstood(word,
                         QCoreApplication::translate("trainyard::Ssh", "only -p, -i, -l, -J, -L and -o are supported. Leave it out."));
}

Result<void> SshCommandLine::takeForward(const QString &text)
{
    const auto forward = parseForward(text);
    if (!forward)
        return notUnderstood(QStringLiteral("-L ") + text,
                             QCoreApplication::translate("trainyard::Ssh", "write a tunnel as LOCALPORT:HOST:PORT or LOCALPORT:/SOCKET."));
    m_forwards << *forward;
    return {};
}

Result<void> SshCommandLine::takeSetting(const QString &setting)
{
    qsizetype end = 0;
    while (end < setting.size() && setting[end] != u'=' && !setting[end].isSpace())
        ++end;
    const QString key = setting.left(end).toLower();
    QString value = setting.mid(end).trimmed();
    if (value.startsWith(u'='))
        value = value.mid(1).trimmed();
    if (value.isEmpty())
        return notUnderstood(setting, QCoreApplication::translate("trainyard::Ssh", "its value is missing."));
    if (key == u"port")
        return setPort(value);
    if (key == u"user")
        return setUser(value);
    if (key == u"identityfile") {
        m_target.identityFiles << value;
        return {};
    }
    if (key == u"userknownhostsfile") {
        m_target.knownHostsFile = value;
        return {};
    }
    if (key == u"proxyjump")
        return takeJumps(value);
    if (key == u"localforward")
        return takeForward(value.simplified().replace(u' ', u':'));
    if (key == u"hostkeyalias") {
        if (!isHostName(value))
            return notUnderstood(setting, QCoreApplication::translate("trainyard::Ssh", "this is not a valid host key name."));
        m_target.hostKeyAlias = value;
        return {};
    }
    if (key == u"proxycommand")
        return notUnderstood(
            setting, QCoreApplication::translate(
                         "trainyard::Ssh",
                         "a pasted command never starts a program on this computer. Add it to ~/.ssh/config yourself if you trust it."));
    // The address takes precedence over the name, as in OpenSSH, wherever it appears.
    if (key == u"hostname") {
        const QString named = m_target.host;
        TRY_DO(setHost(value));
        m_hostName = std::exchange(m_target.host, named);
        return {};
    }
    if (key == u"stricthostkeychecking" && (value.toLower() == u"yes" || value.toLower() == u"ask"))
        return {};  // this is the default anyway
    if (key == u"stricthostkeychecking")
        return notUnderstood(
            setting, QCoreApplication::translate("trainyard::Ssh",
                                                 "host keys are always checked, and an unknown one is shown to you once. Leave it out."));
    return notUnderstood(
        setting, QCoreApplication::translate(
                     "trainyard::Ssh",
                     "only Port, User, HostName, HostKeyAlias, IdentityFile, LocalForward, ProxyJump and UserKnownHostsFile are supported. "
                     "Leave it out."));
}

Result<void> SshCommandLine::takeDestination(const QString &word)
{
    m_hasDestination = true;
    if (word.startsWith(QLatin1String("ssh://"), Qt::CaseInsensitive))
        return takeUri(word);
    const qsizetype at = word.lastIndexOf(u'@');
    if (at >= 0) {
        TRY_DO(setUser(word.left(at)));
    }
    return setHost(word.mid(at + 1));
}

Result<void> SshCommandLine::takeUri(const QString &uri)
{
    const QUrl url(uri, QUrl::StrictMode);
    const QString path = url.path();
    if (!url.isValid() || url.hasQuery() || url.hasFragment() || !url.password().isEmpty() || !(path.isEmpty() || path == u"/")) {
        // A password in the pasted text must not be shown again.
        static const QRegularExpression password(QStringLiteral("(//[^:/@]*):.*@"));
        return notUnderstood(QString(uri).replace(password, QStringLiteral("\\1:…@")),
                             QCoreApplication::translate("trainyard::Ssh", "write it as ssh://user@host:port."));
    }
    if (!url.userName().isEmpty()) {
        TRY_DO(setUser(url.userName(QUrl::FullyDecoded)));
    }
    if (url.port() != -1) {
        TRY_DO(setPort(QString::number(url.port())));
    }
    return setHost(url.host());
}

Result<void> SshCommandLine::setPort(const QString &text)
{
    const auto port = portFrom(text);
    if (!port)
        return notUnderstood(text, QCoreApplication::translate("trainyard::Ssh", "a port is a number from 1 to 65535."));
    if (m_target.port != 0 && m_target.port != *port)
        return notUnderstood(text, QCoreApplication::translate("trainyard::Ssh", "the port is given twice."));
    m_target.port = *port;
    return {};
}

Result<void> SshCommandLine::setUser(const QString &text)
{
    if (!isUserName(text))
        return notUnderstood(text, QCoreApplication::translate("trainyard::Ssh", "this is not a valid user name."));
    if (!m_target.user.isEmpty() && m_target.user != text)
        return notUnderstood(text, QCoreApplication::translate("trainyard::Ssh", "the user is given twice."));
    m_target.user = text;
    return {};
}

Result<void> SshCommandLine::setHost(const QString &text)
{
    QString host = text;
    if (host.startsWith(u'[') && host.endsWith(u']') && host.contains(u':'))
        host = host.mid(1, host.size() - 2);
    if (!isHostName(host))
        return notUnderstood(text, QCoreApplication::translate("trainyard::Ssh", "this is not a valid machine name or address."));
    if (host.count(u':') == 1)
        return notUnderstood(text, QCoreApplication::translate("trainyard::Ssh", "give the port as: -p %1").arg(host.section(u':', 1)));
    m_target.host = host;
    return {};
}

}  // namespace trainyard
