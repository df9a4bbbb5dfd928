// SPDX-License-Identifier: GPL-3.0-or-later
#include "localnames.h"

#include <QMap>
#include <QRegularExpression>

namespace trainyard {

namespace {

// "int a) { return b(a); }" → "int a"
QString upToItsEnd(const QString &parameters)
{
    int depth = 1;
    for (qsizetype i = 0; i < parameters.size(); ++i) {
        depth += parameters[i] == u'(' ? 1 : parameters[i] == u')' ? -1 : 0;
        if (depth == 0)
            return parameters.left(i);
    }
    return parameters;
}

// "int a, const QMap<int, int> &b = {}" → "int,constQMap<int,int>&"
QString parameterTypes(const QString &parameters)
{
    QStringList types;
    int depth = 0;
    QString one;
    const auto add = [&types, &one] {
        static const QRegularExpression lastWord(QStringLiteral("\\b\\w+$"));
        one = one.section(QLatin1String(" = "), 0, 0).trimmed();
        types << one.remove(lastWord).remove(u' ');
        one.clear();
    };
    for (const QChar c : parameters) {
        depth += QStringView(u"<({").contains(c) ? 1 : QStringView(u">)}").contains(c) ? -1 : 0;
        if (c == u',' && depth == 0)
            add();
        else
            one += c;
    }
    add();
    return types.join(u',');
}

}  // namespace

QString roomCompiledTogether(const SourceFile &file, const House &house)
{
    if (file.isIn(QStringLiteral("core")) && !file.isIn(QStringLiteral("core/device")))
        return house.roomOf(file.path);
    if (file.isIn(QStringLiteral("ui")) || file.isIn(QStringLiteral("app/cli")))
        return file.parts().mid(0, 2).join(u'/');
    return {};
}

QHash<QString, int> localNames(const QString &text)
{
    static const QRegularExpression type(QStringLiteral("^(?:struct|class|enum class|enum|union|using)\\s+(\\w+)\\b(?!::)"));
    static const QRegularExpression function(QStringLiteral("^[\\w:<>,&*\\s\\[\\]]*[\\s&*](\\w+)\\("));
    static const QRegularExpression variable(QStringLiteral("^[\\w:<>,&*\\s]*[\\s&*](\\w+)(?: =(?: |$)|\\{|;|\\[)"));
    static const QRegularExpression furtherVariable(QStringLiteral(", (\\w+) =(?: |$)"));
    static const QRegularExpression elsewhere(
        QStringLiteral("^(?:[\\s}#{]|$|using namespace|template <|extern|namespace|public|private|friend)"));
    const QStringList lines = withoutComments(text, true).split(u'\n');
    QHash<QString, int> found;
    bool isAnonymous = false;
    for (int i = 0; i < lines.size(); ++i) {
        const QString &line = lines[i];
        if (line == QLatin1String("namespace {"))
            isAnonymous = true;
        else if (line.startsWith(u'}') && text.section(u'\n', i, i) == QLatin1String("}  // namespace"))
            isAnonymous = false;
        if (elsewhere.match(line).hasMatch() || !(isAnonymous || line.startsWith(QLatin1String("static "))))
            continue;
        if (const auto aType = type.match(line); aType.hasMatch()) {
            if (!line.endsWith(u';') || line.startsWith(QLatin1String("using")) || line.contains(u'{'))
                found.insert(aType.captured(1), i + 1);
        } else if (const auto aFunction = function.match(line); aFunction.hasMatch()) {
            QString declaration = line.mid(aFunction.capturedEnd(1) + 1);
            for (int next = i + 1;
                 next < lines.size() && lines[next].startsWith(u' ') && !declaration.endsWith(u')') && !declaration.endsWith(u';'); ++next)
                declaration += lines[next].trimmed();
            found.insert(QStringLiteral("%1(%2)").arg(aFunction.captured(1), parameterTypes(upToItsEnd(declaration))), i + 1);
        } else if (const auto aVariable = variable.match(line); aVariable.hasMatch()) {
            found.insert(aVariable.captured(1), i + 1);
            auto further = furtherVariable.globalMatch(line, aVariable.capturedEnd());
            while (further.hasNext())
                found.insert(further.next().captured(1), i + 1);
        }
    }
    return found;
}

QStringList localNamesakes(const QList<SourceFile> &files, const House &house)
{
    QHash<QString, QString> places;
    QStringList found;
    for (const SourceFile &file : files) {
        static const QRegularExpression type(QStringLiteral("^(?:class|struct|enum class|enum) (\\w+)(?: final)?(?: :[^;\\n]*)? ?\\{"),
                                             QRegularExpression::MultilineOption);
        if (!file.path.endsWith(QLatin1String(".h")))
            continue;
        for (auto matches = type.globalMatch(file.text); matches.hasNext();)
            places.insert(roomCompiledTogether(file, house) + u' ' + matches.next().captured(1), file.path);
        static const QRegularExpression words(QStringLiteral("\\bWords\\b"));
        const QString code = withoutComments(file.text, true);
        if (const auto match = words.match(code); match.hasMatch()) {
            found << QStringLiteral("%1:%2: Words is a macro where sources are compiled together: give this another name")
                         .arg(file.path)
                         .arg(code.left(match.capturedStart()).count(u'\n') + 1);
        }
    }
    for (const SourceFile &file : files) {
        const QString room = roomCompiledTogether(file, house);
        if (room.isEmpty() || !file.path.endsWith(QLatin1String(".cpp")))
            continue;
        const QHash<QString, int> names = localNames(file.text);
        for (auto name = names.begin(); name != names.end(); ++name) {
            const QString key = room + u' ' + name.key();
            if (const QString other = places.value(key); !other.isEmpty() && name.key() != QLatin1String("Words")) {
                found << QStringLiteral("%1:%2: %3 is a name in %4 too, and both are compiled together: share it, or rename one")
                             .arg(file.path)
                             .arg(name.value())
                             .arg(name.key(), other);
            }
            places.insert(key, file.path);
        }
    }
    return found;
}

}  // namespace trainyard
