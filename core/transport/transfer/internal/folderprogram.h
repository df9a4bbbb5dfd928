// SPDX-License-Identifier: GPL-3.0-or-later
// What is sent to and comes from the program that a FolderReader has on the machine. Nothing that it answers is believed beyond
// what was asked for. Pure; any thread.
//
// It is told on its standard input "WORD SIZE PACKED\n" and PACKED bytes, which are SIZE bytes compressed (RFC 1950): LIST with
// none, or READ with "OFFSET\tLENGTH\tNAME\0" for each range. Each answer, and the list that it may begin with by itself, comes
// as blocks "SIZE PACKED\n" and PACKED bytes, the last one with 0 and 0:
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

// For the login shell, whichever it is.
QString folderProgramLine(const QString &folder, bool isListed);
QByteArray folderListRequest();
QByteArray folderReadRequest(const QList<FileRange> &ranges);

constexpr qint64 kMaxProgramRange = 16 * 1024 * 1024;
constexpr qint64 kMaxProgramBlock = 2 * 1024 * 1024 + 64 * 1024;  // it cuts them at 1 MiB, after the piece that went beyond

// The blocks of one answer, opened.
class ProgramBlocks {
public:
    // What came. The text of whole blocks among it goes to `text`: of the first of them, so that it is to be called again, with
    // nothing new, until no text comes. Corrupt: these are no blocks.
    Result<void> take(QByteArrayView bytes, QByteArray &text);
    bool isEnd() const { return m_isEnd; }

private:
    QByteArray m_held;
    bool m_isEnd = false;
};

// The ranges in the text of an answer to READ, as they come.
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

// As SFTP would say it.
Error machineFileError(qint64 number, const QString &path);

}  // namespace trainyard
