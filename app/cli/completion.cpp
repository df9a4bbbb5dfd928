// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/completion.h"

#include "app/cli/commandline.h"

#include <QMap>
#include <QRegularExpression>

namespace trainyard {

namespace {

// The kind of value that an option takes, if its usage text does not list the values.
const QMap<QString, QString> kOfOptions{
    {QStringLiteral("--machine"), QStringLiteral("machine")},
    {QStringLiteral("--store"), QStringLiteral("store")},
    {QStringLiteral("--gpu"), QStringLiteral("gpu")},
    {QStringLiteral("--image"), QStringLiteral("image")},
    {QStringLiteral("--precision"), QStringLiteral("precision")},
    {QStringLiteral("--optimizer"), QStringLiteral("optimizer")},
    {QStringLiteral("--currency"), QStringLiteral("currency")},
    {QStringLiteral("--purchase"), QStringLiteral("purchase")},
    {QStringLiteral("--sort"), QStringLiteral("order")},
    {QStringLiteral("--in"), QStringLiteral("continent")},
    {QStringLiteral("--script"), QStringLiteral("file")},
    {QStringLiteral("--keys"), QStringLiteral("file")},
    {QStringLiteral("--pictures"), QStringLiteral("folder")},
    {QStringLiteral("-o"), QStringLiteral("file")},
    {QStringLiteral("--restore"), QStringLiteral("run")},
    {QStringLiteral("--erase"), QStringLiteral("run")},
};

// The kind of value of a positional argument.
const QMap<QString, QStringList> kOfPlaces{
    {QStringLiteral("RUN"), {QStringLiteral("run")}},
    {QStringLiteral("MACHINE"), {QStringLiteral("machine")}},
    {QStringLiteral("FILE"), {QStringLiteral("file")}},
    {QStringLiteral("LOCAL"), {QStringLiteral("file")}},
    {QStringLiteral("SOURCE"), {QStringLiteral("file")}},
    {QStringLiteral("TARGET"), {QStringLiteral("file")}},
    {QStringLiteral("WHERE"), {QStringLiteral("file"), QStringLiteral("run")}},
    {QStringLiteral("LOCALPORT"), {QStringLiteral("tunnel")}},
    {QStringLiteral("KIND"), {QStringLiteral("cloud-kind")}},
};

QString ofOption(const QString &command, const QString &option)
{
    if (option == QLatin1String("--preset"))
        return command == QLatin1String("estimate memory") ? QStringLiteral("model")
               : command == QLatin1String("store add")     ? QStringLiteral("store-preset")
                                                           : QString();
    const bool isCloud = command == QLatin1String("rent") || command.startsWith(QLatin1String("cloud "));
    if (isCloud && (option == QLatin1String("--account") || option == QLatin1String("--key")))
        return option == QLatin1String("--key") ? QStringLiteral("key") : QStringLiteral("cloud");
    if (isCloud && option == QLatin1String("--image"))
        return {};  // of the cloud, not of a container
    // The names of checkpoints in a trash are not known here.
    if (command == QLatin1String("checkpoint trash") && (option == QLatin1String("--restore") || option == QLatin1String("--erase")))
        return {};
    if (command == QLatin1String("estimate memory") && option == QLatin1String("--precision"))
        return QStringLiteral("training-precision");
    return kOfOptions.value(option);
}

// NAME is an existing one of that noun, unless the command creates it.
QStringList ofPlace(const QString &command, const QString &place)
{
    if (place != QLatin1String("NAME"))
        return kOfPlaces.value(place);
    const QString noun = command.section(u' ', 0, 0), verb = command.section(u' ', 1, 1);
    if (verb == QLatin1String("add") || verb == QLatin1String("generate") || command == QLatin1String("secret set")
        || verb == QLatin1String("import") || command.startsWith(QLatin1String("cloud watch ")))
        return {};
    if (command == QLatin1String("offer remove"))
        return {QStringLiteral("card")};
    if (command == QLatin1String("offer gpus"))
        return {QStringLiteral("gpu")};
    static const QStringList kNouns{QStringLiteral("machine"), QStringLiteral("store"), QStringLiteral("key"), QStringLiteral("cloud")};
    return kNouns.contains(noun) ? QStringList{noun} : QStringList();
}

// The words of a usage text without its brackets; commands of other programs in quotes are left out.
QStringList wordsOf(const QString &usage)
{
    static const QRegularExpression kQuoted(QStringLiteral("'[^']*'")), kBetween(QStringLiteral("[\\s\\[\\]()…]+"));
    return QString(usage).remove(kQuoted).split(kBetween, Qt::SkipEmptyParts);
}

void completeWithin(const QString &name, const Command &command, const QStringList &arguments, const QString &current,
                    Completion &completion)
{
    static const QRegularExpression kChoices(QStringLiteral("^[a-z0-9][a-z0-9_+-]*(\\|[a-z0-9][a-z0-9_+-]*)+$"));
    static const QRegularExpression kPlace(QStringLiteral("^[A-Z]+"));
    const QStringList withValue = optionsWithValue(command.usage), usage = wordsOf(command.usage);
    const bool hasEnded = arguments.contains(QLatin1String("--"));
    const QString before = arguments.isEmpty() || hasEnded ? QString() : arguments.last();
    if (withValue.contains(before)) {
        const qsizetype at = usage.indexOf(before);
        const QString value = at >= 0 ? usage.value(at + 1) : QString();
        if (kChoices.match(value).hasMatch()) {
            for (const QString &choice : value.split(u'|'))
                completion.words << Completion::Word{choice, {}};
        } else if (const QString kind = ofOption(name, before); !kind.isEmpty()) {
            completion.kinds << kind;
        }
        return;
    }
    if (current.startsWith(u'-') && !hasEnded) {
        QStringList options;
        for (const QString &word : usage) {
            for (const QString &one : word.split(u'|')) {
                if (one.startsWith(u'-') && one != QLatin1String("-") && !options.contains(one))
                    options << one;
            }
        }
        options << QStringLiteral("--json") << QStringLiteral("--help");
        options.removeDuplicates();
        for (const QString &option : std::as_const(options))
            completion.words << Completion::Word{option, {}};
        return;
    }
    for (qsizetype i = 0; i < usage.size(); ++i) {
        if (withValue.contains(usage[i])) {
            ++i;  // its value
            continue;
        }
        for (const QString &kind : ofPlace(name, kPlace.match(usage[i]).captured())) {
            if (!completion.kinds.contains(kind))
                completion.kinds << kind;
        }
    }
}

}  // namespace

Completion completionOf(const QStringList &words, const Commands &commands)
{
    Completion completion;
    const QString current = words.isEmpty() ? QString() : words.last();
    const CommandLine line = readCommandLine(words.mid(0, words.size() - 1), commands);
    const QString asked = line.asked.join(u' ');
    // `yard estimate` is a command, and so is `yard estimate memory`.
    if (line.arguments.isEmpty() && !current.startsWith(u'-')) {
        for (const auto &[name, command] : commands) {
            if (!asked.isEmpty() && !name.startsWith(asked + u' '))
                continue;
            const QString rest = asked.isEmpty() ? name : name.mid(asked.size() + 1);
            const QString next = rest.section(u' ', 0, 0);
            const bool isWhole = rest == next;
            if (!completion.words.isEmpty() && completion.words.last().text == next)
                completion.words.last().help.clear();
            else
                completion.words << Completion::Word{next, isWhole ? command.help : QString()};
        }
        if (asked.isEmpty())
            completion.words << Completion::Word{QStringLiteral("help"), {}};
    }
    if (const auto found = commands.find(line.name); found != commands.end())
        completeWithin(found->first, found->second, line.arguments, current, completion);
    else if (current.startsWith(u'-'))
        completion.words = {{QStringLiteral("--help"), {}}, {QStringLiteral("--json"), {}}, {QStringLiteral("--version"), {}}};
    return completion;
}

}  // namespace trainyard
