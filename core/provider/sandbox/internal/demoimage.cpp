// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/sandbox/internal/demoimage.h"

#include <QCryptographicHash>
#include <QFile>

#include <algorithm>

namespace trainyard {

namespace {

constexpr qsizetype kBlock = 512;

}  // namespace

QByteArray trainerProgram()
{
    QFile file(QStringLiteral(":/sandbox/yard-demotrainer"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString demoImageName(const QByteArray &program)
{
    const QByteArray hash = QCryptographicHash::hash(program, QCryptographicHash::Sha256).toHex();
    return QStringLiteral("localhost/trainyard-demo:") + QString::fromLatin1(hash.left(12));
}

QByteArray imageArchive(const QByteArray &program)
{
    // POSIX.1-1988 ustar header; numbers are octal text.
    QByteArray header(kBlock, '\0');
    const auto put = [&header](qsizetype offset, const QByteArray &text) { std::copy(text.begin(), text.end(), header.begin() + offset); };
    const auto octal = [](qsizetype value, int digits) { return QByteArray::number(value, 8).rightJustified(digits, '0'); };
    put(0, "yard-demotrainer");
    put(100, octal(0755, 7));
    put(108, octal(0, 7));  // owner
    put(116, octal(0, 7));  // group
    put(124, octal(program.size(), 11));
    put(136, octal(0, 11));  // time: the archive depends only on the program
    put(148, "        ");    // the checksum is computed with blanks in its place
    put(156, "0");           // a regular file
    put(257, QByteArray("ustar\00000", 8));
    qsizetype sum = 0;
    for (const char c : std::as_const(header))
        sum += static_cast<unsigned char>(c);
    put(148, octal(sum, 6) + QByteArray("\0 ", 2));

    QByteArray archive = header + program;
    const qsizetype padding = (kBlock - program.size() % kBlock) % kBlock;
    archive.append(padding + 2 * kBlock, '\0');  // two empty blocks end an archive
    return archive;
}

}  // namespace trainyard
