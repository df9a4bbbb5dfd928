// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "core/base/secretname.h"
#include "core/storage/keyring/keyring.h"

#include <QCoreApplication>
#include <QFile>
#include <QtConcurrentRun>

#include <cstdio>

#include <unistd.h>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::SecretCommands)
};

constexpr qint64 kMostBytes = 256 * 1024;  // more than any secret, so that a wrong file is refused and not cut

Result<void> checkKeyringName(const QString &name)
{
    if (isKeyringName(name))
        return {};
    return Error{ErrorCode::InvalidInput,
                 Words::tr("“%1” is not a name for a secret. Use 1 to 64 letters, digits and . _ - @ /.").arg(name.left(100)),
                 {}};
}

// From the terminal, otherwise from standard input without its last line end. Arguments can be read by others.
Result<QString> readSecretValue(Console &console, const QString &name)
{
    if (::isatty(STDIN_FILENO) == 1) {
        const auto value = console.askHidden(Words::tr("Value of %1: ").arg(name));
        if (console.stop().stop_requested())
            return cancelledError();
        return value ? Result<QString>(*value)
                     : Error{ErrorCode::InvalidInput, Words::tr("There is no terminal to ask for the value."), {}};
    }
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly))
        return Error{ErrorCode::Io, Words::tr("Standard input cannot be read."), input.errorString()};
    QString value = QString::fromUtf8(input.read(kMostBytes));
    if (value.endsWith(u'\n'))
        value.chop(1);
    return value;
}

int setSecret(BareContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 1, 1,
                                 Words::tr("Name the secret. Its value is asked for, or read from standard input."));
    if (!words)
        return usageError(context.console, self, words.error().what);
    const QString name = words->first();
    if (const auto fine = checkKeyringName(name); !fine)
        return context.console.fail(fine.error());
    auto value = readSecretValue(context.console, name);
    if (!value)
        return context.console.fail(value.error());
    const auto kept = context.console.wait(QtConcurrent::run([name, value = *value] { return Keyring().set(name, value); }));
    value->fill(u'\0');
    if (!kept)
        return context.console.fail(kept.error());
    context.console.say(Words::tr("“%1” is in the keyring. In a task: secrets: {VARIABLE: {keyring: %1}}").arg(name));
    return 0;
}

int listSecrets(BareContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 0, 0, Words::tr("This command takes no arguments; it lists all secrets."));
    if (!words)
        return usageError(context.console, self, words.error().what);
    const auto names = context.console.wait(QtConcurrent::run([] { return Keyring().names(); }));
    if (!names)
        return context.console.fail(names.error());
    if (context.console.isJson)
        context.console.print(QJsonArray::fromStringList(*names));
    for (const QString &name : context.console.isJson ? QStringList() : *names)
        context.console.print(name);
    return 0;
}

int removeSecret(BareContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 1, 1, Words::tr("Name one secret."));
    if (!words)
        return usageError(context.console, self, words.error().what);
    const QString name = words->first();
    if (const auto fine = checkKeyringName(name); !fine)
        return context.console.fail(fine.error());
    const auto removed = context.console.wait(QtConcurrent::run([name] { return Keyring().remove(name); }));
    if (!removed)
        return context.console.fail(removed.error());
    context.console.say(Words::tr("“%1” was removed from the keyring.").arg(name));
    return 0;
}

}  // namespace

void addSecretCommands(Commands &commands)
{
    Command &setting = commands[QStringLiteral("secret set")];
    setting = {QStringLiteral("secret set NAME"),
               Words::tr("Keeps a secret in the desktop's keyring, for secrets of tasks. Asks for its value, or reads standard input."),
               {},
               [&setting](BareContext &context) { return setSecret(context, setting); }};
    Command &listing = commands[QStringLiteral("secret list")];
    listing = {QStringLiteral("secret list"),
               Words::tr("Lists the names of Trainyard's secrets in the keyring."),
               {},
               [&listing](BareContext &context) { return listSecrets(context, listing); }};
    Command &removing = commands[QStringLiteral("secret remove")];
    removing = {QStringLiteral("secret remove NAME"),
                Words::tr("Removes a secret from the keyring."),
                {},
                [&removing](BareContext &context) { return removeSecret(context, removing); }};
}

}  // namespace trainyard
