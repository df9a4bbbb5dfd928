// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/internal/yamllayout.h"

#include <QStringDecoder>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <iterator>
#include <sstream>

namespace trainyard {

namespace {

bool isBlank(char c) { return c == ' ' || c == '\t'; }
bool isSpace(char c) { return isBlank(c) || c == '\n' || c == '\r'; }
bool isFlowSign(char c) { return c == ',' || c == '[' || c == ']' || c == '{' || c == '}'; }

class PartCollector : public YAML::EventHandler {
public:
    std::vector<YamlPart> parts;

private:
    void OnDocumentStart(const YAML::Mark &) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark &mark, YAML::anchor_t) override { add(YamlKind::Null, mark); }
    void OnAlias(const YAML::Mark &mark, YAML::anchor_t) override { add(YamlKind::Alias, mark).hasAlias = true; }
    void OnScalar(const YAML::Mark &mark, const std::string &, YAML::anchor_t, const std::string &value) override
    {
        // Unlike QString::fromUtf8, keeps a byte order mark at the start of a value.
        QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::ConvertInitialBom);
        add(YamlKind::Scalar, mark).text = decoder.decode(QByteArrayView(value.data(), qsizetype(value.size())));
    }
    void OnSequenceStart(const YAML::Mark &mark, const std::string &, YAML::anchor_t, YAML::EmitterStyle::value style) override
    {
        open(YamlKind::Sequence, mark, style);
    }
    void OnSequenceEnd() override { m_open.pop_back(); }
    void OnMapStart(const YAML::Mark &mark, const std::string &, YAML::anchor_t, YAML::EmitterStyle::value style) override
    {
        open(YamlKind::Map, mark, style);
    }
    void OnMapEnd() override { m_open.pop_back(); }

    YamlPart &add(YamlKind kind, const YAML::Mark &mark)
    {
        YamlPart part;
        part.kind = kind;
        part.start = std::max(0, mark.pos);
        if (!m_open.empty()) {
            part.parent = m_open.back();
            YamlPart &parent = parts[size_t(part.parent)];
            parent.children.push_back(int(parts.size()));
            part.isFlow = parent.isFlow;
        }
        parts.push_back(std::move(part));
        return parts.back();
    }
    void open(YamlKind kind, const YAML::Mark &mark, YAML::EmitterStyle::value style)
    {
        YamlPart &part = add(kind, mark);
        part.isFlow = part.isFlow || style == YAML::EmitterStyle::Flow;
        m_open.push_back(int(parts.size()) - 1);
    }

    std::vector<int> m_open;
};

}  // namespace

std::optional<YamlLayout> YamlLayout::of(const QByteArray &text)
{
    PartCollector collector;
    try {
        std::istringstream stream(text.toStdString());
        YAML::Parser parser(stream);
        if (!parser.HandleNextDocument(collector))
            return std::nullopt;
    } catch (const std::exception &) {
        return std::nullopt;
    }
    if (collector.parts.empty())
        return std::nullopt;
    YamlLayout layout;
    layout.m_text = text;
    layout.m_parts = std::move(collector.parts);
    layout.m_lines.push_back(0);
    for (qsizetype at = 0; at < text.size(); ++at) {
        if (text[at] == '\n')
            layout.m_lines.push_back(at + 1);
    }
    layout.findDocumentEnd();
    // Backwards, because where some parts end depends on what is in them and on what follows.
    qsizetype next = layout.m_documentEnd;
    for (size_t i = layout.m_parts.size(); i-- > 0;) {
        layout.locate(i, next);
        if (layout.m_parts[i].isThere)
            next = layout.m_parts[i].start;
    }
    return layout;
}

void YamlLayout::findDocumentEnd()
{
    m_documentEnd = m_text.size();
    for (qsizetype at = lineStart(m_parts.front().start); at < m_text.size();) {
        const qsizetype end = lineEnd(at + 1);
        const bool isMarker = m_text.mid(at, 3) == "..." || m_text.mid(at, 3) == "---";
        if (isMarker && at >= m_parts.front().start && (at + 3 == m_text.size() || isSpace(m_text[at + 3]))) {
            m_documentEnd = at;
            return;
        }
        at = end;
    }
}

