// SPDX-License-Identifier: GPL-3.0-or-later
// Pasted text with the positions of its characters. Any bytes become text with "
// " at line ends, bounded in size. Value type, any thread.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace trainyard {

// Far more than any Dockerfile or launch command needs.
constexpr qsizetype kMaxSource = 256 * 1024;

struct TextRange {
    qsizetype begin = 0, end = 0;
};

class SourceText {
public:
    enum class Fault { None, TooLong, NotText };  // NotText: contains NUL, or is not UTF-8

    explicit SourceText(const QByteArray &bytes);

    Fault fault() const { return m_fault; }  // unless None, the text is empty
    const QString &text() const { return m_text; }
    int line(qsizetype offset) const;              // from 1
    int column(qsizetype offset) const;            // from 1, in characters
    TextRange lineAround(qsizetype offset) const;  // without its line end
    QString part(const TextRange &range) const { return m_text.mid(range.begin, range.end - range.begin); }

private:
    qsizetype lineAt(qsizetype offset) const;

    Fault m_fault = Fault::None;
    QString m_text;
    QList<qsizetype> m_lines;  // where each begins
};

}  // namespace trainyard
