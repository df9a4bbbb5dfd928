// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminalfilter.h"

#include "core/base/seentext.h"

#include <utility>

#include <QList>

namespace trainyard {

namespace {

constexpr qsizetype kMaxCsi = 64;  // colours take up to about 40 bytes
constexpr char kShownInstead = '?';

bool isContinuation(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

int continuationsAfter(unsigned char lead)
{
    if (lead >= 0xc2 && lead <= 0xdf)
        return 1;
    if (lead >= 0xe0 && lead <= 0xef)
        return 2;
    return lead >= 0xf0 && lead <= 0xf4 ? 3 : 0;
}

// Colours, moves within and between the lines of a progress bar, erasing in a line.
bool isHarmlessCsi(const QByteArray &parameters, char final)
{
    for (const char c : parameters) {
        if ((c < '0' || c > '9') && c != ';' && c != ':')
            return false;
    }
    return QByteArrayView("mABCDGK").contains(final);
}

}  // namespace

QByteArray TerminalFilter::feed(const QByteArray &bytes)
{
    QByteArray out;
    out.reserve(bytes.size());
    for (const char c : bytes) {
        switch (m_state) {
        case State::Text: text(c, out); break;
        case State::Escape:
            m_state = State::Text;
            if (c >= 0x40 && c <= 0x5f)
                control(static_cast<unsigned char>(c + 0x40), out);
            else if (c >= 0x20 && c <= 0x2f)
                m_state = State::Intermediate;
            else if (c < 0x20)
                text(c, out);
            break;
        case State::Intermediate:
            if (c < 0x20 || c > 0x2f)
                m_state = State::Text;
            break;
        case State::Csi: csi(c, out); break;
        case State::String:
            // A newline closes it too, or one stray sequence would swallow the rest of the log.
            if (c == '\a' || c == '\n')
                m_state = State::Text;
            else if (c == '\x1b')
                m_state = State::StringEscape;
            if (c == '\n')
                out += c;
            break;
        case State::StringEscape: m_state = c == '\\' ? State::Text : State::String; break;
        }
    }
    return out;
}

void TerminalFilter::text(char c, QByteArray &out)
{
    if (m_missing > 0 && isContinuation(c)) {
        m_held += c;
        if (--m_missing > 0)
            return;
        const QByteArray character = std::exchange(m_held, {});
        const QString decoded = QString::fromUtf8(character);
        const char32_t code = decoded.toUcs4().value(0);
        if (code >= 0x80 && code < 0xa0)
            control(static_cast<unsigned char>(code), out);
        else if (decoded.contains(QChar::ReplacementCharacter) || isUnseen(code))
            out += kShownInstead;
        else
            out += character;
        return;
    }
    if (m_missing > 0) {
        m_missing = 0;
        m_held.clear();
        out += kShownInstead;
    }
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) {
        m_missing = continuationsAfter(byte);
        if (m_missing > 0)
            m_held = QByteArray(1, c);
        else
            out += kShownInstead;
    } else if (c == '\x1b') {
        m_state = State::Escape;
    } else if ((byte >= 0x20 && byte != 0x7f) || c == '\n' || c == '\r' || c == '\t' || c == '\b') {
        out += c;
    } else {
        out += kShownInstead;
    }
}

void TerminalFilter::csi(char c, QByteArray &out)
{
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte <= 0x3f && m_held.size() < kMaxCsi) {
        m_held += c;
        return;
    }
    const QByteArray parameters = std::exchange(m_held, {});
    m_state = State::Text;
    if (byte < 0x20 || byte > 0x7e)
        text(c, out);
    else if (byte >= 0x40 && isHarmlessCsi(parameters, c))
        out += "\x1b[" + parameters + c;
}

void TerminalFilter::control(unsigned char c1, QByteArray &out)
{
    switch (c1) {
    case 0x9b: m_state = State::Csi; break;
    case 0x90:
    case 0x98:
    case 0x9d:
    case 0x9e:
    case 0x9f:  // DCS, SOS, OSC, PM, APC
        m_state = State::String;
        break;
    case 0x84:
    case 0x85:  // IND, NEL
        out += '\n';
        break;
    default: break;
    }
}

}  // namespace trainyard