qsizetype YamlLayout::lineStart(qsizetype at) const { return *std::prev(std::upper_bound(m_lines.begin(), m_lines.end(), at)); }

qsizetype YamlLayout::lineEnd(qsizetype at) const
{
    const auto next = std::lower_bound(m_lines.begin(), m_lines.end(), std::max<qsizetype>(1, at));
    return next == m_lines.end() ? m_text.size() : *next;
}

QByteArrayList YamlLayout::comments(qsizetype from, qsizetype to) const
{
    QByteArrayList lines;
    for (qsizetype at = from; at < to;) {
        const qsizetype end = lineEnd(at + 1);
        const QByteArray line = m_text.mid(at, end - at);
        if (line.trimmed().startsWith('#'))
            lines << line;
        at = end;
    }
    return lines;
}

qsizetype YamlLayout::afterProperties(qsizetype at, qsizetype *propertiesEnd) const
{
    if (propertiesEnd)
        *propertiesEnd = at;
    while (at < m_text.size() && (m_text[at] == '&' || m_text[at] == '!')) {
        while (at < m_text.size() && !isSpace(m_text[at]) && !(m_text[at] == ',' || m_text[at] == ']' || m_text[at] == '}'))
            ++at;
        if (propertiesEnd)
            *propertiesEnd = at;
        while (at < m_text.size() && (isSpace(m_text[at]) || (m_text[at] == '#' && isSpace(m_text[at - 1])))) {
            if (m_text[at] == '#')
                at = std::max(at + 1, lineEnd(at + 1) - 1);
            else
                ++at;
        }
    }
    return at;
}

// A plain text in a block goes on in the lines below it, up to a comment or to what comes next.
qsizetype YamlLayout::plainEnd(const YamlPart &part, bool isKey, qsizetype next) const
{
    const bool hasLines = part.isFlow && !isKey;
    qsizetype at = part.content, end = at;
    for (; at < m_text.size(); ++at) {
        const char c = m_text[at];
        const char after = at + 1 < m_text.size() ? m_text[at + 1] : '\n';
        if ((c == '\n' && !hasLines) || (c == '#' && at > part.content && isSpace(m_text[at - 1])) || (part.isFlow && isFlowSign(c))
            || (c == ':' && (isSpace(after) || (part.isFlow && isFlowSign(after)))))
            break;
        if (!isSpace(c))
            end = at + 1;
    }
    if (isKey || part.isFlow || at >= m_text.size() || m_text[at] != '\n')
        return end;
    const qsizetype stop = next == m_documentEnd ? next : lineStart(next);
    for (qsizetype line = at + 1; line < stop;) {
        const qsizetype lineStop = lineEnd(line + 1);
        qsizetype last = -1;
        bool isComment = false;
        for (qsizetype p = line; p < lineStop && !isComment; ++p) {
            isComment = m_text[p] == '#' && (p == line || isSpace(m_text[p - 1]));
            if (!isComment && !isSpace(m_text[p]))
                last = p;
        }
        if (last >= 0)
            end = last + 1;
        if (isComment)
            break;
        line = lineStop;
    }
    return end;
}

qsizetype YamlLayout::quotedEnd(qsizetype at) const
{
    const char quote = m_text[at++];
    for (; at < m_text.size(); ++at) {
        if (quote == '"' && m_text[at] == '\\')
            ++at;
        else if (m_text[at] == quote && quote == '\'' && at + 1 < m_text.size() && m_text[at + 1] == quote)
            ++at;
        else if (m_text[at] == quote)
            return at + 1;
    }
    return m_text.size();
}

