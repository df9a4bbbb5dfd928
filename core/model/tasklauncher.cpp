// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/tasklauncher.h"

#include <QRegularExpression>
#include <QStringList>

#include <array>
#include <utility>

namespace trainyard {

namespace {

constexpr std::array kLaunchers{std::pair(LauncherKind::None, "none"), std::pair(LauncherKind::Torchrun, "torchrun"),
                                std::pair(LauncherKind::Accelerate, "accelerate"), std::pair(LauncherKind::DeepSpeed, "deepspeed")};

QString launcherWords(LauncherKind launcher, std::optional<int> gpus)
{
    const auto with = [&gpus](const char *option) { return gpus ? QLatin1String(option) + QString::number(*gpus) : QString(); };
    switch (launcher) {
    case LauncherKind::Torchrun:
        return QStringLiteral("torchrun --standalone") + (gpus ? with(" --nproc-per-node=") : QStringLiteral(" --nproc-per-node=gpu"));
    case LauncherKind::Accelerate:
        return QStringLiteral("accelerate launch --num_machines 1") + with(" --num_processes ")
               + (gpus.value_or(1) > 1 ? QStringLiteral(" --multi_gpu") : QString());
    case LauncherKind::DeepSpeed: return QStringLiteral("deepspeed") + with(" --num_gpus ");
    case LauncherKind::None: break;
    }
    return {};
}

}  // namespace

QString launcherName(LauncherKind launcher)
{
    for (const auto &[kind, name] : kLaunchers) {
        if (kind == launcher)
            return QLatin1String(name);
    }
    return {};
}

std::optional<LauncherKind> launcherFromName(const QString &name)
{
    for (const auto &[kind, known] : kLaunchers) {
        if (name == QLatin1String(known))
            return kind;
    }
    return std::nullopt;
}

std::optional<QString> launchedText(const QString &run, LauncherKind launcher, std::optional<int> gpus)
{
    if (launcher == LauncherKind::None)
        return run;
    // At the beginning of a line that continues no other, or behind "&&": assignments, then python, -u, which PYTHONUNBUFFERED does as well, then a module or a file.
    static const QRegularExpression kCommand(
        QStringLiteral(
            "(?:(?<!\\\\\\n)^|&&)[ \\t]*(?:exec[ \\t]+)?(?:[A-Za-z_][A-Za-z0-9_]*=[^\\s'\"`;&|<>()]*[ \\t]+)*"
            "(?:(?<python>python[0-9.]*[ \\t]+(?:-u[ \\t]+)?)(?<module>-m[ \\t]+)?(?=[^\\s-])|(?=[^\\s'\"#;&|=]+\\.py(?:\\s|$)))"),
        QRegularExpression::MultilineOption);
    auto matches = kCommand.globalMatch(run);
    if (!matches.hasNext())
        return std::nullopt;
    const QRegularExpressionMatch match = matches.next();
    if (matches.hasNext())
        return std::nullopt;
    const bool isModule = !match.captured(QStringLiteral("module")).isEmpty();
    const qsizetype from = match.captured(QStringLiteral("python")).isEmpty() ? match.capturedEnd()
                                                                              : match.capturedStart(QStringLiteral("python"));
    const QString module = launcher == LauncherKind::DeepSpeed ? QStringLiteral("--module ") : QStringLiteral("-m ");
    return run.left(from) + launcherWords(launcher, gpus) + u' ' + (isModule ? module : QString()) + run.mid(match.capturedEnd());
}

}  // namespace trainyard
