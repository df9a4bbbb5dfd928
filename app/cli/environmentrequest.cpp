// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/environmentrequest.h"

#include "core/base/shownpath.h"
#include "core/knowledge/environment/sourcetext.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cstdio>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::EnvironmentRequest)
};

std::optional<LintKind> kindOfName(const QString &path)
{
    const QString name = path.section(u'/', -1).toLower();
    if (name.startsWith(QLatin1String("dockerfile")) || name.startsWith(QLatin1String("containerfile"))
        || name.endsWith(QLatin1String(".dockerfile")))
        return LintKind::Dockerfile;
    if (name == QLatin1String(".env") || name.startsWith(QLatin1String(".env.")) || name.endsWith(QLatin1String(".env")))
        return LintKind::Variables;
    if (name.endsWith(QLatin1String(".yaml")) || name.endsWith(QLatin1String(".yml")))
        return LintKind::Task;
    if (name.endsWith(QLatin1String(".sh")) || name.endsWith(QLatin1String(".bash")))
        return LintKind::Command;
    return std::nullopt;
}

// The engine that works on a machine; Docker if none was asked.
EngineKind engineOf(const std::optional<MachineFacts> &facts)
{
    const auto usable = [&](EngineKind kind) {
        return facts && std::any_of(facts->engines.begin(), facts->engines.end(), [&](const EngineFact &one) {
                   return one.engine == kind && one.isUsable;
               });
    };
    return !usable(EngineKind::Docker) && usable(EngineKind::Podman) ? EngineKind::Podman : EngineKind::Docker;
}

}  // namespace

QString environmentMakeUsage()
{
    return QStringLiteral(
        "environment make (--torch | --tensorflow | --jax) VERSION[+BUILD] (--machine NAME | --gpu NAME[,NAME…] --driver VERSION) "
        "[--arch x86_64|aarch64] "
        "[--engine docker|podman] [--cdi] [--python VERSION] [--apt NAME[,NAME…]] [--pip NAME==VERSION[,…]] [--user NAME] [--uid "
        "NUMBER] [--data DIR] "
        "[--checkpoints DIR] [--gpus COUNT] [--nodes COUNT] [--shm SIZE] [--script FILE] [-o DIR [--force]]");
}

QStringList environmentMakeOptions()
{
    return {QStringLiteral("--torch"),  QStringLiteral("--tensorflow"), QStringLiteral("--jax"),         QStringLiteral("--machine"),
            QStringLiteral("--gpu"),    QStringLiteral("--driver"),     QStringLiteral("--arch"),        QStringLiteral("--engine"),
            QStringLiteral("--python"), QStringLiteral("--apt"),        QStringLiteral("--pip"),         QStringLiteral("--user"),
            QStringLiteral("--uid"),    QStringLiteral("--data"),       QStringLiteral("--checkpoints"), QStringLiteral("--gpus"),
            QStringLiteral("--nodes"),  QStringLiteral("--shm"),        QStringLiteral("--script"),      QStringLiteral("-o")};
}

QStringList environmentMakeFlags() { return {QStringLiteral("--cdi"), QStringLiteral("--force")}; }

QString environmentLintUsage()
{
    return QStringLiteral(
        "environment lint (FILE | -) [--as dockerfile|command|env|task] [--machine NAME | --gpu NAME[,NAME…] --driver VERSION] [--arch "
        "x86_64|aarch64]");
}

QStringList environmentLintOptions()
{
    return {QStringLiteral("--as"), QStringLiteral("--machine"), QStringLiteral("--gpu"), QStringLiteral("--driver"),
            QStringLiteral("--arch")};
}

Result<RecipeOptions> readRecipeOptions(const Options &options, const CompatAsked &asked)
{
    const auto value = [&](const char *name) { return options.value(QLatin1String(name)); };
    const auto has = [&](const char *name) { return options.has(QLatin1String(name)); };
    RecipeOptions recipe;
    recipe.host = asked.request.question;
    if (recipe.host.frameworks.size() != 1)
        return invalidInput(Words::tr("Name one framework with its version: --torch, --tensorflow or --jax."));
    recipe.framework = recipe.host.frameworks.first();
    recipe.host.frameworks.clear();
    recipe.engine = engineOf(asked.facts);
    if (has("--engine")) {
        const auto engine = engineFromName(value("--engine"));
        if (!engine || !isRecipeEngine(*engine))
            return invalidInput(Words::tr("“%1” is not a valid value for --engine. Use docker or podman.").arg(value("--engine").left(60)));
        recipe.engine = *engine;
    }
    recipe.usesCdi = has("--cdi");
    recipe.python = value("--python");
    for (const auto &[name, target] : {std::pair{"--apt", &recipe.aptPackages}, std::pair{"--pip", &recipe.pipPackages}}) {
        TRY(const auto words, readList(options, QLatin1String(name)));
        *target = words;
    }
    recipe.user = has("--user") ? value("--user") : recipe.user;
    recipe.dataDir = value("--data");
    recipe.checkpointDir = has("--checkpoints") ? value("--checkpoints") : recipe.checkpointDir;
    recipe.sharedMemory = value("--shm");
    recipe.script = has("--script") ? value("--script") : recipe.script;
    if (asked.facts) {
        recipe.cpuCount = asked.facts->cpuCount;
        recipe.gpuCount = std::max(1, static_cast<int>(asked.facts->gpus.size()));
    }
    for (const auto &[name, target] :
         {std::pair{"--uid", &recipe.uid}, std::pair{"--gpus", &recipe.gpuCount}, std::pair{"--nodes", &recipe.nodes}}) {
        if (!has(name))
            continue;
        bool isNumber = false;
        *target = value(name).toInt(&isNumber);
        if (!isNumber)
            return invalidInput(Words::tr("%1 takes a whole number.").arg(QLatin1String(name)));
    }
    return recipe;
}

Result<LintRequest> readLintRequest(const Options &options)
{
    if (options.rest.size() != 1)
        return invalidInput(Words::tr("Name one file, or - for standard input."));
    LintRequest request{options.rest.first(), {}, {}};
    QFile file(request.name);
    const bool isInput = request.name == QLatin1String("-");
    // Reading a named pipe would wait indefinitely.
    const bool isOpen = isInput ? file.open(stdin, QIODevice::ReadOnly)
                                : QFileInfo(request.name).isFile() && file.open(QIODevice::ReadOnly);
    if (!isOpen)
        return Error{ErrorCode::InvalidInput, Words::tr("The file %1 cannot be read.").arg(shownPath(request.name)),
                     !QFileInfo::exists(request.name)    ? Words::tr("It does not exist.")
                     : !QFileInfo(request.name).isFile() ? Words::tr("It is not a file.")
                                                         : file.errorString()};
    // Reads one byte more than the limit, to notice that it is too long. A pipe delivers it in pieces.
    while (request.text.size() <= kMaxSource) {
        const QByteArray piece = file.read(kMaxSource + 1 - request.text.size());
        if (piece.isEmpty())
            break;
        request.text += piece;
    }
    if (options.has(QStringLiteral("--as"))) {
        request.kind = lintKindFromName(options.value(QStringLiteral("--as")));
        if (!request.kind)
            return invalidInput(Words::tr("“%1” is not a valid value for --as. Use dockerfile, command, env or task.")
                                    .arg(options.value(QStringLiteral("--as")).left(60)));
    } else {
        request.kind = kindOfName(request.name);
    }
    return request;
}

}  // namespace trainyard