// Behind the bracket that closes; `at` is behind the last part in it.
qsizetype YamlLayout::flowEnd(qsizetype at) const
{
    for (; at < m_text.size(); ++at) {
        if (m_text[at] == ']' || m_text[at] == '}')
            return at + 1;
        if (m_text[at] == '#')
            at = std::max(at, lineEnd(at + 1) - 1);
    }
    return m_text.size();
}

void YamlLayout::locate(size_t index, qsizetype next)
{
    YamlPart &part = m_parts[index];
    qsizetype propertiesEnd = part.start;
    part.content = afterProperties(part.start, &propertiesEnd);
    const auto charAt = [this](qsizetype at) { return at < m_text.size() ? m_text[at] : '\n'; };
    switch (part.kind) {
    case YamlKind::Null: {
        // yaml-cpp gives a null that is not written the place of what comes next.
        const bool isElsewhere = index + 1 < m_parts.size() && m_parts[index + 1].start == part.start;
        const bool hasProperties = propertiesEnd > part.start;
        qsizetype size = 0;
        for (const char *word : {"null", "Null", "NULL", "~"}) {
            if (m_text.mid(part.content, qsizetype(qstrlen(word))) == word)
                size = qsizetype(qstrlen(word));
        }
        const char after = charAt(part.content + size);
        const bool isWord = size > 0 && (isSpace(after) || (part.isFlow && (isFlowSign(after) || after == ':')));
        part.isThere = !isElsewhere && (isWord || hasProperties);
        if (!isWord)
            part.content = propertiesEnd;
        part.end = part.content + (isWord ? size : 0);
        break;
    }
    case YamlKind::Alias:
        part.end = part.content;
        while (part.end < m_text.size() && !isSpace(m_text[part.end]) && !isFlowSign(m_text[part.end]))
            ++part.end;
        break;
    case YamlKind::Scalar: {
        bool isKey = false;
        if (part.parent >= 0 && m_parts[size_t(part.parent)].kind == YamlKind::Map) {
            const auto &siblings = m_parts[size_t(part.parent)].children;
            const auto own = std::lower_bound(siblings.begin(), siblings.end(), int(index));
            isKey = (own - siblings.begin()) % 2 == 0;
        }
        const char first = charAt(part.content);
        if (part.content >= next && part.content > part.start) {
            part.content = part.end = propertiesEnd;  // a tag alone: "!!str"
        } else if (first == '"' || first == '\'') {
            part.end = quotedEnd(part.content);
        } else if (isBlockScalar(part)) {
            part.end = block(part).end;
        } else {
            part.end = plainEnd(part, isKey, next);
        }
        break;
    }
    case YamlKind::Map:
    case YamlKind::Sequence: {
        const bool hasBrackets = charAt(part.content) == '{' || charAt(part.content) == '[';
        part.end = part.content + (hasBrackets && part.isFlow ? 1 : 0);
        for (size_t i = 0; i < part.children.size(); ++i) {
            const YamlPart &child = m_parts[size_t(part.children[i])];
            part.hasAlias = part.hasAlias || child.hasAlias
                            || (part.kind == YamlKind::Map && i % 2 == 0 && child.text == QLatin1String("<<"));
            if (child.isThere)
                part.end = std::max(part.end, child.end);
        }
        if (hasBrackets && part.isFlow)
            part.end = flowEnd(part.end);
        break;
    }
    }
}

bool YamlLayout::endsInOpenBlock() const
{
    return !m_text.endsWith('\n') && std::any_of(m_parts.begin(), m_parts.end(), [this](const YamlPart &part) {
        return part.end == m_text.size() && isBlockScalar(part);
    });
}

bool YamlLayout::isBlockScalar(const YamlPart &part) const
{
    return part.kind == YamlKind::Scalar && !part.isFlow && part.content < m_text.size()
           && (m_text[part.content] == '|' || m_text[part.content] == '>');
}

