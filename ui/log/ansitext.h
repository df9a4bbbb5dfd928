// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the raw bytes of one log line into text that is safe to draw, with its colours. Pure. Any bytes are accepted: SGR colours (16, 256
// and RGB, all mapped to 16) are kept and every other escape sequence is dropped. NUL and control characters become their visible symbols,
// invalid UTF-8 becomes the replacement character, and characters that reorder or hide text are made visible so that a log cannot disguise
// a line. Source of the codes: ECMA-48, 5th ed.
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>
#include <QString>

#include <vector>

namespace trainyard {

enum class AnsiColor : quint8 {
    Default,
    Black,
    Red,
    Green,
    Yellow,
    Blue,
    Magenta,
    Cyan,
    White,
    BrightBlack,
    BrightRed,
    BrightGreen,
    BrightYellow,
    BrightBlue,
    BrightMagenta,
    BrightCyan,
    BrightWhite,
};

struct AnsiStyle {
    AnsiColor foreground = AnsiColor::Default, background = AnsiColor::Default;
    bool isBold = false, isFaint = false, isUnderlined = false, isInverse = false;
    bool operator==(const AnsiStyle &) const = default;
};

struct AnsiRun {
    qsizetype begin = 0, length = 0;  // in the text
    AnsiStyle style;
};

struct AnsiText {
    QString text;
    QList<AnsiRun> runs;       // without gaps, covering the text; empty = all default
    std::vector<int> origins;  // source byte of each UTF-16 unit of the text; empty = one byte per unit

    qsizetype positionOf(qsizetype byte) const;  // of the first unit from this byte or a later one
};

AnsiText parseAnsi(const QByteArray &bytes);

// Position after the escape sequence that begins at `at`.
qsizetype escapeEnd(QByteArrayView bytes, qsizetype at);

// Columns a character takes in a terminal: 0 (combining), 1 or 2 (East Asian wide). Source: Unicode UAX 11.
int cellWidth(char32_t character);

}  // namespace trainyard
