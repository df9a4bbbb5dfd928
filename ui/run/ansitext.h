// Turns the raw bytes of one log line into text that is safe to draw, with its colours. Pure. Any bytes are
// accepted: SGR colours (16, 256 and RGB, all mapped to 16) are kept, every other escape sequence is dropped, NUL and
// control characters become their visible symbols, invalid UTF-8 the replacement character, and the characters
// that reorder text are made visible so that a log cannot disguise a line. Source of the codes: ECMA-48, 5th ed.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace trainyard {

enum class AnsiColor : quint8 {
    Default, Black, Red, Green, Yellow, Blue, Magenta, Cyan, White,
    BrightBlack, BrightRed, BrightGreen, BrightYellow, BrightBlue, BrightMagenta, BrightCyan, BrightWhite,
};

struct AnsiStyle {
    AnsiColor foreground = AnsiColor::Default, background = AnsiColor::Default;
    bool isBold = false, isFaint = false, isUnderlined = false, isInverse = false;
    bool operator==(const AnsiStyle &) const = default;
};

struct AnsiRun {
    qsizetype begin = 0, length = 0;   // in the text
    AnsiStyle style;
};

struct AnsiText {
    QString text;
    QList<AnsiRun> runs;               // without gaps, covering the text; empty = all default
};

AnsiText parseAnsi(const QByteArray &bytes);

enum class LogLevel { None, Warning, Error };

// From a level word near the beginning, as the common loggers write it.
LogLevel logLevel(const QString &text);

// Columns a character takes in a terminal: 0 (combining), 1 or 2 (East Asian wide). Source: Unicode UAX 11.
int cellWidth(char32_t character);

}  // namespace trainyard
