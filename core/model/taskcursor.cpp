// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/taskcursor.h"

#include "core/model/taskschema.h"

#include <QHash>
#include <QList>
#include <QRegularExpression>

#include <algorithm>
#include <optional>

namespace trainyard {

namespace {

constexpr qsizetype kMaxDepth = 32;  // of lists and maps within each other in one line

using In = TaskCursor::In;

QString joinedPath(const QString &section, const QString &name) { return section.isEmpty() ? name : section + u'.' + name; }

QString unquoted(QString name)
{
    name = name.trimmed();
    const bool isQuoted = name.size() >= 2 && (name[0] == u'"' || name[0] == u'\'') && name.endsWith(name[0]);
    return isQuoted ? name.mid(1, name.size() - 2) : name;
}

bool isBlank(QChar c) { return c == u' ' || c == u'\t'; }

// Positions of a "key:" that begins at `from`; nullopt if the line has none there.
struct KeyPart {
    qsizetype start, end, colon;
};

std::optional<KeyPart> keyPart(const QString &text, qsizetype from, qsizetype lineEnd)
{
    if (from >= lineEnd || QStringLiteral("{[#|>&*!%@`").contains(text[from]))
        return std::nullopt;
    qsizetype at = from;
    if (text[at] == u'"' || text[at] == u'\'') {
        at = text.indexOf(text[from], from + 1);
        if (at < 0 || at >= lineEnd)
            return std::nullopt;
        ++at;
    }
    for (; at < lineEnd; ++at) {
        if (text[at] == u'#' && at > from && isBlank(text[at - 1]))
            return std::nullopt;
        if (text[at] == u':' && (at + 1 == lineEnd || isBlank(text[at + 1]))) {
            qsizetype end = at;
            while (end > from && isBlank(text[end - 1]))
                --end;
            return KeyPart{from, end, at};
        }
    }
    return std::nullopt;
}

// Where a comment begins in a line; its end if there is none.
qsizetype commentStart(const QString &text, qsizetype from, qsizetype lineEnd)
{
    QChar quote;
    for (qsizetype at = from; at < lineEnd; ++at) {
        const QChar c = text[at];
        if (!quote.isNull())
            quote = c == quote ? QChar() : quote;
        else if ((c == u'"' || c == u'\'') && (at == from || !text[at - 1].isLetterOrNumber()))
            quote = c;
        else if (c == u'#' && (at == from || isBlank(text[at - 1])))
            return at;
    }
    return lineEnd;
}

// Reads the lines of a text up to the place, and the names of all maps.
class LineReader {
public:
    LineReader(const QString &text, qsizetype at) : m_text(text), m_at(at) { read(); }

    TaskCursor cursor;
    QStringList namesIn(const QString &section) const
    {
        QStringList names;
        for (const Entry &entry : m_entries) {
            if (entry.section == section)
                names << entry.name;
        }
        return names + m_flowNames.value(section);
    }

private:
    struct Frame {
        qsizetype indent;
        QString path;
        int owner;    // number of the map below it, so that two items of a list are two maps
        bool isItem;  // of a list
        bool isOpen;  // its value may follow in the lines below
    };
    struct Entry {
        QString section, name;
        int owner;
    };

    bool isHere(qsizetype from, qsizetype to) const { return m_at >= from && m_at <= to; }
    int owner() const { return m_frames.isEmpty() ? 0 : m_frames.last().owner; }
    QString section() const { return m_frames.isEmpty() ? QString() : m_frames.last().path; }

    void read();
    void readLine(qsizetype start, qsizetype end);
    void readKey(const KeyPart &part, qsizetype lineStart, qsizetype lineEnd);
    void readFlow(qsizetype from, qsizetype lineEnd, const QString &path);
    void readPlain(qsizetype from, qsizetype lineEnd, bool isItem);
    void close(qsizetype indent);
    void take(In in, qsizetype start, qsizetype end);
    void takeScript(qsizetype lineStart, qsizetype lineEnd);

