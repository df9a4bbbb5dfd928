// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/jsonvalues.h"
#include "core/base/shellquote.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <utility>

namespace trainyard {

namespace {

QJsonObject toJson(const StoredKey &key, const QStringList &machines)
{
    QJsonObject object;
    object[QStringLiteral("name")] = key.name();
    object[QStringLiteral("path")] = key.path;
    object[QStringLiteral("type")] = orNull(key.type);
    object[QStringLiteral("fingerprint")] = orNull(key.fingerprint);
    object[QStringLiteral("comment")] = key.comment;
    object[QStringLiteral("encrypted")] = key.isEncrypted;
    object[QStringLiteral("public")] = orNull(QString::fromUtf8(key.publicLine));
    object[QStringLiteral("machines")] = QJsonArray::fromStringList(machines);
    return object;
}

// Only the public line goes to standard output, so that it can be piped to its destination.
int tell(CommandContext &context, const StoredKey &key)
{
    const auto machines = context.services.keys.machinesWith(key);
    if (!machines)
        return context.console.fail(machines.error());
    if (context.console.isJson) {
        context.console.print(toJson(key, *machines));
        return 0;
    }
    if (key.publicLine.isEmpty()) {
        return context.console.fail(
            {ErrorCode::Unsupported,
             QCoreApplication::translate("trainyard::KeyCommands",
                                         "The public key can only be derived from the private key. Print it with: ssh-keygen -y -f %1")
                 .arg(shellQuoted(key.path)),
             {}});
    }
    context.console.print(QString::fromUtf8(key.publicLine));
    return 0;
}

Result<QString> askPassphrase(Console &console)
{
    const auto asked = [&](const char *question) -> Result<QString> {
        const auto answer = console.askHidden(QCoreApplication::translate("trainyard::KeyCommands", question));
        if (answer)
            return *answer;
        if (console.stop().stop_requested())
            return cancelledError();
        return Error{
            ErrorCode::InvalidInput,
            QCoreApplication::translate("trainyard::KeyCommands",
                                        "There is no terminal to ask for a passphrase. Add --no-passphrase to generate a key without one."),
            {}};
    };
    const auto first = asked(QT_TRANSLATE_NOOP("trainyard::KeyCommands", "Passphrase for the new key (empty for none): "));
    if (!first || first->isEmpty())
        return first;
    const auto again = asked(QT_TRANSLATE_NOOP("trainyard::KeyCommands", "Repeat the passphrase: "));
    if (again && *again != *first)
        return Error{ErrorCode::InvalidInput,
                     QCoreApplication::translate("trainyard::KeyCommands", "The passphrases differ. No key was generated; try again."),
                     {}};
    return again;
}

int generateKey(CommandContext &context, const Command &self)
{
    const auto options = readOptions(context.arguments, {QStringLiteral("--comment")}, {QStringLiteral("--no-passphrase")},
                                     {1, 1, QCoreApplication::translate("trainyard::KeyCommands", "Name the new key.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const QString name = options->rest.first();
    // Checked before a person types a passphrase in vain.
    if (const auto fine = context.services.keys.checkName(name); !fine)
        return context.console.fail(fine.error());
    Result<QString> passphrase = QString();
    if (!options->has(QStringLiteral("--no-passphrase")))
        passphrase = askPassphrase(context.console);
    if (!passphrase)
        return context.console.fail(passphrase.error());
    const QString comment = options->has(QStringLiteral("--comment")) ? options->value(QStringLiteral("--comment")) : name;
    const auto key = context.console.wait(context.services.keys.make(name, *passphrase, comment));
    passphrase->fill(u'\0');
    if (!key)
        return context.console.fail(key.error());
    context.console.say(
        QCoreApplication::translate("trainyard::KeyCommands",
                                    "The key is %1. Give your provider this line, or append it to ~/.ssh/authorized_keys on the machine:")
            .arg(key->path));
    return tell(context, *key);
}

int importKey(CommandContext &context, const Command &self)
{
    const auto options = readOptions(
        context.arguments, {}, {},
        {1, 2, QCoreApplication::translate("trainyard::KeyCommands", "Choose a private key file. Give it a new name if you like.")});
    if (!options)
        return usageError(context, self, options.error().what);
    const QString file = options->rest.first();
    const auto key = context.console.wait(context.services.keys.importFrom(file, options->rest.value(1, QFileInfo(file).fileName())));
    if (!key)
        return context.console.fail(key.error());
    context.console.say(QCoreApplication::translate("trainyard::KeyCommands", "The key was copied to %1.").arg(key->path));
    // A key whose public half is not known yet was imported all the same.
    if (key->publicLine.isEmpty() && !context.console.isJson)
        return 0;
    return tell(context, *key);
}

int listKeys(CommandContext &context, const Command &self)
{
    const auto words = readWords(
        context.arguments, 0, 0,
        QCoreApplication::translate("trainyard::KeyCommands", "This command takes no arguments; it lists all keys."));
    if (!words)
        return usageError(context, self, words.error().what);
    QJsonArray array;
    QList<QStringList> rows{{QStringLiteral("NAME"), QStringLiteral("TYPE"), QStringLiteral("FINGERPRINT"), QStringLiteral("PASSPHRASE"),
                             QStringLiteral("MACHINES"), QStringLiteral("COMMENT")}};
    const auto orDash = [](const QString &text) { return text.isEmpty() ? QStringLiteral("-") : text; };
    QList<Error> unusable;
    const QList<StoredKey> keys = context.services.keys.all(&unusable);
    for (const StoredKey &key : keys) {
        const auto machines = context.services.keys.machinesWith(key);
        if (!machines)
            return context.console.fail(machines.error());
        array << toJson(key, *machines);
        rows << QStringList{key.name(),
                            orDash(key.type),
                            orDash(key.fingerprint),
                            key.isEncrypted ? QCoreApplication::translate("trainyard::KeyCommands", "yes")
                                            : QCoreApplication::translate("trainyard::KeyCommands", "no"),
                            orDash(machines->join(QStringLiteral(", "))),
                            key.comment};
    }
    if (context.console.isJson)
        context.console.print(array);
    else
        context.console.printTable(rows);
    for (const Error &error : std::as_const(unusable))
        context.console.say(error.what);
    return 0;
}

int showKey(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 1, 1, QCoreApplication::translate("trainyard::KeyCommands", "Name one key."));
    if (!words)
        return usageError(context, self, words.error().what);
    const auto key = context.services.keys.find(words->first());
    return key ? tell(context, *key) : context.console.fail(key.error());
}

}  // namespace

void addKeyCommands(Commands &commands)
{
    Command &generating = commands[QStringLiteral("key generate")];
    generating = {
        QStringLiteral("key generate [--comment TEXT] [--no-passphrase] NAME"),
        QCoreApplication::translate("trainyard::KeyCommands",
                                    "Generates a key (Ed25519), asks for a passphrase and prints the line for the provider's console."),
        [&generating](CommandContext &context) { return generateKey(context, generating); }};
    Command &importing = commands[QStringLiteral("key import")];
    importing = {
        QStringLiteral("key import FILE [NAME]"),
        QCoreApplication::translate("trainyard::KeyCommands", "Copies a private key into Trainyard's keys. The original is not changed."),
        [&importing](CommandContext &context) { return importKey(context, importing); }};
    Command &listing = commands[QStringLiteral("key list")];
    listing = {QStringLiteral("key list"),
               QCoreApplication::translate("trainyard::KeyCommands", "Lists Trainyard's keys and the machines that use them."),
               [&listing](CommandContext &context) { return listKeys(context, listing); }};
    Command &showing = commands[QStringLiteral("key show")];
    showing = {QStringLiteral("key show NAME"),
               QCoreApplication::translate("trainyard::KeyCommands",
                                           "Prints the public line of a key, for the provider's console or ~/.ssh/authorized_keys."),
               [&showing](CommandContext &context) { return showKey(context, showing); }};
}

}  // namespace trainyard
