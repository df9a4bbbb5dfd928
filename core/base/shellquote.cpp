// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/shellquote.h"

#include <algorithm>

namespace trainyard {

QString shellQuoted(const QString &word)
{
    static const QString kSafe = QStringLiteral("_@%+=:,./-");
    const bool isPlain = !word.isEmpty() && std::all_of(word.begin(), word.end(), [](QChar c) {
        return (c.unicode() < 128 && c.isLetterOrNumber()) || kSafe.contains(c);
    });
    if (isPlain)
        return word;
    QString quoted = word;
    quoted.replace(u'\'', QStringLiteral("'\\''"));
    return u'\'' + quoted + u'\'';
}

QString shellJoined(const QStringList &words)
{
    QStringList quoted;
    quoted.reserve(words.size());
    for (const QString &word : words)
        quoted << shellQuoted(word);
    return quoted.join(u' ');
}

}  // namespace trainyard
