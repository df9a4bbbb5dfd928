// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/tararchive.h"

#include <algorithm>
#include <utility>

namespace trainyard {

namespace {

constexpr qsizetype kTarBlock = 512, kTarName = 100;

QByteArray octal(qint64 value, int digits) { return QByteArray::number(std::max<qint64>(value, 0), 8).rightJustified(digits, '0'); }

}  // namespace

void TarArchive::addFolder(const QByteArray &name, quint32 mode, qint64 modified)
{
    addEntry('5', name.endsWith('/') ? name : name + '/', mode, modified, {});
}

void TarArchive::addFile(const QByteArray &name, quint32 mode, qint64 modified, const QByteArray &content)
{
    addEntry('0', name, mode, modified, content);
}

void TarArchive::addLink(const QByteArray &name, const QByteArray &target) { addEntry('2', name, 0777, 0, {}, target); }

QByteArray TarArchive::finished() const { return m_bytes + QByteArray(2 * kTarBlock, '\0'); }

void TarArchive::addLongName(char kind, const QByteArray &name)
{
    if (name.size() > kTarName)
        addEntry(kind, "././@LongLink", 0, 0, name + '\0');
}

void TarArchive::addEntry(char kind, const QByteArray &name, quint32 mode, qint64 modified, const QByteArray &content,
                          const QByteArray &target)
{
    addLongName('K', target);
    addLongName('L', name);
    // POSIX.1-1988 ustar header; numbers are octal text.
    QByteArray header(kTarBlock, '\0');
    const auto put = [&header](qsizetype offset, const QByteArray &text) { std::copy(text.begin(), text.end(), header.begin() + offset); };
    put(0, name.left(kTarName));
    put(100, octal(mode & 07777, 7));
    put(108, octal(0, 7));  // owner
    put(116, octal(0, 7));  // group
    put(124, octal(content.size(), 11));
    put(136, octal(modified, 11));
    put(148, "        ");  // the checksum is computed with blanks in its place
    put(156, QByteArray(1, kind));
    put(157, target.left(kTarName));
    put(257, QByteArray("ustar\00000", 8));
    qsizetype sum = 0;
    for (const char c : std::as_const(header))
        sum += static_cast<unsigned char>(c);
    put(148, octal(sum, 6) + QByteArray("\0 ", 2));
    m_bytes += header + content;
    m_bytes.append((kTarBlock - content.size() % kTarBlock) % kTarBlock, '\0');
}

}  // namespace trainyard
