// SPDX-License-Identifier: GPL-3.0-or-later
// A terminal as xterm behaves (TERM=xterm-256color): takes what a program prints, keeps what is on the screen, and says what keys, mouse and
// pasted text are for the program. libvterm has the state machine of the escape sequences; the lines are a TerminalGrid. Pure; one thread
// at a time.
//
// The bytes come from a machine that is not trusted. They change nothing but the screen, the title and the modes below: no clipboard, no
// answer with text that they chose, and no memory beyond the limits of screen and history.
#pragma once

#include "core/terminal/terminalgrid.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <memory>

namespace trainyard {

inline constexpr TerminalSize kLeastTerminal{1, 2}, kLargestTerminal{500, 1000};

struct TerminalCursor {
    enum Shape { Block, Underline, Bar };
    TerminalPosition at;
    Shape shape = Block;
    bool isVisible = true, isBlinking = true;
    bool operator==(const TerminalCursor &) const = default;
};

enum class TerminalMouse { None, Clicks, Drags, Moves };

struct TerminalModes {
    TerminalMouse mouse = TerminalMouse::None;  // what the program wants to be told
    bool isReverse = false;                     // ink and paper of the whole screen are exchanged
    bool isAlternate = false;
    bool operator==(const TerminalModes &) const = default;
};

enum class TerminalKey {
    Enter,
    Tab,
    Backspace,
    Escape,
    Up,
    Down,
    Left,
    Right,
    Insert,
    Delete,
    Home,
    End,
    PageUp,
    PageDown,
    F1 = 101,
    F12 = 112
};

struct TerminalModifiers {
    bool isShift = false, isAlt = false, isControl = false;
};

class TerminalScreen {
public:
    TerminalScreen(TerminalSize size, int historyLimit);  // the size is brought between the limits above; the history is in lines
    ~TerminalScreen();

    // --- what the program prints
    void feed(QByteArrayView bytes);
    QByteArray takeAnswers();  // to requests for the cursor's position and the like; at most kMaxAnswers since the last call
    void resize(TerminalSize size);
    // Another program begins: modes and title are as in the beginning, what is on the screen moves into the history.
    void restart();

    // --- what is seen
    const TerminalGrid &grid() const;
    TerminalCursor cursor() const;
    TerminalModes modes() const;
    QString title() const;  // without control characters, at most 256 bytes; empty: none was set
    int bells() const;      // how often it rang

    // --- what a person does, in bytes for the program
    QByteArray key(TerminalKey key, TerminalModifiers with);
    QByteArray typed(const QString &text, TerminalModifiers with);  // Control with a letter is its control character
    QByteArray pasted(const QString &text);                         // without control characters; in brackets if the program asked for that
    // Buttons: 1 left, 2 middle, 3 right, 4 and 5 the wheel up and down. Empty if the program does not want it.
    QByteArray mousePressed(int button, bool isPressed, TerminalPosition at, TerminalModifiers with);
    QByteArray mouseMoved(TerminalPosition at, TerminalModifiers with);
    QByteArray focusChanged(bool hasFocus);

    static constexpr qsizetype kMaxAnswers = 1024;

private:
    struct Private;
    std::unique_ptr<Private> m_p;
};

}  // namespace trainyard
