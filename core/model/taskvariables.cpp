// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/taskvariables.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Task)
};

// A doubled sign, a name without and with braces, and any other brace, which is not one of them.
const QRegularExpression &variableForm()
{
    static const QRegularExpression form(QStringLiteral(
        "\\$(?:(?<sign>\\$)|(?<name>[A-Za-z_][A-Za-z0-9_]*)|\\{(?<braced>[A-Za-z_][A-Za-z0-9_]*)\\}|(?<other>\\{[^}]*\\}?))"));
    return form;
}

QString nameIn(const QRegularExpressionMatch &match)
{
    const QString name = match.captured(QStringLiteral("name"));
    return name.isEmpty() ? match.captured(QStringLiteral("braced")) : name;
}

// nullopt in `missing` when every variable has a value.
QString filledIn(const QString &text, const QMap<QString, QString> &values, QString &missing)
{
    QString filled;
    qsizetype at = 0;
    auto matches = variableForm().globalMatch(text);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        filled += text.mid(at, match.capturedStart() - at);
        at = match.capturedEnd();
        const QString name = nameIn(match);
        if (match.hasCaptured(QStringLiteral("sign")))
            filled += u'$';
        else if (values.contains(name))
            filled += values.value(name);
        else
            missing = name.isEmpty() ? match.captured() : name;
    }
    return filled + text.mid(at);
}

QString dollarsKept(QString text)
{
    static const QRegularExpression kRead(QStringLiteral("\\$(?=[$A-Za-z_{])"));
    return text.replace(kRead, QStringLiteral("$$"));
}

}  // namespace

QStringList variablesIn(const QString &text)
{
    QStringList names;
    auto matches = variableForm().globalMatch(text);
    while (matches.hasNext()) {
        const QRegularExpressionMatch match = matches.next();
        if (match.hasCaptured(QStringLiteral("sign")))
            continue;
        const QString name = nameIn(match);
        names << (name.isEmpty() ? match.captured() : name);
    }
    names.removeDuplicates();
    return names;
}

Result<Task> withVariables(const Task &task)
{
    QString missing;
    const auto filled = [&](const QString &text) { return filledIn(text, task.envs, missing); };
    Task whole = task;
    whole.name = filled(task.name);
    whole.workdir = filled(task.workdir);
    whole.fileMounts.clear();
    whole.storeMounts.clear();
    for (auto mount = task.storeMounts.begin(); mount != task.storeMounts.end(); ++mount) {
        StoreMount store = mount.value();
        store.source = filled(store.source);
        whole.storeMounts.insert(filled(mount.key()), store);
    }
    if (whole.storeMounts.size() != task.storeMounts.size())
        return Error{
            ErrorCode::InvalidInput, Words::tr("Two targets in 'file_mounts' are the same place once variables are filled in."), {}};
    for (auto mount = task.fileMounts.begin(); mount != task.fileMounts.end(); ++mount) {
        const QString target = filled(mount.key());
        if (whole.fileMounts.contains(target) || whole.storeMounts.contains(target))
            return Error{ErrorCode::InvalidInput,
                         Words::tr("'%1' and another target in 'file_mounts' are the same place: %2.").arg(mount.key(), target),
                         {}};
        whole.fileMounts.insert(target, filled(mount.value()));
    }
    if (!missing.isEmpty())
        return Error{ErrorCode::InvalidInput, Words::tr("'%1' has no value in 'envs': add it there.").arg(missing), {}};
    // Values may make an empty path, or one that would be refused as written.
    if (const TaskCheck check = parseTask(writeTask(withDollarsKept(whole))); !check.errors.isEmpty())
        return Error{ErrorCode::InvalidInput, check.errors.first().what, {}};
    if (!task.workdir.isEmpty() && whole.workdir.isEmpty())
        return Error{ErrorCode::InvalidInput, Words::tr("'workdir: %1' names no folder: its variables are empty.").arg(task.workdir), {}};
    return whole;
}

QString homeTarget(const QString &target)
{
    if (target.startsWith(u'/'))
        return {};
    QStringList parts = target.split(u'/', Qt::SkipEmptyParts);
    if (target.startsWith(QLatin1String("~/")))
        parts.removeFirst();
    parts.removeAll(QStringLiteral("."));
    return parts.join(u'/');
}

Task withDollarsKept(Task task)
{
    task.name = dollarsKept(task.name);
    task.workdir = dollarsKept(task.workdir);
    QMap<QString, QString> mounts;
    for (auto mount = task.fileMounts.begin(); mount != task.fileMounts.end(); ++mount)
        mounts.insert(dollarsKept(mount.key()), dollarsKept(*mount));
    task.fileMounts = mounts;
    QMap<QString, StoreMount> stores;
    for (auto mount = task.storeMounts.begin(); mount != task.storeMounts.end(); ++mount)
        stores.insert(dollarsKept(mount.key()), StoreMount{dollarsKept(mount->source), mount->isCached, mount->isWritable});
    task.storeMounts = stores;
    return task;
}

}  // namespace trainyard
