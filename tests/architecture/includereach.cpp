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
    static const QRegularExpression declared(
        QStringLiteral("^(?:class|struct|enum|enum class) (\\w+)(?: final)?(?: :[^;\\n]*)? ?\\{|^using (\\w+) ="),
        QRegularExpression::MultilineOption);
    for (const SourceFile &file : files) {
        // The probe is a separate program, and so is each one in app.
        if (!file.path.endsWith(QLatin1String(".h")) || file.isIn(QStringLiteral("core/device")) || file.isIn(QStringLiteral("app")))
            continue;
        auto matches = declared.globalMatch(file.text);
        while (matches.hasNext()) {
            const auto match = matches.next();
            m_types.insert(match.captured(1) + match.captured(2), file.path);
        }
    }
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

const QString &IncludeReach::codeOf(const QString &key)
{
    const auto known = m_code.constFind(key);
    return known != m_code.constEnd() ? *known : *m_code.insert(key, withoutComments(m_own.value(key), true));
}

QStringList IncludeReach::leadsOf(const QString &key)
{
    if (const auto known = m_leads.constFind(key); known != m_leads.constEnd())
        return *known;
    QStringList leads;
    const QStringList includes = includesIn(textOf(key));
    for (const QString &include : includes) {
        if (const QString lead = keyOf(include, key); !lead.isEmpty())
            leads << lead;
    }
    return *m_leads.insert(key, leads);
}

const QSet<QString> &IncludeReach::reached(const QString &key)
{
    if (const auto known = m_reached.constFind(key); known != m_reached.constEnd())
        return *known;
    QSet<QString> found{key};
    QStringList open{key};
    while (!open.isEmpty()) {
        const QString next = open.takeLast();
        const QStringList leads = leadsOf(next);
        for (const QString &lead : leads) {
            if (found.contains(lead))
                continue;
            found.insert(lead);
            open << lead;
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

QStringList IncludeReach::missingOwn(const SourceFile &file)
{
    static const QRegularExpression word(QStringLiteral("(?<![\\w.:>])[A-Z]\\w+"));
    const QSet<QString> reaches = reached(file.path);
    const QString code = codeOf(file.path);
    QStringList found;
    QSet<QString> seen;
    for (auto matches = word.globalMatch(code); matches.hasNext();) {
        const auto match = matches.next();
        const QString name = match.captured(), header = m_types.value(name);
        if (header.isEmpty() || seen.contains(name) || reaches.contains(header))
            continue;
        seen.insert(name);
        // Something else may have this name: a type inside a class, a value of an enum, a parameter of a template.
        const QRegularExpression declared(
            QStringLiteral("\\b(?:class|struct|enum|using|typename) %1\\b|[{,]\\s*%1\\s*(?=[,}=]|$)|^ +%1,").arg(name),
            QRegularExpression::MultilineOption);
        const bool isDeclared = std::any_of(reaches.begin(), reaches.end(),
                                            [&](const QString &key) { return m_own.contains(key) && codeOf(key).contains(declared); });
        if (!isDeclared) {
            found << QStringLiteral("%1:%2: include \"%3\", which declares %4")
                         .arg(file.path)
                         .arg(code.left(match.capturedStart()).count(u'\n') + 1)
                         .arg(header, name);
        }
    }
    return found;
}

}  // namespace trainyard
