// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/runs/internal/taskvalues.h"

#include "core/base/secretname.h"
#include "core/storage/keyring/keyring.h"

#include <QCoreApplication>

namespace trainyard {

namespace {

QString taskValuesText(const char *text) { return QCoreApplication::translate("trainyard::TaskValues", text); }

std::optional<QString> valueOf(const QString &name, const QMap<QString, QString> &given)
{
    if (given.contains(name))
        return given.value(name);
    const QByteArray key = name.toUtf8();
    return qEnvironmentVariableIsSet(key.constData()) ? std::optional(qEnvironmentVariable(key.constData())) : std::nullopt;
}

}  // namespace

Result<QMap<QString, QString>> withKeyring(const Task &task, QMap<QString, QString> given)
{
    for (auto secret = task.keyringSecrets.begin(); secret != task.keyringSecrets.end(); ++secret) {
        if (given.contains(secret.key()))
            continue;
        TRY(const auto value, Keyring().value(*secret));
        given.insert(secret.key(), value);
    }
    return given;
}

QMap<QString, QString> withoutKeyring(const Task &task, QMap<QString, QString> given)
{
    for (const QString &name : task.keyringSecrets.keys()) {
        if (!given.contains(name))
            given.insert(name, {});
    }
    return given;
}

Result<TaskValues> withValues(const Task &task, const QMap<QString, QString> &given)
{
    TaskValues values{task, {}};
    values.task.envsToTake.clear();
    for (const QString &name : task.envsToTake) {
        const auto value = valueOf(name, given);
        if (!value) {
            return Error{
                ErrorCode::InvalidInput,
                taskValuesText(
                    isSecretName(name)
                        ? QT_TRANSLATE_NOOP(
                            "trainyard::TaskValues",
                            "%1 has no value in the task and none in the environment of Trainyard. Set it there, or give --secret %1.")
                        : QT_TRANSLATE_NOOP(
                            "trainyard::TaskValues",
                            "%1 has no value in the task and none in the environment of Trainyard. Set it there, write a value in 'envs', or give --env %1=VALUE."))
                    .arg(name),
                {}};
        }
        if (isSecretName(name)) {
            values.task.secrets[name] = std::nullopt;
            values.secrets[name] = *value;
        } else {
            values.task.envs[name] = *value;
        }
    }
    for (auto it = task.secrets.begin(); it != task.secrets.end(); ++it) {
        const auto value = it->has_value() && !given.contains(it.key()) ? *it : valueOf(it.key(), given);
        if (!value) {
            return Error{
                ErrorCode::InvalidInput,
                taskValuesText(
                    QT_TRANSLATE_NOOP(
                        "trainyard::TaskValues",
                        "The secret %1 has no value. Set it in the environment of Trainyard before launching, or give --secret %1."))
                    .arg(it.key()),
                {}};
        }
        values.secrets[it.key()] = *value;
    }
    return values;
}

}  // namespace trainyard
