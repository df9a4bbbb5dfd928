// SPDX-License-Identifier: GPL-3.0-or-later
// The protocol between a FolderReader and its program on the machine. Nothing in an answer is trusted beyond what was requested. Pure;
// any thread.
//
// A request on its standard input is "WORD SIZE PACKED\n" and PACKED bytes, which are SIZE bytes compressed (RFC 1950): LIST with none,
// or READ with "OFFSET\tLENGTH\tNAME\0" for each range. Each answer, and the list that the program may send first unasked, consists of
// blocks "SIZE PACKED\n" and PACKED bytes; the last one has 0 and 0:
//   LIST    "ERRNO\0KIND\0PATH\0", then, unless ERRNO, what parseFolderListing() reads. PATH is without links; where KIND is d
//           it is the folder that was listed, where it is f that one lies above it
//   READ    for each range "COUNT\n" and that many bytes, or "-ERRNO\n"
#pragma once

#include "core/base/result.h"
#include "core/checkpoint/format/filesource.h"

#include <QByteArray>

#include <deque>
#include <optional>

namespace trainyard {

// The command for any login shell.
QString folderProgramLine(const QString &folder, bool isListed);
QByteArray folderListRequest();
QByteArray folderReadRequest(const QList<FileRange> &ranges);

constexpr qint64 kMaxProgramRange = 16 * 1024 * 1024;
constexpr qint64 kMaxProgramBlock = 2 * 1024 * 1024 + 64 * 1024;  // the program cuts blocks at 1 MiB, after the piece that crossed it

// The decompressed blocks of one answer.
class ProgramBlocks {
public:
    // Takes received bytes and puts the text of the first whole block into `text`. Call it again without new bytes until `text` stays
    // empty. Corrupt: these are not blocks.
    Result<void> take(QByteArrayView bytes, QByteArray &text);
    bool isEnd() const { return m_isEnd; }

private:
    QByteArray m_held;
    bool m_isEnd = false;
};

// Collects the ranges from the text of an answer to READ, as they arrive.
class RangeAnswers {
public:
    RangeAnswers(const QString &folder, const QList<FileRange> &ranges) : m_folder(folder), m_ranges(ranges) {}
    Result<void> take(QByteArrayView text);
    bool isWhole() const { return m_answers.size() == m_ranges.size() && m_held.isEmpty(); }
    QList<Result<QByteArray>> answers() { return std::move(m_answers); }

private:
    const QString m_folder;
    const QList<FileRange> m_ranges;
    QList<Result<QByteArray>> m_answers;
    QByteArray m_held;
};

// The same error as SFTP would give.
Error machineFileError(qint64 number, const QString &path);

}  // namespace trainyard
