// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/terminal/internal/terminalfilter.h"

#include <QChar>
#include <QStringView>

#include <algorithm>

namespace trainyard {

namespace {

constexpr int kMaxArgument = 9999;  // beyond any screen
constexpr int kMaxMarks = 4;        // combining characters on one, as real scripts have them
constexpr char kEscape = 0x1b;
// Brings a restored cursor back into the screen: a status report that nobody asks for, after which libvterm checks the position.
constexpr char kIntoScreen[] = "\x1b[0n";

bool isMark(char32_t point)
{
    const auto category = QChar::category(point);
    return category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing || category == QChar::Other_Format;
}

// Characters that change how others around them are read: text would not be what it looks like.
bool isBidiControl(char32_t point)
{
    return point == 0x061c || point == 0x200e || point == 0x200f || (point >= 0x202a && point <= 0x202e)
           || (point >= 0x2066 && point <= 0x2069);
}

QByteArray utf8(char32_t point) { return QString::fromUcs4(&point, 1).toUtf8(); }

}  // namespace

void TerminalFilter::reset()
{
    m_state = State::Text;
    m_missing = 0;
    m_marks = 0;
    m_last.clear();
}

void TerminalFilter::flush()
{
    if (!m_out.isEmpty())
        m_sink.pass(m_out);
    m_out.resize(0);
}

void TerminalFilter::add(QByteArrayView bytes)
{
    if (m_out.size() + bytes.size() > kPiece)
        flush();
    m_out.append(bytes);
}

void TerminalFilter::feed(QByteArrayView bytes)
{
    const char *const data = bytes.data();
    const qsizetype size = bytes.size();
    for (qsizetype i = 0; i < size; ++i) {
        const char byte = data[i];
        if (m_state == State::Text && static_cast<uchar>(byte) >= 0x20) {
            i += text(bytes.sliced(i)) - 1;
            continue;
        }
        if (byte == 0x18 || byte == 0x1a) {  // CAN, SUB
            m_state = State::Text;
            continue;
        }
        switch (m_state) {
        case State::Text: control(byte); break;
        case State::Escape: escape(byte); break;
        case State::Charset:
            if (byte == '0' || byte == 'A' || byte == 'B')
                add(QByteArray{1, kEscape} + m_charset + byte);
            else if (m_charset == '#' && byte == '8')
                add("\x1b#8");
            m_state = byte == kEscape ? State::Escape : State::Text;
            break;
        case State::Csi: csi(byte); break;
        case State::Title: title(byte); break;
        case State::TitleEscape:
            endTitle();
            m_state = State::Text;
            if (byte != '\\')
                escape(byte);
            break;
        case State::Ignored:
            if (byte == kEscape)
                m_state = State::IgnoredEscape;
            else if (byte == 0x07)
                m_state = State::Text;
            break;
        case State::IgnoredEscape:
            m_state = State::Text;
            if (byte != '\\')
                escape(byte);
            break;
        }
    }
    flush();
}

// Returns how many bytes were taken: at least one.
qsizetype TerminalFilter::text(QByteArrayView bytes)
{
    const char *const data = bytes.data();
    const qsizetype size = bytes.size();
    qsizetype plain = 0;
    while (plain < size && data[plain] >= 0x20 && data[plain] < 0x7f)
        ++plain;
    if (plain > 0) {
        if (m_missing > 0)
            codePoint(QChar::ReplacementCharacter);
        m_missing = 0;
        m_marks = 0;
        for (qsizetype done = 0; done < plain; done += kPiece)
            add(bytes.sliced(done, std::min(kPiece, plain - done)));
        m_last = bytes.sliced(plain - 1, 1).toByteArray();
        return plain;
    }
    const auto byte = static_cast<uchar>(bytes[0]);
    if (byte == 0x7f)
        return 1;
    const bool isNext = (byte & 0xc0) == 0x80;
    if (isNext && m_missing > 0) {
        m_point = m_point << 6 | (byte & 0x3f);
        if (--m_missing == 0) {
            const bool isValid = m_point >= m_least && m_point <= 0x10ffff && !(m_point >= 0xd800 && m_point < 0xe000);
            codePoint(isValid ? m_point : U'\xfffd');
        }
        return 1;
    }
    if (m_missing > 0 || isNext || byte >= 0xf5)
        codePoint(QChar::ReplacementCharacter);
    m_missing = byte >= 0xf5 || isNext ? 0 : byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
    m_point = byte & (m_missing == 3 ? 0x07 : m_missing == 2 ? 0x0f : 0x1f);
    m_least = m_missing == 3 ? 0x10000 : m_missing == 2 ? 0x800 : 0x80;
    return 1;
}

void TerminalFilter::codePoint(char32_t point)
{
    if (point < 0xa0 || isBidiControl(point) || QChar::isNonCharacter(point))
        return;
    const bool isCombining = isMark(point);
    m_marks = isCombining ? m_marks + 1 : 0;
    if (isCombining && (m_marks > kMaxMarks || m_last.isEmpty()))
        return;
    const QByteArray bytes = utf8(point);
    add(bytes);
    if (!isCombining)
        m_last = bytes;
}

void TerminalFilter::control(char byte)
{
    if (m_missing > 0)
        codePoint(QChar::ReplacementCharacter);
    m_missing = 0;
    if (byte == kEscape) {
        m_state = State::Escape;
        return;
    }
    if (byte >= 0x07 && byte <= 0x0f)
        add(QByteArrayView(&byte, 1));
}

void TerminalFilter::escape(char byte)
{
    m_state = State::Text;
    switch (byte) {
    case kEscape: m_state = State::Escape; break;
    case '[':
        m_state = State::Csi;
        m_leader = m_intermediate = 0;
        m_isInvalid = false;
        m_count = 1;
        m_arguments[0] = -1;
        m_isSub[0] = false;
        break;
    case ']':
        m_state = State::Title;
        m_title.clear();
        break;
    case 'P':
    case 'X':
    case '^':
    case '_': m_state = State::Ignored; break;
    case '(':
    case ')':
    case '*':
    case '+':
    case '#':
        m_state = State::Charset;
        m_charset = byte;
        break;
    case '8':
        add("\x1b"
            "8");
        add(kIntoScreen);
        break;
    case 'c':
        // libvterm's own reset forgets that the alternate screen is shown and what the mouse was asked for; restoring the cursor
        // without a saved one would hide it.
        add("\x1b[?1049l\x1b[?1000l\x1b[?1006l\x1b[?1004l\x1b[?5l\x1b"
            "c\x1b"
            "7");
        m_last.clear();
        break;
    case '7':
    case 'D':
    case 'E':
    case 'H':
    case 'M':
    case '=':
    case '>': add(QByteArray(1, kEscape) + byte); break;
    default:
        if (byte >= 0x20 && byte < 0x30) {  // an intermediate of a sequence that is not known: its last byte follows
            m_state = State::Charset;
            m_charset = ' ';
        } else if (static_cast<uchar>(byte) < 0x20) {
            control(byte);
            m_state = State::Escape;
        }
    }
}

void TerminalFilter::csi(char byte)
{
    if (byte == kEscape) {
        m_state = State::Escape;
    } else if (static_cast<uchar>(byte) < 0x20) {
        control(byte);
    } else if (byte >= '0' && byte <= '9') {
        int &value = m_arguments[static_cast<std::size_t>(m_count - 1)];
        value = std::min(std::max(value, 0) * 10 + (byte - '0'), kMaxArgument);
    } else if (byte == ';' || byte == ':') {
        if (m_count == kMaxArguments) {
            m_isInvalid = true;
            return;
        }
        m_isSub[static_cast<std::size_t>(m_count)] = byte == ':';
        m_arguments[static_cast<std::size_t>(m_count++)] = -1;
    } else if (byte >= '<' && byte <= '?') {
        m_isInvalid = m_isInvalid || m_leader != 0 || m_count > 1 || m_arguments[0] >= 0;
        m_leader = byte;
    } else if (byte >= 0x20 && byte < 0x30) {
        m_isInvalid = m_isInvalid || m_intermediate != 0;
        m_intermediate = byte;
    } else {
        m_state = State::Text;
        if (byte >= 0x40 && byte <= 0x7e && !m_isInvalid)
            endCsi(byte);
    }
}

int TerminalFilter::argument(int i, int otherwise) const
{
    const int value = i < m_count ? m_arguments[static_cast<std::size_t>(i)] : -1;
    return value < 0 ? otherwise : value;
}

void TerminalFilter::endCsi(char final)
{
    m_marks = 0;
    if (m_leader == 0 && m_intermediate == 0) {
        plainCsi(final);
    } else if (m_leader == '?') {
        privateCsi(final);
    } else if (m_leader == '>' && m_intermediate == 0 && final == 'c' && argument(0, 0) == 0) {
        add("\x1b[>c");
    } else if (m_leader == 0 && m_intermediate == ' ' && final == 'q' && argument(0, 0) <= 6) {
        add("\x1b[" + QByteArray::number(argument(0, 0)) + " q");
    } else if (m_leader == 0 && m_intermediate == '!' && final == 'p') {
        add("\x1b[4l\x1b[20l\x1b[?1l\x1b[?7h\x1b[?25h\x1b>\x1b[m");
    }
}

void TerminalFilter::plainCsi(char final)
{
    const auto pass = [this, final](int count) {
        QByteArray bytes = "\x1b[";
        for (int i = 0; i < std::min(count, m_count); ++i) {
            if (i > 0)
                bytes += ';';
            if (argument(i, -1) >= 0)
                bytes += QByteArray::number(argument(i, 0));
        }
        add(bytes + final);
    };
    switch (final) {
    case '@':
    case 'A':
    case 'B':
    case 'C':
    case 'D':
    case 'E':
    case 'F':
    case 'G':
    case 'I':
    case 'K':
    case 'L':
    case 'M':
    case 'P':
    case 'S':
    case 'X':
    case 'Z':
    case '`':
    case 'a':
    case 'd':
    case 'e':
    case 'g': pass(1); break;
    case 'T':
        if (m_count == 1)
            pass(1);
        break;
    case 'H':
    case 'f':
    case 'r': pass(2); break;
    case 'J':
        if (argument(0, 0) == 3) {
            flush();
            m_sink.historyCleared();
        } else {
            pass(1);
        }
        break;
    case 'b':
        for (int i = 0; i < std::min(argument(0, 1), m_columns); ++i)
            add(m_last);
        break;
    case 'c':
        if (argument(0, 0) == 0)
            pass(1);
        break;
    case 'n':
        if (argument(0, 0) == 5 || argument(0, 0) == 6)
            pass(1);
        break;
    case 'h':
    case 'l': setModes(final); break;
    case 'm': colours(); break;
    case 's':
        add("\x1b"
            "7");
        break;
    case 'u':
        add("\x1b"
            "8");
        add(kIntoScreen);
        break;
    default: break;
    }
}

void TerminalFilter::privateCsi(char final)
{
    const QByteArray first = QByteArray::number(argument(0, 0));
    if (m_intermediate == '$' && final == 'p')
        add("\x1b[?" + first + "$p");
    else if (m_intermediate != 0)
        return;
    else if (final == 'J' || final == 'K')
        add("\x1b[?" + first + final);
    else if (final == 'n' && argument(0, 0) == 6)
        add("\x1b[?6n");
    else if (final == 'h' || final == 'l')
        setModes(final);
}

void TerminalFilter::setModes(char final)
{
    static constexpr std::array kPlain = {4, 20};
    static constexpr std::array kPrivate = {1, 5, 6, 7, 12, 25, 1000, 1002, 1003, 1004, 1006, 1015, 1047, 1048, 1049, 2004};
    const auto isAmong = [](const auto &modes, int mode) { return std::find(modes.begin(), modes.end(), mode) != modes.end(); };
    for (int i = 0; i < m_count; ++i) {
        int mode = argument(i, 0);
        if (m_leader == '?' && mode == 47)
            mode = 1047;
        if (m_leader == '?' ? !isAmong(kPrivate, mode) : !isAmong(kPlain, mode))
            continue;
        add("\x1b[" + QByteArray(m_leader == '?' ? "?" : "") + QByteArray::number(mode) + final);
        if (m_leader == '?' && final == 'l' && (mode == 1047 || mode == 1048 || mode == 1049))
            add(kIntoScreen);
        if (m_leader == '?' && final == 'l' && (mode == 1047 || mode == 1049)) {
            flush();
            m_sink.alternateLeft();
        }
    }
}

// SGR. The two ways to write a colour, 38;2;R;G;B and 38:2::R:G:B, become the first; what is incomplete is left out.
void TerminalFilter::colours()
{
    for (int i = 0; i < m_count;) {
        int end = i + 1;
        while (end < m_count && m_isSub[static_cast<std::size_t>(end)])
            ++end;
        const int subs = end - i - 1, what = argument(i, 0);
        QByteArray words;
        if (what == 38 || what == 48) {
            const bool isSub = subs > 0;
            const int kind = argument(i + 1, -1), need = kind == 2 ? 3 : kind == 5 ? 1 : 0;
            int first = i + 2;
            if (isSub && kind == 2 && subs >= 5)
                ++first;  // the colour space
            if (!isSub)
                end = std::min(m_count, first + need);
            if (need > 0 && first + need <= end) {
                words = QByteArray::number(what) + ';' + QByteArray::number(kind);
                for (int k = 0; k < need; ++k)
                    words += ';' + QByteArray::number(std::min(argument(first + k, 0), 255));
            }
        } else if (what == 4 && subs > 0) {
            const int style = argument(i + 1, 1);
            words = style == 0 ? "24" : style == 2 ? "21" : style >= 3 ? "4:3" : "4";
        } else if (subs == 0 && what != 58) {
            words = QByteArray::number(what);
        } else if (what == 58 && subs == 0) {  // the colour of underlines, which is not shown
            end = std::min(m_count, i + 2 + (argument(i + 1, 0) == 2 ? 3 : 1));
        }
        if (!words.isEmpty())
            add("\x1b[" + words + 'm');
        i = end;
    }
}

void TerminalFilter::title(char byte)
{
    if (byte == 0x07) {
        endTitle();
        m_state = State::Text;
    } else if (byte == kEscape) {
        m_state = State::TitleEscape;
    } else if (m_title.size() < kMaxTitle) {
        m_title += byte;
    }
}

void TerminalFilter::endTitle()
{
    if (!m_title.startsWith("0;") && !m_title.startsWith("2;"))
        return;
    QString shown;
    for (const QChar c : QString::fromUtf8(m_title.sliced(2))) {
        if (c.isPrint() && !isBidiControl(c.unicode()))
            shown += c;
    }
    flush();
    m_sink.titleSet(shown.simplified());
}

}  // namespace trainyard
