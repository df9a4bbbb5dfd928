// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/ssh/sshconfig.h"

#include "core/transport/ssh/internal/wildcard.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <glob.h>
#include <optional>
#include <pwd.h>
#include <unistd.h>
#include <utility>

namespace trainyard {

namespace {

constexpr int kDeepestInclude = 16;  // as OpenSSH
constexpr int kMaxFiles = 1000;
constexpr int kMaxHosts = 500;  // to choose from by eye
constexpr qint64 kMaxFile = 1024 * 1024;

// The words of a line: separated by blanks (and one '=' after the keyword), grouped by double quotes.
QStringList wordsOf(const QString &line)
{
    QStringList words;
    QString word;
    bool isQuoted = false, isOpen = false;
    for (const QChar c : line) {
        if (c == u'"') {
            isQuoted = !isQuoted;
            isOpen = true;
        } else if (!isQuoted && (c.isSpace() || (c == u'=' && words.size() + (isOpen ? 1 : 0) <= 1))) {
            if (isOpen)
                words << word;
            word.clear();
            isOpen = false;
        } else if (!isQuoted && c == u'#' && !isOpen) {
            break;
        } else {
            word += c;
            isOpen = true;
        }
    }
    if (isOpen)
        words << word;
    return words;
}

// The text after the keyword, unchanged: a command keeps its quotes.
QString restOf(const QString &line)
{
    const QString text = line.trimmed();
    qsizetype at = 0;
    while (at < text.size() && !text[at].isSpace() && text[at] != u'=')
        ++at;
    while (at < text.size() && text[at].isSpace())
        ++at;
    if (at < text.size() && text[at] == u'=')
        ++at;
    return text.mid(at).trimmed();
}

bool isWord(const QString &value, const char *word) { return value.compare(QLatin1String(word), Qt::CaseInsensitive) == 0; }

// "90", "90s", "2m": ssh_config's times, those of a keepalive. Unreadable: -1.
int secondsOf(const QString &value)
{
    const QChar unit = value.isEmpty() ? QChar() : value.back().toLower();
    const int factor = unit == u'm' ? 60 : unit == u'h' ? 3600 : 1;
    bool isNumber = false;
    const int count = (unit == u'm' || unit == u'h' || unit == u's' ? value.chopped(1) : value).toInt(&isNumber);
    return isNumber && count >= 0 && count < 100'000 ? count * factor : -1;
}

class ConfigReader {
public:
    ConfigReader(const QString &home, const QString &alias, const QString &user) : m_home(home), m_alias(alias), m_user(user) {}

    void readFile(const QString &path, int depth, bool isActive)
    {
        const QFileInfo info(path);
        QFile file(path);
        if (m_error || !info.isFile() || info.size() > kMaxFile || !file.open(QIODevice::ReadOnly))
            return;
        // Report a loop immediately: one that branches would take endlessly long to become too deep.
        const QString name = info.canonicalFilePath();
        if (m_open.contains(name) || depth > kDeepestInclude || ++m_files > kMaxFiles) {
            m_error = Error{ErrorCode::InvalidInput,
                            QCoreApplication::translate("trainyard::Ssh", "The SSH configuration %1 includes itself or too many files. "
                                                                          "Correct its Include lines.")
                                .arg(path),
                            m_open.join(QStringLiteral(" → "))};
            return;
        }
        m_open << name;
        bool applies = isActive;
        const QStringList lines = QString::fromUtf8(file.read(kMaxFile)).split(u'\n');
        for (const QString &line : lines) {
            QStringList words = wordsOf(line);
            if (words.size() < 2)
                continue;
            const QString key = words.takeFirst().toLower();
            if (m_error)
                break;
            if (key == u"host") {
                applies = isActive && matchesList(words, m_alias);
                note(words);
            } else if (key == u"match") {
                if (names.matches.size() < kMaxHosts)
                    names.matches << words.join(u' ');
                applies = isActive && matches(words);
            } else if (key == u"include") {
                include(words, path, depth, applies);
            } else if (applies) {
                take(key, words, restOf(line));
            }
        }
        m_open.removeLast();
    }

    Result<SshConfig> finished()
    {
        if (m_error)
            return *m_error;
        const QString host = config.hostName.isEmpty() ? m_alias : config.hostName;
        config.hostName = config.hostName.isEmpty() ? QString() : expanded(config.hostName, m_alias);
        for (QString &file : config.identityFiles)
            file = expanded(expandedHome(file, m_home), host);
        if (!config.knownHostsFile.isEmpty())
            config.knownHostsFile = expanded(expandedHome(config.knownHostsFile, m_home), host);
        if (!config.identityAgent.isEmpty())
            config.identityAgent = expanded(expandedHome(config.identityAgent, m_home), host);
        return config;
    }

    SshConfig config;
    SshConfigNames names;

private:
    void note(const QStringList &found)
    {
        static const QRegularExpression pattern(QStringLiteral("[*?!]"));
        for (const QString &name : found) {
            QStringList &list = name.contains(pattern) ? names.patterns : names.hosts;
            if (!list.contains(name) && list.size() < kMaxHosts)
                list << name;
        }
    }

