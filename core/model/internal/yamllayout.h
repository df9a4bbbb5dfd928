// SPDX-License-Identifier: GPL-3.0-or-later
// Where the keys and values of a YAML text are, so that one can be changed and the bytes of all others stay. Offsets are in bytes.
// Private to this folder; pure.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>
#include <vector>

namespace trainyard {

enum class YamlKind : quint8 { Null, Scalar, Alias, Map, Sequence };

struct YamlPart {
    YamlKind kind = YamlKind::Null;
    bool isThere = true;        // false: a null that is not written
    bool isFlow = false;        // in brackets, or the brackets themselves
    bool hasAlias = false;      // it or something in it is an alias or a merge key
    QString text;               // of a scalar
    qsizetype start = 0;        // with anchor and tag
    qsizetype content = 0;      // without them
    qsizetype end = 0;          // behind it; of a block scalar behind the line break of its last line
    int parent = -1;            // index of the map or list that it is in
    std::vector<int> children;  // indices; of a map: key, value, key, value, …
};

struct YamlEntry {
    QString key;
    int value = 0;         // index
    qsizetype start = 0;   // of the key
    qsizetype colon = 0;   // behind the colon
    qsizetype from = 0;    // behind the colon, anchor and tag: where another value goes
    qsizetype line = 0;    // start of the first line
    qsizetype end = 0;     // behind the last line
    qsizetype tail = 0;    // behind the comments below that are indented more than the key
    qsizetype limit = 0;   // start of the next entry's line
    bool isUsual = false;  // the key is the first in its line, and the colon is in this line
};

struct YamlBlock {
    qsizetype headerEnd = 0;  // behind "|-", before a comment
    qsizetype body = 0;       // start of the first line
    qsizetype end = 0;        // behind the last line
    qsizetype indent = 0;     // of its text; 0 if there is none
};

class YamlLayout {
public:
    // nullopt if the text is not one YAML document. Without a byte order mark.
    static std::optional<YamlLayout> of(const QByteArray &text);

    const QByteArray &text() const { return m_text; }
    const std::vector<YamlPart> &parts() const { return m_parts; }  // the first is the whole document
    const YamlPart &part(int index) const { return m_parts[size_t(index)]; }
    qsizetype documentEnd() const { return m_documentEnd; }  // before a line "..."

    // Whether the last line is a block scalar's and has no line break, which a line below it would add to the value.
    bool endsInOpenBlock() const;

    QList<YamlEntry> entries(int map, qsizetype limit) const;
    bool isBlockScalar(const YamlPart &part) const;
    YamlBlock block(const YamlPart &part) const;

    qsizetype lineStart(qsizetype at) const;
    qsizetype lineEnd(qsizetype at) const;  // behind its line break; `at` itself if that is a line's start
    qsizetype column(qsizetype at) const { return at - lineStart(at); }
    // The lines between two line starts that are nothing but a comment.
    QByteArrayList comments(qsizetype from, qsizetype to) const;

private:
    void locate(size_t index, qsizetype next);
    qsizetype afterProperties(qsizetype at, qsizetype *propertiesEnd = nullptr) const;
    qsizetype plainEnd(const YamlPart &part, bool isKey, qsizetype next) const;
    qsizetype quotedEnd(qsizetype at) const;
    qsizetype flowEnd(qsizetype at) const;
    void findDocumentEnd();

    QByteArray m_text;
    std::vector<YamlPart> m_parts;
    std::vector<qsizetype> m_lines;  // where each begins
    qsizetype m_documentEnd = 0;
};

}  // namespace trainyard
