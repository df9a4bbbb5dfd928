// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/environment/internal/dockerfilereader.h"

#include <QRegularExpression>
#include <QSet>

namespace trainyard {

namespace {

class DockerfileReader {
public:
    explicit DockerfileReader(const SourceText &source) : m_source(source), m_text(source.text()) {}

    Dockerfile read()
    {
        static const QRegularExpression escape(QStringLiteral("\\A#[ \\t]*escape[ \\t]*=[ \\t]*`"),
                                               QRegularExpression::CaseInsensitiveOption | QRegularExpression::MultilineOption);
        m_escape = escape.match(m_text).hasMatch() ? u'`' : u'\\';
        qsizetype at = 0;
        while (at < m_text.size()) {
            const TextRange line = m_source.lineAround(at);
            const QString trimmed = m_source.part(line).trimmed();
            if (trimmed.isEmpty() || trimmed.startsWith(u'#'))
                at = line.end + 1;
            else
                at = readInstruction(line.begin);
        }
        return m_dockerfile;
    }

private:
    bool isContinued(const TextRange &line) const
    {
        const QString text = m_source.part(line);
        qsizetype last = text.size() - 1;
        while (last >= 0 && text[last].isSpace())
            --last;
        return last >= 0 && text[last] == m_escape;
    }

    // Returns where the next line begins.
    qsizetype readInstruction(qsizetype begin)
    {
        TextRange line = m_source.lineAround(begin);
        qsizetype end = line.end;
        while (isContinued(line) && end < m_text.size()) {
            // Comments and empty lines in between do not end it.
            do {
                line = m_source.lineAround(end + 1);
                end = line.end;
            } while (end < m_text.size() && (m_source.part(line).trimmed().startsWith(u'#') || m_source.part(line).trimmed().isEmpty()));
        }
        Instruction instruction;
        qsizetype at = begin;
        while (at < end && m_text[at].isSpace())
            ++at;
        instruction.nameRange.begin = at;
        while (at < end && !m_text[at].isSpace())
            ++at;
        instruction.nameRange.end = at;
        instruction.name = m_source.part(instruction.nameRange).toUpper();
        while (at < end && m_text[at].isSpace())
            ++at;
        instruction.arguments = {at, end};
        qsizetype next = std::min(end + 1, m_text.size());
        readFlags(instruction);
        const QString name = instruction.name;
        if (name == QLatin1String("RUN") || name == QLatin1String("COPY") || name == QLatin1String("ADD"))
            next = readDocuments(instruction, next);
        readWords(instruction);
        if (name == QLatin1String("FROM"))
            ++m_dockerfile.stages;
        instruction.stage = m_dockerfile.stages;
        m_dockerfile.instructions << instruction;
        return next;
    }

    void readFlags(Instruction &instruction) const
    {
        TextRange &rest = instruction.arguments;
        while (true) {
            qsizetype at = rest.begin;
            // Blanks and continued line ends.
            while (at < rest.end && (m_text[at].isSpace() || (m_text[at] == m_escape && at + 1 < rest.end && m_text[at + 1].isSpace())))
                ++at;
            rest.begin = at;
            if (m_text.mid(at, 2) != QLatin1String("--"))
                return;
            while (at < rest.end && !m_text[at].isSpace())
                ++at;
            instruction.flags << ShellWord{m_text.mid(rest.begin, at - rest.begin), rest.begin, at, false};
            rest.begin = at;
        }
    }

    qsizetype readDocuments(Instruction &instruction, qsizetype next)
    {
        static const QRegularExpression begin(QStringLiteral("(?<!<)<<-?[\"']?([A-Za-z_][A-Za-z0-9_]*)[\"']?"));
        const QString text = m_source.part(instruction.arguments);
        for (auto it = begin.globalMatch(text); it.hasNext();) {
            const QString end = it.next().captured(1);
            // If there is no end after an earlier line, there is none after this one.
            if (m_unclosed.contains(end))
                return next;
            const qsizetype from = next;
            qsizetype at = next;
            bool isClosed = false;
            while (at < m_text.size() && !isClosed) {
                const TextRange line = m_source.lineAround(at);
                isClosed = m_source.part(line).trimmed() == end;
                if (isClosed)
                    instruction.documents << TextRange{from, line.begin};
                at = line.end + 1;
            }
            if (!isClosed) {
                m_unclosed.insert(end);
                return next;  // it has no end
            }
            next = std::min(at, m_text.size());
        }
        return next;
    }

    void readWords(Instruction &instruction) const
    {
        if (instruction.arguments.begin < instruction.arguments.end && m_text[instruction.arguments.begin] == u'[') {
            instruction.words = readExec(instruction.arguments);
            instruction.isExec = !instruction.words.isEmpty();
        }
        if (instruction.isExec || instruction.name == QLatin1String("RUN"))
            return;
        const ShellReading reading = readShell(m_text, instruction.arguments, ShellForm::Dockerfile);
        for (const ShellCommand &command : reading.commands)
            instruction.words += reading.texts.value(command.text).isEmpty() ? command.assignments + command.words : QList<ShellWord>();
    }

    // ["a", "b"]; empty for anything else, which is shell text.
    QList<ShellWord> readExec(const TextRange &range) const
    {
        QList<ShellWord> words;
        qsizetype at = range.begin + 1;
        bool isNext = true;
        while (at < range.end) {
            const QChar sign = m_text[at];
            if (sign == u']')
                return words;
            if (sign == u',') {
                isNext = true;
                ++at;
            } else if (sign == u'"' && isNext) {
                ShellWord word{{}, at, at, true};
                for (++at; at < range.end && m_text[at] != u'"'; ++at) {
                    if (m_text[at] == u'\\' && at + 1 < range.end)
                        ++at;
                    word.text += m_text[at];
                }
                if (at >= range.end)
                    return {};
                word.end = ++at;
                words << word;
                isNext = false;
            } else if (sign.isSpace() || (sign == m_escape && at + 1 < range.end && m_text[at + 1].isSpace())) {
                ++at;
            } else {
                return {};
            }
        }
        return {};
    }

    const SourceText &m_source;
    const QString &m_text;
    QChar m_escape = u'\\';
    Dockerfile m_dockerfile;
    QSet<QString> m_unclosed;
};

}  // namespace

std::optional<ShellWord> Instruction::flag(const QString &wanted) const
{
    for (const ShellWord &one : flags) {
        const QString start = QStringLiteral("--%1=").arg(wanted);
        if (one.text.startsWith(start))
            return ShellWord{one.text.mid(start.size()), one.begin + start.size(), one.end, false};
    }
    return std::nullopt;
}

Dockerfile readDockerfile(const SourceText &source) { return DockerfileReader(source).read(); }

}  // namespace trainyard
