// SPDX-License-Identifier: GPL-3.0-or-later
// The documents that come with the program, as sections that can be listed, searched and led to. The guide is in the user's language; the
// same heading has the same number in each language. The other documents are in English.
#pragma once

#include <QList>
#include <QString>

namespace trainyard {

struct HelpSection {
    QString document;  // its file, such as "lease.md"
    int level = 1;     // of the heading, from 1
    int number = 0;    // of the heading in its document, from 0
    QString title;     // without Markdown
    QString anchor;    // as links name it: "2-add-a-machine"
    QString text;      // below the heading, Markdown
};

// One for each heading; what looks like one in a code block is none.
QList<HelpSection> helpSections(const QString &document, const QString &markdown);
QString helpAnchor(const QString &title);
// Markdown without pictures and their captions, and without links to what is not in the program.
QString helpText(const QString &document);

class HelpBook {
public:
    HelpBook();

    const QString &guide() const { return m_guide; }  // its file in the user's language
    const QList<HelpSection> &sections() const { return m_sections; }
    // The section that a link leads to: an anchor of this document, or its beginning if there is no such anchor. -1: no such document.
    int find(const QString &document, const QString &anchor) const;
    int findInGuide(const QString &englishAnchor) const;
    // Whether each of the words is in its title or text.
    bool matches(int section, const QString &words) const;

private:
    QString m_guide;
    QList<HelpSection> m_sections;
};

}  // namespace trainyard
