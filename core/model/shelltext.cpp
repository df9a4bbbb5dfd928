// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/shelltext.h"

#include <QSet>

namespace trainyard {

namespace {

struct Scan {
    QStringList words;
    qsizetype end = 0;         // after the last character of the last word or redirection
    bool isPlain = true;       // a shell would only split it into words
    bool isOneCommand = true;  // arguments appended at `end` reach the command
};

class Scanner {
public:
    explicit Scanner(const QString &text) : m_text(text) {}

    Scan run()
    {
        while (m_at < m_text.size() && m_scan.isOneCommand)
            step();
        endWord();
        if (m_quote != u'\0' || m_scan.end == 0 || m_expectsCommand)
            m_scan.isPlain = m_scan.isOneCommand = false;
        return m_scan;
    }

private:
    QChar peek(qsizetype offset) const { return m_at + offset < m_text.size() ? m_text[m_at + offset] : QChar(u'\0'); }

    void put(QChar c)
    {
        beginWord();
        m_word += c;
        m_scan.end = m_at + 1;
    }

    void beginWord()
    {
        if (!m_inWord && m_hasLineEnded)
            m_scan.isPlain = m_scan.isOneCommand = false;  // a second command
        m_inWord = true;
        m_expectsCommand = false;
    }

    void endWord()
    {
        if (m_inWord)
            m_scan.words << m_word;
        m_word.clear();
        m_inWord = false;
    }

    void step()
    {
        const QChar c = m_text[m_at];
        if (m_quote == u'\'')
            inSingleQuotes(c);
        else if (m_quote == u'"')
            inDoubleQuotes(c);
        else
            outside(c);
        ++m_at;
    }

    void inSingleQuotes(QChar c)
    {
        if (c == u'\'')
            m_quote = u'\0';
        else
            m_word += c;
        m_scan.end = m_at + 1;
    }

    void inDoubleQuotes(QChar c)
    {
        if (c == u'"') {
            m_quote = u'\0';
        } else if (c == u'\\' && QStringLiteral("$`\"\\\n").contains(peek(1)) && peek(1) != u'\0') {
            ++m_at;
            if (m_text[m_at] != u'\n')
                m_word += m_text[m_at];
        } else {
            if (c == u'$')
                m_scan.isPlain = false;
            if (c == u'`' || (c == u'$' && peek(1) == u'('))
                m_scan.isPlain = m_scan.isOneCommand = false;  // quotes can be nested in there
            m_word += c;
        }
        m_scan.end = m_at + 1;
    }

    void outside(QChar c)
    {
        switch (c.unicode()) {
        case u' ':
        case u'\t': endWord(); break;
        case u'\n':
            endWord();
            m_hasLineEnded = m_scan.end > 0 && !m_expectsCommand;
            break;
        case u'\\':
            if (peek(1) == u'\n') {
                ++m_at;
            } else if (peek(1) == u'\0') {
                m_scan.isPlain = m_scan.isOneCommand = false;
            } else {
                ++m_at;
                put(m_text[m_at]);
            }
            break;
        case u'\'':
        case u'"':
            beginWord();
            m_quote = c;
            m_scan.end = m_at + 1;
            break;
        case u'#':
            if (m_inWord) {
                put(c);
                break;
            }
            while (m_at + 1 < m_text.size() && m_text[m_at + 1] != u'\n')
                ++m_at;
            break;
        case u'&': operatorAnd(); break;
        case u'<':
        case u'>': redirection(c); break;
        case u'|':
        case u';':
        case u'(':
        case u')':
        case u'`': m_scan.isPlain = m_scan.isOneCommand = false; break;
        case u'$':
        case u'*':
        case u'?':
        case u'[':
        case u']':
        case u'{':
        case u'}':
        case u'~':
        case u'!':
            m_scan.isPlain = false;
            put(c);
            break;
        default: put(c);
        }
    }

    void operatorAnd()
    {
        m_scan.isPlain = false;
        if (peek(1) != u'&' || m_scan.end == 0) {
            m_scan.isOneCommand = false;
            return;
        }
        endWord();
        ++m_at;
        m_expectsCommand = true;
    }

    void redirection(QChar c)
    {
        m_scan.isPlain = false;
        if (c == u'<' && peek(1) == u'<')
            m_scan.isOneCommand = false;
        beginWord();
        if (peek(1) == u'&' || peek(1) == u'>')
            ++m_at;
        m_scan.end = m_at + 1;
    }

    const QString &m_text;
    qsizetype m_at = 0;
    QChar m_quote = u'\0';
    QString m_word;
    bool m_inWord = false;
    bool m_hasLineEnded = false;
    bool m_expectsCommand = false;  // after &&
    Scan m_scan;
};

// Words that only a shell can run, or would take for the start of a compound command.
bool needsShell(const QString &word)
{
    static const QSet<QString> kWords{
        QStringLiteral("if"),     QStringLiteral("then"),    QStringLiteral("else"),     QStringLiteral("elif"),   QStringLiteral("fi"),
        QStringLiteral("for"),    QStringLiteral("while"),   QStringLiteral("until"),    QStringLiteral("do"),     QStringLiteral("done"),
        QStringLiteral("case"),   QStringLiteral("esac"),    QStringLiteral("function"), QStringLiteral("select"), QStringLiteral("time"),
        QStringLiteral("coproc"), QStringLiteral("cd"),      QStringLiteral("export"),   QStringLiteral("source"), QStringLiteral("."),
        QStringLiteral(":"),      QStringLiteral("eval"),    QStringLiteral("exit"),     QStringLiteral("return"), QStringLiteral("set"),
        QStringLiteral("unset"),  QStringLiteral("trap"),    QStringLiteral("ulimit"),   QStringLiteral("umask"),  QStringLiteral("wait"),
        QStringLiteral("alias"),  QStringLiteral("command"), QStringLiteral("builtin"),  QStringLiteral("read"),   QStringLiteral("shift"),
        QStringLiteral("exec"),   QStringLiteral("local"),   QStringLiteral("declare"),  QStringLiteral("pushd"),  QStringLiteral("popd")};
    return kWords.contains(word);
}

}  // namespace

std::optional<QStringList> plainCommandWords(const QString &text)
{
    Scan scan = Scanner(text).run();
    if (!scan.isPlain)
        return std::nullopt;
    if (scan.words.first() == QLatin1String("exec") && scan.words.size() > 1 && !scan.words[1].startsWith(u'-'))
        scan.words.removeFirst();
    const QString &program = scan.words.first();
    if (program.isEmpty() || program.contains(u'=') || needsShell(program))
        return std::nullopt;
    return scan.words;
}

std::optional<QString> withArguments(const QString &text, const QString &arguments)
{
    const Scan scan = Scanner(text).run();
    if (!scan.isOneCommand)
        return std::nullopt;
    return text.left(scan.end) + u' ' + arguments + text.mid(scan.end);
}

}  // namespace trainyard
