// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/environment/recipefacts.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::RecipeFacts)
};

Error damaged(const QString &detail)
{
    return {ErrorCode::Corrupt, Words::tr("The built-in facts about environments are damaged. Install Trainyard again."), detail};
}

QStringList textsOf(const QJsonValue &value)
{
    QStringList texts;
    for (const QJsonValue &entry : value.toArray())
        texts << entry.toString();
    return texts;
}

Version versionOf(const QJsonValue &value) { return Version::parse(value.toString()).value_or(Version()); }

}  // namespace

Result<RecipeFacts> RecipeFacts::parse(const RecipeFiles &files)
{
    RecipeFacts facts;
    const QJsonArray sources = QJsonDocument::fromJson(files.sources).array();
    for (const QJsonValue &entry : sources) {
        FactSource source{entry[QLatin1String("code")].toString(), entry[QLatin1String("title")].toString(),
                          entry[QLatin1String("link")].toString(), entry[QLatin1String("as_of")].toString(),
                          entry[QLatin1String("licence")].toString()};
        if (source.code.isEmpty() || source.title.isEmpty())
            return damaged(QStringLiteral("sources.json"));
        facts.sources.insert(source.code, source);
    }
    const QJsonObject made = QJsonDocument::fromJson(files.variables).object(), names = QJsonDocument::fromJson(files.names).object();
    facts.asOf = made[QLatin1String("as_of")].toString();
    for (const QJsonValue &entry : made[QLatin1String("variables")].toArray()) {
        facts.variables << VariableFact{entry[QLatin1String("name")].toString(),     entry[QLatin1String("group")].toString(),
                                        textsOf(entry[QLatin1String("values")]),     entry[QLatin1String("list")].toBool(),
                                        entry[QLatin1String("default")].toString(),  textsOf(entry[QLatin1String("old_names")]),
                                        entry[QLatin1String("new_name")].toString(), textsOf(entry[QLatin1String("options")]),
                                        textsOf(entry[QLatin1String("src")])};
        if (facts.variables.last().name.isEmpty() || facts.variables.last().sources.isEmpty())
            return damaged(QStringLiteral("variables.json"));
    }
    for (const QJsonValue &entry : made[QLatin1String("pythons")].toArray()) {
        facts.pythons << PythonRange{entry[QLatin1String("framework")].toString(), versionOf(entry[QLatin1String("first")]),
                                     versionOf(entry[QLatin1String("last")]),      versionOf(entry[QLatin1String("least")]),
                                     versionOf(entry[QLatin1String("most")]),      textsOf(entry[QLatin1String("src")])};
        if (facts.pythons.last().first.isNull() || facts.pythons.last().least.isNull() || facts.pythons.last().most.isNull())
            return damaged(QStringLiteral("variables.json"));
    }
    // By the sources that list them.
    const auto named = [&](const char *kind) {
        QStringList all;
        for (const QJsonValue &group : names[QLatin1String(kind)].toArray())
            all += textsOf(group[QLatin1String("names")]);
        return all;
    };
    const QStringList others = named("names");
    facts.otherNames = QSet<QString>(others.begin(), others.end());
    facts.prefixes = named("prefixes");
    for (VariableFact &fact : facts.variables) {
        if (!fact.options.isEmpty())
            fact.options += named("allocator_options");
        for (const QString &code : std::as_const(fact.sources)) {
            if (!facts.sources.contains(code))
                return damaged(code);
        }
    }
    if (facts.variables.isEmpty() || facts.pythons.isEmpty() || others.isEmpty())
        return damaged({});
    return facts;
}

const VariableFact *RecipeFacts::variable(const QString &name) const
{
    const auto found = std::find_if(variables.begin(), variables.end(),
                                    [&](const VariableFact &fact) { return fact.name == name || fact.newName == name; });
    return found == variables.end() ? nullptr : &*found;
}

const VariableFact *RecipeFacts::renamed(const QString &oldName) const
{
    const auto found = std::find_if(variables.begin(), variables.end(),
                                    [&](const VariableFact &fact) { return fact.oldNames.contains(oldName); });
    return found == variables.end() ? nullptr : &*found;
}

bool RecipeFacts::isKnown(const QString &name) const
{
    return variable(name) || otherNames.contains(name)
           || std::any_of(prefixes.begin(), prefixes.end(), [&](const QString &prefix) { return name.startsWith(prefix); });
}

const PythonRange *RecipeFacts::python(const QString &framework, const Version &version) const
{
    // "2.5" applies to all of 2.5.
    const auto found = std::find_if(pythons.begin(), pythons.end(), [&](const PythonRange &range) {
        return range.framework == framework && version.first(range.first.size()) >= range.first
               && version.first(range.last.size()) <= range.last;
    });
    return found == pythons.end() ? nullptr : &*found;
}

}  // namespace trainyard
