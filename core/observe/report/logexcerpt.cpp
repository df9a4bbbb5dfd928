// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/report/logexcerpt.h"

#include "core/observe/report/markup.h"

#include <algorithm>

namespace trainyard {

namespace {

constexpr qsizetype kKeptOfLine = 16 * 1024;  // bytes of the version being written

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

qsizetype bytesOf(const LogLine &line) { return line.text.size() * 3; }  // at most, as UTF-8

void push(std::deque<LogLine> &lines, qsizetype &bytes, const LogLine &line, qsizetype mostLines, qsizetype mostBytes)
{
    lines.push_back(line);
    bytes += bytesOf(line);
    while (qsizetype(lines.size()) > mostLines || (bytes > mostBytes && lines.size() > 1)) {
        bytes -= bytesOf(lines.front());
        lines.pop_front();
    }
}

}  // namespace

QString plainLine(const QByteArray &line, qsizetype most)
{
    QByteArray whole = line;
    while (whole.endsWith('\r') || whole.endsWith('\n'))
        whole.chop(1);
    whole = whole.mid(whole.lastIndexOf('\r') + 1);
    QByteArray clean;
    clean.reserve(whole.size());
    for (qsizetype at = 0; at < whole.size(); ++at) {
        if (whole[at] != '\x1b') {
            clean += whole[at];
            continue;
        }
        // ESC [ … letter, and ESC ] … up to BEL or ESC \.
        const char kind = at + 1 < whole.size() ? whole[at + 1] : '\0';
        at += 1;
        if (kind == '[') {
            while (++at < whole.size() && !isLetter(whole[at])) {}
        } else if (kind == ']') {
            while (++at < whole.size() && whole[at] != '\a') {
                if (whole[at] == '\x1b' && at + 1 < whole.size() && whole[at + 1] == '\\') {
                    ++at;
                    break;
                }
            }
        }
    }
    QString text = printable(QString::fromUtf8(clean));
    if (text.size() > most) {
        text.truncate(most - 1);
        if (text.back().isHighSurrogate())
            text.chop(1);
        text += QChar(0x2026);
    }
    return text;
}

bool tellsOfTrouble(const QString &line)
{
    for (const char *word :
         {"Traceback (most recent call last)", "Error:", "ERROR", "Exception", "FATAL", "CRITICAL", "CUDA error", "out of memory",
          "OutOfMemory", "Segmentation fault", "NCCL WARN", "Killed", "core dumped", "NVRM: Xid", "No space left on device", "panic:"}) {
        if (line.contains(QLatin1String(word)))
            return true;
    }
    return false;
}

void LogExcerpt::feed(const QByteArray &bytes)
{
    m_bytes += bytes.size();
    qsizetype begin = 0;
    while (begin < bytes.size()) {
        const qsizetype end = bytes.indexOf('\n', begin);
        const QByteArrayView piece = QByteArrayView(bytes).sliced(begin, (end < 0 ? bytes.size() : end) - begin);
        // A bar that overwrites itself for hours is one line: the text before the last carriage return is no longer visible. A return at
        // the very end may be half of a line end.
        const qsizetype back = piece.chopped(piece.isEmpty() ? 0 : 1).lastIndexOf('\r');
        if (back >= 0) {
            m_line.clear();
            m_line += piece.sliced(back + 1).first(std::min(kKeptOfLine, piece.size() - back - 1));
        } else {
            if (m_line.endsWith('\r') && !piece.isEmpty())
                m_line.clear();
            m_line += piece.first(std::min(piece.size(), std::max<qsizetype>(0, kKeptOfLine - m_line.size())));
        }
        if (end < 0)
            return;
        take();
        begin = end + 1;
    }
}

void LogExcerpt::finish()
{
    if (!m_line.isEmpty())
        take();
}

void LogExcerpt::take()
{
    LogLine line{++m_lines, plainLine(m_line, kMaxLine), false};
    m_line.clear();
    // A traceback continues with indented lines and ends with the first line that is not indented.
    const bool begins = line.text.contains(QLatin1String("Traceback (most recent call last)"));
    const bool goesOn = m_isInTraceback && !begins;
    line.isTrouble = goesOn || tellsOfTrouble(line.text);
    if (begins)
        m_isInTraceback = true;
    else if (goesOn && !line.text.contains(QLatin1String("  ")))
        m_isInTraceback = false;

    if (line.isTrouble) {
        ++m_troubleCount;
        constexpr qsizetype kHalf = kTroubleLines / 2;
        if (m_firstTrouble.lines.size() < kHalf && m_firstTrouble.bytes + bytesOf(line) <= kPartBytes / 2) {
            m_firstTrouble.lines << line;
            m_firstTrouble.bytes += bytesOf(line);
        } else {
            push(m_lastTrouble, m_lastTroubleBytes, line, kHalf, kPartBytes / 2);
        }
    }
    if (!m_isHeadFull && m_head.lines.size() < kHeadLines && m_head.bytes + bytesOf(line) <= kPartBytes) {
        m_head.lines << line;
        m_head.bytes += bytesOf(line);
        return;
    }
    m_isHeadFull = true;
    push(m_tail, m_tailBytes, line, kTailLines, kPartBytes);
}

QList<LogLine> LogExcerpt::trouble() const
{
    QList<LogLine> lines = m_firstTrouble.lines;
    for (const LogLine &line : m_lastTrouble)
        lines << line;
    return lines;
}

}  // namespace trainyard
