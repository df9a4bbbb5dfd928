// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/internal/shellwords.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {
namespace {

class ShellWordReader {
public:
    explicit ShellWordReader(const QString &text) : m_text(text) {}

    Result<QList<ShellToken>> read()
    {
        QList<ShellToken> tokens;
        while (m_at < m_text.size()) {
            const QChar c = m_text[m_at];
            if (const qsizetype skipped = continuation()) {
                advance(skipped);
            } else if (c == u' ' || c == u'\t') {
                advance(1);
            } else if (c == u'#') {
                const qsizetype end = m_text.indexOf(u'\n', m_at);
                advance((end < 0 ? m_text.size() : end) - m_at);
            } else if (isOperator(c)) {
                tokens << readOperator();
            } else {
                tokens << readWord();
                // "2>file": the number belongs to the sign.
                const ShellToken &word = tokens.last();
                const bool isAtSign = m_at < m_text.size() && (m_text[m_at] == u'<' || m_text[m_at] == u'>');
                const bool isNumber = !word.text.isEmpty() && !word.isQuoted
                                      && std::all_of(word.text.begin(), word.text.end(), [](QChar one) { return one.isDigit(); });
                tokens.last().isOperator = isAtSign && isNumber;
                if (m_unclosedLine > 0) {
                    return invalidInput(QCoreApplication::translate("trainyard::TaskImport",
                                                                    "A quote or bracket that opens in line %1 is never closed: close it.")
                                            .arg(m_unclosedLine));
                }
            }
        }
        return tokens;
    }

private:
    static bool isOperator(QChar c) { return QStringView(u"\n;&|()<>").contains(c); }

    void advance(qsizetype count)
    {
        m_line += int(std::count(m_text.begin() + m_at, m_text.begin() + m_at + count, u'\n'));
        m_at += count;
    }

    // Characters of a backslash at the end of a line, with blanks before that end.
    qsizetype continuation() const
    {
        if (m_text[m_at] != u'\\')
            return 0;
        qsizetype end = m_at + 1;
        while (end < m_text.size() && (m_text[end] == u' ' || m_text[end] == u'\t'))
            ++end;
        return end == m_text.size() ? end - m_at : m_text[end] == u'\n' ? end + 1 - m_at : 0;
    }

    ShellToken readOperator()
    {
        ShellToken token;
        token.begin = m_at;
        token.line = m_line;
        token.isOperator = true;
        qsizetype length = 1;
        const QChar c = m_text[m_at];
        if (c != u'\n' && c != u'(' && c != u')' && m_at + 1 < m_text.size()
            && (m_text[m_at + 1] == c || ((c == u'<' || c == u'>') && m_text[m_at + 1] == u'&')))
            length = 2;
        token.text = m_text.mid(m_at, length);
        advance(length);
        token.end = m_at;
        return token;
    }

    ShellToken readWord()
    {
        ShellToken word;
        word.begin = m_at;
        word.line = m_line;
        while (m_at < m_text.size() && m_unclosedLine == 0) {
            const QChar c = m_text[m_at];
            if (c == u' ' || c == u'\t' || isOperator(c))
                break;
            if (c == u'\\') {
                if (const qsizetype skipped = continuation()) {
                    advance(skipped);
                    if (skipped > 2)
                        break;  // the blanks end the word
                    continue;
                }
                word.isQuoted = true;
                word.text += m_text[m_at + 1];
                advance(2);
            } else if (c == u'\'') {
                readSingle(word);
            } else if (c == u'"') {
                readDouble(word);
            } else if (c == u'$' || c == u'`') {
                readExpansion(word);
            } else {
                word.text += c;
                advance(1);
            }
        }
        word.end = m_at;
        return word;
    }

    void readSingle(ShellToken &word)
    {
        const qsizetype end = m_text.indexOf(u'\'', m_at + 1);
        word.isQuoted = true;
        if (end < 0) {
            m_unclosedLine = m_line;
            return;
        }
        word.text += QStringView(m_text).mid(m_at + 1, end - m_at - 1);
        advance(end + 1 - m_at);
    }

    void readDouble(ShellToken &word)
    {
        const int opened = m_line;
        word.isQuoted = true;
        advance(1);
        while (m_at < m_text.size() && m_unclosedLine == 0) {
            const QChar c = m_text[m_at];
            if (c == u'"')
                return advance(1);
            if (c == u'\\' && m_at + 1 < m_text.size()) {
                const QChar next = m_text[m_at + 1];
                if (next == u'\n') {
                } else if (QStringView(u"$`\"\\").contains(next)) {
                    word.text += next;
                } else {
                    word.text += c;
                    word.text += next;
                }
                advance(2);
            } else if (c == u'$' || c == u'`') {
                readExpansion(word);
            } else {
                word.text += c;
                advance(1);
            }
        }
        if (m_unclosedLine == 0)
            m_unclosedLine = opened;
    }

    // A variable, $(…), ${…} or `…`, kept as written.
    void readExpansion(ShellToken &word)
    {
        const QChar next = m_at + 1 < m_text.size() ? m_text[m_at + 1] : QChar();
        qsizetype end = m_at + 1;
        if (m_text[m_at] == u'`') {
            end = m_text.indexOf(u'`', m_at + 1) + 1;
        } else if (next == u'(' || next == u'{') {
            end = bracketEnd(m_at + 1);
        } else if (!next.isLetterOrNumber() && !QStringView(u"_@*#?!-$").contains(next)) {
            word.text += m_text[m_at];  // a dollar sign of its own, or $'…', whose escapes are rare in commands
            return advance(1);
        } else {
            end = m_at + 2;
            while (end < m_text.size() && (m_text[end].isLetterOrNumber() || m_text[end] == u'_'))
                ++end;
        }
        if (end <= 0) {
            m_unclosedLine = m_line;
            return;
        }
        word.isExpanded = true;
        word.text += QStringView(m_text).mid(m_at, end - m_at);
        advance(end - m_at);
    }

    // Behind the bracket that closes the one at `open`; 0: there is none. Quotes inside hide brackets.
    qsizetype bracketEnd(qsizetype open) const
    {
        const QChar opening = m_text[open], closing = opening == u'(' ? u')' : u'}';
        qsizetype depth = 0;
        QChar quote;
        for (qsizetype at = open; at < m_text.size(); ++at) {
            const QChar c = m_text[at];
            if (c == u'\\' && quote != u'\'')
                ++at;
            else if (!quote.isNull())
                quote = c == quote ? QChar() : quote;
            else if (c == u'\'' || c == u'"')
                quote = c;
            else if (c == opening)
                ++depth;
            else if (c == closing && --depth == 0)
                return at + 1;
        }
        return 0;
    }

    const QString &m_text;
    qsizetype m_at = 0;
    int m_line = 1;
    int m_unclosedLine = 0;
};

}  // namespace

Result<QList<ShellToken>> shellTokens(const QString &text) { return ShellWordReader(text).read(); }

}  // namespace trainyard
