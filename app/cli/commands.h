// SPDX-License-Identifier: GPL-3.0-or-later
// The verbs of `yard`. Each takes the rest of the command line after noun and verb and returns the exit status.
#pragma once

#include "app/cli/console.h"
#include "core/service/runs/services.h"

#include <QStringList>

#include <functional>
#include <limits>
#include <map>

namespace trainyard {

struct CommandContext {
    Console &console;
    Services &services;
    QStringList arguments;
};

// For verbs that can do without the state stored on this computer, so that they work where nothing can be stored.
struct BareContext {
    Console &console;
    QStringList arguments;
    std::function<Result<Services *>()> openServices;  // opened at first use
};

struct Command {
    QString usage;  // after `yard noun verb`
    QString help;   // one sentence, translated
    std::function<int(CommandContext &)> run;
    std::function<int(BareContext &)> runBare = {};  // instead of `run`
};
using Commands = std::map<QString, Command>;  // by "noun verb"; `yard demo` is "demo"

void addMachineCommands(Commands &commands);
void addCloudCommands(Commands &commands);
void addCloudWatchCommands(Commands &commands);
void addCloudBillCommand(Commands &commands);
void addMachineStopCommands(Commands &commands);
void addLetInCommand(Commands &commands);
void addPricesCommand(Commands &commands);
void addRentCommands(Commands &commands);
void addClusterCommands(Commands &commands);
void addSandboxCommands(Commands &commands);
void addTaskCommands(Commands &commands);
void addRunCommands(Commands &commands);
void addRunTrashCommands(Commands &commands);
void addRunAgainCommand(Commands &commands);
void addLeaseCommand(Commands &commands);
void addCheckpointCommands(Commands &commands);
void addCheckpointCopyCommands(Commands &commands);
void addStoreCommands(Commands &commands);
void addFileCommands(Commands &commands);
void addTunnelCommands(Commands &commands);
void addJupyterCommands(Commands &commands);
void addKeyCommands(Commands &commands);
void addSecretCommands(Commands &commands);
void addBudgetCommands(Commands &commands);
void addAgentCommands(Commands &commands);
void addAlertCommands(Commands &commands);
void addOfferCommands(Commands &commands);
void addEstimateCommands(Commands &commands);
void addCompatCommands(Commands &commands);
void addProbeCommands(Commands &commands);
void addEnvironmentCommands(Commands &commands);
void addExporterCommand(Commands &commands);
void addDemoCommand(Commands &commands);

// Splits `arguments` into options (--name value, or --name for those in `flags`) and the rest. InvalidInput for an option that is unknown
// or lacks its value, and, with the message `wanted`, when the rest has too few or too many words; %1 in it, if any, becomes the first word
// too many.
constexpr qsizetype kAnyNumber = std::numeric_limits<qsizetype>::max();
struct RestOfWords {
    qsizetype least = 0, most = kAnyNumber;
    QString wanted;
};
struct Options {
    std::map<QString, QString> values;
    std::map<QString, QStringList> all;  // every value of an option, in order
    QStringList rest;
    QStringList valuesOf(const QString &name) const
    {
        const auto it = all.find(name);
        return it == all.end() ? QStringList() : it->second;
    }
    bool has(const QString &name) const { return values.contains(name); }
    QString value(const QString &name) const
    {
        const auto it = values.find(name);
        return it == values.end() ? QString() : it->second;
    }
};
Result<Options> readOptions(const QStringList &arguments, const QStringList &withValue, const QStringList &flags,
                            const RestOfWords &rest = {});

// The words of a command without options. InvalidInput with the message `wanted` when there are too few or too many.
Result<QStringList> readWords(const QStringList &arguments, qsizetype least, qsizetype most, const QString &wanted);

// The comma-separated words of an option; none when it is absent. InvalidInput when it is present and empty.
Result<QStringList> readList(const Options &options, const QString &name);

// The bytes of a task file, or of a pipe (/dev/stdin, <(…)) until its end. InvalidInput when it cannot be read; of a file larger than any
// task may be, just enough for parseTask() to refuse it. A pipe that stays open is waited for until `stop`.
Result<QByteArray> readTaskFile(const QString &name, const std::stop_token &stop);
// The folder that relative paths of that task start in: the file's folder; for anything that is not a file, where `yard` was called.
QString taskDirectoryOf(const QString &name);

// A run by id, by lineage or by name (then its newest attempt).
Result<Run> findRun(StateDatabase &store, const QString &what);
// The same among these, which are sorted newest first.
Result<Run> runCalled(const QList<Run> &runs, const QString &what);

int usageError(Console &console, const Command &command, const QString &what);
inline int usageError(CommandContext &context, const Command &command, const QString &what)
{
    return usageError(context.console, command, what);
}
inline int usageError(BareContext &context, const Command &command, const QString &what)
{
    return usageError(context.console, command, what);
}

}  // namespace trainyard
