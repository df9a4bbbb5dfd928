// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/sshconfigentry.h"

#include <QCoreApplication>
#include <QCryptographicHash>

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

struct EntryWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::SshConfigEntry)
};

const QByteArray kHeading = "# Written by Trainyard, so that editors find its machines.\n";
const QByteArray kIncludeComment = "# Trainyard: machines for editors\n";

QString aliasOf(const QString &machineName)
{
    QString alias;
    for (const QChar c : machineName.toLower()) {
        const bool isPlain = (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9') || c == u'.' || c == u'_' || c == u'-';
        alias += isPlain ? c : u'-';
    }
    // Names that differ only in what was replaced must not share one.
    if (alias != machineName)
        alias += u'-' + QString::fromLatin1(QCryptographicHash::hash(machineName.toUtf8(), QCryptographicHash::Sha256).toHex().first(6));
    return QStringLiteral("trainyard-") + alias;
}

Result<QByteArray> lineOf(const char *keyword, const QString &value)
{
    const auto isUnwritable = [](QChar c) { return c == u'"' || c.category() == QChar::Other_Control; };
    if (std::any_of(value.begin(), value.end(), isUnwritable)) {
        return Error{
            ErrorCode::InvalidInput,
            EntryWords::tr("%1 contains a quotation mark or a control character, which an SSH configuration cannot hold: change it in "
                           "the machine's settings.")
                .arg(QLatin1String(keyword)),
            {}};
    }
    return "    " + QByteArray(keyword) + " \"" + value.toUtf8() + "\"\n";
}

// In names of files and hosts, % begins a token.
QString fileValue(const QString &file) { return QString(file).replace(u'%', QLatin1String("%%")); }

QByteArray hostLine(const QString &alias) { return "Host " + alias.toUtf8() + '\n'; }

// Where the block of this alias begins and ends; equal: there is none.
std::pair<qsizetype, qsizetype> blockOf(const QByteArray &entries, const QString &alias)
{
    const QByteArray line = hostLine(alias);
    qsizetype begin = entries.startsWith(line) ? 0 : entries.indexOf('\n' + line);
    if (begin < 0)
        return {0, 0};
    if (begin > 0)
        ++begin;
    const qsizetype next = entries.indexOf("\nHost ", begin);
    return {begin, next < 0 ? entries.size() : next + 1};
}

QByteArray includeLines(const QString &fileName) { return kIncludeComment + "Include " + fileName.toUtf8() + "\n\n"; }

}  // namespace

Result<SshConfigEntry> sshConfigEntry(const QString &machineName, const SshTarget &target)
{
    SshConfigEntry entry{aliasOf(machineName), {}};
    entry.text = hostLine(entry.alias);
    const auto add = [&entry](const char *keyword, const QString &value) -> Result<void> {
        TRY(const auto line, lineOf(keyword, value));
        entry.text += line;
        return {};
    };
    TRY_DO(add("HostName", fileValue(target.host)));
    if (target.port > 0) {
        TRY_DO(add("Port", QString::number(target.port)));
    }
    if (!target.user.isEmpty()) {
        TRY_DO(add("User", target.user));
    }
    for (const QString &file : target.identityFiles) {
        TRY_DO(add("IdentityFile", fileValue(file)));
    }
    if (!target.knownHostsFile.isEmpty()) {
        TRY_DO(add("UserKnownHostsFile", fileValue(target.knownHostsFile)));
    }
    if (!target.hostKeyAlias.isEmpty()) {
        TRY_DO(add("HostKeyAlias", target.hostKeyAlias));
    }
    if (!target.jumps.isEmpty()) {
        // OpenSSH takes the rest of this line as it is, quotation marks included.
        TRY(const auto quoted, lineOf("ProxyJump", target.jumps.join(u',')));
        entry.text += QByteArray(quoted).replace('"', "");
    }
    return entry;
}

QByteArray withSshEntry(const QByteArray &entries, const SshConfigEntry &entry)
{
    QByteArray rest = withoutSshEntry(entries, entry.alias);
    if (rest.isEmpty())
        rest = kHeading;
    if (!rest.endsWith('\n'))
        rest += '\n';
    return rest + entry.text;
}

QByteArray withoutSshEntry(const QByteArray &entries, const QString &alias)
{
    const auto [begin, end] = blockOf(entries, alias);
    return entries.left(begin) + entries.mid(end);
}

bool hasSshEntry(const QByteArray &entries, const QString &alias)
{
    const auto [begin, end] = blockOf(entries, alias);
    return end > begin;
}

bool hasAnySshEntry(const QByteArray &entries) { return entries.startsWith("Host ") || entries.contains("\nHost "); }

QByteArray withSshInclude(const QByteArray &config, const QString &fileName)
{
    return config.contains(includeLines(fileName).chopped(1)) ? config : includeLines(fileName) + config;
}

QByteArray withoutSshInclude(const QByteArray &config, const QString &fileName)
{
    const QByteArray lines = includeLines(fileName);
    const qsizetype whole = config.indexOf(lines), tight = config.indexOf(lines.chopped(1));
    if (whole >= 0)
        return config.left(whole) + config.mid(whole + lines.size());
    return tight >= 0 ? config.left(tight) + config.mid(tight + lines.size() - 1) : config;
}

}  // namespace trainyard
