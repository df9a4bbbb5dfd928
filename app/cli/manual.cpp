// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/manual.h"

#include "core/base/roff.h"

#include <QFile>

namespace trainyard {

namespace {

// The paragraph of commands that are explained together; text that is common to all of them appears once.
QStringList paragraphOf(const QList<std::pair<QString, const Command *>> &together)
{
    QStringList tags, helps;
    for (const auto &[name, command] : together) {
        tags << (tags.isEmpty() ? QStringLiteral(".TP") : QStringLiteral(".TQ"))
             << QStringLiteral("\\fB%1\\fR").arg(roffText(name)) + roffUsage(command->usage.mid(name.size()));
        if (const QString help = roffText(command->help); !helps.contains(help))
            helps << help;
    }
    return tags + helps;
}

}  // namespace

int printManual(Console &console, const Commands &commands)
{
    const QString request = QStringLiteral(".COMMAND ");
    QFile file(QStringLiteral(":/manual/manual.roff"));
    if (!file.open(QIODevice::ReadOnly))
        return console.fail({ErrorCode::Io, file.errorString(), file.fileName()});
    QStringList page, misplaced;
    for (const auto &[name, command] : commands)
        misplaced << name;
    const QStringList lines = QString::fromUtf8(file.readAll().trimmed()).split(u'\n');
    for (const QString &line : lines) {
        if (line.startsWith(QLatin1String(".\\\"")))
            continue;  // a comment in manual.roff itself
        if (!line.startsWith(request)) {
            page << QString(line).replace(QLatin1String("@VERSION@"), QLatin1String(TRAINYARD_VERSION));
            continue;
        }
        QList<std::pair<QString, const Command *>> together;
        for (const QString &name : line.mid(request.size()).split(QStringLiteral(", "))) {
            if (misplaced.removeOne(name))
                together.append({name, &commands.at(name)});
            else
                misplaced << name;  // there is no such command, or the page has it twice
        }
        page += paragraphOf(together);
    }
    if (!misplaced.isEmpty()) {
        return console.fail({ErrorCode::InvalidInput, QStringLiteral("app/cli/manual.roff must have each command once."),
                             misplaced.join(QStringLiteral(", "))});
    }
    console.print(page.join(u'\n'));
    return 0;
}

}  // namespace trainyard
