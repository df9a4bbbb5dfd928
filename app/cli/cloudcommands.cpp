// SPDX-License-Identifier: GPL-3.0-or-later
// `yard cloud …`: accounts at clouds.
#include "app/cli/cloudsweepcommand.h"
#include "app/cli/commands.h"
#include "app/cli/jsonvalues.h"
#include "core/storage/database/secretfile.h"

#include <QCoreApplication>
#include <QFile>

#include <algorithm>
#include <cstdio>

#include <unistd.h>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::CloudCommands)
};

constexpr qint64 kMostKeyBytes = 16 * 1024;

QJsonObject toJson(const AccountRecord &account, const QStringList &machines)
{
    QJsonObject settings;
    for (auto one = account.settings.cbegin(); one != account.settings.cend(); ++one)
        settings[one.key()] = one.value();
    return {{QStringLiteral("name"), account.name},
            {QStringLiteral("kind"), account.providerKind},
            {QStringLiteral("region"), orNull(account.region)},
            {QStringLiteral("credentials"), credentialSourceName(account.source)},
            {QStringLiteral("profile"), orNull(account.profile)},
            {QStringLiteral("settings"), settings},
            {QStringLiteral("machines"), QJsonArray::fromStringList(machines)}};
}

Result<CloudKind> kindNamed(const CloudService &clouds, const QString &kind)
{
    QStringList known;
    for (const CloudKind &one : clouds.kinds()) {
        if (one.kind == kind)
            return one;
        known << one.kind;
    }
    return invalidInput(
        Words::tr("“%1” is not a cloud that Trainyard knows. Use one of %2.").arg(kind.left(100), known.join(QStringLiteral(", "))));
}

// A file whose name is asked for on the terminal, otherwise standard input.
Result<CloudCredentials> readKeyFile(Console &console, const CloudKind &kind)
{
    QFile input;
    bool isOpen = false;
    if (::isatty(STDIN_FILENO) == 1) {
        const auto path = console.ask(Words::tr("%1, key file (JSON): ").arg(kind.name));
        if (console.stop().stop_requested())
            return cancelledError();
        input.setFileName(path.value_or(QString()).trimmed());
        isOpen = !input.fileName().isEmpty() && input.open(QIODevice::ReadOnly);
    } else {
        isOpen = input.open(stdin, QIODevice::ReadOnly);
    }
    if (!isOpen)
        return Error{ErrorCode::Io, Words::tr("The key file cannot be read: check its path."), input.errorString()};
    return credentialsInKeyFile(kind.kind, input.read(kMostKeyBytes));
}

// From the terminal, otherwise the lines of standard input: arguments can be read by others.
Result<CloudCredentials> readCredentials(Console &console, const CloudKind &kind)
{
    if (kind.hasKeyFile)
        return readKeyFile(console, kind);
    CloudCredentials credentials;
    const bool hasId = !kind.keyIdVariable.isEmpty();
    if (::isatty(STDIN_FILENO) == 1 && !hasId) {
        const auto key = console.askHidden(Words::tr("%1, API key (%2): ").arg(kind.name, kind.secretVariable));
        if (console.stop().stop_requested())
            return cancelledError();
        credentials.secret = key.value_or(QString()).trimmed().toUtf8();
    } else if (::isatty(STDIN_FILENO) == 1) {
        const auto id = console.ask(Words::tr("%1, key id (%2): ").arg(kind.name, kind.keyIdVariable));
        const auto secret = id ? console.askHidden(Words::tr("%1, secret (%2): ").arg(kind.name, kind.secretVariable)) : std::nullopt;
        if (console.stop().stop_requested())
            return cancelledError();
        credentials.keyId = id.value_or(QString()).trimmed();
        credentials.secret = secret.value_or(QString()).trimmed().toUtf8();
    } else {
        QFile input;
        if (!input.open(stdin, QIODevice::ReadOnly))
            return Error{ErrorCode::Io, Words::tr("Standard input cannot be read."), input.errorString()};
        QList<QByteArray> lines = input.read(kMostKeyBytes).split('\n');
        if (!hasId)
            lines.prepend({});
        credentials.keyId = QString::fromUtf8(lines.value(0).trimmed());
        credentials.secret = lines.value(1).trimmed();
        credentials.sessionToken = lines.value(2).trimmed();
    }
    if (!hasId && credentials.secret.isEmpty())
        return invalidInput(Words::tr("An API key is needed: type it when asked, or write it to standard input, in one line."));
    if (hasId && (credentials.keyId.isEmpty() || credentials.secret.isEmpty())) {
        return invalidInput(
            Words::tr("A key id and its secret are needed: type them when asked, or write them to standard input, one on each "
                      "line."));
    }
    return credentials;
}