    bool matches(const QStringList &conditions)
    {
        bool result = true;
        for (qsizetype i = 0; i < conditions.size(); ++i) {
            QString name = conditions[i].toLower();
            const bool isNegated = name.startsWith(u'!');
            if (isNegated)
                name.remove(0, 1);
            if (name == u"all")
                continue;
            const QString host = config.hostName.isEmpty() ? m_alias : config.hostName;
            const QString user = m_user.isEmpty() ? (config.user.isEmpty() ? localUser() : config.user) : m_user;
            const QString subject = name == u"host"           ? host
                                    : name == u"originalhost" ? m_alias
                                    : name == u"user"         ? user
                                    : name == u"localuser"    ? localUser()
                                                              : QString();
            if (subject.isEmpty() || i + 1 >= conditions.size()) {
                config.hasUnknownMatch = true;
                return false;
            }
            if (matchesList(conditions[++i].split(u','), subject) == isNegated)
                result = false;
        }
        return result;
    }

    void include(const QStringList &patterns, const QString &from, int depth, bool applies)
    {
        for (const QString &pattern : patterns) {
            QString path = expandedHome(pattern, m_home);
            if (!path.startsWith(u'/'))
                path = (from.startsWith(QLatin1String("/etc/")) ? QStringLiteral("/etc/ssh/") : m_home + QStringLiteral("/.ssh/")) + path;
            glob_t found = {};
            if (::glob(QFile::encodeName(path).constData(), 0, nullptr, &found) == 0) {
                for (std::size_t i = 0; i < found.gl_pathc; ++i)
                    readFile(QFile::decodeName(found.gl_pathv[i]), depth + 1, applies);
            }
            ::globfree(&found);
        }
    }

    // The first value wins, except that identity files add up.
    void take(const QString &key, const QStringList &values, const QString &rest)
    {
        const QString &value = values.first();
        if (key == u"hostname" && config.hostName.isEmpty()) {
            config.hostName = value;
        } else if (key == u"port" && config.port == 0) {
            const int port = value.toInt();
            config.port = port > 0 && port < 65536 ? port : 0;
        } else if (key == u"user" && config.user.isEmpty()) {
            config.user = value;
        } else if (key == u"identityfile") {
            if (value.compare(QLatin1String("none"), Qt::CaseInsensitive) != 0)
                config.identityFiles << value;
        } else if (key == u"userknownhostsfile" && config.knownHostsFile.isEmpty()) {
            config.knownHostsFile = value == u"none" ? QStringLiteral("/dev/null") : value;
        } else if (key == u"hostkeyalias" && config.hostKeyAlias.isEmpty()) {
            config.hostKeyAlias = value;
        } else if (key == u"proxyjump" || key == u"proxycommand") {
            // Whichever comes first takes precedence over both.
            if (!std::exchange(m_isProxyGiven, true) && !isWord(value, "none")) {
                if (key == u"proxyjump")
                    config.proxyJump = value.split(u',', Qt::SkipEmptyParts);
                else
                    config.proxyCommand = rest;
            }
        } else if (key == u"identitiesonly") {
            if (!std::exchange(m_isIdentitiesOnlyGiven, true))
                config.isIdentitiesOnly = isWord(value, "yes") || isWord(value, "true");
        } else if (key == u"identityagent" && config.identityAgent.isEmpty()) {
            config.identityAgent = value;
        } else if (key == u"serveraliveinterval" && config.aliveSeconds < 0) {
            config.aliveSeconds = secondsOf(value);
        } else if (key == u"serveralivecountmax" && config.aliveCount == 0) {
            config.aliveCount = std::clamp(value.toInt(), 0, 1000);
        }
    }

    QString expanded(const QString &text, const QString &host) const
    {
        const QString user = m_user.isEmpty() ? (config.user.isEmpty() ? localUser() : config.user) : m_user;
        QString result;
        for (qsizetype i = 0; i < text.size(); ++i) {
            if (text[i] != u'%' || i + 1 == text.size()) {
                result += text[i];
                continue;
            }
            switch (text[++i].unicode()) {
            case u'h': result += host; break;
            case u'n': result += m_alias; break;
            case u'd': result += m_home; break;
            case u'r': result += user; break;
            case u'u': result += localUser(); break;
            case u'p': result += QString::number(config.port ? config.port : 22); break;
            case u'%': result += u'%'; break;
            default: result += u'%'; result += text[i];
            }
        }
        return result;
    }

    QString m_home, m_alias, m_user;
    QStringList m_open;  // the files being read, outermost first
    int m_files = 0;
    std::optional<Error> m_error;
    bool m_isProxyGiven = false, m_isIdentitiesOnlyGiven = false;
};

}  // namespace

QString localUser()
{
    const passwd *entry = ::getpwuid(::getuid());
    return entry ? QString::fromLocal8Bit(entry->pw_name) : QString();
}

QString homeDirectory()
{
    const QString home = qEnvironmentVariable("HOME");
    if (!home.isEmpty())
        return home;
    const passwd *entry = ::getpwuid(::getuid());
    return entry ? QString::fromLocal8Bit(entry->pw_dir) : QDir::homePath();
}

QString expandedHome(const QString &path, const QString &home)
{
    if (path == u"~" || path.startsWith(QLatin1String("~/")))
        return home + path.mid(1);
    return path;
}

Result<SshConfig> readSshConfig(const QString &home, const QString &alias, const QString &user, const QStringList &files)
{
    ConfigReader reader(home, alias, user);
    for (const QString &file : files)
        reader.readFile(file, 0, true);
    return reader.finished();
}

SshConfigNames readSshNames(const QString &home, const QStringList &files)
{
    ConfigReader reader(home, {}, {});
    for (const QString &file : files)
        reader.readFile(file, 0, true);
    return reader.names;
}

}  // namespace trainyard
