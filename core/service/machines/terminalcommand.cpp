// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/service/machines/terminalcommand.h"

#include "core/base/shellquote.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::TerminalCommand)
};

// The arguments between a terminal's name and the command that it should run, from their manuals.
struct Terminal {
    const char *program;
    QStringList between;
};

const QList<Terminal> &terminals()
{
    static const QList<Terminal> known{
        {"xdg-terminal-exec", {}},                        // the person's desktop setting
        {"x-terminal-emulator", {QStringLiteral("-e")}},  // the same on Debian
        {"gnome-terminal", {QStringLiteral("--")}},
        {"kgx", {QStringLiteral("--")}},
        {"ptyxis", {QStringLiteral("--")}},
        {"konsole", {QStringLiteral("-e")}},
        {"xfce4-terminal", {QStringLiteral("-x")}},
        {"mate-terminal", {QStringLiteral("-x")}},
        {"alacritty", {QStringLiteral("-e")}},
        {"kitty", {}},
        {"foot", {}},
        {"wezterm", {QStringLiteral("start"), QStringLiteral("--")}},
        {"xterm", {QStringLiteral("-e")}},
    };
    return known;
}

}  // namespace

QStringList terminalCommand(const QString &sshCommand, const QString &wanted, const std::function<bool(const QString &)> &isThere)
{
    // 255 is ssh's own failure; every other status is that of the last command on the machine.
    const QStringList words{QStringLiteral("sh"), QStringLiteral("-c"),
                            sshCommand + QStringLiteral("; [ $? -ne 255 ] || { printf '\\n%s ' ")
                                + shellQuoted(Words::tr("Press Enter to close this window.")) + QStringLiteral("; read -r _; }")};
    if (!wanted.isEmpty() && isThere(wanted)) {
        const QString name = QFileInfo(wanted).fileName();
        for (const Terminal &one : terminals()) {
            if (name == QLatin1String(one.program))
                return QStringList{wanted} + one.between + words;
        }
        return QStringList{wanted, QStringLiteral("-e")} + words;
    }
    for (const Terminal &one : terminals()) {
        const QString program = QLatin1String(one.program);
        if (isThere(program))
            return QStringList{program} + one.between + words;
    }
    return {};
}

}  // namespace trainyard