    const QString &m_text;
    const qsizetype m_at;
    QList<Frame> m_frames;
    QList<Entry> m_entries;
    QHash<QString, QStringList> m_flowNames;
    int m_lastOwner = 0;
    int m_cursorOwner = -1;        // whose keys are the siblings
    QString m_ownName;             // not a sibling of itself
    qsizetype m_blockIndent = -1;  // of the key of a block scalar that goes on
    QString m_blockKey;
};

void LineReader::read()
{
    for (qsizetype start = 0; start <= m_text.size();) {
        const qsizetype newline = m_text.indexOf(u'\n', start);
        const qsizetype end = newline < 0 ? m_text.size() : newline;
        readLine(start, end);
        start = end + 1;
    }
    for (const Entry &entry : std::as_const(m_entries)) {
        if (entry.owner == m_cursorOwner && entry.name != m_ownName)
            cursor.siblings << entry.name;
    }
}

void LineReader::take(In in, qsizetype start, qsizetype end)
{
    cursor.in = in;
    cursor.start = start;
    cursor.end = std::max(end, m_at);
    cursor.typed = m_text.mid(start, m_at - start);
}

// Ends the maps and lists that a line with this indentation is not in.
void LineReader::close(qsizetype indent)
{
    while (!m_frames.isEmpty() && m_frames.last().indent >= indent)
        m_frames.removeLast();
}

void LineReader::readLine(qsizetype start, qsizetype end)
{
    qsizetype at = start;
    while (at < end && m_text[at] == u' ')
        ++at;
    const bool isEmpty = at == end;
    if (m_blockIndent >= 0) {
        // In an empty line, the cursor may stand below the block.
        const bool isBelow = isEmpty && isHere(start, end) && m_at - start <= m_blockIndent;
        if ((isEmpty || at - start > m_blockIndent) && !isBelow) {
            if (isHere(start, end))
                takeScript(start, end);
            return;
        }
        if (!isBelow)
            m_blockIndent = -1;
    }
    if (isEmpty || m_text[at] == u'#') {
        if (!isHere(start, end) || m_at > at)
            return;
        const QList<Frame> frames = m_frames;
        close(m_at - start);
        // Behind a value on the same line as its key nothing can be indented.
        if (isEmpty && (m_frames.isEmpty() || m_frames.last().isOpen)) {
            cursor.section = section();
            cursor.indent = m_at - start;
            m_cursorOwner = owner();
            take(In::Key, m_at, m_at);
        }
        m_frames = frames;
        return;
    }
    if (m_text.mid(start, end - start).startsWith(QLatin1String("---")) || m_text[at] == u'\t')
        return;
    bool isItem = false;
    while (at < end && m_text[at] == u'-' && (at + 1 == end || m_text[at + 1] == u' ')) {
        const qsizetype indent = at - start;
        // A list may stand at the column of its key.
        while (!m_frames.isEmpty() && (m_frames.last().indent > indent || (m_frames.last().indent == indent && m_frames.last().isItem)))
            m_frames.removeLast();
        if (!m_frames.isEmpty() && m_frames.last().indent == indent && !m_frames.last().isOpen)
            m_frames.removeLast();
        m_frames.append({indent, section(), ++m_lastOwner, true, true});
        isItem = true;
        ++at;
        while (at < end && m_text[at] == u' ')
            ++at;
    }
    if (const auto part = keyPart(m_text, at, end))
        readKey(*part, start, end);
    else
        readPlain(at, end, isItem);
}

void LineReader::readKey(const KeyPart &part, qsizetype lineStart, qsizetype lineEnd)
{
    const qsizetype indent = part.start - lineStart;
    close(indent);
    const QString name = unquoted(m_text.mid(part.start, part.end - part.start));
    const QString inside = section(), path = joinedPath(inside, name);
    const int map = owner();
    m_entries.append({inside, name, map});
    qsizetype value = part.colon + 1;
    while (value < lineEnd && isBlank(m_text[value]))
        ++value;
    const qsizetype comment = commentStart(m_text, value, lineEnd);
    qsizetype valueEnd = comment;
    while (valueEnd > value && isBlank(m_text[valueEnd - 1]))
        --valueEnd;
    const QChar first = value < valueEnd ? m_text[value] : QChar();
    if (isHere(lineStart, lineEnd)) {
        cursor.key = path;
        cursor.section = inside;
        cursor.indent = indent;
        if (isHere(part.start, part.end)) {
            m_cursorOwner = map;
            m_ownName = name;
            cursor.hasValue = true;
            take(In::Key, part.start, part.end);
        } else if (m_at > part.colon && m_at <= comment && first != u'|' && first != u'>') {
            const qsizetype from = m_at < value ? m_at : value;
            take(In::Value, from, m_at < value ? m_at : valueEnd);
            const TaskSchemaKey *const known = taskSchemaKey(path);
            if (known && (known->value == TaskValue::Script || path == QLatin1String("checkpoints.resume")))
                takeScript(from, lineEnd);
        }
    }
    if (first == u'|' || first == u'>') {
        m_blockIndent = indent;
        m_blockKey = path;
    } else if (first == u'{' || first == u'[') {
        readFlow(value, comment, path);
    }
    m_frames.append({indent, path, ++m_lastOwner, false, value >= valueEnd || first == u'&'});
}

// `path` is that of the key whose value begins here.
void LineReader::readFlow(qsizetype from, qsizetype lineEnd, const QString &path)
{
    struct Level {
        bool isMap;
        QString path, key;  // of the map or list, and of the value that is being read
        qsizetype segment;  // where the key or value begins
        QStringList names;
    };
    QList<Level> levels;
    QString next = path;
    QChar quote;
    const auto segmentStart = [&](const Level &level) {
        qsizetype start = level.segment;
        while (start < lineEnd && isBlank(m_text[start]) && start < m_at)
            ++start;
        return start;
    };
    const auto segmentEnd = [&] {
        qsizetype end = m_at;
        while (end < lineEnd && !QStringLiteral(",:{}[]").contains(m_text[end]))
            ++end;
        while (end > m_at && isBlank(m_text[end - 1]))
            --end;
        return end;
    };
    const auto takeHere = [&](const Level &level) {
        const bool isKey = level.isMap && level.key.isEmpty();
        const qsizetype end = segmentEnd();
        cursor.section = level.path;
        cursor.key = isKey ? QString() : level.isMap ? joinedPath(level.path, level.key) : level.path;
        take(isKey ? In::Key : In::Value, segmentStart(level), end);
        if (isKey) {
            const QString name = unquoted(m_text.mid(cursor.start, end - cursor.start));
            cursor.hasValue = end < lineEnd && m_text[end] == u':';
            cursor.siblings = level.names;
            cursor.key = name.isEmpty() ? QString() : joinedPath(level.path, name);
        }
    };
    const auto takeNothing = [this] {
        cursor.in = In::Nothing;
        cursor.typed.clear();
    };
    for (qsizetype at = from; at <= lineEnd; ++at) {
        if (at == m_at && at > from) {
            if (levels.isEmpty())
                takeNothing();
            else
                takeHere(levels.last());
        }
        if (at == lineEnd)
            break;
        const QChar c = m_text[at];
        if (!quote.isNull()) {
            quote = c == quote ? QChar() : quote;
            continue;
        }
        if (c == u'"' || c == u'\'') {
            quote = c;
        } else if (c == u'{' || c == u'[') {
            if (!levels.isEmpty())
                next = levels.last().isMap ? joinedPath(levels.last().path, levels.last().key) : levels.last().path;
            if (levels.size() >= kMaxDepth)
                return;  // far deeper than any key
            levels.append({c == u'{', next, {}, at + 1, {}});
        } else if (!levels.isEmpty() && (c == u'}' || c == u']')) {
            levels.removeLast();
        } else if (!levels.isEmpty() && c == u',') {
            levels.last().key.clear();
            levels.last().segment = at + 1;
        } else if (!levels.isEmpty() && levels.last().isMap && levels.last().key.isEmpty() && c == u':') {
            Level &level = levels.last();
            level.key = unquoted(m_text.mid(level.segment, at - level.segment));
            level.names << level.key;
            m_flowNames[level.path] << level.key;
            level.segment = at + 1;
        }
    }
}

// A line without a key: an item of a list, the second line of a text, or a key that is being written.
void LineReader::readPlain(qsizetype from, qsizetype lineEnd, bool isItem)
{
    qsizetype lineStart = from;
    while (lineStart > 0 && m_text[lineStart - 1] != u'\n')
        --lineStart;
    if (!isItem)
        close(from - lineStart);
    const qsizetype comment = commentStart(m_text, from, lineEnd);
    if (!isHere(lineStart, comment) || m_at < from)
        return;
    if (!m_frames.isEmpty() && !m_frames.last().isOpen)
        return;
    qsizetype end = comment;
    while (end > from && isBlank(m_text[end - 1]))
        --end;
    if (from < lineEnd && (m_text[from] == u'{' || m_text[from] == u'[')) {
        readFlow(from, comment, section());
        return;
    }
    cursor.section = section();
    cursor.indent = from - lineStart;
    m_cursorOwner = owner();
    const bool isKey = section().isEmpty() || !isItem || !taskSchemaKeysIn(section()).isEmpty();
    cursor.key = isKey ? QString() : section();
    take(isKey ? In::Key : In::Value, from, end);
}

// Variables of the shell, and the fields of checkpoints.resume.
void LineReader::takeScript(qsizetype lineStart, qsizetype lineEnd)
{
    if (m_blockIndent >= 0)
        cursor.key = m_blockKey;
    cursor.section = cursor.key.section(u'.', 0, -2);
    const bool isResume = cursor.key == QLatin1String("checkpoints.resume");
    const QString before = m_text.mid(lineStart, m_at - lineStart);
    static const QRegularExpression variable(QStringLiteral("\\$(\\{?)([A-Za-z_][A-Za-z0-9_]*)?$")), field(QStringLiteral("\\{([a-z]*)$"));
    const auto part = (isResume ? field : variable).match(before);
    qsizetype end = m_at;
    while (end < lineEnd && (m_text[end].isLetterOrNumber() || m_text[end] == u'_'))
        ++end;
    const TaskSchemaKey *const known = taskSchemaKey(cursor.key);
    if (part.hasMatch()) {
        const qsizetype typed = part.captured(isResume ? 1 : 2).size();
        cursor.isBraced = isResume || !part.captured(1).isEmpty();
        take(isResume ? In::Field : In::Variable, m_at - typed, end);
        cursor.hasValue = end < lineEnd && m_text[end] == u'}';
    } else if (known && known->value == TaskValue::Script) {
        qsizetype start = lineStart;
        while (start < m_at && isBlank(m_text[start]))
            ++start;
        qsizetype indent = start;
        while (indent > 0 && m_text[indent - 1] != u'\n')
            --indent;
        cursor.indent = start - indent;
        take(In::Script, start, m_at);
    }
}

}  // namespace

TaskCursor taskCursorAt(const QString &text, qsizetype at) { return LineReader(text, std::clamp<qsizetype>(at, 0, text.size())).cursor; }

QStringList taskNamesIn(const QString &text, const QString &section) { return LineReader(text, -1).namesIn(section); }

int taskIndentStep(const QString &text)
{
    static const QRegularExpression indented(QStringLiteral("^[^ #\\n][^\\n]*:[^\\n]*\\n( +)[^ #\\n-]"),
                                             QRegularExpression::MultilineOption);
    const auto first = indented.match(text.left(8000));  // beyond that, a hostile line would take long
    return first.hasMatch() ? int(std::clamp<qsizetype>(first.capturedLength(1), 1, 8)) : 2;
}

}  // namespace trainyard
