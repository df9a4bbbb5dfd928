// SPDX-License-Identifier: GPL-3.0-or-later
// What a report shows of a log: how it begins, how it ends, and the lines that tell of trouble. Fed in order, in any
// pieces; memory is bounded whatever the log holds. Pure.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <deque>

namespace trainyard {

struct LogLine {
    qint64 number = 0;  // from 1
    QString text;       // without escape sequences; of what overwrote itself the last version; cut
    bool isTrouble = false;
};

// Escape sequences out, of text overwritten by carriage returns the last version, at most `most` characters.
QString plainLine(const QByteArray &line, qsizetype most);
// Says an error, an exception or that the memory is used up.
bool tellsOfTrouble(const QString &line);

class LogExcerpt {
public:
    static constexpr qsizetype kHeadLines = 60, kTailLines = 200, kTroubleLines = 60;
    static constexpr qsizetype kMaxLine = 400;          // characters
    static constexpr qsizetype kPartBytes = 48 * 1024;  // UTF-8 of each of the three parts

    void feed(const QByteArray &bytes);
    void finish();  // the last line may lack an end

    qint64 lineCount() const { return m_lines; }
    qint64 byteCount() const { return m_bytes; }
    qint64 troubleCount() const { return m_troubleCount; }
    // The head and the tail do not overlap: a short log is all head.
    const QList<LogLine> &head() const { return m_head.lines; }
    QList<LogLine> tail() const { return {m_tail.begin(), m_tail.end()}; }
    // The first half of those that are kept from the beginning, the other half from the end.
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
