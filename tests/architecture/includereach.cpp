// SPDX-License-Identifier: GPL-3.0-or-later
#include "includereach.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace trainyard {

namespace {

QStringList includesIn(const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral("^[ \\t]*#[ \\t]*include[ \\t]*[<\"]([^>\"]+)[>\"]"),
                                            QRegularExpression::MultilineOption);
    QStringList found;
    auto matches = pattern.globalMatch(text);
    while (matches.hasNext())
        found << matches.next().captured(1);
    return found;
}

}  // namespace

IncludeReach::IncludeReach(const QString &qtHeaders, const QList<SourceFile> &files)
    : m_qt(qtHeaders), m_modules(QDir(qtHeaders).entryList({QStringLiteral("Qt*")}, QDir::Dirs))
{
    for (const SourceFile &file : files)
        m_own.insert(file.path, file.text);
}

// A header's own path, or an empty one for headers that are neither Qt's nor the project's.
QString IncludeReach::keyOf(const QString &include, const QString &from) const
{
    if (m_own.contains(include))
        return include;
    const QString beside = from.left(from.lastIndexOf(u'/') + 1) + include;
    if (from.startsWith(m_qt) && QFile::exists(beside))
        return beside;
    if (QFile::exists(m_qt + u'/' + include) && include.contains(u'/'))
        return m_qt + u'/' + include;
    for (const QString &module : m_modules) {
        const QString path = m_qt + u'/' + module + u'/' + include;
        if (QFile::exists(path))
            return path;
    }
    return {};
}

QString IncludeReach::textOf(const QString &key) const
{
    if (const auto own = m_own.constFind(key); own != m_own.constEnd())
        return *own;
    QFile file(key);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

const QSet<QString> &IncludeReach::reached(const QString &key)
{
    if (const auto known = m_reached.constFind(key); known != m_reached.constEnd())
        return *known;
    QSet<QString> found{key};
    QStringList open{key};
    while (!open.isEmpty()) {
        const QString next = open.takeLast();
        const QStringList includes = includesIn(textOf(next));
        for (const QString &include : includes) {
            const QString further = keyOf(include, next);
            if (further.isEmpty() || found.contains(further))
                continue;
            found.insert(further);
            open << further;
        }
    }
    return *m_reached.insert(key, found);
}

QStringList IncludeReach::missing(const SourceFile &file, const QStringList &classes)
{
    QSet<QString> reaches;
    const QStringList includes = includesIn(withoutComments(file.text, false));
    for (const QString &include : includes) {
        if (const QString key = keyOf(include, file.path); !key.isEmpty())
            reaches.unite(reached(key));
    }
    const QString code = withoutComments(file.text, true);
    const QString header = m_own.value(file.path.chopped(4) + QStringLiteral(".h"));  // of a .cpp
    static const QRegularExpression word(QStringLiteral("\\bQ\\w+"));
    QHash<QString, qsizetype> firstUses;
    for (auto matches = word.globalMatch(code); matches.hasNext();) {
        const auto match = matches.next();
        if (!firstUses.contains(match.captured()))
            firstUses.insert(match.captured(), match.capturedStart());
    }
    QStringList found;
    for (const QString &name : classes) {
        const auto used = firstUses.constFind(name);
        const QString declared = QStringLiteral("\nclass %1;").arg(name);
        if (used == firstUses.constEnd() || code.contains(declared) || header.contains(declared))
            continue;
        // <QDateTime> only forwards to qdatetime.h, which other headers include directly.
        const QString named = keyOf(name, QString());
        const QStringList leads = includesIn(textOf(named));
        const bool isReached = reaches.contains(named) || std::any_of(leads.begin(), leads.end(), [&](const QString &lead) {
                                   return reaches.contains(keyOf(lead, named));
                               });
        if (!isReached) {
            found << QStringLiteral("%1:%2: include <%3>, which a build without precompiled headers misses")
                         .arg(file.path)
                         .arg(code.left(*used).count(u'\n') + 1)
                         .arg(name);
        }
    }
    return found;
}

}  // namespace trainyard
