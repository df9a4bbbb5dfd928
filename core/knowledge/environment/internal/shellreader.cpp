// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/environment/internal/shellreader.h"

#include <QRegularExpression>

namespace trainyard {

namespace {

constexpr qsizetype kMaxTexts = 64;  // nested and in sequence
constexpr qsizetype kMaxCommands = 4096;

bool isBlank(QChar sign) { return sign == u' ' || sign == u'\t' || sign == u'\r'; }

bool isAssignment(const ShellWord &word)
{
    static const QRegularExpression form(QStringLiteral("\\A[A-Za-z_][A-Za-z0-9_]*\\+?="));
    return form.match(word.text).hasMatch();
}

bool isShellName(const QString &name)
{
    static const QStringList kShells{QStringLiteral("sh"),  QStringLiteral("bash"), QStringLiteral("dash"),
                                     QStringLiteral("zsh"), QStringLiteral("ksh"),  QStringLiteral("ash")};
    return kShells.contains(name);
}

// Words that only introduce a command.
bool isKeyword(const QString &word)
{
    static const QStringList kWords{QStringLiteral("if"),    QStringLiteral("then"),  QStringLiteral("elif"), QStringLiteral("else"),
                                    QStringLiteral("while"), QStringLiteral("until"), QStringLiteral("do"),   QStringLiteral("!"),
                                    QStringLiteral("{"),     QStringLiteral("}"),     QStringLiteral("fi"),   QStringLiteral("done"),
                                    QStringLiteral("esac")};
    return kWords.contains(word);
}

class ShellReader {
public:
    ShellReader(const QString &text, ShellForm form, ShellReading &reading, QList<std::pair<TextRange, QString>> &inner)
        : m_text(text), m_form(form), m_reading(reading), m_inner(inner)
    {
    }

    void read(const TextRange &range, int which)
    {
        m_at = range.begin;
        m_end = range.end;
        m_which = which;
        while (m_at < m_end && m_reading.commands.size() < kMaxCommands) {
            const QChar sign = m_text[m_at];
            if (isBlank(sign) || skipContinuation()) {
                m_at += isBlank(sign) ? 1 : 0;
            } else if (sign == u'\n') {
                ++m_at;
                endCommand(QStringLiteral("\n"));
                skipDocuments();
            } else if (sign == u'#') {
                while (m_at < m_end && m_text[m_at] != u'\n')
                    ++m_at;
            } else if (QStringLiteral(";&|()").contains(sign)) {
                readOperator();
            } else if (sign == u'<' || sign == u'>') {
                readRedirection();
            } else {
                readWord();
            }
        }
        endCommand({});
        if (!m_reading.commands.isEmpty() && m_reading.commands.last().text == which)
            m_reading.commands.last().isLast = true;
    }

private:
    // A backslash before a line end.
    bool skipContinuation()
    {
        if (m_text[m_at] != u'\\')
            return false;
        qsizetype next = m_at + 1;
        while (next < m_end && isBlank(m_text[next]))
            ++next;
        if (next < m_end && m_text[next] != u'\n')
            return false;
        if (next < m_end && next > m_at + 1 && m_form == ShellForm::Shell) {
            m_reading.blanksAfterBackslash << m_at;
        }
        m_at = std::min(next + 1, m_end);
        while (m_form == ShellForm::Dockerfile && m_at < m_end) {
            qsizetype first = m_at;
            while (first < m_end && isBlank(m_text[first]))
                ++first;
            if (first >= m_end || (m_text[first] != u'#' && m_text[first] != u'\n'))
                break;
            while (first < m_end && m_text[first] != u'\n')
                ++first;
            m_at = std::min(first + 1, m_end);
        }
        return true;
    }

