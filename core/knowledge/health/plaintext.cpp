// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/knowledge/health/plaintext.h"

#include <QRegularExpression>
#include <QStringList>

namespace trainyard {

QString plainText(const QByteArray &printed)
{
    // CSI, then OSC and the other strings up to their end, then the remaining two-character sequences (ECMA-48).
    static const QRegularExpression sequences(
        QStringLiteral("(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]?|\\x1b[\\]PX^_][^\\x07\\x1b\\n]*(?:\\x07|\\x1b\\\\)?|\\x1b[ -/]*[0-~]?"));
    QString text = QString::fromUtf8(printed);
    text.replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
    text.remove(sequences);
    QString plain;
    plain.reserve(text.size());
    for (const QChar c : std::as_const(text)) {
        if (c == u'\n' || c == u'\t' || c.isPrint() || c.isSurrogate())
            plain += c;
        else if (c == u'\r')
            plain += u'\n';
    }
    return plain;
}

QString shortened(const QString &text, int lines)
{
    constexpr int kMaxLine = 300;
    QStringList kept;
    const QStringList all = text.split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : all) {
        if (line.trimmed().isEmpty())
            continue;
        if (kept.size() == lines) {
            kept << QStringLiteral("…");
            break;
        }
        kept << (line.size() > kMaxLine ? line.left(kMaxLine) + u'…' : line);
    }
    return kept.join(u'\n').replace(u'\t', u' ');
}

std::optional<qint64> wholeNumber(const QString &text)
{
    bool isNumber = false;
    const qint64 number = text.trimmed().toLongLong(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

std::optional<double> leadingNumber(const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral("^\\s*(-?[0-9]{1,15}(?:[.,][0-9]{1,6})?)(?![0-9.,])"));
    const auto match = pattern.match(text);
    if (!match.hasMatch())
        return {};
    return match.captured(1).replace(u',', u'.').toDouble();
}

}  // namespace trainyard