Result<AccountRecord> accountFrom(const Options &options)
{
    AccountRecord account;
    account.providerKind = options.rest.first();
    account.name = options.rest.value(1, account.providerKind);
    account.region = options.value(QStringLiteral("--region"));
    const bool isProfile = options.has(QStringLiteral("--profile")), isEnvironment = options.has(QStringLiteral("--from-environment"));
    if (isProfile && isEnvironment)
        return invalidInput(Words::tr("Use either --profile or --from-environment."));
    account.source = isProfile ? CredentialSource::Profile : isEnvironment ? CredentialSource::Environment : CredentialSource::Keyring;
    account.profile = options.value(QStringLiteral("--profile"));
    const QStringList settings = options.valuesOf(QStringLiteral("--set"));
    for (const QString &setting : settings) {
        if (setting.indexOf(u'=') < 1)
            return invalidInput(Words::tr("“%1” is not a setting: enter it as NAME=VALUE.").arg(setting.left(60)));
        account.settings.insert(setting.section(u'=', 0, 0), setting.section(u'=', 1));
    }
    if (options.has(QStringLiteral("--from"))) {
        TRY(const auto from, wantedFrom(options.value(QStringLiteral("--from"))));
        account.settings.insert(QLatin1String(kOwnAddressSetting), from);
    }
    TRY_DO(checkAccount(account));
    return account;
}

int addCloud(CommandContext &context, const Command &self)
{
    const auto options = readOptions(
        context.arguments, {QStringLiteral("--region"), QStringLiteral("--from"), QStringLiteral("--set"), QStringLiteral("--profile")},
        {QStringLiteral("--from-environment")},
        {1, 2, Words::tr("Name a cloud, for example aws, and if you like a name for the account.")});
    if (!options)
        return usageError(context, self, options.error().what);
    Console &console = context.console;
    const auto kind = kindNamed(context.services.clouds, options->rest.first());
    if (!kind)
        return console.fail(kind.error());
    const auto account = accountFrom(*options);
    if (!account)
        return console.fail(account.error());
    CloudCredentials credentials;
    if (account->source == CredentialSource::Keyring) {
        const auto typed = readCredentials(console, *kind);
        if (!typed)
            return console.fail(typed.error());
        credentials = *typed;
    }
    const auto added = console.wait(context.services.clouds.add(*account, credentials));
    credentials.secret.fill('\0');
    if (!added)
        return console.fail(added.error());
    if (added->source == CredentialSource::File) {
        const SecretFile file(context.services.paths());
        console.say(
            Words::tr("No keyring is available, so the keys are stored in %1, encrypted with the key in %2. A program that can read both "
                      "files can read them: keep the two apart in backups.")
                .arg(file.file(), file.keyFile()));
    }
    if (console.isJson)
        console.print(toJson(*added, {}));
    else
        console.print(Words::tr("The account “%1” was added. See what it may do with: yard cloud check %1").arg(added->name));
    return 0;
}

QStringList machinesOf(const QList<Instance> &live, const QString &account)
{
    QStringList names;
    for (const Instance &one : live) {
        if (one.request.account == account)
            names << one.request.name;
    }
    return names;
}

int listClouds(CommandContext &context, const Command &self)
{
    if (const auto words = readWords(context.arguments, 0, 0, Words::tr("This command takes no arguments.")); !words)
        return usageError(context, self, words.error().what);
    const auto accounts = context.services.database().accounts.all();
    const auto live = context.services.database().instances.live();
    if (!accounts || !live)
        return context.console.fail(accounts ? live.error() : accounts.error());
    if (context.console.isJson) {
        QJsonArray array;
        for (const AccountRecord &account : *accounts)
            array << toJson(account, machinesOf(*live, account.name));
        context.console.print(array);
        return 0;
    }
    if (accounts->isEmpty()) {
        context.console.print(Words::tr("No account is set up. Add one with: yard cloud add KIND"));
        return 0;
    }
    QList<QStringList> rows{{QStringLiteral("NAME"), QStringLiteral("KIND"), QStringLiteral("REGION"), QStringLiteral("CREDENTIALS"),
                             QStringLiteral("MACHINES")}};
    for (const AccountRecord &account : *accounts) {
        const QStringList machines = machinesOf(*live, account.name);
        const QString source = credentialSourceName(account.source);
        rows << QStringList{account.name, account.providerKind, account.region.isEmpty() ? QStringLiteral("-") : account.region,
                            account.profile.isEmpty() ? source : source + u' ' + account.profile,
                            machines.isEmpty() ? QStringLiteral("-") : machines.join(QStringLiteral(", "))};
    }
    context.console.printTable(rows);
    return 0;
}

void printReport(Console &console, const QString &name, const AccountReport &report)
{
    console.print(report.identity.isEmpty() ? Words::tr("%1: signed in; the cloud does not say as whom.").arg(name)
                                            : Words::tr("%1: signed in as %2.").arg(name, report.identity));
    console.print(report.missing.isEmpty() ? Words::tr("  Rights: none is missing.")
                                           : Words::tr("  Missing rights: %1").arg(report.missing.join(QStringLiteral(", "))));
    const QString regions = report.regions.isEmpty() ? QStringLiteral("-") : report.regions.join(QStringLiteral(", "));
    console.print(report.hasMoreRegions ? Words::tr("  Regions: %1, and others").arg(regions) : Words::tr("  Regions: %1").arg(regions));
}

