// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/transport/transfer/checksums.h"

#include "core/base/shellquote.h"

#include <algorithm>
#include <memory>
#include <openssl/evp.h>
#include <unistd.h>

namespace trainyard {

namespace {

constexpr qint64 kDigestPiece = 1024 * 1024;

// openssl is several times faster than sha256sum if the processor supports it; busybox has sha256sum.
const char kOneDigest[] = "if command -v openssl >/dev/null 2>&1; then h() { openssl dgst -sha256 -r; }; "
                          "elif command -v sha256sum >/dev/null 2>&1; then h() { sha256sum; }; else exit 127; fi; ";

// "$g" is the prefix for starting a program. It uses the lowest best-effort class of the disk: the idle class may never get a turn.
const char kGently[] = "g=; if command -v nice >/dev/null 2>&1; then g='nice -n 10'; fi; "
                       "if command -v ionice >/dev/null 2>&1; then g=\"$g ionice -c 2 -n 7\"; fi; ";

QList<Digest> parsed(const QByteArray &output)
{
    QList<Digest> digests;
    const QList<QByteArray> lines = output.split('\n');
    for (const QByteArray &line : lines) {
        // sha256sum starts a line with a backslash when the name in it is escaped.
        const QByteArray hex = line.mid(line.startsWith('\\') ? 1 : 0).left(64);
        const Digest digest = QByteArray::fromHex(hex);
        if (hex.size() == 64 && digest.size() == 32)
            digests << digest;
    }
    return digests;
}

}  // namespace

Digest localDigest(int fd, qint64 from, qint64 to, const std::stop_token &stop)
{
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    if (!context || EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) != 1)
        return {};
    QByteArray piece(std::max<qint64>(std::min(kDigestPiece, to - from), 1), Qt::Uninitialized);
    while (from < to) {
        if (stop.stop_requested())
            return {};
        const ssize_t got = ::pread(fd, piece.data(), static_cast<std::size_t>(std::min(kDigestPiece, to - from)), from);
        if (got <= 0)
            return {};
        EVP_DigestUpdate(context.get(), piece.constData(), static_cast<std::size_t>(got));
        from += got;
    }
    Digest digest(32, Qt::Uninitialized);
    unsigned int length = 0;
    EVP_DigestFinal_ex(context.get(), reinterpret_cast<unsigned char *>(digest.data()), &length);
    return digest;
}

namespace {

// Empty if any of them could not be computed.
Result<QList<Digest>> digestsOfBatch(SshConnection &connection, const QList<QByteArray> &batch, bool areOdd, Pace pace,
                                     QDeadlineTimer deadline, const std::stop_token &stop)
{
    RemoteCommand command;
    // Names are passed through standard input and never through the shell. The "./" keeps a leading dash part of the name. Odd names are
    // not printed beside their sums, which costs a process for each.
    const QLatin1String sums(
        areOdd ? "if command -v openssl >/dev/null 2>&1; then xargs -0 -n 1 $g sh -c 'openssl dgst -sha256 -r <\"$1\"' x; "
                 "elif command -v sha256sum >/dev/null 2>&1; then xargs -0 -n 1 $g sh -c 'sha256sum <\"$1\"' x; else exit 127; fi"
               : "if command -v openssl >/dev/null 2>&1; then LC_ALL=C xargs -0 $g openssl dgst -sha256 -r; "
                 "elif command -v sha256sum >/dev/null 2>&1; then LC_ALL=C xargs -0 $g sha256sum; else exit 127; fi");
    command.line = QStringLiteral("sh -c ") + shellQuoted(QLatin1String(pace == Pace::Gentle ? kGently : "g=; ") + sums);
    for (const QByteArray &path : batch)
        command.input += (path.startsWith('/') ? path : "./" + path) + '\0';
    command.outputLimit = 64 * 1024 * 1024;
    TRY(const auto ran, connection.run(command, deadline, stop));
    const QList<Digest> digests = parsed(ran.out);
    // With a line more or less (an unreadable file), lines can no longer be matched to files.
    return ran.exitCode == 0 && digests.size() == batch.size() ? digests : QList<Digest>();
}

}  // namespace

Result<QList<Digest>> remoteDigests(SshConnection &connection, const QList<QByteArray> &paths, QDeadlineTimer deadline,
                                    const std::stop_token &stop, Pace pace)
{
    QList<Digest> all(paths.size());
    constexpr qsizetype kBatch = 2000;  // limits the size of the machine's answer
    QList<qsizetype> waiting[2];        // plain, odd
    for (qsizetype i = 0; i < paths.size(); ++i)
        waiting[paths[i].contains('\n')] << i;
    for (const bool areOdd : {false, true}) {
        for (qsizetype start = 0; start < waiting[areOdd].size(); start += kBatch) {
            const QList<qsizetype> indices = waiting[areOdd].mid(start, kBatch);
            QList<QByteArray> batch;
            for (const qsizetype index : indices)
                batch << paths[index];
            TRY(const auto digests, digestsOfBatch(connection, batch, areOdd, pace, deadline, stop));
            if (digests.isEmpty())
                return QList<Digest>();
            for (qsizetype i = 0; i < indices.size(); ++i)
                all[indices[i]] = digests.at(i);
        }
    }
    return all;
}

Result<QList<Digest>> remoteBlockDigests(SshConnection &connection, const QByteArray &path, qint64 blockSize, int count,
                                         QDeadlineTimer deadline, const std::stop_token &stop)
{
    RemoteCommand command;
    command.line = QLatin1String(kOneDigest)
                   + QStringLiteral("IFS= read -r f; i=0; while [ $i -lt %2 ]; do dd if=\"$f\" bs=%1 skip=$i count=1 2>/dev/null | h; "
                                    "i=$((i+1)); done")
                         .arg(blockSize)
                         .arg(count);
    command.input = (path.startsWith('/') ? path : "./" + path) + '\n';
    command.outputLimit = 64 * 1024 * 1024;
    if (path.contains('\n'))
        return QList<Digest>();
    TRY(const auto ran, connection.run(command, deadline, stop));
    const QList<Digest> digests = parsed(ran.out);
    return ran.exitCode == 0 && digests.size() == count ? digests : QList<Digest>();
}

void syncMachine(SshConnection &connection, const QByteArray &path, QDeadlineTimer deadline, const std::stop_token &stop)
{
    RemoteCommand command;
    command.line = QStringLiteral("xargs -0 sync -f 2>/dev/null || sync");
    command.input = (path.startsWith('/') ? path : "./" + path) + '\0';
    (void)connection.run(command, deadline, stop);
}

}  // namespace trainyard
