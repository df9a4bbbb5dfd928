// SPDX-License-Identifier: GPL-3.0-or-later
// Stands between a machine's output and libvterm. Only valid UTF-8 and complete sequences of a fixed list, with few and small arguments,
// are passed on; everything else is dropped.
//
// libvterm 0.1.4, the version of Debian 12, needs it: it writes past an array at the 17th argument of a sequence, repeats for ever
// when it is asked to repeat nothing, restores a cursor outside a screen that has become smaller, loses the beginning of a string
// that arrives in two parts, and collects combining characters without a limit. No request that would make a terminal answer with text that
// the machine chose is passed on, nor any that would set the clipboard (OSC 52).
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <array>

namespace trainyard {

class TerminalFilter {
public:
    class Sink {
    public:
        virtual ~Sink() = default;
        virtual void pass(QByteArrayView bytes) = 0;  // at most kPiece, whole sequences
        virtual void titleSet(const QString &title) = 0;
        virtual void historyCleared() = 0;
        virtual void alternateLeft() = 0;  // after the bytes that leave the alternate screen
    };
    static constexpr qsizetype kPiece = 4096;  // libvterm puts four bytes on the stack for each
    static constexpr qsizetype kMaxTitle = 256;

    explicit TerminalFilter(Sink &sink) : m_sink(sink) {}
    void feed(QByteArrayView bytes);
    void setColumns(int columns) { m_columns = columns; }  // no character is repeated more often
    void reset();                                          // forgets an unfinished sequence

private:
    enum class State { Text, Escape, Charset, Csi, Title, TitleEscape, Ignored, IgnoredEscape };
    static constexpr int kMaxArguments = 16;

    void flush();
    void add(QByteArrayView bytes);
    qsizetype text(QByteArrayView bytes);
    void codePoint(char32_t point);
    void control(char byte);
    void escape(char byte);
    void csi(char byte);
    void endCsi(char final);
    void plainCsi(char final);
    void privateCsi(char final);
    void setModes(char final);
    void colours();
    void title(char byte);
    void endTitle();
    int argument(int i, int otherwise) const;

    Sink &m_sink;
    State m_state = State::Text;
    QByteArray m_out;
    QByteArray m_title;
    char m_charset = 0, m_leader = 0, m_intermediate = 0;
    bool m_isInvalid = false;                         // the sequence is read to its end and dropped
    std::array<int, kMaxArguments> m_arguments = {};  // -1: not given
    std::array<bool, kMaxArguments> m_isSub = {};     // after a colon
    int m_count = 0;
    char32_t m_point = 0, m_least = 0;  // of a UTF-8 sequence
    int m_missing = 0;                  // its bytes still to come
    int m_marks = 0;                    // combining characters since the last other one
    QByteArray m_last;                  // the last character, to repeat
    int m_columns = 80;
};

}  // namespace trainyard
