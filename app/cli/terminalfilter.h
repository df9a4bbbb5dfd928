// SPDX-License-Identifier: GPL-3.0-or-later
// What a log may do to the terminal it is shown on: colours, and the small cursor moves of progress bars. Everything else that controls a
// terminal (titles, clipboard, queries that it answers as if typed, other character sets) is removed, and characters that reverse the text
// direction or are invisible are marked. Sequences as in ECMA-48; a terminal accepts C1 controls as bytes and as UTF-8 alike. Pure, one
// object per stream.
#pragma once

#include <QByteArray>

namespace trainyard {

class TerminalFilter {
public:
    QByteArray feed(const QByteArray &bytes);  // an incomplete sequence is held back until the rest arrives

private:
    enum class State { Text, Escape, Intermediate, Csi, String, StringEscape } m_state = State::Text;
    void text(char c, QByteArray &out);
    void csi(char c, QByteArray &out);
    void control(unsigned char c1, QByteArray &out);  // one of the C1 controls, 0x80 to 0x9f

    QByteArray m_held;  // of an unfinished sequence or character
    int m_missing = 0;  // continuation bytes of the current character
};

}  // namespace trainyard
