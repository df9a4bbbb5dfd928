// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/filetext.h"

#include "ui/log/ansitext.h"

#include <QStringView>

namespace trainyard {

namespace {

constexpr qsizetype kSample = 8 * 1024;
constexpr qsizetype kLongestLine = 4000;  // longer ones make a text view slow

}  // namespace

int incompleteAtEnd(const QByteArray &bytes)
{
    for (int back = 1; back <= 3 && back <= bytes.size(); ++back) {
        const uchar byte = uchar(bytes[bytes.size() - back]);
        if ((byte & 0xc0) == 0x80)
            continue;
        const int length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
        return length > back ? back : 0;
    }
    return 0;
}

bool isBinary(const QByteArray &beginning)
{
    QByteArray sample = beginning.left(kSample);
    if (sample.contains('\0'))
        return true;
    sample.chop(incompleteAtEnd(sample));
    const QString text = QString::fromUtf8(sample);
    qsizetype strange = 0;
    for (const QChar c : text)
        strange += c == QChar::ReplacementCharacter || (c < u' ' && !QStringView(u"\n\r\t\f\b\x1b").contains(c));
    return strange * 10 > text.size();
}

QString readableText(const QByteArray &bytes)
{
    QString text;
    text.reserve(bytes.size());
    for (qsizetype at = 0; at < bytes.size();) {
        qsizetype end = bytes.indexOf('\n', at);
        const bool hasEnd = end >= 0;
        end = hasEnd ? end : bytes.size();
        QByteArray line = bytes.mid(at, end - at);
        if (hasEnd && line.endsWith('\r'))
            line.chop(1);
        line.replace('\r', '\n');  // a progress bar, drawn again and again
        const QList<QByteArray> drawn = line.split('\n');
        for (qsizetype i = 0; i < drawn.size(); ++i) {
            const QString one = parseAnsi(drawn[i]).text;
            text += i > 0 ? QStringLiteral("\n") : QString();
            for (qsizetype from = 0; from < one.size(); from += kLongestLine)
                text += (from > 0 ? QStringLiteral("\n") : QString()) + one.mid(from, kLongestLine);
        }
        if (hasEnd)
            text += u'\n';
        at = end + 1;
    }
    return text;
}

}  // namespace trainyard