YamlBlock YamlLayout::block(const YamlPart &part) const
{
    YamlBlock block;
    qsizetype explicitIndent = 0;
    bool isKept = false;
    for (block.headerEnd = part.content + 1; block.headerEnd < m_text.size(); ++block.headerEnd) {
        const char c = m_text[block.headerEnd];
        if (c >= '1' && c <= '9')
            explicitIndent = c - '0';
        else if (c != '+' && c != '-')
            break;
        isKept = isKept || c == '+';
    }
    block.body = block.end = lineEnd(block.headerEnd + (block.headerEnd < m_text.size() ? 1 : 0));
    qsizetype outer = -1;  // of what it is in
    if (part.parent >= 0 && m_parts[size_t(part.parent)].kind == YamlKind::Map)
        outer = column(m_parts[size_t(m_parts[size_t(part.parent)].children.front())].start);
    if (explicitIndent > 0 && outer >= 0)
        block.indent = outer + explicitIndent;
    for (qsizetype line = block.body; line < m_documentEnd;) {
        const qsizetype lineStop = lineEnd(line + 1);
        qsizetype text = line;
        while (text < lineStop && m_text[text] == ' ')
            ++text;
        const qsizetype indent = text - line;
        const bool isEmpty = text == lineStop || m_text[text] == '\n' || m_text[text] == '\r';
        if (!isEmpty && block.indent == 0 && indent > outer)
            block.indent = indent;
        if (!isEmpty && (block.indent == 0 || indent < block.indent))
            break;
        if (!isEmpty || isKept || (block.indent > 0 && indent > block.indent))
            block.end = lineStop;
        line = lineStop;
    }
    return block;
}

QList<YamlEntry> YamlLayout::entries(int map, qsizetype limit) const
{
    const YamlPart &whole = part(map);
    QList<YamlEntry> entries;
    for (size_t i = 0; i + 1 < whole.children.size(); i += 2) {
        const YamlPart &key = part(whole.children[i]);
        const YamlPart &value = part(whole.children[i + 1]);
        YamlEntry entry;
        entry.key = key.text;
        entry.value = whole.children[i + 1];
        entry.start = key.start;
        entry.line = lineStart(key.start);
        entry.limit = i + 2 < whole.children.size() ? lineStart(part(whole.children[i + 2]).start) : limit;
        qsizetype at = key.end;
        while (at < m_text.size() && (whole.isFlow ? isSpace(m_text[at]) : isBlank(m_text[at])))
            ++at;
        const bool hasColon = at < m_text.size() && m_text[at] == ':';
        entry.colon = entry.from = hasColon ? at + 1 : key.end;
        const qsizetype colonLine = lineStart(entry.colon);
        entry.isUsual = hasColon && colonLine == entry.line;
        for (qsizetype p = entry.line; p < entry.start; ++p)
            entry.isUsual = entry.isUsual && m_text[p] == ' ';
        if (value.isThere) {
            qsizetype propertiesEnd = value.start;
            afterProperties(value.start, &propertiesEnd);
            if (propertiesEnd > value.start && lineStart(propertiesEnd) == colonLine)
                entry.from = propertiesEnd;
        }
        entry.end = std::max(lineEnd(entry.colon), value.isThere ? lineEnd(value.end) : 0);
        const auto textOf = [this](qsizetype line, qsizetype end) { return m_text.mid(line, end - line).trimmed(); };
        for (qsizetype behind = entry.limit; behind > entry.end;) {
            const qsizetype line = lineStart(behind - 1);
            const QByteArray text = textOf(line, behind);
            if (!text.isEmpty() && !text.startsWith('#'))
                entry.end = behind;
            behind = line;
        }
        entry.tail = entry.end;
        for (qsizetype line = entry.end; line < entry.limit;) {
            const qsizetype end = lineEnd(line + 1);
            const QByteArray text = textOf(line, end);
            if (!text.isEmpty() && m_text.indexOf('#', line) - line <= column(entry.start))
                break;
            if (!text.isEmpty())
                entry.tail = end;
            line = end;
        }
        entries << entry;
    }
    return entries;
}

}  // namespace trainyard
