// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/terminal/internal/terminalinput.h"

namespace trainyard {

QByteArray typedBytes(const QString &text, TerminalModifiers with)
{
    QByteArray bytes = text.toUtf8();
    if (with.isControl && bytes.size() == 1) {
        const char c = bytes[0];
        if ((c >= '@' && c <= '_') || (c >= 'a' && c <= 'z'))
            bytes[0] = static_cast<char>(c & 0x1f);
        else if (c == ' ' || c == '2')
            bytes[0] = '\0';
        else if (c >= '3' && c <= '7')
            bytes[0] = static_cast<char>(c - '3' + 0x1b);
        else if (c == '/' || c == '-')
            bytes[0] = 0x1f;
        else if (c == '8' || c == '?')
            bytes[0] = 0x7f;
    }
    if (with.isAlt && !bytes.isEmpty())
        bytes.prepend('\x1b');
    return bytes;
}

QByteArray pastedBytes(const QString &text)
{
    QString clean;
    clean.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c == u'\n' || c == u'\r') {
            clean += u'\r';
            if (c == u'\r' && i + 1 < text.size() && text[i + 1] == u'\n')
                ++i;
        } else if (c == u'\t' || (c.unicode() >= 0x20 && (c.unicode() < 0x7f || c.unicode() >= 0xa0))) {
            clean += c;
        }
    }
    return clean.toUtf8();
}

}  // namespace trainyard
