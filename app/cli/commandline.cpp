// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"

#include <QRegularExpression>

namespace trainyard {

QStringList optionsWithValue(const QString &usage)
{
    static const QRegularExpression kOne(QStringLiteral("(?<![A-Za-z0-9-])(--?[a-z][a-z-]*) (?=[^\\[\\]|() -])"));
    static const QRegularExpression kSeveral(QStringLiteral("\\((--?[a-z][a-z-]*(?: \\| --?[a-z][a-z-]*)+)\\) (?=[^\\[\\]|() -])"));
    static const QRegularExpression kQuoted(QStringLiteral("'[^']*'"));  // commands of other programs
    const QString own = QString(usage).remove(kQuoted);
    QStringList options;
    for (auto found = kOne.globalMatch(own); found.hasNext();)
        options << found.next().captured(1);
    for (auto found = kSeveral.globalMatch(own); found.hasNext();)
        options << found.next().captured(1).split(QStringLiteral(" | "));
    return options;
}

CommandLine readCommandLine(const QStringList &words, const Commands &commands)
{
    CommandLine line;
    QStringList withValue;
    const auto choose = [&](const QStringList &name) {
        const auto found = commands.find(name.join(u' '));
        if (found == commands.end() || name.size() != found->first.count(u' ') + 1)
            return false;
        line.name = found->first;
        withValue = optionsWithValue(found->second.usage);
        return true;
    };
    for (qsizetype i = 0; i < words.size(); ++i) {
        const QString &word = words[i];
        if (word == QLatin1String("--")) {
            line.arguments += words.mid(i);
            break;
        }
        if (word == QLatin1String("--json")) {
            line.isJson = true;
        } else if (word == QLatin1String("--help") || word == QLatin1String("-h")) {
            line.wantsHelp = true;
        } else if (word == QLatin1String("--version")) {
            line.wantsVersion = true;
        } else if (!line.name.isEmpty() || word.startsWith(u'-')) {
            // `yard estimate` is a command, and `yard estimate memory` another one.
            if (line.name.isEmpty())
                choose(line.asked);
            line.arguments << word;
            if (withValue.contains(word) && i + 1 < words.size())
                line.arguments << words[++i];
        } else if (line.asked.isEmpty() && word == QLatin1String("help") && !line.wantsHelp) {
            line.wantsHelp = true;
        } else if (!line.asked.isEmpty() && choose(line.asked + QStringList{word})) {
            line.asked << word;
        } else if (choose(line.asked)) {
            line.arguments << word;
        } else {
            line.asked << word;
        }
    }
    if (line.name.isEmpty())
        choose(line.asked);
    return line;
}

}  // namespace trainyard