    void readOperator()
    {
        const QString two = m_text.mid(m_at, std::min<qsizetype>(2, m_end - m_at));
        const bool isTwo = two == QLatin1String("&&") || two == QLatin1String("||") || two == QLatin1String(";;")
                           || two == QLatin1String("|&");
        if (two == QLatin1String("&>")) {
            ++m_at;
            readRedirection();
            return;
        }
        const QString sign = isTwo ? two : m_text.mid(m_at, 1);
        m_at += sign.size();
        endCommand(sign == QLatin1String("|&") ? QStringLiteral("|") : sign == QLatin1String(")") ? QStringLiteral(";") : sign);
    }

    void readRedirection()
    {
        const qsizetype from = m_at;
        while (m_at < m_end && (m_text[m_at] == u'<' || m_text[m_at] == u'>' || m_text[m_at] == u'&' || m_text[m_at] == u'|'))
            ++m_at;
        const QString sign = m_text.mid(from, m_at - from);
        const bool isDocument = sign == QLatin1String("<<");
        const bool isIndented = isDocument && m_at < m_end && m_text[m_at] == u'-';
        m_at += isIndented ? 1 : 0;
        if (sign.endsWith(u'<') && m_at < m_end && m_text[m_at] == u'(')
            return;  // a process instead of a file: its command is read like any other
        while (m_at < m_end && isBlank(m_text[m_at]))
            ++m_at;
        if (m_at >= m_end || m_text[m_at] == u'\n')
            return;
        const ShellWord target = word();
        if (isDocument)
            m_documents << target.text;
    }

    void readWord()
    {
        const ShellWord read = word();
        // "2>" and "3<" state what is redirected.
        const bool isNumber = m_at < m_end && (m_text[m_at] == u'<' || m_text[m_at] == u'>') && read.text.size() == 1
                              && read.text[0].isDigit();
        if (isNumber)
            return;
        if (m_command.words.isEmpty() && isAssignment(read) && !read.isQuoted)
            m_command.assignments << read;
        else if (!(m_command.words.isEmpty() && isKeyword(read.text) && !read.isQuoted))
            m_command.words << read;
    }

    ShellWord word()
    {
        ShellWord read;
        read.begin = m_at;
        int quotes = 0;
        bool hasPlain = false;
        while (m_at < m_end) {
            const QChar sign = m_text[m_at];
            if (isBlank(sign) || QStringLiteral("\n;&|()<>").contains(sign))
                break;
            if (sign == u'\\') {
                if (skipContinuation())
                    continue;
                read.text += m_at + 1 < m_end ? m_text[m_at + 1] : sign;
                m_at = std::min(m_at + 2, m_end);
                hasPlain = true;
            } else if (sign == u'\'' || sign == u'"') {
                ++quotes;
                readQuoted(sign, read.text);
            } else if (sign == u'$' || sign == u'`') {
                hasPlain = true;
                readExpansion(read.text);
            } else {
                hasPlain = true;
                read.text += sign;
                ++m_at;
            }
        }
        if (m_at == read.begin)
            ++m_at;
        read.end = m_at;
        read.isQuoted = quotes == 1 && !hasPlain;
        return read;
    }

    void readQuoted(QChar quote, QString &text)
    {
        const qsizetype from = m_at++;
        while (m_at < m_end && m_text[m_at] != quote) {
            const QChar sign = m_text[m_at];
            if (quote == u'"' && sign == u'\\' && m_at + 1 < m_end && QStringLiteral("$`\"\\\n").contains(m_text[m_at + 1])) {
                if (m_text[m_at + 1] != u'\n')
                    text += m_text[m_at + 1];
                m_at += 2;
            } else if (quote == u'"' && (sign == u'$' || sign == u'`')) {
                readExpansion(text);
            } else {
                text += sign;
                ++m_at;
            }
        }
        if (m_at >= m_end && !m_reading.unclosed)
            m_reading.unclosed = from;
        m_at = std::min(m_at + 1, m_end);
    }

