// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a log that a report shows: its beginning, its end, and the lines that indicate trouble. Fed in order, in any pieces; memory
// is bounded whatever the log contains. Pure.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <deque>

namespace trainyard {

struct LogLine {
    qint64 number = 0;  // from 1
    QString text;       // without escape sequences; the last version if it was overwritten; shortened
    bool isTrouble = false;
};

// Without escape sequences; the last version of text overwritten by carriage returns; at most `most` characters.
QString plainLine(const QByteArray &line, qsizetype most);
// Mentions an error, an exception or exhausted memory.
bool tellsOfTrouble(const QString &line);

class LogExcerpt {
public:
    static constexpr qsizetype kHeadLines = 60, kTailLines = 200, kTroubleLines = 60;
    static constexpr qsizetype kMaxLine = 400;          // characters
    static constexpr qsizetype kPartBytes = 48 * 1024;  // UTF-8 in each of the three parts

    void feed(const QByteArray &bytes);
    void finish();  // the last line may lack a line end

    qint64 lineCount() const { return m_lines; }
    qint64 byteCount() const { return m_bytes; }
    qint64 troubleCount() const { return m_troubleCount; }
    // The head and the tail do not overlap: a short log is all head.
    const QList<LogLine> &head() const { return m_head.lines; }
    QList<LogLine> tail() const { return {m_tail.begin(), m_tail.end()}; }
    // One half is kept from the beginning, the other from the end.
    QList<LogLine> trouble() const;

private:
    struct Part {
        QList<LogLine> lines;
        qsizetype bytes = 0;
    };
    void take();

    QByteArray m_line;
    qint64 m_lines = 0, m_bytes = 0, m_troubleCount = 0;
    bool m_isHeadFull = false, m_isInTraceback = false;
    Part m_head, m_firstTrouble;
    std::deque<LogLine> m_tail, m_lastTrouble;
    qsizetype m_tailBytes = 0, m_lastTroubleBytes = 0;
};

}  // namespace trainyard