int checkClouds(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 0, 1, Words::tr("Name one account, or none for all of them."));
    if (!words)
        return usageError(context, self, words.error().what);
    QStringList names = *words;
    if (names.isEmpty()) {
        const auto accounts = context.services.database().accounts.all();
        if (!accounts)
            return context.console.fail(accounts.error());
        for (const AccountRecord &account : *accounts)
            names << account.name;
        if (names.isEmpty() && !context.console.isJson)
            context.console.print(Words::tr("No account is set up. Add one with: yard cloud add KIND"));
    }
    Console &console = context.console;
    int status = 0;
    QJsonArray array;
    for (const QString &name : std::as_const(names)) {
        console.showStep(Words::tr("asking %1").arg(name));
        const auto report = console.wait(context.services.clouds.check(name, console.stop()));
        console.showStep({});
        if (!report && (names.size() == 1 || report.error().isCancelled()))
            return console.fail(report.error());
        status = std::max(status, !report ? exitStatus(report.error().code) : report->missing.isEmpty() ? 0 : 1);
        if (console.isJson) {
            array << QJsonObject{{QStringLiteral("account"), name},
                                 {QStringLiteral("identity"), report ? orNull(report->identity) : QJsonValue()},
                                 {QStringLiteral("missing_rights"), QJsonArray::fromStringList(report ? report->missing : QStringList())},
                                 {QStringLiteral("regions"), QJsonArray::fromStringList(report ? report->regions : QStringList())},
                                 {QStringLiteral("error"), report ? QJsonValue() : QJsonValue(report.error().what)}};
        } else if (report) {
            printReport(console, name, *report);
        } else {
            console.say(name + QStringLiteral(": ") + report.error().what);
        }
    }
    if (console.isJson)
        console.print(array);
    return status;
}

int printPolicy(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 1, 1, Words::tr("Name a cloud, for example aws."));
    if (!words)
        return usageError(context, self, words.error().what);
    const auto kind = kindNamed(context.services.clouds, words->first());
    if (!kind)
        return context.console.fail(kind.error());
    const auto policy = context.services.cloudPreview.policy(kind->kind);
    if (!policy)
        return context.console.fail(policy.error());
    if (context.console.isJson)
        context.console.print(QJsonObject{{QStringLiteral("kind"), kind->kind}, {QStringLiteral("policy"), *policy}});
    else
        context.console.print(*policy);
    return 0;
}

int removeCloud(CommandContext &context, const Command &self)
{
    const auto words = readWords(context.arguments, 1, 1, Words::tr("Name one account."));
    if (!words)
        return usageError(context, self, words.error().what);
    const auto removed = context.console.wait(context.services.clouds.remove(words->first()));
    if (!removed)
        return context.console.fail(removed.error());
    context.console.say(
        Words::tr("The account “%1” and its credentials were removed here. At the cloud nothing was changed.").arg(words->first()));
    return 0;
}

}  // namespace

void addCloudCommands(Commands &commands)
{
    const auto add = [&commands](const QString &verb, const QString &usage, const QString &help,
                                 int (*run)(CommandContext &, const Command &)) {
        Command &command = commands[verb];
        command = {usage, help, [&command, run](CommandContext &context) { return run(context, command); }};
    };
    add(QStringLiteral("cloud add"),
        QStringLiteral(
            "cloud add [--region REGION] [--from ADDRESS|auto] [--profile PROFILE | --from-environment] [--set SETTING]… KIND [NAME]"),
        Words::tr(
            "Adds an account at a cloud (aws, alibaba, tencent, openstack). Asks for its key, or reads it from standard input, and keeps it in the "
            "desktop's keyring, or encrypted in a file if there is none."),
        addCloud);
    add(QStringLiteral("cloud list"), QStringLiteral("cloud list"),
        Words::tr("Lists the accounts at clouds and the machines rented there."), listClouds);
    add(QStringLiteral("cloud check"), QStringLiteral("cloud check [NAME]"),
        Words::tr("Signs in and shows who you are there, which rights are missing, and which regions can be used."), checkClouds);
    add(QStringLiteral("cloud policy"), QStringLiteral("cloud policy KIND"),
        Words::tr("Prints the smallest set of rights that Trainyard needs at a cloud, to paste there."), printPolicy);
    add(QStringLiteral("cloud remove"), QStringLiteral("cloud remove NAME"),
        Words::tr("Removes an account and its credentials from this computer. Refused while a machine of it is not given back."),
        removeCloud);
    add(QStringLiteral("cloud sweep"), cloudSweepUsage(),
        Words::tr("Lists everything in the accounts that may cost money and whose it is, and gives back what Trainyard made and no machine "
                  "needs."),
        sweepClouds);
}

}  // namespace trainyard