    // $NAME, ${…}, $(…), `…`: verbatim.
    void readExpansion(QString &text)
    {
        const qsizetype from = m_at;
        const QChar sign = m_text[m_at], next = m_at + 1 < m_end ? m_text[m_at + 1] : QChar();
        if (sign == u'`') {
            ++m_at;
            while (m_at < m_end && m_text[m_at] != u'`')
                m_at += m_text[m_at] == u'\\' ? 2 : 1;
            m_at = std::min(m_at, m_end);
            addInner({from + 1, m_at}, QStringLiteral("substitution"));
            m_at = std::min(m_at + 1, m_end);
        } else if (next == u'(' || next == u'{') {
            const QChar open = next, close = next == u'(' ? u')' : u'}';
            int depth = 0;
            QChar quote;
            for (++m_at; m_at < m_end; ++m_at) {
                const QChar inside = m_text[m_at];
                if (inside == u'\\') {
                    ++m_at;
                } else if (!quote.isNull()) {
                    quote = inside == quote ? QChar() : quote;
                } else if (inside == u'\'' || inside == u'"') {
                    quote = inside;
                } else if (inside == open) {
                    ++depth;
                } else if (inside == close && --depth == 0) {
                    break;
                }
            }
            m_at = std::min(m_at, m_end);
            if (open == u'(')
                addInner({from + 2, m_at}, QStringLiteral("substitution"));
            m_at = std::min(m_at + 1, m_end);
        } else {
            ++m_at;
        }
        text += QStringView(m_text).mid(from, m_at - from);
    }

    // Here-documents begin after the line that names them. One for a shell is read, the others are data.
    void skipDocuments()
    {
        const QStringList documents = std::exchange(m_documents, {});
        for (const QString &end : documents) {
            const qsizetype from = m_at;
            qsizetype to = m_at;
            while (m_at < m_end) {
                qsizetype lineEnd = m_text.indexOf(u'\n', m_at);
                lineEnd = lineEnd < 0 || lineEnd > m_end ? m_end : lineEnd;
                const QString line = m_text.mid(m_at, lineEnd - m_at).trimmed();
                to = m_at;
                m_at = std::min(lineEnd + 1, m_end);
                if (line == end)
                    break;
                to = m_at;
            }
            if (!m_reading.commands.isEmpty() && isShellName(m_reading.commands.last().name()))
                addInner({from, to}, QStringLiteral("document"));
        }
    }

    void addInner(const TextRange &range, const QString &kind)
    {
        if (m_reading.texts.size() + m_inner.size() < kMaxTexts && range.begin < range.end)
            m_inner << std::pair(range, kind);
    }

    void endCommand(const QString &next)
    {
        if (!m_command.words.isEmpty() || !m_command.assignments.isEmpty()) {
            m_command.text = m_which;
            m_command.before = m_before;
            readShellText();
            dropPrefixes();
            m_reading.commands << std::exchange(m_command, {});
            m_before = next;
        } else if (next != QLatin1String("\n") || m_before.isEmpty()) {
            m_before = next;
        }
    }

    // sh -c "…"
    void readShellText()
    {
        for (qsizetype i = 0; i + 1 < m_command.words.size(); ++i) {
            const ShellWord &flag = m_command.words[i], &text = m_command.words[i + 1];
            const bool isFlag = flag.text.startsWith(u'-') && !flag.text.startsWith(QLatin1String("--")) && flag.text.endsWith(u'c')
                                && flag.text.size() <= 5;
            if (isFlag && i > 0 && isShellName(m_command.words[i - 1].text.section(u'/', -1)) && text.isQuoted)
                addInner({text.begin + 1, text.end - 1}, QStringLiteral("sh"));
        }
    }

