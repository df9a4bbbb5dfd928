// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/sandbox/internal/installhint.h"

#include <QFile>
#include <QRegularExpression>

namespace trainyard {

QString installCommand(Installable what)
{
    QFile file(QStringLiteral("/etc/os-release"));
    return installCommand(what, file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString());
}

QString installCommand(Installable what, const QString &osRelease)
{
    static const QRegularExpression line(QStringLiteral("^(?:ID|ID_LIKE)=\"?([^\"\\n]*)\"?$"), QRegularExpression::MultilineOption);
    QStringList families;
    for (auto it = line.globalMatch(osRelease); it.hasNext();)
        families += it.next().captured(1).split(QLatin1Char(' '));
    const bool isPodman = what == Installable::Podman;
    const auto has = [&families](const char *name) { return families.contains(QLatin1String(name)); };
    const QString server = QStringLiteral("openssh-server"), podman = QStringLiteral("podman");
    if (has("fedora") || has("rhel"))
        return QStringLiteral("sudo dnf install ") + (isPodman ? podman : server);
    if (has("arch"))
        return QStringLiteral("sudo pacman -S ") + (isPodman ? podman : QStringLiteral("openssh"));
    if (has("suse") || has("opensuse"))
        return QStringLiteral("sudo zypper install ") + (isPodman ? podman : server);
    if (has("alpine"))
        return QStringLiteral("sudo apk add ") + (isPodman ? podman : QStringLiteral("openssh"));
    return QStringLiteral("sudo apt install ") + (isPodman ? podman : server);
}

}  // namespace trainyard
