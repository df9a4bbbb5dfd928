// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/objectstore/internal/machinecurl.h"

#include "core/base/shellquote.h"

#include <QCoreApplication>

#include <algorithm>

namespace trainyard {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(trainyard::ObjectStore)
};

constexpr std::chrono::hours kPartDeadline{2};    // 16 MiB to some hundred over a bad line
constexpr std::chrono::hours kWholeDeadline{24};  // a digest of a terabyte
constexpr qint64 kBlock = 1024 * 1024;

// A value in a curl configuration: within quotes only quotes and backslashes are special.
QByteArray quoted(const QByteArray &value)
{
    QByteArray text = value;
    return '"' + text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', ' ').replace('\r', ' ') + '"';
}

QByteArray configOf(const ObjectStore::Presigned &presigned)
{
    QByteArray config = "url = " + quoted(presigned.url.toEncoded()) + '\n';
    for (const auto &[name, value] : presigned.headers)
        config += "header = " + quoted(name + ": " + value) + '\n';
    return config;
}

// -q: ignore the machine's own curl settings. A server that goes silent ends the transfer.
const QString kCurl = QStringLiteral("curl -q -sS --connect-timeout 30 --speed-limit 1000 --speed-time 60 --globoff -K /dev/fd/3");

// Fill in a line with one call: a second arg() would also replace a "%2" in a name.
QString text(qint64 number) { return QString::number(number); }

QString ddOf(const MachinePart &part)
{
    const qint64 blocks = (part.length + kBlock - 1) / kBlock;
    return QStringLiteral("dd if=%1 bs=%2 skip=%3 count=%4 2>/dev/null")
        .arg(shellQuoted(part.path), text(kBlock), text(part.offset / kBlock), text(blocks));
}

Result<CommandResult> run(SshConnection &connection, const QString &line, const QByteArray &input, std::chrono::seconds deadline,
                          std::stop_token stop)
{
    RemoteCommand command;
    command.line = line;
    command.input = input;
    command.outputLimit = 4 * kBlock;  // digests of 10 000 parts
    return connection.run(command, QDeadlineTimer(deadline), stop);
}

Error failed(const CommandResult &ran)
{
    const QString said = QString::fromUtf8(ran.err.left(400)).simplified();
    // https://curl.se/docs/manpage.html, "EXIT CODES"
    static const QList<int> kLink{5, 6, 7, 18, 28, 35, 52, 55, 56};
    if (ran.exitCode == 60 || ran.exitCode == 77)
        return {ErrorCode::AuthenticationFailed,
                Words::tr("The machine does not trust the certificate of the store: install ca-certificates there."), said};
    if (kLink.contains(ran.exitCode))
        return {ErrorCode::ConnectionLost, Words::tr("The machine cannot reach the store, or lost it: check its network, then try again."),
                said};
    return {ErrorCode::RemoteCommandFailed, Words::tr("The machine could not move the file."), said};
}

}  // namespace

bool isWorthAnother(int status)
{
    return status == 0 || status == 408 || status == 429 || status == 500 || (status >= 502 && status <= 504);
}

Result<void> checkMachine(SshConnection &connection, std::stop_token stop)
{
    const auto ran = run(
        connection,
        QStringLiteral(
            "command -v curl >/dev/null 2>&1 || exit 3; command -v dd >/dev/null 2>&1 && command -v head >/dev/null 2>&1 || exit 4; "
            "command -v openssl >/dev/null 2>&1 || { command -v sha256sum >/dev/null 2>&1 && command -v md5sum >/dev/null 2>&1; } || "
            "exit 4"),
        {}, std::chrono::seconds(60), stop);
    if (!ran)
        return ran.error();
    if (ran->exitCode == 3)
        return Error{
            ErrorCode::Unsupported, Words::tr("The machine has no curl: install it there, or copy over this computer in two steps."), {}};
    if (ran->exitCode != 0)
        return Error{
            ErrorCode::Unsupported, Words::tr("The machine has no program that computes SHA-256: install coreutils or openssl there."), {}};
    return {};
}

Result<MachineAnswer> sendPart(SshConnection &connection, const MachinePart &part, const ObjectStore::Presigned &to, std::stop_token stop)
{
    // The length is known, and most stores do not accept chunked bodies.
    QByteArray config = configOf(to) + "header = \"Content-Length: " + QByteArray::number(part.length)
                        + "\"\nheader = \"Transfer-Encoding:\"\nheader = \"Expect:\"\n" + "upload-file = \"-\"\nrequest = \"PUT\"\n";
    const auto ran = run(connection, QStringLiteral("exec 3<&0; %1 | head -c %2 | %3 -D -").arg(ddOf(part), text(part.length), kCurl),
                         config, kPartDeadline, stop);
    if (!ran)
        return ran.error();
    if (ran->exitCode != 0)
        return failed(*ran);
    MachineAnswer answer;
    // There are several heads if the server sent status 100 first.
    QByteArray rest = ran->out;
    rest.replace("\r\n", "\n");
    while (rest.startsWith("HTTP/")) {
        const qsizetype end = rest.indexOf("\n\n");
        const QByteArrayList lines = rest.left(end < 0 ? rest.size() : end).split('\n');
        answer.status = lines.first().split(' ').value(1).toInt();
        answer.headers.clear();
        for (const QByteArray &line : lines.sliced(1)) {
            const qsizetype colon = line.indexOf(':');
            if (colon > 0)
                answer.headers.insert(line.left(colon).toLower(), line.mid(colon + 1).trimmed());
        }
        rest = end < 0 ? QByteArray() : rest.mid(end + 2);
    }
    answer.body = rest.left(64 * 1024);
    return answer;
}