    // sudo -E env A=1 nohup python: the command is python, A is set for it.
    void dropPrefixes()
    {
        static const QStringList kPrefixes{QStringLiteral("sudo"),    QStringLiteral("env"),  QStringLiteral("nohup"),
                                           QStringLiteral("exec"),    QStringLiteral("time"), QStringLiteral("command"),
                                           QStringLiteral("timeout"), QStringLiteral("nice"), QStringLiteral("stdbuf"),
                                           QStringLiteral("setsid")};
        QList<ShellWord> &words = m_command.words;
        for (int i = 0; i < 8 && words.size() > 1 && kPrefixes.contains(words.first().text); ++i) {
            const QString prefix = words.takeFirst().text;
            while (!words.isEmpty() && words.first().text.startsWith(u'-')) {
                const QString flag = words.takeFirst().text;
                const bool hasValue = (flag == QLatin1String("-u") && prefix == QLatin1String("sudo"))
                                      || (flag == QLatin1String("-n") && prefix == QLatin1String("nice"))
                                      || ((flag == QLatin1String("-k") || flag == QLatin1String("-s"))
                                          && prefix == QLatin1String("timeout"));
                if (hasValue && words.size() > 1)
                    words.takeFirst();
            }
            if (prefix == QLatin1String("timeout") && words.size() > 1)
                words.takeFirst();
            while (!words.isEmpty() && isAssignment(words.first()))
                m_command.assignments << words.takeFirst();
        }
    }

    const QString &m_text;
    ShellForm m_form;
    ShellReading &m_reading;
    QList<std::pair<TextRange, QString>> &m_inner;
    qsizetype m_at = 0, m_end = 0;
    int m_which = 0;
    ShellCommand m_command;
    QString m_before;
    QStringList m_documents;
};

}  // namespace

TextRange ShellCommand::range() const
{
    const QList<ShellWord> all = assignments + words;
    return all.isEmpty() ? TextRange() : TextRange{all.first().begin, all.last().end};
}

QString ShellCommand::name() const { return words.isEmpty() ? QString() : words.first().text.section(u'/', -1); }

bool ShellCommand::has(const QString &word) const
{
    return std::any_of(words.begin(), words.end(), [&](const ShellWord &one) { return one.text == word; });
}

QList<ShellWord> ShellCommand::options(const QStringList &names, bool canStick) const
{
    QList<ShellWord> found;
    for (qsizetype i = 1; i < words.size(); ++i) {
        const ShellWord &word = words[i];
        for (const QString &name : names) {
            if (word.text == name && i + 1 < words.size()) {
                found << words[i + 1];
            } else if (word.text.startsWith(name + u'=')
                       || (canStick && name.size() == 2 && word.text.startsWith(name) && word.text.size() > 2)) {
                const qsizetype skip = name.size() + (word.text.startsWith(name + u'=') ? 1 : 0);
                found << ShellWord{word.text.mid(skip), word.begin + skip, word.end, false};
            }
        }
    }
    return found;
}

std::optional<ShellWord> ShellCommand::option(const QStringList &names, bool canStick) const
{
    const QList<ShellWord> found = options(names, canStick);
    return found.isEmpty() ? std::nullopt : std::optional(found.first());
}

ShellReading readShell(const QString &text, const TextRange &range, ShellForm form)
{
    ShellReading reading;
    QList<std::pair<TextRange, QString>> inner{{range, {}}};
    while (!inner.isEmpty()) {
        const auto [next, kind] = inner.takeFirst();
        reading.texts << kind;
        ShellReader(text, form, reading, inner).read(next, static_cast<int>(reading.texts.size()) - 1);
    }
    return reading;
}

std::optional<NamedValue> namedValue(const ShellWord &word)
{
    const qsizetype equals = word.text.indexOf(u'=');
    if (equals <= 0)
        return std::nullopt;
    // A quote before the name shifts the positions by one.
    const qsizetype shift = word.isQuoted ? 1 : 0;
    return NamedValue{word.text.left(equals),
                      word.text.mid(equals + 1),
                      {word.begin + shift, word.begin + shift + equals},
                      {std::min(word.begin + shift + equals + 1, word.end), word.end - shift}};
}

}  // namespace trainyard
