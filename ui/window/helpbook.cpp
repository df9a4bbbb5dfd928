// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/helpbook.h"

#include <QCoreApplication>
#include <QFile>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::HelpBook)
};

const QString kEnglishGuide = QStringLiteral("user-guide.md");

QString resourceOf(const QString &document) { return QStringLiteral(":/guide/") + document; }

QString contentOf(const QString &document)
{
    QFile file(resourceOf(document));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString withoutMarkdown(QString text)
{
    static const QRegularExpression link(QStringLiteral(R"(\[([^\]]*)\]\([^)]*\))"));
    return text.replace(link, QStringLiteral("\\1")).remove(u'`').remove(QStringLiteral("**")).trimmed();
}

// In the order of the table in docs/README.md.
QStringList otherDocuments()
{
    static const QRegularExpression row(QStringLiteral(R"(^\| \[([a-z-]+\.md)\])"), QRegularExpression::MultilineOption);
    QStringList names;
    for (auto it = row.globalMatch(contentOf(QStringLiteral("README.md"))); it.hasNext();)
        names << it.next().captured(1);
    names.removeAll(kEnglishGuide);
    names.removeIf([](const QString &name) { return !QFile::exists(resourceOf(name)); });
    return names;
}

}  // namespace

QString helpAnchor(const QString &title)
{
    QString anchor;
    for (const QChar c : title.toLower()) {
        if (c.isLetterOrNumber() || c == u'-' || c == u'_')
            anchor += c;
        else if (c == u' ')
            anchor += u'-';
    }
    return anchor;
}

QList<HelpSection> helpSections(const QString &document, const QString &markdown)
{
    static const QRegularExpression heading(QStringLiteral("^(#{1,6}) +(.*)$"));
    QList<HelpSection> sections;
    bool isCode = false;
    const QStringList lines = markdown.split(u'\n');
    for (const QString &line : lines) {
        if (line.startsWith(QLatin1String("```")))
            isCode = !isCode;
        const auto match = isCode ? QRegularExpressionMatch() : heading.match(line);
        if (match.hasMatch()) {
            const QString title = withoutMarkdown(match.captured(2));
            sections << HelpSection{document, int(match.captured(1).size()), int(sections.size()), title, helpAnchor(title), {}};
        } else if (!sections.isEmpty()) {
            sections.last().text += line + u'\n';
        }
    }
    return sections;
}

QString helpText(const QString &document)
{
    static const QRegularExpression picture(QStringLiteral("^!\\[[^\\n]*\\n(?:\\*[^\\n]*\\*\\n)?"), QRegularExpression::MultilineOption);
    static const QRegularExpression link(QStringLiteral(R"(\[([^\]]*)\]\(([^)#\s]+)(#[^)]*)?\))"));
    const QString text = contentOf(document).remove(picture);
    QString kept;
    qsizetype at = 0;
    for (auto it = link.globalMatch(text); it.hasNext();) {
        const auto match = it.next();
        const QString target = match.captured(2);
        const bool leads = target.startsWith(QLatin1String("https://")) || QFile::exists(resourceOf(target));
        kept += QStringView(text).mid(at, match.capturedStart() - at);
        kept += leads ? match.captured() : match.captured(1);
        at = match.capturedEnd();
    }
    return kept += QStringView(text).mid(at);
}

HelpBook::HelpBook()
    //: the file of the guide in this language, in docs
    : m_guide(Words::tr("user-guide.md"))
{
    if (!QFile::exists(resourceOf(m_guide)))
        m_guide = kEnglishGuide;
    m_sections = helpSections(m_guide, helpText(m_guide));
    for (const QString &other : otherDocuments())
        m_sections += helpSections(other, helpText(other));
}

int HelpBook::find(const QString &document, const QString &anchor) const
{
    // Documents link to the English guide.
    if (document == kEnglishGuide && m_guide != kEnglishGuide)
        return findInGuide(anchor);
    int beginning = -1;
    for (int i = 0; i < m_sections.size(); ++i) {
        if (m_sections[i].document != document)
            continue;
        if (!anchor.isEmpty() && m_sections[i].anchor == anchor)
            return i;
        if (beginning < 0)
            beginning = i;
    }
    return beginning;
}

int HelpBook::findInGuide(const QString &englishAnchor) const
{
    const QList<HelpSection> english = helpSections(kEnglishGuide, helpText(kEnglishGuide));
    const auto named = std::find_if(english.cbegin(), english.cend(),
                                    [&](const HelpSection &section) { return section.anchor == englishAnchor; });
    const int number = named == english.cend() ? 0 : named->number;
    const auto same = std::find_if(m_sections.cbegin(), m_sections.cend(),
                                   [&](const HelpSection &section) { return section.document == m_guide && section.number == number; });
    return same == m_sections.cend() ? 0 : int(same - m_sections.cbegin());
}

bool HelpBook::matches(int section, const QString &words) const
{
    const HelpSection &one = m_sections[section];
    const QStringList wanted = words.split(u' ', Qt::SkipEmptyParts);
    return std::all_of(wanted.cbegin(), wanted.cend(), [&](const QString &word) {
        return one.title.contains(word, Qt::CaseInsensitive) || one.text.contains(word, Qt::CaseInsensitive);
    });
}

}  // namespace trainyard