Result<void> fetchPart(SshConnection &connection, const MachinePart &part, const ObjectStore::Presigned &from, std::stop_token stop)
{
    const QByteArray config = configOf(from) + "range = \"" + QByteArray::number(part.offset) + '-'
                              + QByteArray::number(part.offset + part.length - 1) + "\"\n";
    // The status goes to a separate file through standard error; excess bytes are cut off.
    const QString line =
        QStringLiteral("exec 3<&0; %1 -w '%{stderr}status %{http_code}\\n' | head -c %2 | dd of=%3 bs=%4 seek=%5 conv=notrunc 2>/dev/null")
            .arg(kCurl, text(part.length), shellQuoted(part.path), text(kBlock), text(part.offset / kBlock));
    TRY(const auto ran, run(connection, line, config, kPartDeadline, stop));
    const qsizetype at = ran.err.lastIndexOf("status ");
    const int status = at < 0 ? 0 : ran.err.mid(at + 7, 3).toInt();
    if (status == 206 && ran.exitCode == 0 && ran.err.trimmed().startsWith("status "))
        return {};
    const QString detail = QString::fromUtf8(ran.err.left(400)).simplified();
    if (status == 200)
        return Error{ErrorCode::Unsupported, Words::tr("The store sends whole files where parts were asked for, so nothing was kept."),
                     detail};
    if (status == 412)
        return Error{ErrorCode::Corrupt, Words::tr("The object changed while it was read: start again."), detail};
    if (status == 403 || status == 404)
        return Error{
            ErrorCode::PermissionDenied,
            Words::tr("The store refused the machine: the key may not allow this, or the machine's clock or address is not accepted."),
            detail};
    if (ran.exitCode != 0)
        return Error{ErrorCode::NoSpace, Words::tr("The machine cannot write %1: check the space there.").arg(part.path), detail};
    return Error{ErrorCode::ConnectionLost, Words::tr("The machine cannot reach the store, or lost it: check its network, then try again."),
                 detail};
}

Result<QByteArray> digestOf(SshConnection &connection, const ObjectStore::Presigned &from, std::stop_token stop)
{
    const auto ran = run(
        connection,
        QStringLiteral("exec 3<&0; { %1 -f || echo broken >&2; } | { if command -v openssl >/dev/null 2>&1; then openssl dgst -sha256 -r; "
                       "else sha256sum; fi; }")
            .arg(kCurl),
        configOf(from), kWholeDeadline, stop);
    if (!ran)
        return ran.error();
    const QByteArray digest = QByteArray::fromHex(ran->out.left(64));
    if (ran->exitCode != 0 || ran->err.contains("broken") || digest.size() != 32)
        return Error{ErrorCode::ConnectionLost, Words::tr("The machine could not read back the stored object: try again."),
                     QString::fromUtf8(ran->err.left(400)).simplified()};
    return digest;
}

Result<QList<PartDigests>> machineDigests(SshConnection &connection, const QString &path, qint64 partSize, int count, bool hasSha256,
                                          std::stop_token stop)
{
    const QString line =
        QStringLiteral(
            "if command -v openssl >/dev/null 2>&1; then m() { openssl dgst -md5 -r; }; s() { openssl dgst -sha256 -r; }; else m() { "
            "md5sum; }; s() { sha256sum; }; fi; "
            "i=0; while [ $i -lt %1 ]; do dd if=%2 bs=%3 skip=$((i*%4)) count=%4 2>/dev/null | m; %5 i=$((i+1)); done")
            .arg(text(count), shellQuoted(path), text(kBlock), text(partSize / kBlock),
                 hasSha256 ? QStringLiteral("dd if=%1 bs=%2 skip=$((i*%3)) count=%3 2>/dev/null | s;")
                                 .arg(shellQuoted(path), text(kBlock), text(partSize / kBlock))
                           : QString());
    TRY(const auto ran, run(connection, line, {}, kWholeDeadline, stop));
    QList<PartDigests> digests;
    const QByteArrayList lines = ran.out.trimmed().split('\n');
    const int perPart = hasSha256 ? 2 : 1;
    for (qsizetype i = 0; i + perPart <= lines.size(); i += perPart)
        digests << PartDigests{hasSha256 ? QByteArray::fromHex(lines[i + 1].left(64)) : QByteArray(),
                               QByteArray::fromHex(lines[i].left(32))};
    const bool isWhole = std::all_of(digests.begin(), digests.end(), [hasSha256](const PartDigests &one) {
        return one.md5.size() == 16 && (!hasSha256 || one.sha256.size() == 32);
    });
    if (digests.size() != count || !isWhole)
        return Error{ErrorCode::Unsupported, Words::tr("The machine could not compute the digests of %1.").arg(path),
                     QString::fromUtf8(ran.err.left(300))};
    return digests;
}

}  // namespace trainyard
