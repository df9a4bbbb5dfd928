// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/tasksecrets.h"

#include "core/base/secretname.h"
#include "core/model/tasktext.h"

#include <QRegularExpression>
#include <QString>
#include <QStringList>

#include <algorithm>

namespace trainyard {

namespace {

const QString kOmitted = QStringLiteral("…");
constexpr qsizetype kMinLength = 6;       // shorter values are words of the rest as well
constexpr qsizetype kMinMixedLength = 8;  // of a variable's value that has digits, but no known form

bool isReference(const QString &value) { return value.startsWith(u'$') || value.startsWith(QLatin1String("\"$")); }

// Known forms anywhere, and assignments of a shell such as WANDB_API_KEY=abc.
QString withoutForms(QString text)
{
    static const QRegularExpression pem(
        QStringLiteral("-----BEGIN ([A-Z0-9]+ )*PRIVATE KEY-----.*?(-----END ([A-Z0-9]+ )*PRIVATE KEY-----|\\z)"),
        QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression assignment(QStringLiteral("(?<![\\w$-])([A-Z][A-Z0-9_]*)=(\"[^\"\\n]*\"|'[^'\\n]*'|[^\\s;&|\"']+)"));
    text.replace(pem, kOmitted);
    text.replace(secretForm(), kOmitted);
    QList<QRegularExpressionMatch> found;
    for (auto each = assignment.globalMatch(text); each.hasNext();)
        found.prepend(each.next());
    for (const QRegularExpressionMatch &match : std::as_const(found)) {
        if (isSecretName(match.captured(1)) && !isReference(match.captured(2)))
            text.replace(match.capturedStart(2), match.capturedLength(2), kOmitted);
    }
    return text;
}

qsizetype indentOf(const QString &line)
{
    qsizetype indent = 0;
    while (indent < line.size() && (line[indent] == u' ' || line[indent] == u'\t'))
        ++indent;
    return indent;
}

// Of a mapping in one line, {NAME: value}.
void hideNamed(QString &line, const QRegularExpression &entry, qsizetype from)
{
    QList<QRegularExpressionMatch> found;
    for (auto each = entry.globalMatch(line, from); each.hasNext();)
        found.prepend(each.next());
    for (const QRegularExpressionMatch &one : std::as_const(found)) {
        if (isSecretName(one.captured(1)) && !isReference(one.captured(2)))
            line.remove(one.capturedStart(2), one.capturedLength(2));
    }
}

// A whole task in one line.
void hideInMapping(QString &line, const QRegularExpression &entry)
{
    static const QRegularExpression section(QStringLiteral("\\bsecrets[\"']?[ \\t]*:.*"));
    line.remove(section);
    hideNamed(line, entry, 0);
}

QString withoutValuesByLines(const QString &text)
{
    static const QRegularExpression entry(
        QStringLiteral("\\A[ \\t]*(?:-[ \\t]+)?[\"']?([A-Za-z_][A-Za-z0-9_.-]*)[\"']?[ \\t]*:(?=[ \\t]|\\z)(.*)\\z"));
    static const QRegularExpression inFlow(
        QStringLiteral("([A-Za-z_][A-Za-z0-9_]*)[\"']?[ \\t]*:[ \\t]*(\"[^\"]*\"?|'[^']*'?|[^\\s,{}][^\\s,}]*)"));
    QStringList kept;
    qsizetype section = -1;  // indentation of `secrets`
    qsizetype value = -1;    // indentation of a name whose value is left out
    const QStringList lines = text.split(u'\n');
    for (QString line : lines) {
        const qsizetype indent = indentOf(line);
        const bool isBlank = line.trimmed().isEmpty();
        if (value >= 0 && !isBlank && indent <= value && !line.trimmed().startsWith(u'}'))
            value = -1;
        if (section >= 0 && !isBlank && indent <= section)
            section = -1;
        if (value >= 0) {
            if (isBlank)
                kept << line;
            continue;
        }
        const QRegularExpressionMatch match = entry.match(line);
        if (!match.hasMatch()) {
            if (line.trimmed().startsWith(u'{'))
                hideInMapping(line, inFlow);
            if (section < 0 || isBlank)
                kept << line;
            continue;
        }
        const QString name = match.captured(1), rest = match.captured(2).trimmed();
        if (name == QLatin1String("secrets") && section < 0)
            section = indent;
        const bool isHead = section == indent && name == QLatin1String("secrets");
        const bool hides = isHead ? !rest.isEmpty() && !rest.startsWith(u'#') : section >= 0 || (isSecretName(name) && !isReference(rest));
        if (hides) {
            line.truncate(match.capturedStart(2));
            value = indent;
        } else {
            hideNamed(line, inFlow, match.capturedStart(2));
        }
        kept << line;
    }
    return kept.join(u'\n');
}

}  // namespace

QByteArray withoutSecretValues(const QByteArray &text)
{
    const TaskCheck check = parseTask(text);
    if (!check.errors.isEmpty() || !check.later.isEmpty())  // editedTask() changes no pipeline
        return withoutForms(withoutValuesByLines(QString::fromUtf8(text))).toUtf8();
    Task task = check.task;
    QStringList values;
    for (std::optional<QString> &value : task.secrets) {
        if (value)
            values << *value;
        value.reset();
    }
    const QMap<QString, QString> envs = task.envs;
    for (auto env = envs.cbegin(); env != envs.cend(); ++env) {
        if (env->isEmpty() || isReference(*env) || !(isSecretName(env.key()) || isSecretValue(*env)))
            continue;
        // A plain word is a word of the rest as well.
        const bool hasDigit = std::any_of(env->begin(), env->end(), [](QChar one) { return one.isDigit(); });
        if (isSecretValue(*env) || (hasDigit && env->size() >= kMinMixedLength))
            values << *env;
        task.envs.remove(env.key());
        task.envsToTake << env.key();
    }
    const auto edited = editedTask(text, task);
    QString left = QString::fromUtf8(edited ? *edited : writeTask(task));
    std::sort(values.begin(), values.end(), [](const QString &one, const QString &other) { return one.size() > other.size(); });
    for (const QString &value : std::as_const(values)) {
        for (const QString &line : value.split(u'\n')) {
            if (line.trimmed().size() >= kMinLength)
                left.replace(line.trimmed(), kOmitted);
        }
    }
    return withoutForms(left).toUtf8();
}

}  // namespace trainyard
