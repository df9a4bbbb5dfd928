// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/environmentprinter.h"

#include "app/cli/compatprinter.h"
#include "app/cli/jsonvalues.h"
#include "core/base/shownpath.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::EnvironmentPrinter)
};

QJsonArray sourcesJson(const QStringList &codes, const EnvironmentSources &sources)
{
    QJsonArray list;
    for (const QString &code : codes)
        list << sourceJson(code, sources.source(code));
    return list;
}

QJsonObject toJson(const EnvironmentRecipe &recipe, const QString &folder, const EnvironmentSources &sources)
{
    QJsonArray options, variables, files;
    for (const RecipeOption &option : recipe.options)
        options << QJsonObject{{QStringLiteral("text"), option.text},
                               {QStringLiteral("why"), option.why},
                               {QStringLiteral("sources"), sourcesJson(option.sources, sources)}};
    for (const RecipeVariable &variable : recipe.variables) {
        variables << QJsonObject{{QStringLiteral("name"), variable.name},
                                 {QStringLiteral("value"), variable.value},
                                 {QStringLiteral("set"), variable.isSet},
                                 {QStringLiteral("why"), variable.why},
                                 {QStringLiteral("sources"), sourcesJson(variable.sources, sources)}};
    }
    for (const RecipeFile &file : recipe.files)
        files << QJsonObject{{QStringLiteral("name"), file.name}, {QStringLiteral("content"), QString::fromUtf8(file.content)}};
    QJsonObject object{{QStringLiteral("framework"), recipe.framework.name},
                       {QStringLiteral("version"), recipe.framework.version.text()},
                       {QStringLiteral("build"), orNull(recipe.framework.build)},
                       {QStringLiteral("base"), recipe.base},
                       {QStringLiteral("image"), recipe.image},
                       {QStringLiteral("python"), orNull(recipe.python)},
                       {QStringLiteral("install"), orNull(recipe.install)},
                       {QStringLiteral("options"), options},
                       {QStringLiteral("variables"), variables},
                       {QStringLiteral("notes"), QJsonArray::fromStringList(recipe.notes)},
                       {QStringLiteral("files"), files},
                       {QStringLiteral("directory"), orNull(folder)},
                       {QStringLiteral("refusal"), QJsonValue()}};
    addAnswer(object, recipe.answer, sources.compat);
    return object;
}

}  // namespace

FactSource EnvironmentSources::source(const QString &code) const
{
    return facts.sources.contains(code) ? facts.sources.value(code) : compat.sources.value(code);
}

void printRecipe(Console &console, const EnvironmentRecipe &recipe, const QString &folder, const EnvironmentSources &sources)
{
    if (console.isJson) {
        console.print(toJson(recipe, folder, sources));
        return;
    }
    console.print(verdictSentence(recipe.answer.verdict));
    console.print(Words::tr("Base image: %1").arg(recipe.base));
    printAnswer(console, recipe.answer);
    if (folder.isEmpty()) {
        for (const RecipeFile &file : recipe.files) {
            console.print(QStringLiteral("\n=== %1 ===").arg(file.name));
            console.print(QString::fromUtf8(file.content).chopped(1));
        }
    } else {
        console.print(u'\n' + Words::tr("Files written to %1:").arg(shownPath(folder)));
        for (const RecipeFile &file : recipe.files)
            console.print(QStringLiteral("  ") + file.name);
    }
    console.print(u'\n' + Words::tr("Start command, and why:"));
    for (const RecipeOption &option : recipe.options)
        console.print(QStringLiteral("  %1\n      %2 [%3]").arg(option.text, option.why, option.sources.join(QStringLiteral(", "))));
    console.print(QString());
    for (const QString &note : recipe.notes)
        console.print(note);
}

void printRefusal(Console &console, const RecipeOutcome &outcome, const EnvironmentSources &sources)
{
    if (console.isJson) {
        QJsonObject object{{QStringLiteral("refusal"), outcome.refusal}};
        addAnswer(object, outcome.answer, sources.compat);
        console.print(object);
        return;
    }
    console.print(Words::tr("No environment can be generated: %1").arg(outcome.refusal));
    printAnswer(console, outcome.answer);
}

void printLint(Console &console, const QString &path, const LintReport &report, const EnvironmentSources &sources)
{
    if (console.isJson) {
        QJsonArray findings;
        for (const LintFinding &finding : report.findings) {
            findings << QJsonObject{{QStringLiteral("rule"), finding.rule},
                                    {QStringLiteral("severity"), severityName(finding.severity)},
                                    {QStringLiteral("line"), finding.line},
                                    {QStringLiteral("column"), finding.column},
                                    {QStringLiteral("found"), orNull(finding.found)},
                                    {QStringLiteral("what"), finding.what},
                                    {QStringLiteral("why"), finding.why},
                                    {QStringLiteral("fix"), finding.fix},
                                    {QStringLiteral("replacement"), finding.replacement ? QJsonValue(*finding.replacement) : QJsonValue()},
                                    {QStringLiteral("sources"), sourcesJson(finding.sources, sources)}};
        }
        console.print(QJsonObject{{QStringLiteral("file"), path},
                                  {QStringLiteral("kind"), lintKindName(report.kind)},
                                  {QStringLiteral("findings"), findings},
                                  {QStringLiteral("errors"), report.count(LintSeverity::Error)},
                                  {QStringLiteral("warnings"), report.count(LintSeverity::Warning)},
                                  {QStringLiteral("hints"), report.count(LintSeverity::Hint)},
                                  {QStringLiteral("cut"), report.isCut}});
        return;
    }
    const QString name = shownPath(path);
    for (const LintFinding &finding : report.findings) {
        console.print(QStringLiteral("%1:%2:%3: %4: %5 [%6]")
                          .arg(name)
                          .arg(finding.line)
                          .arg(finding.column)
                          .arg(severityName(finding.severity), finding.what, finding.rule));
        if (!finding.found.isEmpty())
            console.print(QStringLiteral("    > ") + finding.found);
        console.print(QStringLiteral("    ") + finding.why);
        console.print(QStringLiteral("    ") + finding.fix);
        if (finding.replacement)
            console.print(QStringLiteral("    < ") + *finding.replacement);
        console.print(QStringLiteral("    [%1]").arg(finding.sources.join(QStringLiteral(", "))));
    }
    if (report.isCut)
        console.print(Words::tr("There are more findings; fix these first."));
    console.print(report.findings.isEmpty() ? Words::tr("No problems found in %1 (read as %2).").arg(name, lintKindName(report.kind))
                                            : Words::tr("%1 error(s), %2 warning(s), %3 hint(s) in %4 (read as %5).")
                                                  .arg(report.count(LintSeverity::Error))
                                                  .arg(report.count(LintSeverity::Warning))
                                                  .arg(report.count(LintSeverity::Hint))
                                                  .arg(name, lintKindName(report.kind)));
}

}  // namespace trainyard
