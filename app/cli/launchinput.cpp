// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runlaunch.h"
#include "core/base/secretname.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace trainyard {

namespace {

Error wrongValue(const char *text, const QString &name)
{
    return {ErrorCode::InvalidInput, QCoreApplication::translate("trainyard::RunCommands", text).arg(name), {}};
}

Result<void> checkVariableName(const QString &name)
{
    static const QRegularExpression kName(QStringLiteral("\\A[A-Za-z_][A-Za-z0-9_]*\\z"));
    if (!kName.match(name).hasMatch())
        return wrongValue(
            QT_TRANSLATE_NOOP("trainyard::RunCommands",
                              "“%1” is not a valid variable name. Use letters, digits and '_', and do not start with a digit."),
            name.left(60));
    if (name.startsWith(QLatin1String("TRAINYARD_")) || name.startsWith(QLatin1String("SKYPILOT_")))
        return wrongValue(QT_TRANSLATE_NOOP("trainyard::RunCommands", "%1 is set by Trainyard itself. Choose another name."), name);
    return {};
}

// --env and --secret. A secret, and any variable with such a name, has no value among the arguments, where every user of this computer
// could read it.
Result<void> takeValues(CommandContext &context, const Options &options, LaunchRequest &request, Task &task)
{
    const QStringList variables = options.valuesOf(QStringLiteral("--env")), secrets = options.valuesOf(QStringLiteral("--secret"));
    for (const QString &word : variables) {
        const qsizetype equals = word.indexOf(u'=');
        const QString name = word.left(equals < 0 ? word.size() : equals);
        TRY_DO(checkVariableName(name));
        if (task.secrets.contains(name))
            return wrongValue(QT_TRANSLATE_NOOP("trainyard::RunCommands", "%1 is a secret of the task. Use --secret %1."), name);
        const bool isSecret = isSecretName(name);
        if (isSecret && equals >= 0 && equals + 1 < word.size())
            return wrongValue(
                QT_TRANSLATE_NOOP(
                    "trainyard::RunCommands",
                    "%1 is named like a secret, and others can read arguments. Use --secret %1 without a value: it is taken from your "
                    "environment, or asked for."),
                name);
        if (equals >= 0 && isSecretValue(word.mid(equals + 1)))
            return wrongValue(
                QT_TRANSLATE_NOOP(
                    "trainyard::RunCommands",
                    "The value of %1 looks like a key or token, and others can read arguments. Use --secret %1 without a value: it is taken "
                    "from your environment, or asked for."),
                name);
        task.envs.remove(name);
        task.envsToTake.removeAll(name);
        if (equals >= 0) {
            task.envs[name] = word.mid(equals + 1);
            continue;
        }
        if (!qEnvironmentVariableIsSet(name.toUtf8().constData()))
            return wrongValue(
                isSecret ? QT_TRANSLATE_NOOP("trainyard::RunCommands", "%1 is not set in your environment. Set it, or use --secret %1.")
                         : QT_TRANSLATE_NOOP("trainyard::RunCommands", "%1 is not set in your environment. Set it, or use --env %1=VALUE."),
                name);
        task.envsToTake << name;
    }
    for (const QString &name : secrets) {
        if (name.contains(u'='))
            return wrongValue(
                QT_TRANSLATE_NOOP(
                    "trainyard::RunCommands",
                    "Use --secret %1 without a value: other users can read arguments. The value is taken from your environment, or you "
                    "are asked for it."),
                name.left(name.indexOf(u'=')).left(60));
        TRY_DO(checkVariableName(name));
        task.envs.remove(name);
        task.envsToTake.removeAll(name);
        task.secrets[name] = std::nullopt;
        task.keyringSecrets.remove(name);
        if (qEnvironmentVariableIsSet(name.toUtf8().constData()) || request.values.contains(name))
            continue;
        const auto value = context.console.askHidden(QCoreApplication::translate("trainyard::RunCommands", "Value of %1: ").arg(name));
        if (context.console.stop().stop_requested())
            return cancelledError();
        if (!value)
            return wrongValue(
                QT_TRANSLATE_NOOP(
                    "trainyard::RunCommands",
                    "The secret %1 is not set in your environment, and there is no terminal to ask for it. Set it in the environment."),
                name);
        request.values[name] = *value;
    }
    return {};
}

// --partition, --account and --qos: what to ask of the cluster behind the machine.
Result<void> takeCluster(const Options &options, Task &task)
{
    bool isNamed = false;
    for (const auto &[option, value] : {std::pair(QStringLiteral("--partition"), &task.slurm.partition),
                                        {QStringLiteral("--account"), &task.slurm.account},
                                        {QStringLiteral("--qos"), &task.slurm.qos}}) {
        if (options.has(option)) {
            isNamed = true;
            *value = options.value(option);
        }
    }
    if (!isNamed)
        return {};
    task.engine = EngineKind::Slurm;
    return checkSlurmOptions(task.slurm);
}

}  // namespace

Result<LaunchRequest> readLaunchRequest(CommandContext &context, const QString &file, const Options &options)
{
    TRY(const auto yaml, readTaskFile(file, context.console.stop()));
    TRY(const auto tasks, readTasks(yaml, file));
    LaunchRequest request;
    request.task = tasks.task;
    request.later = tasks.later;
    request.pipeline = tasks.pipeline;
    request.taskDirectory = taskDirectoryOf(file);
    TRY_DO(takeValues(context, options, request, request.task));
    TRY_DO(takeCluster(options, request.task));
    for (Task &task : request.later) {
        TRY_DO(takeValues(context, options, request, task));
        TRY_DO(takeCluster(options, task));
    }
    return request;
}

Result<Run> startRun(CommandContext &context, const LaunchRequest &request)
{
    // "what: how far" is redrawn on a terminal, and printed once elsewhere.
    static const QRegularExpression kHowFar(QStringLiteral("[:：][^:：]*$"));
    QString last;
    const auto report = [&context, &last, isCopied = request.copy.has_value()](const QString &step) {
        const QString what = isCopied ? QString(step).remove(kHowFar) : step;
        if (what != last) {
            context.console.showStep({});
            context.console.say(what);
        }
        last = what;
        if (what != step)
            context.console.showStep(step);
    };
    const auto run = context.console.wait(context.services.runs.launch(request, report, context.console.stop()));
    context.console.showStep({});
    if (!run) {
        if (run.error().isCancelled() && request.copy)
            context.console.say(QCoreApplication::translate(
                "trainyard::RunCommands", "Files that were already copied are kept. Run the same command again to continue."));
    }
    return run;
}

}  // namespace trainyard
