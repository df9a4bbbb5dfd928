// SPDX-License-Identifier: GPL-3.0-or-later
// What a log may do to the terminal it is shown on: colours, and the small moves of progress bars. Everything else that
// steers a terminal (titles, clipboard, questions that it answers as if typed, other character sets) is taken out, and what
// turns a line round or hides in it is marked.
// Sequences as in ECMA-48; a terminal reads C1 controls as bytes and as UTF-8 alike. Pure, one object a stream.
#pragma once

#include <QByteArray>

namespace trainyard {

class TerminalFilter {
public:
    QByteArray feed(const QByteArray &bytes);  // a sequence cut in two is held back until its rest comes

private:
    enum class State { Text, Escape, Intermediate, Csi, String, StringEscape } m_state = State::Text;
    void text(char c, QByteArray &out);
    void csi(char c, QByteArray &out);
    void control(unsigned char c1, QByteArray &out);  // one of the C1 controls, 0x80 to 0x9f

    QByteArray m_held;  // of an unfinished sequence or character
    int m_missing = 0;  // continuation bytes of the current character
};

}  // namespace trainyard
